"""One deadline, made by whoever first hears "ten seconds", and felt by everything done for it.

Loops that know of it call `Deadline.check`.  What does not know of it, reading and reducing in plain Python,
is interrupted all the same inside ``with deadline.enforced():``, by a timer of the system where there is one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

from .errors import LimitReachedError
from .signals import Enforced, has_timers
from .wording import counted

T = TypeVar("T")


MOST_SECONDS = 1e8
"""About three years: nobody waits longer, and the system's timer cannot."""


class Deadline:
    """So many seconds from now on; without end where None are given, or more than anybody waits."""

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float | None = None, spent: float = 0.0) -> None:
        """`spent`: so much of it was used up before now."""
        self.seconds = seconds
        ends = seconds is not None and seconds <= MOST_SECONDS
        self._end = time.monotonic() + (seconds or 0.0) - spent if ends else None

    def __repr__(self) -> str:
        return f"Deadline({self.seconds})"

    @property
    def endless(self) -> bool:
        """Whether it never comes."""
        return self._end is None

    def left(self) -> float | None:
        """The seconds left, at least 0; None without an end."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def check(self) -> None:
        """Raise `LimitReachedError` when none are left."""
        if self._end is not None and time.monotonic() >= self._end:
            raise LimitReachedError(counted(self.seconds or 0.0, "second"))

    def through(self, items: Iterable[T]) -> Iterable[T]:
        """The same items, each only while there is time left."""
        return items if self._end is None else self._while_left(items)

    def _while_left(self, items: Iterable[T]) -> Iterator[T]:
        for item in items:
            self.check()
            yield item

    def part(self, seconds: float | None) -> Deadline:
        """For a part of what is done: at most so long, and never longer than the whole."""
        left = self.left()
        if seconds is None or (left is not None and left <= seconds):
            return self
        return Deadline(seconds)

    def enforced(self) -> AbstractContextManager[None]:
        """Raise `LimitReachedError` in whatever Python code runs here when the time is over.

        In a process's main thread, where the system has timers; elsewhere only those who call `check`
        feel the deadline.  A call into a library that never comes back is not interrupted.
        """
        return nullcontext() if self._end is None or not has_timers() else Enforced(self)


NEVER = Deadline()
