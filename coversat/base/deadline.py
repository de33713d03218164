"""A deadline that all parts of a computation share.

Loops call `Deadline.check`. Code that does not, such as reading and reducing in plain Python, is interrupted
inside ``with deadline.enforced():`` by a system timer, if there is one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TypeVar

from .errors import TimeOverError
from .signals import Enforced, has_timers
from .wording import counted

T = TypeVar("T")


MOST_SECONDS = 1e8
"""About three years: the system's timer cannot wait longer."""


class Deadline:
    """A number of seconds from now; no limit if it is None or extremely large."""

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float | None = None, spent: float = 0.0) -> None:
        """`spent`: seconds already used."""
        self.seconds = seconds
        ends = seconds is not None and seconds <= MOST_SECONDS
        self._end = time.monotonic() + (seconds or 0.0) - spent if ends else None

    def __repr__(self) -> str:
        return f"Deadline({self.seconds})"

    @property
    def endless(self) -> bool:
        """Whether there is no time limit."""
        return self._end is None

    def left(self) -> float | None:
        """The remaining seconds, at least 0; None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def check(self) -> None:
        """Raise `LimitReachedError` if no time is left."""
        if self._end is not None and time.monotonic() >= self._end:
            raise TimeOverError(counted(self.seconds or 0.0, "second"))

    def through(self, items: Iterable[T]) -> Iterable[T]:
        """The same items, each checked against the deadline."""
        return items if self._end is None else self._while_left(items)

    def _while_left(self, items: Iterable[T]) -> Iterator[T]:
        for item in items:
            self.check()
            yield item

    def part(self, seconds: float | None) -> Deadline:
        """A deadline for a part of the work: at most these seconds, and never later than this one."""
        left = self.left()
        if seconds is None or (left is not None and left <= seconds):
            return self
        return Deadline(seconds)

    def enforced(self) -> AbstractContextManager[None]:
        """Raise `LimitReachedError` in any Python code of the body when the time is over.

        This needs the main thread and system timers; elsewhere only `check` raises. A library call that does
        not return is not interrupted.
        """
        return nullcontext() if self._end is None or not has_timers() else Enforced(self)


NEVER = Deadline()
