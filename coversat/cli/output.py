"""What commands print: text, JSON lines, errors, pictures and a line of progress."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from ..base.errors import BAD, FAULT, NO, UNKNOWN, YES, CoversatError, InputError, LimitReachedError, visible
from ..base.files import STANDARD, shown, write_whole
from . import progress

if TYPE_CHECKING:
    from ..base.records import Records
    from ..kinds.drawing import Picture

PIPED_INTERVAL = 5.0
"""Seconds between two lines of progress where standard error is not a terminal."""
_GRAVITY = (YES, UNKNOWN, NO, BAD, FAULT)
"""Of several results the worst is the exit code: a no outweighs an unknown."""


def echo(text: str = "", err: bool = False, end: str = "\n", data: bool = False) -> None:
    """Print and flush, so that the order of standard output and standard error is kept.

    Control characters are escaped; of data, such as answers, only on a terminal, since programs read them.
    """
    stream = sys.stderr if err else sys.stdout
    terminal = stream.isatty()
    with progress.held() if terminal else nullcontext():
        stream.write((text if data and not terminal else visible(text, kept="\n\t")) + end)
        stream.flush()


def write_out(name: str, lines: Iterable[str | bytes]) -> None:
    """Write a file whole or not at all; of standard output on a terminal, after its line of progress."""
    if name == STANDARD and sys.stdout.isatty():
        lines = [visible(one, kept="\n\t") if isinstance(one, str) else one for one in lines]
        with progress.held():
            write_whole(name, lines)
    else:
        write_whole(name, lines)


CSV = "coversat.csv"
"""In the context of a command with ``--csv``: the columns, once they are printed."""


def echo_json(row: Mapping[str, Any]) -> None:
    """Print one JSON object, on a line; with ``--csv`` its values in the columns of the first one."""
    import json

    columns = csv_columns()
    if columns is None:
        echo(json.dumps(row))
        return
    flat = dict(_flat(row))
    if not columns:
        columns += flat
        echo(_as_csv(columns))
    echo(_as_csv([flat.get(column) for column in columns]))


def print_records(records: Records[Any]) -> None:
    """Print records as JSON Lines, or as CSV with ``--csv``."""
    text = records.to_jsonl() if csv_columns() is None else records.to_csv()
    echo(text.rstrip("\n"))


def csv_columns() -> list[str] | None:
    """The columns printed so far; None if the command prints no CSV."""
    context = click.get_current_context(silent=True)
    columns: list[str] | None = None if context is None else context.meta.get(CSV)
    return columns


def _flat(row: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of an object, with those of objects in it as ``outer_inner``, as cells of CSV."""
    from ..base.records import csv_cell

    for name, value in row.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}_{inner}", found) for inner, found in _flat(value))
        else:
            yield name, csv_cell(value)


def _as_csv(values: Iterable[Any]) -> str:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(values)
    return out.getvalue()


def terminal_width() -> int | None:
    """The columns of the terminal on standard output; None if it is not a terminal."""
    return columns() if sys.stdout.isatty() else None


def columns() -> int:
    """The columns to use for a layout: those of the terminal, or 80.

    Like `shutil.get_terminal_size`, whose module imports every compression format.
    """
    given = os.environ.get("COLUMNS", "")
    if given.isascii() and given.isdecimal() and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(1).columns or progress.DEFAULT_COLUMNS
    except (OSError, ValueError):
        return progress.DEFAULT_COLUMNS


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
    if as_json and csv_columns() is None:
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
    """Receives what one part of a command does; a context, after which the command's name is shown.

    * piped: whether to write a line every `PIPED_INTERVAL` seconds where standard error is not a terminal.
    """

    def __init__(self, piped: bool = False) -> None:
        self._piped = piped and not sys.stderr.isatty()
        self._next = time.monotonic() + PIPED_INTERVAL

    def __call__(self, words: str) -> None:
        progress.tell(words)
        if self._piped and time.monotonic() >= self._next:
            self._next = time.monotonic() + PIPED_INTERVAL
            echo(words, err=True)

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        progress.tell("")


def write_picture(picture: Picture, output: str | None) -> None:
    """Write a picture to a file, in the format of its extension; without one SVG to standard output."""
    if output is None or output == STANDARD:
        echo(picture.svg, end="")
        return
    form = os.path.splitext(output)[1].lower()
    if form not in (".svg", ".png"):
        raise click.UsageError(f"a picture is written as .svg or .png, not as {shown(output)}")
    write_out(output, [picture.svg if form == ".svg" else picture.png()])
