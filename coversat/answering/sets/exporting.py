"""Exports of a set of puzzles by several reductions into one folder."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import lru_cache
from typing import Any, NamedTuple

from ...base.deadline import Deadline
from ...base.errors import (
    BAD,
    UNKNOWN,
    YES,
    InputError,
    LimitReachedError,
    ReductionError,
    UnknownRouteError,
)
from ...base.files import add_file
from ...exchange import find_format, usual_format
from ...exchange.cnf_formats import DIMACS
from ...exchange.exporter import Exporter
from ...exchange.gbd import gbd_facts
from ...problems import AnyProblem, find_form
from ...reductions.paths import end_of, name_of
from ...solvers import Limits
from ..choosing import named_paths
from .entry import Entry
from .request import ERROR, AsFindings, Presenter, PuzzleResult
from .workers import Chunker, ask_parts, by_executor

WRITTEN, UNSUPPORTED, NO_SUCH, UNDECIDED = "written", "unsupported", "missing", "unknown"
"""Statuses of rows, beside `ERROR`: a file; a reduction that does not apply to the puzzle, or that its kind
does not have; a limit that came first."""
Row = dict[str, Any]


class ExportRequest(NamedTuple):
    """What is written of each puzzle of a set; see `Request`, whose place it takes for workers.

    * names: names and patterns of reductions; without any, the usual one.
    * to: the name of a format; by default, the usual one of what a reduction leads to.
    * packed: the ending of compressed files, such as ``.xz``; empty for none.
    * decide: whether the puzzle is checked, and rows have the verdict.
    * seconds, jobs, memory: limits for each puzzle, and the number of processes.
    * gbd: whether rows have what the benchmark database states of formulas.
    * prove: writes more about a file of the folder, and returns further columns; then no other rows remain.
    """

    folder: str
    names: tuple[str, ...] = ()
    to: str | None = None
    packed: str = ""
    decide: bool = False
    seconds: float | None = None
    jobs: int | None = None
    memory: int | None = None
    gbd: bool = False
    prove: Callable[[str, str], Row] | None = None

    @property
    def shares(self) -> bool:
        """Whether puzzles may be taken in blocks; each has files of its own."""
        return False

    def ask(self, entry: Entry, present: Presenter) -> PuzzleResult:
        """Write the files of a puzzle; the rows for the manifest are shown."""
        started = time.perf_counter()
        rows: list[Row] = []
        try:
            with Deadline(self.seconds, entry.seconds).enforced():
                problem = entry.problem()
                verdict = self._verdict(entry, problem)
                for name, exporter in exporters(problem.kind, self.names, self.to):
                    row = self._row(entry, problem, name, exporter, verdict)
                    rows += [row] if self.prove is None or row["status"] == WRITTEN else []
        except InputError as error:
            rows.append(_place(entry) | _error(error))
        except LimitReachedError as reached:
            rows.append(_unknown(entry, str(reached)))
        return result_of(rows, time.perf_counter() - started)

    def unknown(self, entry: Entry, reason: str, seconds: float, present: Presenter) -> PuzzleResult:
        return PuzzleResult(UNDECIDED, UNKNOWN, seconds, [_unknown(entry, reason)], reason)

    def _verdict(self, entry: Entry, problem: AnyProblem) -> Row:
        if entry.verdict or not self.decide:
            return {"verdict": entry.verdict} if entry.verdict else {}
        from ..questions import decide

        return {"verdict": decide(problem, None, Limits(deadline=Deadline(self.seconds))).verdict.value}

    def _row(
        self,
        entry: Entry,
        problem: AnyProblem,
        name: str,
        exporter: Exporter | UnknownRouteError,
        verdict: Row,
    ) -> Row:
        """Write a file, if there is one; the row for it. Raise `FileError` if it cannot be written."""
        started = time.perf_counter()
        row = _place(entry) | {"reduction": name}
        try:
            if isinstance(exporter, UnknownRouteError):
                raise exporter
            read_from = entry.content if isinstance(entry.content, str) else None
            form = find_form(entry.kind, entry.form)
            if entry.excluded is None:
                exported = exporter.of(problem, form, read_from)
            else:
                exported = exporter.without(problem, form, entry.excluded)
            file = f"{entry.stem}{file_ending(exporter, self.packed)}"
            added, path = add_file(self.folder, file, exported.pieces), os.path.join(self.folder, file)
        except ReductionError as error:
            return row | {"status": UNSUPPORTED, "reason": str(error)}
        except UnknownRouteError as error:
            return row | {"status": NO_SUCH, "reason": str(error)}
        return {
            "file": file,
            **row,
            "format": exporter.form.name,
            "status": WRITTEN,
            **verdict,
            "class": exported.keeps,
            "lacks": list(exported.lacks) or None,
            "projection": exported.projection,
            **exported.sizes,
            **added._asdict(),
            "gbdhash": None if exported.gbd is None else exported.gbd(),
            **(gbd_facts(path, exported.sizes["literals"]) if self.gbd and exported.gbd else {}),
            **(self.prove(self.folder, file) if self.prove else {}),
            "seconds": round(time.perf_counter() - started, 6),
        }


def result_of(rows: list[Row], seconds: float = 0.0) -> PuzzleResult:
    """The result of a puzzle with these rows."""
    statuses = {row["status"] for row in rows}
    status = next((one for one in (ERROR, UNDECIDED, WRITTEN) if one in statuses), UNSUPPORTED)
    return PuzzleResult(status, {ERROR: BAD, UNDECIDED: UNKNOWN}.get(status, YES), seconds, rows)


@lru_cache(maxsize=256)
def exporters(
    kind: str, names: tuple[str, ...], to: str | None
) -> list[tuple[str, Exporter | UnknownRouteError]]:
    """What exports puzzles of a kind by each of the reductions, or why nothing does, by their names."""
    found: dict[str, Exporter | UnknownRouteError] = {}
    for name in names or ("",):
        try:
            path = named_paths(kind, name) if name else [find_format(to or DIMACS.name).usual_path(kind)]
        except UnknownRouteError as error:
            found.setdefault(name, error)
            continue
        for each in path:
            form = find_format(to) if to else usual_format(end_of(kind, each))
            found[name_of(each)] = Exporter(form, each)
    return list(found.items())


def file_ending(exporter: Exporter, packed: str = "") -> str:
    """The end of the name of a file: its reductions, and the ending of its format."""
    reductions = name_of(exporter.path).replace(":", "-").replace("/", "+")
    return "".join([*filter(None, [f".{reductions}" if reductions else "", exporter.form.ending, packed])])


def _place(entry: Entry) -> Row:
    return {
        "name": entry.stem,
        "puzzle": entry.file,
        "case": entry.case,
        "line": entry.line,
        "id": entry.id,
        "kind": entry.kind or None,
        "note": entry.note or None,
    }


def _error(error: InputError) -> Row:
    place = {"line": error.line, "column": error.column, "source": error.source}
    return {"status": ERROR, **place, "message": error.message}


def _unknown(entry: Entry, reason: str) -> Row:
    return _place(entry) | {"status": UNDECIDED, "reason": reason}


# Running


def export_all(request: ExportRequest, entries: Iterator[Entry]) -> Generator[tuple[Entry, PuzzleResult]]:
    """Write the files of all puzzles; yield each with its rows, in order, when its files are complete.

    Raise `FileError` if a file cannot be written, such as on a full disk; earlier ones are complete.
    """
    present = AsFindings()
    if request.jobs in (None, 1) and request.memory is None:
        yield from ((entry, request.ask(entry, present)) for entry in entries)
        return
    from ...base.executor import Processes

    executor = Processes(ask_parts, (request, present), request.jobs or 1, request.memory)
    with closing(by_executor(executor, request, present, Chunker(entries))) as chunks:
        for chunk in chunks:
            yield from chunk.pairs()
