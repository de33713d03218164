"""What ``check``, ``count`` and ``generate`` share of certificates: their options, and what these ask."""

from __future__ import annotations

import os.path
from typing import Any, NamedTuple

from .asking import Asking
from .commands import Choice, Option, UsageError

PROOFS = ("drup", "lrat", "enumeration", "graph")
"""As certificates name them; here so that nothing of certificates is imported before it is needed."""
COUNTING = ("enumeration", "graph")
"""Those that state a number."""


def _folder(word: str) -> str:
    if os.path.isfile(word):
        raise ValueError(f"Directory {word!r} is a file")
    return word


def certifying(what: str, proofs: tuple[str, ...]) -> tuple[Option, Option]:
    """The options of a command that can prove `what`; their parameters are those of `Certified`."""
    return (
        Option("--certify", f"Write a certificate of {what}.", "DIR", to="folder", read=_folder),
        Option(
            "--proof",
            "The form of its proof; what fits when none is named.",
            f"[{'|'.join(proofs)}]",
            read=Choice(proofs),
        ),
    )


class Certified(NamedTuple):
    """Where certificates go and in which form, as the options say."""

    folder: str | None
    proof: str | None

    def asked(self, asking: Asking) -> dict[str, Any]:
        """What a query has for it.

        Raises
        ------
        UsageError
            When the options contradict each other.
        """
        if not self.wanted():
            return {}
        if asking.solver_command is not None:
            raise UsageError("--certify and --solver-command exclude each other")
        return {"certified": True, "proof": self.proof}

    def wanted(self) -> bool:
        """Whether there are to be certificates; `UsageError` for options that contradict each other."""
        if self.folder is None and self.proof is not None:
            raise UsageError("--proof needs --certify")
        if self.folder == "":
            raise UsageError("--certify needs the name of a folder")
        return self.folder is not None
