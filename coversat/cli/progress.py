"""One line on a terminal that says how far a long question is, and is gone at its end."""

from __future__ import annotations

import shutil
import sys
import time

PATIENCE = 1.0
"""Seconds before anything is shown."""
INTERVAL = 0.1
"""Seconds between two changes of the line."""
_CLEAR = "\r\x1b[K"


class Progress:
    """A listener that writes to standard error, where that is a terminal; a context that clears its line."""

    def __init__(self) -> None:
        self._next = time.monotonic() + PATIENCE
        self._shown = False

    def __call__(self, words: str) -> None:
        """Show these words, unless others were shown a moment ago."""
        if time.monotonic() >= self._next and sys.stderr.isatty():
            self._next = time.monotonic() + INTERVAL
            self._shown = True
            sys.stderr.write(_CLEAR + words[: shutil.get_terminal_size().columns - 1])
            sys.stderr.flush()

    def clear(self) -> None:
        """Make room for other output."""
        if self._shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
            self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()
