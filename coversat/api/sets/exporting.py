"""Exports of a set of puzzles by several reductions into one folder."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import lru_cache, partial
from typing import Any, NamedTuple, Protocol

from ...answers.routes import Rules, end_of, name_of
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
from ...base.files import Added, add_file
from ...comparing.choosing import named_rules
from ...exchange import find_format, usual_format
from ...exchange.cnf_formats import DIMACS
from ...exchange.exporter import Exported, Exporter
from ...problems import AnyProblem, find_form
from ...solvers import Limits
from .entry import Entry
from .request import ERROR, AsFindings, Presenter, PuzzleResult
from .workers import Chunker, by_executor

WRITTEN, UNSUPPORTED, NO_SUCH, UNDECIDED = "written", "unsupported", "missing", "unknown"
"""Statuses of rows, beside `ERROR`: a file; a reduction that does not apply to the puzzle, or that its kind
does not have; a limit that came first."""
Row = dict[str, Any]

AHEAD = 8
"""The files that may wait for the disk."""


class Put(Protocol):
    """Writes a file of the folder."""

    def __call__(self, name: str, exported: Exported) -> Callable[[], Added]:
        """Return what waits for the file and returns its size and its hash."""


class ExportRequest(NamedTuple):
    """What is written of each puzzle of a set; see `Request`, whose place it takes for workers.

    Attributes
    ----------
    folder : str
    names : tuple of str
        Names and patterns of reductions; without any, the usual one.
    to : str, optional
        The name of a format; by default, the usual one of what a reduction leads to.
    packed : str
        The ending of compressed files, such as ``.xz``; empty for none.
    decide : bool
        Whether the puzzle is checked, and rows have the verdict.
    seconds, jobs, memory : optional
        Limits for each puzzle, and the number of processes.
    """

    folder: str
    names: tuple[str, ...] = ()
    to: str | None = None
    packed: str = ""
    decide: bool = False
    seconds: float | None = None
    jobs: int | None = None
    memory: int | None = None

    shares = False

    def ask(self, entry: Entry, present: Presenter) -> PuzzleResult:
        """Write the files of a puzzle; the rows for the manifest are shown."""
        return self.finish(entry, self.begin(entry, self._put))

    def unknown(self, entry: Entry, reason: str, seconds: float, present: Presenter) -> PuzzleResult:
        return PuzzleResult(UNDECIDED, UNKNOWN, seconds, [_unknown(entry, reason)], reason)

    def begin(self, entry: Entry, put: Put) -> Begun:
        """Write the files of a puzzle, or have them written.

        Raise `FileError` for one that cannot be written.
        """
        started = time.perf_counter()
        rows: list[tuple[Row, Callable[[], Added] | None]] = []
        try:
            with Deadline(self.seconds, entry.seconds).enforced():
                problem = entry.problem()
                verdict = self._verdict(problem) if self.decide else {}
                for name, exporter in self._exporters(problem.kind):
                    rows.append(self._row(entry, problem, name, exporter, verdict, put))
        except InputError as error:
            rows.append((_place(entry) | _error(error), None))
        except LimitReachedError as reached:
            rows.append((_unknown(entry, str(reached)), None))
        return Begun(rows, time.perf_counter() - started)

    def finish(self, entry: Entry, begun: Begun) -> PuzzleResult:
        """The result of a puzzle when all its files are written."""
        rows = []
        for row, added in begun.rows:
            if added is not None:
                row |= added()._asdict()
            rows.append(row)
        return result_of(rows, begun.seconds)

    def _verdict(self, problem: AnyProblem) -> Row:
        from ...answers.questions import check

        return {"verdict": check(problem, None, Limits(deadline=Deadline(self.seconds))).verdict.value}

    def _exporters(self, kind: str) -> list[tuple[str, Exporter | UnknownRouteError]]:
        return exporters(kind, self.names, self.to)

    def _row(
        self,
        entry: Entry,
        problem: AnyProblem,
        name: str,
        exporter: Exporter | UnknownRouteError,
        verdict: Row,
        put: Put,
    ) -> tuple[Row, Callable[[], Added] | None]:
        started = time.perf_counter()
        row = _place(entry) | {"reduction": name}
        try:
            if isinstance(exporter, UnknownRouteError):
                raise exporter
            exported = exporter.of(problem, find_form(entry.kind, entry.form))
            file = f"{entry.stem}{file_ending(exporter, self.packed)}"
            added = put(file, exported)
        except ReductionError as error:
            return row | {"status": UNSUPPORTED, "reason": str(error)}, None
        except UnknownRouteError as error:
            return row | {"status": NO_SUCH, "reason": str(error)}, None
        return {
            "file": file,
            **row,
            "format": exporter.form.name,
            "status": WRITTEN,
            **verdict,
            "class": exported.keeps,
            "projection": exported.projection,
            "sizes": dict(exported.sizes),
            "seconds": round(time.perf_counter() - started, 6),
            "gbdhash": None if exported.gbd is None else exported.gbd(),
        }, added

    def _put(self, name: str, exported: Exported) -> Callable[[], Added]:
        added = add_file(self.folder, name, exported.pieces)
        return lambda: added


def result_of(rows: list[Row], seconds: float = 0.0) -> PuzzleResult:
    """The result of a puzzle with these rows."""
    statuses = {row["status"] for row in rows}
    status = next((one for one in (ERROR, UNDECIDED, WRITTEN) if one in statuses), UNSUPPORTED)
    return PuzzleResult(status, {ERROR: BAD, UNDECIDED: UNKNOWN}.get(status, YES), seconds, rows)


class Begun(NamedTuple):
    """The rows of a puzzle, with what waits for their files, and the seconds so far."""

    rows: list[tuple[Row, Callable[[], Added] | None]]
    seconds: float


@lru_cache(maxsize=256)
def exporters(
    kind: str, names: tuple[str, ...], to: str | None
) -> list[tuple[str, Exporter | UnknownRouteError]]:
    """What exports puzzles of a kind by each of the reductions, or why nothing does, by their names."""
    found: dict[str, Exporter | UnknownRouteError] = {}
    for name in names or ("",):
        try:
            rules = named_rules(kind, name) if name else [_usual(kind, to)]
        except UnknownRouteError as error:
            found.setdefault(name, error)
            continue
        found |= {name_of(each): _exporter(kind, each, to) for each in rules}
    return list(found.items())


def _usual(kind: str, to: str | None) -> Rules:
    return find_format(to or DIMACS.name).rules_from(kind)


def _exporter(kind: str, rules: Rules, to: str | None) -> Exporter:
    return Exporter(find_format(to) if to else usual_format(end_of(kind, rules)), rules)


def file_ending(exporter: Exporter, packed: str = "") -> str:
    """The end of the name of a file: its reductions, and the ending of its format."""
    reductions = name_of(exporter.rules).replace(":", "-").replace("/", "+")
    return "".join([*filter(None, [f".{reductions}" if reductions else "", exporter.form.ending, packed])])


def _place(entry: Entry) -> Row:
    return {
        "name": entry.stem,
        "puzzle": entry.file,
        "case": entry.case,
        "line": entry.line,
        "id": entry.id,
        "kind": entry.kind or None,
    }


def _error(error: InputError) -> Row:
    place = {"line": error.line, "column": error.column, "source": error.source}
    return {"status": ERROR, **place, "message": error.message}


def _unknown(entry: Entry, reason: str) -> Row:
    return _place(entry) | {"status": UNDECIDED, "reason": reason}


# Running


def export_all(request: ExportRequest, entries: Iterator[Entry]) -> Generator[tuple[Entry, PuzzleResult]]:
    """Write the files of all puzzles; yield each with its rows, in order, when its files are complete.

    One process, whose second thread writes what was made, or several. Raise `FileError` if a file cannot be
    written, such as on a full disk; those of earlier puzzles are complete.
    """
    if request.jobs in (None, 1) and request.memory is None:
        yield from _in_this_process(request, entries)
        return
    from ...base.executor import Processes
    from .workers import ask_parts

    present = AsFindings()
    executor = Processes(ask_parts, (request, present), request.jobs or 1, request.memory)
    with closing(by_executor(executor, request, present, Chunker(entries))) as chunks:
        for chunk in chunks:
            yield from chunk.pairs()


def _in_this_process(
    request: ExportRequest, entries: Iterable[Entry]
) -> Generator[tuple[Entry, PuzzleResult]]:
    from concurrent.futures import ThreadPoolExecutor

    waiting: deque[tuple[Entry, Begun]] = deque()
    with ThreadPoolExecutor(1) as disk:

        def put(name: str, exported: Exported) -> Callable[[], Added]:
            add = partial(add_file, request.folder, name, exported.pieces)
            if not isinstance(exported.pieces, list):  # making the text is most of the work, and has a limit
                return partial(_same, add())
            return disk.submit(add).result

        for entry in entries:
            waiting.append((entry, request.begin(entry, put)))
            if len(waiting) > AHEAD:
                first, begun = waiting.popleft()
                yield first, request.finish(first, begun)
        for entry, begun in waiting:
            yield entry, request.finish(entry, begun)


def _same(added: Added) -> Added:
    return added
