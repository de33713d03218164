"""Measurements in one SQLite file that is consistent after every run, and the benchmark that fills it.

A run is identified by its puzzle, its route and its number among the runs of these two; runs in the file
are not measured again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from ..answers.routes import find_route
from ..base.errors import CoversatError
from ..base.files import shown
from ..exchange.external import ExternalSolver
from .measuring import Measurement, Puzzle, Seconds, Task, git_state, machine, plan, versions
from .workers import run_tasks

FORMAT = 2
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


class StoreError(CoversatError):
    """A file that is not a store, or that cannot be continued with these settings."""


class Record(NamedTuple):
    """One run: the key, name, kind and size of the puzzle, the route, the number of the run, its result."""

    puzzle: str
    name: str
    kind: str
    size: float | None
    route: str
    repeat: int
    measured: Measurement


class Store:
    """A file of measurements; a context that closes it.

    * path: by default the store is in memory.
    * create: whether a missing file is created; otherwise the file is only read.

    Raise `StoreError` for a file that is missing, cannot be opened, or is not a store of this format.
    """

    def __init__(self, path: Path | None = None, create: bool = True) -> None:
        self._name = "memory" if path is None else shown(path)
        if path is not None and not create and not path.exists():
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
    ) -> None:
        """Record what is to be measured.

        * limit: processor seconds of each run.
        * axis: what the sizes of the puzzles mean, if they are given.
        * programs (name -> command line): the outside programs that take part.

        Raise `StoreError` if the store has another limit, or another command for a program: the runs would
        not be comparable.
        """
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
        facts = [("limit", json.dumps([limit])), ("axis", json.dumps(axis)), ("programs", json.dumps(known))]
        with self._data:
            self._data.executemany("insert or replace into facts values (?, ?)", facts)
            rows = ((one.id, one.name, one.problem.kind, one.size, one.problem.format()) for one in puzzles)
            self._data.executemany("insert or ignore into puzzles values (?, ?, ?, ?, ?)", rows)

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

    # Reading

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

    def records(self) -> list[Record]:
        """Every run, in an order that does not depend on the time of measurement."""
        rows = self._data.execute(
            "select puzzles.id, name, kind, size, runs.* from runs join puzzles on puzzles.id = puzzle"
            " order by kind, puzzles.rowid, route, repeat"
        )
        return [
            Record(puzzle, name, kind, size, route, repeat, _measurement(*rest))
            for puzzle, name, kind, size, _, route, repeat, _, *rest in rows
        ]


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


def _measurement(
    verdict: str, reason: str | None, answers: str, values: int | None, sizes: str, effort: str, *rest: Any
) -> Measurement:
    *seconds, memory = rest
    reduce, first, proof = (
        None if wall is None else Seconds(wall, cpu)
        for wall, cpu in zip(seconds[::2], seconds[1::2], strict=True)
    )
    read = json.loads
    found = tuple(read(answers))
    return Measurement(
        verdict, reason, found, values, read(sizes), read(effort), reduce, first, proof, memory
    )


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
) -> Iterator[KeptRun]:
    """Measure the runs of the plan that the store lacks, one at each iteration.

    * puzzles: a repeated puzzle is measured once.
    * routes (kind -> names of routes): programs by their command lines, as in `Route.full_name`.
    * runs: the number of runs of each puzzle by each route.
    * limit: processor seconds of each run.
    * jobs: the number of concurrent runs.
    * seed: the seed of the order of routes.
    * command, axis: as `Store.begin` and `Store.prepare` keep them.

    Raise `StoreError` if the store has another limit. Raise `SolverError` if a process cannot start.
    """
    different = list({puzzle.id: puzzle for puzzle in puzzles}.values())
    found = {kind: [find_route(kind, name) for name in names] for kind, names in routes.items()}
    solvers = {route.solver for chosen in found.values() for route in chosen}
    programs = {one.name: one for one in solvers if isinstance(one, ExternalSolver)}
    commands = {name.removeprefix("external:"): programs[name].command for name in sorted(programs)}
    store.prepare(different, limit, axis, commands)
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
