"""What commands print: text, JSON lines, errors, pictures and a line of progress."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from ..base.errors import BAD, NO, UNKNOWN, YES, CoversatError, InputError, LimitReachedError, visible
from ..base.files import STANDARD, shown, write_whole

if TYPE_CHECKING:
    from ..drawing import Picture

DELAY = 1.0
"""Seconds before progress is shown."""
INTERVAL = 0.1
"""Seconds between two changes of the line on a terminal."""
PIPED_INTERVAL = 5.0
"""Seconds between two lines where standard error is not a terminal."""
DEFAULT_COLUMNS = 80
_CLEAR = "\r\x1b[K"

_GRAVITY = (YES, UNKNOWN, NO, BAD)
"""Of several results the worst is the exit code: a no outweighs an unknown."""


def echo(text: str = "", err: bool = False, end: str = "\n") -> None:
    """Print and flush, so that the order of standard output and standard error is kept.

    On standard error and on terminals control characters are escaped.
    """
    stream = sys.stderr if err else sys.stdout
    if err or stream.isatty():
        text = visible(text, kept="\n\t")
    stream.write(text + end)
    stream.flush()


def echo_json(row: object) -> None:
    """Print one JSON object, on a line."""
    echo(json.dumps(row))


def terminal_width() -> int | None:
    """The columns of the terminal on standard output; None if it is not a terminal."""
    return _terminal_columns() if sys.stdout.isatty() else None


def columns() -> int:
    """The columns to use for a layout: those of the terminal, or 80."""
    return _terminal_columns()


def _terminal_columns() -> int:
    """Like `shutil.get_terminal_size`, whose module imports every compression format."""
    given = os.environ.get("COLUMNS", "")
    if given.isascii() and given.isdecimal() and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(1).columns or DEFAULT_COLUMNS
    except (OSError, ValueError):
        return DEFAULT_COLUMNS


def listed(entries: Iterable[str], indent: str = "  ", width: int = 78) -> list[str]:
    """Entries with commas between, in lines of at most `width` that do not break an entry."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(entry) + 3 <= width:
            lines[-1] += f", {entry}"
        else:
            lines.append(indent + entry)
    return [line + "," * (line is not lines[-1]) for line in lines]


def worst(codes: Iterable[int]) -> int:
    """The exit code for several results."""
    return max(codes, key=_GRAVITY.index, default=YES)


def error_row(error: CoversatError) -> dict[str, Any]:
    """The JSON object for an error among the results; a limit that was reached is unknown, not an error."""
    if isinstance(error, LimitReachedError):
        return {"file": error.file, "case": None, "status": "unknown", "reason": str(error)}
    place = {name: getattr(error, name, None) for name in ("file", "line", "column")}
    hint = {"hint": error.hint} if error.hint else {}
    return {"status": "error", **place, "message": getattr(error, "message", str(error)), **hint}


def in_words(error: CoversatError) -> str:
    """An error as text; an error of the input begins with its file, line and column."""
    return error.with_hint() if isinstance(error, InputError) else f"coversat: {error.with_hint()}"


def show_error(error: CoversatError, as_json: bool) -> None:
    """Print an error among the results as JSON, otherwise on standard error."""
    if as_json:
        echo_json(error_row(error))
    else:
        echo(in_words(error), err=True)


class Results:
    """Prints results as text or as JSON lines and collects their exit codes."""

    def __init__(self, as_json: bool) -> None:
        self.as_json = as_json
        self.codes: list[int] = []

    def add(self, code: int, row: dict[str, Any], text: str) -> None:
        """Print one result: `row` as JSON, or `text` unless it is empty."""
        self.codes.append(code)
        if self.as_json:
            echo_json(row)
        elif text:
            echo(text)

    def error(self, error: CoversatError) -> None:
        """Print an input that is malformed, or a puzzle that a route does not take."""
        self.codes.append(BAD)
        show_error(error, self.as_json)

    @property
    def code(self) -> int:
        return worst(self.codes)


class Progress:
    """A listener that shows on standard error how far a long command is; a context that clears its line.

    Parameters
    ----------
    piped : bool
        Whether to write a line every `PIPED_INTERVAL` seconds where standard error is not a terminal.
    """

    def __init__(self, piped: bool = False) -> None:
        self._piped = piped
        terminal = sys.stderr.isatty()
        self._next = time.monotonic() + (DELAY if terminal else PIPED_INTERVAL)
        self._shown = False

    def __call__(self, words: str) -> None:
        """Show these words, unless others were shown a moment ago."""
        if time.monotonic() < self._next:
            return
        if sys.stderr.isatty():
            self._next = time.monotonic() + INTERVAL
            self._shown = True
            sys.stderr.write(_CLEAR + words[: _terminal_columns() - 1])
            sys.stderr.flush()
        elif self._piped:
            self._next = time.monotonic() + PIPED_INTERVAL
            echo(words, err=True)

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
            self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()


def write_picture(picture: Picture, output: str | None) -> None:
    """Write a picture to a file, in the format of its extension; without one SVG to standard output."""
    if output is None or output == STANDARD:
        echo(picture.svg, end="")
        return
    form = os.path.splitext(output)[1].lower()
    if form not in (".svg", ".png"):
        raise click.UsageError(f"a picture is written as .svg or .png, not as {shown(output)}")
    write_whole(output, [picture.svg if form == ".svg" else picture.png()])
