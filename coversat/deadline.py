"""One deadline, made by whoever first hears "ten seconds", and felt by everything done for it.

Loops that know of it call `Deadline.check`.  What does not know of it, reading and reducing in plain Python,
is interrupted all the same inside ``with deadline.enforced():``, by a timer of the system where there is one.
"""

from __future__ import annotations

import gc
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from types import FrameType
from typing import TypeVar

from .errors import LimitReachedError
from .interrupts import interrupted
from .wording import counted

T = TypeVar("T")

AGAIN = 0.05
"""Seconds after which the timer rings again, for an error that something on the way swallowed."""


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
        return nullcontext() if self._end is None or not _timers() else _Enforced(self)


class _Enforced(AbstractContextManager[None]):
    """`Deadline.enforced`.  No generator: whatever rings behind the body must find it here, and be quiet."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline

    def __enter__(self) -> None:
        self._deadline.check()
        self._depth = len(_enforced)
        self._outer = signal.getsignal(signal.SIGALRM)
        _enforced.append(self._deadline)
        signal.signal(signal.SIGALRM, _ring)
        _wind()

    def __exit__(self, *_: object) -> None:
        del _enforced[self._depth :]
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, self._outer)
        _wind()


NEVER = Deadline()

_enforced: list[Deadline] = []
"""The deadlines that code is running under, outermost first."""


def _timers() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def _ring(number: int, frame: FrameType | None) -> None:
    if not interrupted() and not unsafe_to_raise(frame):
        for deadline in _enforced:
            deadline.check()
        _wind()


_PACKAGE = f"{__package__}."
_IMPORTING = ("importlib._bootstrap", "_frozen_importlib")
_TIDYING = (*_IMPORTING, "weakref", "_weakrefset")
"""Modules with functions that are called when something is freed."""
_QUIET = (_Enforced.__enter__.__code__, _Enforced.__exit__.__code__)


def unsafe_to_raise(frame: FrameType | None) -> bool:
    """Whether an exception raised by a signal handler in this frame would be lost or do damage.

    That is so while the timer is set, a solver is freed, a temporary file is made, or Python imports a module
    or runs a destructor: the timer would ring for ever, the library free memory twice, the file stay, and
    Python take the exception for another one (in `__set_name__`), or print it and go on. The handler is
    called again a moment later.
    """
    if frame is not None and frame.f_globals.get("__name__") in _TIDYING:
        return True
    tidying = [getattr(callback, "__code__", None) for callback in gc.callbacks]
    ours = False
    while frame is not None:
        if frame.f_code in _QUIET or frame.f_code in tidying or frame.f_code.co_name in ("delete", "__del__"):
            return True
        module = frame.f_globals.get("__name__", "")
        # A module that asks something while it is imported is interrupted; what we import is not.
        ours = ours or (module.startswith(_PACKAGE) and frame.f_code.co_name != "<module>")
        if module == "tempfile" or (module in _IMPORTING and not ours):
            return True
        frame = frame.f_back
    return False


def _wind() -> None:
    """Let the timer ring at the first of the deadlines; not at all when there is none."""
    left = [left for deadline in _enforced if (left := deadline.left()) is not None]
    if left:
        signal.setitimer(signal.ITIMER_REAL, max(min(left), 1e-3), AGAIN)
