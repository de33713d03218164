"""Measurements in one SQLite file that is consistent after every run, and the benchmark that fills it.

A run is identified by its puzzle, its route and its number among the runs of these two; runs in the file
are not measured again.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ..answering.routes import find_route
from ..answering.sets.shares import Stated, difference, head
from ..base.arguments import Share
from ..base.files import shown
from ..exchange.external import ExternalSolver
from .columns import three_sizes
from .measuring import Measurement, Puzzle, Task, git_state, machine, plan, run_tasks, versions
from .rows import FINISHED, MeasurementError, RunRecord

CLOCKS = ("cpu", "wall")
"""Processor time and wall-clock time."""
FORMAT = 3
"""The version of the tables; files of other versions are refused."""

_TABLES = """
create table if not exists facts (name text primary key, value text);
create table if not exists sessions (
    id integer primary key, started text default current_timestamp,
    machine text, versions text, git text, command text, seed text);
create table if not exists puzzles (id text primary key, name text, kind text, size real, text text);
create table if not exists runs (
    puzzle text references puzzles, route text, repeat integer, session integer references sessions,
    verdict text, reason text, answers text, value_count integer, sizes text, effort text,
    reduce_wall real, reduce_cpu real, first_wall real, first_cpu real, proof_wall real, proof_cpu real,
    memory integer, primary key (puzzle, route, repeat));
"""


class StoreError(MeasurementError):
    """A file that is not a store, or that cannot be continued with these settings."""


class Store:
    """A file of measurements; a context that closes it.

    * path: by default the store is in memory.
    * create: whether a missing file is created; otherwise the file is only read.

    Raise `StoreError` for a file that is missing, cannot be opened, or is not a store of this format.
    """

    def __init__(self, path: Path | None = None, create: bool = True) -> None:
        self._name = "memory" if path is None else shown(path)
        if path is not None and not create and not os.path.exists(path):  # which takes any name
            raise StoreError(f"{self._name}: no such file")
        if path is not None and path.exists() and not path.is_file():
            raise StoreError(f"{self._name}: a store is a regular file")
        begun = path is not None and not path.exists()
        try:
            self._data = _connected(path, create)
            self._open(create)
        except sqlite3.Error as error:
            if begun and path is not None and path.exists() and not path.stat().st_size:
                path.unlink()
            raise StoreError(f"{self._name}: {_reason(error, 'a store')}") from None

    def _open(self, create: bool) -> None:
        (version,) = self._data.execute("pragma user_version").fetchone()
        tables = self._data.execute("select count(*) from sqlite_master").fetchone()[0]
        begun = version != 0 or tables != 0
        if create and not begun:
            self._data.executescript(f"begin immediate; {_TABLES} pragma user_version = {FORMAT}; commit;")
        elif not begun:
            raise StoreError(f"{self._name}: it holds no measurement")
        elif version != FORMAT:
            raise StoreError(f"{self._name}: it is not a store of measurements of format {FORMAT}")
        else:
            self._check_types()

    def _check_types(self) -> None:
        """SQLite stores any value in any column; raise `StoreError` for one of another type."""
        for (table,) in self._data.execute("select name from sqlite_master where type = 'table'").fetchall():
            columns = self._data.execute("select name, lower(type) from pragma_table_info(?)", (table,))
            for column, type_ in columns.fetchall():
                wrong = f'select count(*) from "{table}" where typeof("{column}") not in (?, ?, ?)'
                allowed = type_, "null", "integer" if type_ == "real" else "null"
                if self._data.execute(wrong, allowed).fetchone()[0]:
                    raise StoreError(f"{self._name}: a {column} of {table} is not {type_}")

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        self._data.close()
        if isinstance(error, sqlite3.Error | UnicodeDecodeError | json.JSONDecodeError):
            raise StoreError(f"{self._name}: {_reason(error, 'a whole store')}") from None

    # Writing

    def prepare(
        self,
        puzzles: Sequence[Puzzle],
        limit: float | None,
        axis: str | None = None,
        programs: Mapping[str, str] | None = None,
        part: Mapping[str, Any] | None = None,
    ) -> None:
        """Record what is to be measured.

        * limit: processor seconds of each run.
        * axis: what the sizes of the puzzles mean, if they are given.
        * programs (name -> command line): the outside programs that take part.
        * part: of which part of the puzzles the runs will be, as by `shares.head`; by default of all.

        Raise `StoreError` if the store has another limit, another command for a program, or other puzzles as
        of another part: the runs would not be comparable.
        """
        if self._fact("limit") is not None and (why := difference(self._fact("part") or {}, part or {})):
            raise StoreError(f"{self._name}: its runs are of another part: {why}")
        if self._fact("limit") is not None and self.limit != limit:
            raise StoreError(
                f"{self._name}: its runs had a limit of {_words(self.limit)}, not {_words(limit)}"
            )
        known = self._fact("programs") or {}
        for name, command in (programs or {}).items():
            if known.setdefault(name, command) != command:
                raise StoreError(
                    f"{self._name}: its runs of {name} were by {known[name]!r}, not {command!r}; "
                    "another name tells them apart, as in --solver-command NAME='...'"
                )
        facts = {"limit": [limit], "axis": axis, "programs": known} | ({"part": part} if part else {})
        with self._data:
            rows = ((name, json.dumps(value)) for name, value in facts.items())
            self._data.executemany("insert or replace into facts values (?, ?)", rows)
            texts = ((one.id, one.name, one.problem.kind, one.size, one.problem.format()) for one in puzzles)
            self._data.executemany("insert or ignore into puzzles values (?, ?, ?, ?, ?)", texts)

    def begin(self, command: str, seed: int, programs: Iterable[str] = ()) -> int:
        """Begin a session with the current machine and versions; returns its number.

        * command: the command line to repeat it.
        * programs: outside programs that take part; their versions are recorded too.
        """
        row = (json.dumps(machine()), json.dumps(versions(programs)), git_state(), command, str(seed))
        with self._data:
            added = self._data.execute(
                "insert into sessions (machine, versions, git, command, seed) values (?, ?, ?, ?, ?)", row
            )
        assert added.lastrowid is not None
        return added.lastrowid

    def has(self, task: Task) -> bool:
        key = (task.puzzle.id, task.route, task.repeat)
        question = "select 1 from runs where puzzle = ? and route = ? and repeat = ?"
        return self._data.execute(question, key).fetchone() is not None

    def add(self, session: int, task: Task, measured: Measurement) -> None:
        """Store one run, unless another process has meanwhile; it is on disk when this returns."""
        stages = [stage or (None, None) for stage in (measured.reduce, measured.first, measured.proof)]
        row = (
            task.puzzle.id,
            task.route,
            task.repeat,
            session,
            measured.verdict,
            measured.reason,
            json.dumps(measured.answers),
            measured.values,
            json.dumps(dict(measured.sizes)),
            json.dumps(dict(measured.effort)),
            *(second for stage in stages for second in stage),
            measured.memory,
        )
        with self._data:
            self._data.execute(f"insert or ignore into runs values ({', '.join('?' * len(row))})", row)

    def take_in(self, other: Store) -> None:
        """Add all runs of another store, whose puzzles and limits are the same, with their sessions."""
        with self._data as data:
            (before,) = data.execute("select coalesce(max(id), 0) from sessions").fetchone()
            for table, session in (("facts", 9), ("puzzles", 9), ("sessions", 0), ("runs", 3)):
                for row in other._data.execute(f"select * from {table} order by rowid"):
                    if row[0] != "part":
                        new = [before + one if at == session else one for at, one in enumerate(row)]
                        places = ", ".join("?" * len(new))
                        data.execute(f"insert or ignore into {table} values ({places})", new)

    # Reading

    def stated(self) -> Stated:
        """Of which part its runs are, and whether there are all. Raise `MergeError` for a whole set."""
        part = self._fact("part")
        found = Stated.of(self._name, part, None)
        puzzles = self._data.execute("select id, kind from puzzles order by rowid").fetchall()
        planned = sum(part["runs"] * len(part["routes"][kind]) for _, kind in puzzles[found.part.places])
        (done,) = self._data.execute("select count(*) from runs").fetchone()
        names = sha256("".join(name for name, _ in puzzles).encode()).hexdigest()
        return found._replace(end={"places": len(puzzles), "set": names} if done == planned else None)

    def serialized(self) -> bytes:
        return self._data.serialize()

    def _fact(self, name: str) -> Any:
        row = self._data.execute("select value from facts where name = ?", (name,)).fetchone()
        return None if row is None else json.loads(row[0])

    @property
    def limit(self) -> float | None:
        """The processor seconds of each run."""
        limit: float | None = (self._fact("limit") or [None])[0]
        return limit

    @property
    def axis(self) -> str | None:
        """What the sizes of the puzzles mean; None for the numbers in an answer."""
        axis: str | None = self._fact("axis")
        return axis

    def sessions(self) -> list[dict[str, Any]]:
        names = ("started", "machine", "versions", "git", "command", "seed")
        rows = self._data.execute(f"select {', '.join(names)} from sessions order by id").fetchall()
        found = [dict(zip(names, row, strict=True)) for row in rows]
        return [one | {name: json.loads(one[name]) for name in ("machine", "versions")} for one in found]

    def runs(self, clock: str = "cpu") -> list[RunRecord]:
        """Every run, in an order that does not depend on the time of measurement.

        * clock: one of `CLOCKS`.
        """
        cursor = self._data.execute(
            "select name, kind, size, runs.* from runs join puzzles on puzzles.id = puzzle"
            " order by kind, puzzles.rowid, route, repeat"
        )
        names = [name for name, *_ in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor]
        known = {row["puzzle"]: row["value_count"] for row in rows if row["value_count"] is not None}
        return [_run(row | {"size": row["size"] or known.get(row["puzzle"])}, clock) for row in rows]


def _run(row: Mapping[str, Any], clock: str) -> RunRecord:
    effort, answers = json.loads(row["effort"]), tuple(json.loads(row["answers"]))
    unit = next((unit for unit in ("conflicts", "nodes") if unit in effort), None)
    reduce, first, proof = (row[f"{stage}_{clock}"] for stage in ("reduce", "first", "proof"))
    search = [second for second in (first, proof) if second is not None]
    solve = sum(search) if search else None
    return RunRecord(
        row["name"],
        row["kind"],
        row["route"],
        row["verdict"],
        **three_sizes(json.loads(row["sizes"])),
        effort=effort.get(unit),
        effort_unit=unit,
        decisions=effort.get("decisions"),
        propagations=effort.get("propagations"),
        reduce_seconds=reduce,
        solve_seconds=solve,
        count=len(answers),
        exact=row["verdict"] in ("unique", "none"),
        reason=row["reason"],
        answers=answers,
        id=row["puzzle"],
        size=row["size"],
        run=row["repeat"] + 1,
        clock=clock,
        first_seconds=first,
        proof_seconds=proof,
        total_seconds=(reduce or 0.0) + (solve or 0.0) if row["verdict"] in FINISHED else None,
        memory_bytes=row["memory"],
    )


_OF_THE_SYSTEM = ("unable to open database file", "database or disk is full", "disk I/O error", "readonly")


def _reason(error: Exception, expected: str) -> str:
    """An error as text; a system error, such as a full disk, does not concern the file."""
    if any(words in str(error) for words in _OF_THE_SYSTEM):
        return str(error)
    return f"it is not {expected} of measurements: {error}"


def _connected(path: Path | None, create: bool) -> sqlite3.Connection:
    """Open for reading without changes: no store is created in an empty file, no torn file is repaired."""
    if path is None:
        return sqlite3.connect(":memory:")
    mode = "rwc" if create else "ro"
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)


def _words(limit: float | None) -> str:
    return "no time" if limit is None else f"{limit:g} s"


class KeptRun(NamedTuple):
    """A run just stored, the number of stored runs of the plan, and the size of the plan."""

    task: Task
    measured: Measurement
    done: int
    total: int


def measure_all(
    store: Store,
    puzzles: Sequence[Puzzle],
    routes: Mapping[str, Sequence[str]],
    *,
    runs: int = 1,
    limit: float | None = None,
    jobs: int = 1,
    seed: int = 0,
    command: str = "",
    axis: str | None = None,
    part: Share | None = None,
) -> Iterator[KeptRun]:
    """Measure the runs of the plan that the store lacks, one at each iteration.

    * puzzles: a repeated puzzle is measured once.
    * routes (kind -> names of routes): programs by their command lines, as in `Route.full_name`.
    * runs: the number of runs of each puzzle by each route.
    * limit: processor seconds of each run.
    * jobs: the number of concurrent runs.
    * seed: the seed of the order of routes.
    * command, axis: as `Store.begin` and `Store.prepare` keep them.
    * part: which of the puzzles; by default all.

    Raise `StoreError` if the store has another limit. Raise `SolverError` if a process cannot start.
    """
    different = list({puzzle.id: puzzle for puzzle in puzzles}.values())
    found = {kind: [find_route(kind, name) for name in names] for kind, names in routes.items()}
    solvers = {route.solver for chosen in found.values() for route in chosen}
    programs = {one.name: one for one in solvers if isinstance(one, ExternalSolver)}
    commands = {name.removeprefix("external:"): programs[name].command for name in sorted(programs)}
    if part is None:
        store.prepare(different, limit, axis, commands)
    else:
        question = {"routes": dict(routes), "runs": runs, "seed": str(seed), "limit": limit, "axis": axis}
        store.prepare(different, limit, axis, commands, head(part, question))
        different = different[part.places]
    tasks = plan(different, found, runs, seed)
    left = [task for task in tasks if not store.has(task)]
    if not left:
        return
    session = store.begin(command, seed, sorted({solver.words[0] for solver in programs.values()}))
    done = len(tasks) - len(left)
    with closing(run_tasks(left, limit, jobs)) as results:
        for task, measured in results:
            store.add(session, task, measured)
            done += 1
            yield KeptRun(task, measured, done, len(tasks))
