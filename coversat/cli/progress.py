"""The line on a terminal that says what a command is doing, and for how long.

A process of its own draws it, since a solver in this one may not return for minutes. The two share a page of
memory, and a lock that the system releases when one of them dies. The line is drawn where nothing was printed
for `DELAY` seconds; whoever prints holds it back (`held`). Systems that cannot fork show no line.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from typing import IO, TYPE_CHECKING, NoReturn

from ..base.errors import visible
from ..base.signals import held_back

if TYPE_CHECKING:
    from mmap import mmap

DELAY = 2.0
"""Seconds without output before the line is drawn."""
INTERVAL = 0.25
"""Seconds between two changes of the line."""
DEFAULT_COLUMNS = 80

_CLEAR = b"\r\x1b[K"
_PAGE = 4096
_HEAD = "=?dH"
"""Whether the line is drawn, when the last output was, and the length of the words that follow."""


class Line:
    """The line of one command; a context that ends it.

    * name: what is shown while nothing else was told.
    * terminal: the descriptor of the terminal.
    """

    def __init__(self, name: str, terminal: int) -> None:
        from mmap import mmap
        from struct import Struct
        from tempfile import TemporaryFile

        self._name = name
        self._terminal = terminal
        self._started = time.monotonic()
        self._page: mmap = mmap(-1, _PAGE)
        self._head = Struct(_HEAD)
        self._file: IO[bytes] = TemporaryFile()  # noqa: SIM115
        self._write(False, self._started, name)
        parent = os.getpid()
        with held_back():
            self._drawer = os.fork()
            if self._drawer == 0:
                self._draw_until_gone(parent)

    def _write(self, drawn: bool, quiet_since: float, words: str | None = None) -> None:
        length = self._head.unpack_from(self._page)[2]
        if words is not None:
            encoded = words.encode("utf-8", "replace")[: _PAGE - self._head.size]
            length = len(encoded)
            self._page[self._head.size : self._head.size + length] = encoded
        self._head.pack_into(self._page, 0, drawn, quiet_since, length)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        import fcntl

        fcntl.lockf(self._file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN)

    def tell(self, words: str) -> None:
        """Show these words from now on; the command's name for none."""
        with self._locked():
            drawn, quiet_since, _ = self._head.unpack_from(self._page)
            self._write(drawn, quiet_since, words or self._name)

    @contextmanager
    def held(self) -> Iterator[None]:
        """No line is on the terminal, and none is drawn inside."""
        with self._locked():
            self._clear()
            yield
            self._write(False, time.monotonic())

    def _clear(self) -> None:
        if self._head.unpack_from(self._page)[0]:
            os.write(self._terminal, _CLEAR)

    def end(self) -> None:
        """End the process that draws, and remove the line."""
        with held_back():
            os.kill(self._drawer, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(self._drawer, 0)
            with suppress(OSError):
                self._clear()
            self._file.close()

    # In the process that draws

    def _draw_until_gone(self, parent: int) -> NoReturn:
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT, signal.SIGALRM])
            while os.getppid() == parent:
                time.sleep(INTERVAL)
                with self._locked():
                    self._draw()
            self._clear()
        finally:
            os._exit(0)

    def _draw(self) -> None:
        _, quiet_since, length = self._head.unpack_from(self._page)
        now = time.monotonic()
        if now - quiet_since >= DELAY:
            words = self._page[self._head.size : self._head.size + length].decode("utf-8", "replace")
            taken = f", {now - self._started:.0f} s"
            shown = visible(words)[: self._columns() - 1 - len(taken)] + taken
            os.write(self._terminal, _CLEAR + shown.encode("utf-8", "replace"))
            self._write(True, quiet_since)

    def _columns(self) -> int:
        try:
            return os.get_terminal_size(self._terminal).columns or DEFAULT_COLUMNS
        except OSError:
            return DEFAULT_COLUMNS


_line: Line | None = None


@contextmanager
def shown_while(name: str) -> Iterator[None]:
    """Show the line while a command of this name runs, if standard error is a terminal."""
    global _line
    terminal = _terminal()
    if terminal is None or _line is not None:
        yield
        return
    _line = Line(name, terminal)
    try:
        yield
    finally:
        ended, _line = _line, None
        ended.end()


def _terminal() -> int | None:
    if not hasattr(os, "fork") or not sys.stderr.isatty():
        return None
    with suppress(OSError, ValueError):
        return sys.stderr.fileno()
    return None


def tell(words: str) -> None:
    """Say what is being done; nothing, in words, for the name of the command."""
    if _line is not None:
        _line.tell(words)


def held() -> AbstractContextManager[None]:
    """A context in which no line is drawn, for output to the terminal."""
    return nullcontext() if _line is None else _line.held()
