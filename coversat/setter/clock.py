"""The time that a question has, and who hears how far it is."""

from __future__ import annotations

from collections.abc import Callable

from ..deadline import NEVER, Deadline
from ..kinds.cnf.rules import Cnf
from ..solvers import Limits
from ..solvers.sat import CADICAL, SatCalls
from ..solvers.solver import Meter

Listener = Callable[[str], None]
"""Hears what is being done, in a few words, as often as there is something to say."""


def silent(words: str) -> None:
    """The listener of those who want to hear nothing."""


class Clock:
    """The deadline of one question, shared by all that is done to answer it, and who hears how far it is."""

    def __init__(self, deadline: Deadline = NEVER, report: Listener = silent) -> None:
        self.deadline = deadline
        self.report = report

    def check(self) -> None:
        """Raise `LimitReachedError` when the time is used up."""
        self.deadline.check()

    def left(self, answers: int | None = None) -> Limits:
        """The time that is left, as limits for a route or another question."""
        return Limits(answers=answers, deadline=self.deadline)

    def calls(self, formula: Cnf) -> SatCalls:
        """A solver that is asked of a formula in the time that is left."""
        return SatCalls(CADICAL, formula, Meter(self.left()))

    def part(self, seconds: float) -> Clock:
        """A clock for a part of the question that gets at most so long."""
        return Clock(self.deadline.part(seconds), self.report)
