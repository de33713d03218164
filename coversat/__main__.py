"""``python -m coversat``, and the command itself."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line and exit with its code.

    Until the net at its top hears Ctrl-C, and when it hears it no more, Ctrl-C ends the process in silence:
    Python's own way, an exception wherever it happens to be, shows a traceback there.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import main as command_line

    command_line()


if __name__ == "__main__":
    main()
