"""``python -m coversat``, and the command itself."""

from __future__ import annotations

import gc
import signal
import sys


def main() -> None:
    """Run the command line and exit with its code.

    Before and after `coversat.cli.failures` handles Ctrl-C, it ends the process silently.  Python's own
    handler would raise an exception there, with a traceback.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Blocked, since Python drops a signal that comes before this change and is looked at after it.
        mask = getattr(signal, "pthread_sigmask", None)
        before = mask(signal.SIG_BLOCK, [signal.SIGINT]) if mask else set()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if mask:
            mask(signal.SIG_SETMASK, before)
    from .base.memory import NEW_OBJECTS, supervised

    gc.set_threshold(NEW_OBJECTS)  # short commands make fewer, and never wait for a look for cycles
    supervised(sys.argv)
    from .cli import failures, run

    failures.whole_streams()
    try:
        sys.exit(failures.call(run, None))
    finally:
        gc.freeze()  # no last search for cycles while the process ends


if __name__ == "__main__":
    main()
