"""The result of solving, checking or counting: what is known of a problem's answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from ..base.notebook import html_table
from ..base.undecided import Undecided

A = TypeVar("A")


class Verdict(StrEnum):
    """The number of answers.

    SATISFIABLE: at least one; whether there are others is not known. UNKNOWN: a limit was reached before
    any answer, which does not mean that there is none.
    """

    NONE = "none"
    UNIQUE = "unique"
    MULTIPLE = "multiple"
    SATISFIABLE = "satisfiable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, repr=False)
class Findings(Undecided, Generic[A]):
    """The results about the answers of one problem.

    It is neither true nor false: compare its `verdict`.

    Attributes
    ----------
    answers : tuple
        Distinct answers, each checked by the rules; not necessarily all.
    at_least : int
        A lower bound of the number of answers.
    exhausted : bool
        Whether there are no others.
    route : str
        Its name.
    seconds : float
        The time in seconds.
    reason : str or None
        The limit that stopped the search, as in ``2 seconds``.
    claimed_by : str or None
        The external program whose unproved claim ended the search.
    effort : mapping
        The solver's statistics, at least ``nodes``.
    smallest : bool
        False if smaller answers than `answers` may exist although the smallest were requested.
    """

    answers: tuple[A, ...]
    at_least: int
    exhausted: bool
    route: str = ""
    seconds: float = 0.0
    reason: str | None = None
    claimed_by: str | None = None
    effort: Mapping[str, int | float] = field(default_factory=dict, hash=False)
    smallest: bool = True

    @property
    def count(self) -> int | None:
        """The number of answers; None if only a lower bound is known."""
        return self.at_least if self.exhausted else None

    @property
    def verdict(self) -> Verdict:
        if self.at_least > 1:
            return Verdict.MULTIPLE
        if self.exhausted:
            return Verdict.UNIQUE if self.at_least else Verdict.NONE
        return Verdict.SATISFIABLE if self.at_least else Verdict.UNKNOWN

    @property
    def count_words(self) -> str:
        """The number of answers in words: ``exactly 2``, ``at least 1000``."""
        return f"{'exactly' if self.exhausted else 'at least'} {self.at_least}"

    def __str__(self) -> str:
        return self.count_words

    def _repr_html_(self) -> str:
        """The table in notebooks; `drawing.draw` shows the answers."""
        facts: list[tuple[str, Any]] = [("answers", self.count_words), ("route", self.route)]
        facts += [("seconds", f"{self.seconds:.3f}")]
        facts += [("stopped after", self.reason)] if self.reason is not None else []
        facts += [("says", self.claimed_by)] if self.claimed_by is not None else []
        return html_table(["verdict", self.verdict.name], facts)
