"""When Ctrl-C and the deadline's timer are heard, inside PySAT above all."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def heard_interrupts() -> Iterator[None]:
    """Let Ctrl-C inside a call of PySAT be the `KeyboardInterrupt` that it is anywhere else.

    PySAT takes the signal for itself, leaves the solver by a jump, and raises an error of its own.  After
    that the signal is still PySAT's, and blocked; another one would jump to where nothing is any more.  The
    solver can only be deleted.
    """
    try:
        yield
    except Exception as error:
        if type(error).__module__ != "pysolvers" or "keyboard interrupt" not in str(error):
            raise
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        raise KeyboardInterrupt from None


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


def new_solver(name: str, **options: Any) -> Any:
    """One of PySAT's solvers, still without clauses.

    No interrupt comes while it is made: PySAT cannot free half a solver.  Adding clauses with
    ``append_formula``, which may take long, can be interrupted.
    """
    from pysat.solvers import Solver

    with held_back():
        return Solver(name=name, **options)
