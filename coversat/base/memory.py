"""The memory of this process: its limit, what is left, and what happens when nothing is left.

Python raises `MemoryError` then, but a solver written in C++ aborts its process, and the system may refuse
even the memory of a thread. Worker processes are observed by those who started them. `supervised` does the
same for the program itself.
"""

from __future__ import annotations

import errno
import gc
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress

from .errors import UNKNOWN, CoversatError, SolverError
from .signals import Enforced, die_with, has_timers
from .wording import of_memory

OPTION = "--memory"

ALL_USED = "coversat: stopped: all memory is used up"


def memory_reason(memory: int | None) -> str:
    """A description of the memory limit that a process exceeded."""
    return "all memory" if memory is None else of_memory(memory)


def limit_memory(memory: int) -> None:
    """Let this process use at most this many bytes more than it has now; a lower limit stays.

    Raise `SolverError` if the system cannot limit the memory of a process.
    """
    most, _, _ = _bounds(memory)
    _set(most, most)
    sys.unraisablehook = _unless_for_memory


@contextmanager
def limited_memory(memory: int | None) -> Iterator[None]:
    """Limit the memory that this process may use beyond its current use, in bytes.

    Errors of Python and of compiled modules for lack of memory become `MemoryError`. Raises `SolverError` if
    the system cannot limit memory. The system's own limit is higher by `RESERVE`.
    """
    if memory is None:
        yield
        return
    most, before, highest = _bounds(memory + RESERVE)
    watched: AbstractContextManager[None] = (
        Enforced(_Watch(most - RESERVE)) if has_timers() else nullcontext()
    )
    _set(most, highest)
    hook, sys.unraisablehook = sys.unraisablehook, _unless_for_memory
    try:
        with watched:
            yield
    except Exception as error:
        if lacks_memory(error):
            raise MemoryError from None
        raise
    finally:
        _set(before, highest)
        sys.unraisablehook = hook


RESERVE = 1 << 24
"""Bytes beyond a limit in which Python handles the lack of memory.

Up to 3.13, an exception that passes a ``with`` or ``try`` at the end of a long function needs memory for a
number. Where there is none at all, the interpreter tries for ever, and no signal is handled.
"""


class _Watch:
    """Raises `MemoryError` like a deadline that is over, and again whenever more memory is used than then."""

    def __init__(self, most: int) -> None:
        self._most = most

    def left(self) -> float:
        """Seconds until the next look: few enough for plain Python not to use up the reserve between two."""
        return 0.02

    def check(self) -> None:
        used = _used()
        if used > self._most:
            self._most = used
            raise MemoryError


def _used() -> int:
    """The bytes of this process's address space; 0 if not known."""
    import resource

    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def _unless_for_memory(error: sys.UnraisableHookArgs) -> None:
    """Print an error that no caller sees, such as one in a destructor, unless it is for lack of memory."""
    if not issubclass(error.exc_type, MemoryError):
        sys.__unraisablehook__(error)


def lacks_memory(error: BaseException) -> bool:
    """Whether an error is for lack of memory, as far as that can be recognised; only if memory is limited."""
    if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
        return True
    if isinstance(error, CoversatError) or not isinstance(error, Exception) or not _is_limited():
        return False  # an interrupt may come during an import
    # A compiled module that cannot be loaded; one that lost its error; and Python's own compiler raises
    # others still: a field of a syntax tree is missing.
    return isinstance(error, ImportError | SystemError) or _while_importing(error)


def _is_limited() -> bool:
    try:
        import resource
    except ImportError:
        return False
    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def _while_importing(error: BaseException) -> bool:
    place = error.__traceback__
    while place is not None:
        if place.tb_frame.f_code.co_filename == "<frozen importlib._bootstrap>":
            return True
        place = place.tb_next
    return False


def _bounds(memory: int) -> tuple[int, int, int]:
    """The limit for this many more bytes, and the current soft and hard limits."""
    try:
        import resource
    except ImportError:
        raise SolverError("this system cannot limit the memory of a process") from None
    # Imported when no memory is left, it prints a traceback for every algorithm.
    import hashlib  # noqa: F401

    before, highest = resource.getrlimit(resource.RLIMIT_AS)
    bounds = [bound for bound in (_used() + memory, before, highest) if bound != resource.RLIM_INFINITY]
    return min(bounds), before, highest


def _set(soft: int, hard: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def memory_left() -> int | None:
    """The bytes that this process can still take, by its limit and by the system; None if not known."""
    try:
        import resource

        with open("/proc/meminfo") as file:
            free = next(int(line.split()[1]) * 1024 for line in file if line.startswith("MemAvailable:"))
    except (ImportError, OSError, StopIteration):
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    return free if limit == resource.RLIM_INFINITY else min(free, max(0, limit - RESERVE - _used()))


# The program under a memory limit

ABORTED = tuple(
    -getattr(signal, name, signal.SIGABRT) for name in ("SIGABRT", "SIGSEGV", "SIGBUS", "SIGKILL")
)
"""How a process ends whose compiled code does not handle the lack of memory, or that the system kills."""

NO_THREAD = 127
"""The exit code with which the C library ends a process that has no memory for a thread's data."""

FORWARDED = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
)


def supervised(words: Sequence[str]) -> None:
    """Let the rest of the program run in a child process if its memory is limited.

    The parent only waits and ends as the child does; where the child aborts for lack of memory, it says so
    and exits with `UNKNOWN`. Without a limit there is no second process.

    * words: the words of the command line, among which may be ``--memory``.
    """
    if sys.platform != "linux" or not (_is_limited() or any(word.startswith(OPTION) for word in words)):
        return
    parent, awaited = os.getpid(), {signal.SIGCHLD, *FORWARDED}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
    child = os.fork()
    if child == 0:
        die_with(parent)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return
    try:
        code = _followed(child, awaited)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if code in ABORTED or code == NO_THREAD:
        with suppress(OSError):
            os.write(2, f"{ALL_USED}\n".encode())
        code = UNKNOWN
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(parent, -code)
    os._exit(code)


def _followed(child: int, awaited: set[signal.Signals]) -> int:
    """Wait for the child and pass signals on to it; return its exit code, negative for a signal."""
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        received = signal.sigwaitinfo(awaited)
        # A terminal sends its signals to both processes.
        if received.si_signo != signal.SIGCHLD and received.si_code != _OF_KERNEL:
            os.kill(child, received.si_signo)


_OF_KERNEL = 0x80
"""SI_KERNEL of ``<signal.h>``."""


# Cycles of objects


NEW_OBJECTS = 50_000
"""New objects before Python looks for cycles in a command or a call of the library, a few megabytes: most
puzzles have fewer."""


@contextmanager
def gc_paused(until: int | None = None) -> Iterator[None]:
    """Let Python look for cycles later: each look visits all that is kept.

    * until: so many new objects; without it, Python does not look at all inside.
    """
    before, *others = gc.get_threshold()
    if not before or (until is not None and until <= before):  # it looks as seldom already
        yield
        return
    gc.set_threshold(until or 0, *others)
    try:
        yield
    finally:
        gc.set_threshold(before, *others)
