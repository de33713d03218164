"""The time that a question has, and who hears how far it is."""

from __future__ import annotations

from collections.abc import Callable

from ..solvers import NO_LIMITS, Limits
from ..solvers.solver import LimitReachedError, Meter

Listener = Callable[[str], None]
"""Hears what is being done, in a few words, as often as there is something to say."""


def nobody(words: str) -> None:
    """The listener who does not listen."""


class Clock:
    """The limit of time of one question, shared by all that is done to answer it.

    Only `limits.seconds` is looked at.
    """

    def __init__(self, limits: Limits = NO_LIMITS, tell: Listener = nobody) -> None:
        self.limits = Limits(seconds=limits.seconds)
        self.meter = Meter(self.limits)
        self.tell = tell

    def check(self) -> None:
        """Raise `LimitReachedError` when the time is used up."""
        self.meter.check_time()

    def left(self, answers: int | None = None) -> Limits:
        """The time that is left, as limits for a route or another question."""
        return Limits(answers=answers, seconds=self.meter.seconds_left())

    def part(self, seconds: float) -> Clock:
        """A clock for a part of the question that gets at most so long."""
        left = self.meter.seconds_left()
        return Clock(Limits(seconds=seconds if left is None else min(left, seconds)), self.tell)


__all__ = ["Clock", "LimitReachedError", "Listener", "nobody"]
