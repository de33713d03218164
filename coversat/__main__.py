"""``python -m coversat``, and the command itself."""

from __future__ import annotations

import gc
import signal

COLLECTED_EVERY = 10_000
"""Objects kept before Python looks for cycles among them: short commands keep fewer and never wait for it."""


def main() -> None:
    """Run the command line and exit with its code.

    Until the net at its top hears Ctrl-C, and when it hears it no more, Ctrl-C ends the process in silence:
    Python's own way, an exception wherever it happens to be, shows a traceback there.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(COLLECTED_EVERY)
    from .cli import main as command_line

    try:
        command_line()
    finally:
        gc.freeze()  # the process ends: nothing is looked through once more


if __name__ == "__main__":
    main()
