"""The clean rows of an audited set, written in the form of the set."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import Any

from ..answering.sets.entries import Entries
from ..base.errors import ArgumentError, ParseError
from ..base.files import read_text, refuse_input, shown, write_whole
from ..problems import find_form
from ..problems.recognition import ANYTHING, Wanted
from .audit import AuditRow


def write_clean(rows: Sequence[AuditRow], output: str | os.PathLike[str], wanted: Wanted = ANYTHING) -> int:
    """Write the clean rows of a set in its form, to a file, or to a folder if they are of several files.

    Lines are copied as they are, also those above the first row, such as a header; of lists in JSON, items;
    of Parquet, rows; of other texts, puzzles. Returns their number.

    Raises
    ------
    ArgumentError
        For a set in memory, or a text whose puzzles cannot be written one by one.
    """
    files = [(file, list(of_file)) for file, of_file in groupby(rows, lambda row: row.file)]
    if missing := [file or "a set in memory" for file, _ in files if not file or not os.path.isfile(file)]:
        raise ArgumentError(f"a cleaned set has rows of files, and {shown(missing[0])} is none")
    refuse_input(output, [file for file, _ in files])
    if len(files) == 1:
        _write(*files[0], os.fspath(output), wanted)
    else:
        common = os.path.commonpath([os.path.dirname(file) or "." for file, _ in files])
        for file, of_file in files:
            if any(row.is_clean for row in of_file):
                target = Path(output, os.path.relpath(file, common))
                target.parent.mkdir(parents=True, exist_ok=True)
                _write(file, of_file, os.fspath(target), wanted)
    return sum(row.is_clean for row in rows)


def _write(file: str, rows: list[AuditRow], output: str, wanted: Wanted) -> None:
    with open(file, "rb") as source:
        is_parquet = source.read(4) == b"PAR1"
    if all(row.is_clean for row in rows):
        shutil.copyfile(file, output)
    elif is_parquet:
        from pyarrow import parquet  # with which it was read

        lines = [row.line - 1 for row in rows if row.is_clean and row.line is not None]
        parquet.write_table(parquet.read_table(file).take(lines), output)
    else:
        write_whole(output, _kept(file, rows, wanted))


def _kept(file: str, rows: list[AuditRow], wanted: Wanted) -> Iterator[str]:
    text = read_text(file)
    if all(row.line is not None for row in rows):
        lines = text.splitlines(keepends=True)
        starts = [row.line or 1 for row in rows]
        yield from lines[: starts[0] - 1]
        for row, start, end in zip(rows, starts, [*starts[1:], len(lines) + 1], strict=True):
            if row.is_clean:
                yield from lines[start - 1 : end - 1]
        return
    data, items = _items(text, len(rows))
    if items is not None:
        items[:] = [item for item, row in zip(items, rows, strict=True) if row.is_clean]
        yield f"{json.dumps(data, ensure_ascii=False, indent=1)}\n"
        return
    entries = list(Entries([file], wanted))
    form = find_form(entries[0].kind, entries[0].form)
    if form.write is None or not form.several:
        raise ArgumentError(f"the puzzles in {shown(file)} cannot be written one by one")
    kept = [entry.problem() for entry, row in zip(entries, rows, strict=True) if row.is_clean]
    yield form.write(kept) if kept else ""


def _items(text: str, count: int) -> tuple[Any, list[Any] | None]:
    """The data of a text in JSON, and the list in it that has an item a row."""
    with suppress(ValueError, RecursionError, ParseError):
        data = json.loads(text)
        lists = [data] if isinstance(data, list) else list(data.values()) if isinstance(data, dict) else []
        found = [one for one in lists if isinstance(one, list) and len(one) == count]
        return data, found[0] if len(found) == 1 else None
    return None, None
