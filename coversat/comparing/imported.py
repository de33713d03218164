"""Runs made elsewhere: a CSV of what solvers did with exported files, joined to the manifest of the export.

A run is of a file by a solver. Its route is the reduction of the file and the solver; its puzzle is that of
the file. What a solver says is compared with the verdict of the manifest, and each answer that is there is
decoded and checked by the rules.
"""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, NamedTuple

from ..answering.sets.manifest import (
    CONTRADICTIONS,
    MANIFEST,
    files_of,
    output_of,
    status_of,
    texts_of,
    unpacked_name,
)
from ..base.errors import InputError
from ..base.files import read_text, shown
from ..base.wording import counted, similar
from ..exchange import WrongModelError, decode
from .columns import SIZES
from .measuring import digest
from .rows import RunRecord

NEEDED = ("file", "solver", "seconds", "status")
FURTHER = ("conflicts", "decisions", "propagations", "memory_bytes", "size", "run", "reason", "output")
STATUSES = {
    "satisfiable": ("sat", "satisfiable", "10", "right"),
    "none": ("unsat", "unsatisfiable", "20", "none"),
    "unknown": ("unknown", "indeterminate", "timeout", "memout", "0", ""),
    "failed": ("error", "failed", "refused"),
}
"""The words of a CSV, in letters of any case, by what they mean."""
UNSEEN = ("",)
"""An answer that is not there: it contradicts that there is none."""
CLOCK = "stated"
"""The clock of runs whose seconds a CSV states."""


def imported(
    name: str, folder: str | None = None, limit: float | None = None
) -> tuple[list[RunRecord], list[str]]:
    """The runs of a CSV, and what is to be known of them.

    * folder: that of the export; by default the one of the CSV.
    * limit: a run that took longer is not solved.

    Raise `InputError` that names the row, for an unknown file, a run that is stated twice, seconds that are
    no number, a word that is no status, or an output that is missing.
    """
    beside = os.path.dirname(name) or "."
    folder = beside if folder is None else folder
    if not os.path.isfile(os.path.join(folder, MANIFEST)):
        raise InputError(folder, f"there is no {MANIFEST}", hint="--export names the folder of the export")
    files: dict[str, dict[str, Any]] = {}
    for file, manifest in files_of(folder):  # they may have been uncompressed elsewhere
        files |= dict.fromkeys((file, unpacked_name(file)), manifest)
    rows = list(_rows(name, read_text(name)))
    alone = len({one.row["solver"] for one in rows}) == 1
    lines: dict[tuple[str, str, int], int] = {}
    answers: dict[str, Sequence[str]] = {}
    found = []
    for cell in rows:
        file = os.path.basename(cell.row["file"])
        if file not in files:
            near = "".join(f"; did you mean {one}?" for one in similar(file, list(files))[:1])
            raise cell.wrong("file", f"{shown(folder)} has no file {file!r}{near}")
        run, exported = _run(cell, files[file]), os.path.join(folder, files[file]["file"])
        if before := lines.get(key := (exported, cell.row["solver"], run.run)):
            raise cell.wrong("file", f"line {before} has this run; a column run numbers repeated ones")
        lines[key] = cell.line
        output = os.path.join(beside, cell.row["output"]) if cell.row.get("output") else None
        if output is not None and not os.path.isfile(output):
            raise cell.wrong("output", f"there is no file {shown(output)}")
        run = _checked(run, exported, output or (output_of(exported) if alone else None))
        run = _beside_verdict(run, files[file].get("verdict"), answers)
        if run.status == "wrong":
            run = replace(run, reason=f"{shown(name)}:{cell.line}: {run.reason}")
        elif limit is not None and run.spent > limit:
            run = replace(run, status="unknown", total_seconds=None, reason=f"{limit:g} seconds")
        found.append(run)
    satisfiable = [run for run in found if run.status == "satisfiable"]
    words = f"answers of {sum(run.count == 1 for run in satisfiable)} of"
    notes = [f"{words} {counted(len(satisfiable), 'satisfiable run')} were there, and checked"]
    unread = [one for one in (rows[0].row if rows else ()) if one not in (*NEEDED, *FURTHER)]
    return found, [*notes, *([f"columns not read: {', '.join(unread)}"] if unread else [])]


def _rows(name: str, text: str) -> Iterator[_Cells]:
    reader = csv.DictReader(io.StringIO(text), strict=True)
    lines = text.splitlines()
    try:
        heads = reader.fieldnames or ()
        if lacking := [one for one in NEEDED if one not in heads]:
            needed = f"expected the columns {', '.join(NEEDED)}"
            raise InputError(
                name, f"{needed}; it lacks {', '.join(lacking)}", 1, 1, lines[0] if lines else ""
            )
        for row in reader:
            if None in row or None in row.values():
                raise csv.Error(f"expected {counted(len(heads), 'cell')}")
            cells = {key: value.strip() for key, value in row.items()}
            yield _Cells(name, reader.line_num, lines[reader.line_num - 1], cells)
    except csv.Error as error:
        raise InputError(name, f"line {reader.line_num}: {error}") from None


class _Cells(NamedTuple):
    """The cells of a row, with its place for errors."""

    name: str
    line: int
    source: str
    row: Mapping[str, str]

    def wrong(self, column: str, message: str) -> InputError:
        before = takewhile(lambda name: name != column, self.row)
        start = sum(len(self.row[name]) + 1 for name in before)  # each with its comma
        at = self.source.find(self.row[column], start) + 1
        return InputError(self.name, message, self.line, at, self.source)

    def number(self, column: str) -> float | None:
        """The number of a cell; None for an empty one, or where there is no such column."""
        word = self.row.get(column, "")
        try:
            number = float(word) if word else None
        except ValueError:
            number = math.nan
        if number is not None and not 0 <= number < math.inf:
            raise self.wrong(column, f"expected a number from 0 on as {column}, found {word!r}")
        return number

    def whole(self, column: str) -> int | None:
        number = self.number(column)
        if number is not None and number != int(number):
            raise self.wrong(column, f"expected a whole number as {column}, found {self.row[column]!r}")
        return None if number is None else int(number)

    @property
    def status(self) -> Any:
        word = self.row["status"].lower().removeprefix("s ")
        found = next((status for status, words in STATUSES.items() if word in words), None)
        if found is None:
            raise self.wrong("status", "expected SATISFIABLE, UNSATISFIABLE, UNKNOWN, a time-out or an error")
        return found


def _run(cell: _Cells, manifest: Mapping[str, Any]) -> RunRecord:
    """The run as the row states it."""
    status, seconds, effort = cell.status, cell.number("seconds"), cell.whole("conflicts")
    if seconds is None and status in ("satisfiable", "none"):
        raise cell.wrong("seconds", "expected the seconds of a run that was decided")
    names = (("variables", "items"), ("clauses", "options"), ("literals", "entries"))
    return RunRecord(
        str(manifest["name"]),
        str(manifest["kind"]),
        f"{manifest['reduction']}/{cell.row['solver']}",
        status,
        **{name: manifest.get(a, manifest.get(b)) for name, (a, b) in zip(SIZES, names, strict=True)},
        effort=effort,
        effort_unit=None if effort is None else "conflicts",
        decisions=cell.whole("decisions"),
        propagations=cell.whole("propagations"),
        solve_seconds=seconds,
        exact=status == "none",
        reason=cell.row.get("reason") or (cell.row["status"] if status in ("unknown", "failed") else None),
        answers=UNSEEN if status == "satisfiable" else (),
        id=str(manifest["name"]),
        size=cell.number("size"),
        run=cell.whole("run") or 1,
        clock=CLOCK,
        total_seconds=seconds if status in ("satisfiable", "none") else None,
        memory_bytes=cell.whole("memory_bytes"),
    )


def _checked(run: RunRecord, exported: str, output: str | None) -> RunRecord:
    """A satisfiable run with its answer, if there is an output, or why it is none."""
    if run.status != "satisfiable" or output is None:
        return run
    try:
        with texts_of(exported, output) as texts:
            found = decode(*texts)
    except WrongModelError as error:
        return replace(run, status="wrong", reason=str(error))
    status = status_of(found)
    if status == "right":
        return replace(run, answers=(digest(found.problem.identity(found.answer)),), count=1)
    if status == "incomplete":
        return replace(run, status="unknown", total_seconds=None, reason=str(found), answers=())
    return replace(run, status="wrong", reason=f"{shown(output)}: {found}")


def _beside_verdict(run: RunRecord, verdict: str | None, answers: dict[str, Sequence[str]]) -> RunRecord:
    """The run, or a wrong one if it contradicts the verdict; `answers` are those of puzzles with one."""
    said = {"satisfiable": "right"}.get(run.status, run.status)
    if (said, verdict) in CONTRADICTIONS:
        words = "UNSATISFIABLE" if run.status == "none" else "SATISFIABLE"
        return replace(run, status="wrong", reason=f"it says {words}, and the verdict is {verdict}")
    if verdict == "unique" and run.count == 1 and answers.setdefault(run.id, run.answers) != run.answers:
        return replace(run, status="wrong", reason="another answer, and the verdict is unique")
    return run
