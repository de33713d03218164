"""``coversat check``."""

from __future__ import annotations

import os.path
from typing import Any

from .asking import ASKING, Asking
from .commands import Choice, Option, UsageError, takes

PROOFS = ("drup", "lrat")
"""As certificates name them; here so that nothing of certificates is imported before it is needed."""


def _folder(word: str) -> str:
    if os.path.isfile(word):
        raise ValueError(f"Directory {word!r} is a file")
    return word


@takes(
    *ASKING,
    Option("--brief", "One line a puzzle: MULTIPLE shows no answers."),
    Option(
        "--certify",
        "Write a certificate of each verdict; --via names a reduction.",
        "DIR",
        to="folder",
        read=_folder,
    ),
    Option(
        "--proof",
        "The form of its proof: drup, or lrat, which is checked faster; what fits by default.",
        "[drup|lrat]",
        read=Choice(PROOFS),
    ),
    examples=(
        "coversat check examples/sudoku/killer.txt --out results.jsonl --timeout 10",
        "coversat check examples/sudoku/boj2239.txt --certify proofs",
    ),
)
def command(brief: bool, folder: str | None, proof: str | None, **options: Any) -> int:
    """Say of each puzzle whether it has exactly one answer.

    One line per puzzle: UNIQUE, MULTIPLE, NONE or UNKNOWN, the file and the
    puzzle's number in it.  MULTIPLE shows two answers; a star marks each
    value that differs.

    With --certify each verdict gets a folder with the puzzle, the formula, the
    answer and a proof, which 'coversat verify DIR' checks.
    """
    asking = Asking.of(options)
    if folder is None:
        if proof is not None:
            raise UsageError("--proof needs --certify")
        return asking.ask(asking.query("check"), brief)
    if not folder:
        raise UsageError("--certify needs the name of a folder")
    if asking.solver_command is not None:
        raise UsageError("--certify and --solver-command exclude each other")
    return asking.ask(asking.query("check", certified=True, proof=proof), brief, folder)
