"""Ctrl-C inside a call of PySAT."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


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
