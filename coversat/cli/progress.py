"""One line on a terminal that says how far a long question is, and is gone at its end."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ..setter.clock import Listener

PATIENCE = 1.0
"""Seconds before anything is shown."""
INTERVAL = 0.1
"""Seconds between two changes of the line."""
_CLEAR = "\r\x1b[K"


@contextmanager
def progress() -> Iterator[Listener]:
    """A listener that writes to standard error; a silent one where that is no terminal."""
    next_time = time.monotonic() + PATIENCE
    shown = False

    def tell(words: str) -> None:
        nonlocal next_time, shown
        if sys.stderr.isatty() and time.monotonic() >= next_time:
            next_time = time.monotonic() + INTERVAL
            shown = True
            sys.stderr.write(_CLEAR + words[: shutil.get_terminal_size().columns - 1])
            sys.stderr.flush()

    try:
        yield tell
    finally:
        if shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
