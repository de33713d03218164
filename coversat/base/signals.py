"""Signals, timers, and the termination of processes.

Ctrl-C in PySAT. While PySAT runs with `expect_interrupt`, PySAT handles SIGINT itself: it leaves the solver
by a long jump and raises an error of its own type (`pysolvers.error`). Afterwards the handler is still
PySAT's and the signal is blocked; the solver is in an undefined state. `heard_interrupts` restores both,
abandons the solver without freeing it, and raises `KeyboardInterrupt`. A jump may also leave a lock held, so
only calls of certificates are made in this way. Other calls have a budget of conflicts and return, after
which Python handles the signal; solvers without budgets run in a process of their own
(`processes.run_apart`). What is private to PySAT is in `solvers.compiled_sat`: it calls the compiled half by
the names of its functions, such as ``cadical195_solve_lim``, because importing the other half takes longer
than solving most puzzles.

Time limits. `Enforced` raises the error of a deadline in any Python code of the main thread, by a timer of
the system (SIGALRM). Deadlines nest: the timer is set for the first of them. It rings again every `AGAIN`
seconds, in case something on the way swallowed the error.

Places where an exception does damage. A signal handler may run in a destructor, in an import, or while a
temporary file is made. An exception there is printed and lost, or leaves a file behind. `unsafe_to_raise`
looks at the stack for these places; the handler then waits for the next ring. `held_back` blocks both signals
while a process is forked or a solver is made.

Orphans. A worker must not outlive its parent, whatever the parent died of. `die_with` has Linux kill it
(``prctl``); elsewhere a worker ends when it next sends something.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from types import FrameType
from typing import Any, Protocol

AGAIN = 0.05
"""Seconds after which the timer rings again, for an error that something on the way swallowed."""


class Timed(Protocol):
    """A deadline."""

    def check(self) -> None:
        """Raise an error when the time is over."""

    def left(self) -> float | None:
        """The seconds left."""


def in_main_thread() -> bool:
    """Where Python and PySAT handle signals."""
    return threading.current_thread() is threading.main_thread()


# Ctrl-C


@contextmanager
def heard_interrupts(solver: Any = None) -> Iterator[None]:
    """Turn Ctrl-C inside a call of a `CompiledSolver` into `KeyboardInterrupt`.

    PySAT handles the signal itself, leaves the solver by a long jump, and raises its own error. Afterwards
    its handler is still installed and the signal blocked; another signal would jump to an invalid frame. The
    solver's state is undefined, so it is abandoned and not even freed.
    """
    try:
        yield
    except Exception as error:
        if not _of_pysat(error):
            raise
        if in_main_thread():
            signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        if solver is not None:
            solver.give_up()
        raise KeyboardInterrupt from None


def interrupted() -> bool:
    """Whether a `KeyboardInterrupt` is pending or propagating."""
    error = sys.exception()
    return isinstance(error, KeyboardInterrupt) or _of_pysat(error)


def _of_pysat(error: BaseException | None) -> bool:
    return type(error).__module__ == "pysolvers" and "keyboard interrupt" in str(error)


@contextmanager
def held_back() -> Iterator[None]:
    """Let Ctrl-C and the deadline's timer come only afterwards.

    An exception inside the hooks of a fork, or half a solver, is printed, and lost.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT, signal.SIGALRM])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# Time limits


class Enforced(AbstractContextManager[None]):
    """Raise the error of a deadline in any Python code of the body when the time is over.

    It is not a generator, since `unsafe_to_raise` knows its two methods, in which the timer may fire.
    """

    def __init__(self, deadline: Timed) -> None:
        self._deadline = deadline

    def __enter__(self) -> None:
        self._deadline.check()
        self._depth = len(_enforced)
        self._outer = signal.getsignal(signal.SIGALRM)
        try:
            _enforced.append(self._deadline)
            signal.signal(signal.SIGALRM, _ring)
            _wind()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        del _enforced[self._depth :]
        # For an outer deadline the timer runs on: to stop it and set it again may fail for lack of memory.
        if not _enforced:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, self._outer)


_enforced: list[Timed] = []
"""The deadlines that code is running under, outermost first."""


def has_timers() -> bool:
    """Whether `Enforced` works here: in the main thread, on a system with timers."""
    return hasattr(signal, "setitimer") and in_main_thread()


def _ring(number: int, frame: FrameType | None) -> None:
    if not interrupted() and not unsafe_to_raise(frame):
        for deadline in _enforced:
            deadline.check()
        _wind()


_PACKAGE = f"{__package__.partition('.')[0]}."
_IMPORTING = ("importlib._bootstrap", "_frozen_importlib")
_TIDYING = (*_IMPORTING, "weakref", "_weakrefset")
"""Modules with functions that are called when something is freed."""
_QUIET = (Enforced.__enter__.__code__, Enforced.__exit__.__code__, _ring.__code__)
"""The timer's own functions; a ring inside a ring leaves the decision to the outer one."""


def unsafe_to_raise(frame: FrameType | None) -> bool:
    """Whether an exception raised by a signal handler in this frame would be lost or do damage.

    This is so while the timer is set or rings, a solver is freed, a temporary file is created, or Python
    imports a module, runs a destructor or closes a generator, as it does when that is freed. An exception
    would then leave the timer running, free memory twice, leave the file behind, be replaced by another one
    (in `__set_name__`), or be printed and ignored. The handler is called again shortly after.
    """
    in_tidying = frame is not None and frame.f_globals.get("__name__") in _TIDYING
    if in_tidying or isinstance(sys.exception(), GeneratorExit):
        return True
    tidying = [getattr(callback, "__code__", None) for callback in gc.callbacks]
    ours = importing = False
    while frame is not None:
        if frame.f_code in _QUIET or frame.f_code in tidying or frame.f_code.co_name in ("delete", "__del__"):
            return True
        module = frame.f_globals.get("__name__", "")
        if module == "tempfile" or (module == "multiprocessing.util" and frame.f_code.co_name == "__call__"):
            return True  # a file that has no name yet, or what is called when an object is freed
        # A module that calls coversat during its import may be interrupted; what coversat imports may not.
        if module.startswith(_PACKAGE):
            if importing:
                return True
            ours = ours or frame.f_code.co_name != "<module>"
        elif module in _IMPORTING:
            if not ours:
                return True
            importing = True
        frame = frame.f_back
    return False


def _wind() -> None:
    """Set the timer to the earliest deadline, or stop it if there is none."""
    left = [left for deadline in _enforced if (left := deadline.left()) is not None]
    if left:
        signal.setitimer(signal.ITIMER_REAL, max(min(left), 1e-3), AGAIN)


# Processes


PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""A constant of ``prctl`` in ``<linux/prctl.h>``."""


def signal_name(number: int) -> str:
    """``SIGKILL`` for 9."""
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"


def die_with(parent: int) -> None:
    """Let the system kill this process when its parent, with this id, dies; exit at once if it is dead."""
    control(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def control(option: int, value: int) -> bool:
    """Call Linux's ``prctl``; return whether it exists and succeeded."""
    if sys.platform != "linux":
        return False
    try:
        import ctypes

        return bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)
    except (ImportError, MemoryError, OSError, AttributeError):  # two of them for lack of memory
        return False
