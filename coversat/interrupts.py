"""When Ctrl-C and the deadline's timer are heard, inside PySAT above all."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def heard_interrupts(solver: Any = None) -> Iterator[None]:
    """Let Ctrl-C inside a call of a `CompiledSolver` be the `KeyboardInterrupt` that it is anywhere else.

    PySAT takes the signal for itself, leaves the solver by a jump, and raises an error of its own.  After
    that the signal is still PySAT's, and blocked; another one would jump to where nothing is any more.  The
    solver was left in the middle of something: it is given up, and not even freed.
    """
    try:
        yield
    except Exception as error:
        if not _of_pysat(error):
            raise
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        if solver is not None:
            solver.give_up()
        raise KeyboardInterrupt from None


def interrupted() -> bool:
    """Whether Ctrl-C was heard, and is on its way to whoever it ends."""
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
