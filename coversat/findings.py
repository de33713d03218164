"""What is known of a problem's answers: one value for solving, checking and counting."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

A = TypeVar("A")


class Verdict(StrEnum):
    """How many answers there are.

    SATISFIABLE: one at least, and whether there are others was not asked or not found out.  UNKNOWN: a
    limit came before any answer; it is never a no.
    """

    NONE = "none"
    UNIQUE = "unique"
    MULTIPLE = "multiple"
    SATISFIABLE = "satisfiable"
    UNKNOWN = "unknown"


class Findings(NamedTuple, Generic[A]):
    """What a question found out about the answers of one problem.

    Attributes
    ----------
    answers : tuple
        Distinct answers, each judged by the rules; perhaps not all that are known of.
    at_least : int
        So many answers are known to exist.
    exhausted : bool
        Whether there are no others.
    route : str
        By its name.
    seconds : float
        What it took.
    reason : str or None
        Which limit ended the search before its end, as in ``2 seconds``.
    claimed_by : str or None
        The outside program on whose bare word, without a proof, the end of the search rests.
    effort : mapping
        The solver's own count of what it did: ``nodes`` at least.
    smallest : bool
        False if smaller answers than `answers` may exist although the smallest were asked for.
    """

    answers: tuple[A, ...]
    at_least: int
    exhausted: bool
    route: str = ""
    seconds: float = 0.0
    reason: str | None = None
    claimed_by: str | None = None
    effort: Mapping[str, int | float] = {}
    smallest: bool = True

    def __hash__(self) -> int:
        return hash(tuple(value for value in self if not isinstance(value, Mapping)))

    @property
    def verdict(self) -> Verdict:
        """None, one or several?"""
        if self.at_least > 1:
            return Verdict.MULTIPLE
        if self.exhausted:
            return Verdict.UNIQUE if self.at_least else Verdict.NONE
        return Verdict.SATISFIABLE if self.at_least else Verdict.UNKNOWN

    def __str__(self) -> str:
        """The number of answers in words: ``exactly 2``, ``at least 1000``."""
        return f"{'exactly' if self.exhausted else 'at least'} {self.at_least}"

    def _repr_html_(self) -> str:
        """What notebooks show; `drawing.draw` shows the answers."""
        from .notebook import html_table

        facts: list[tuple[str, Any]] = [("answers", str(self)), ("route", self.route)]
        facts += [("seconds", f"{self.seconds:.3f}")]
        facts += [("stopped after", self.reason)] if self.reason is not None else []
        facts += [("says", self.claimed_by)] if self.claimed_by is not None else []
        return html_table(["verdict", self.verdict.name], facts)
