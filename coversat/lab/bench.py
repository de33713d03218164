"""Measurements in one file, an SQLite database, which is whole after every run.

A run is known by its puzzle, its route and how many of these two came before it: what the file holds is
not measured again.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import CoversatError
from ..files import shown
from ..routing import find_route
from ..solvers.external import ExternalSolver
from .measuring import Measurement, Puzzle, Seconds, Task, git_state, machine, plan, versions
from .workers import run_tasks

FORMAT = 1
"""The version of the tables; a file of another one is refused."""

_TABLES = """
create table facts (name text primary key, value text);
create table sessions (
    id integer primary key, started text default current_timestamp,
    machine text, versions text, git text, command text, seed text);
create table puzzles (id text primary key, name text, kind text, size real, text text);
create table runs (
    puzzle text references puzzles, route text, repeat integer, session integer references sessions,
    verdict text, reason text, answers text, value_count integer, sizes text, effort text,
    reduce_wall real, reduce_cpu real, first_wall real, first_cpu real, proof_wall real, proof_cpu real,
    memory integer, primary key (puzzle, route, repeat));
"""


class StoreError(CoversatError):
    """A file that is no store, or that cannot be continued as asked."""


class Record(NamedTuple):
    """One run: the puzzle's key, name, kind and size, the route, which run it is, and what it gave."""

    puzzle: str
    name: str
    kind: str
    size: float | None
    route: str
    repeat: int
    measured: Measurement


class Store:
    """A file of measurements; a context that closes it.

    Parameters
    ----------
    path : Path, optional
        In memory where none is given.
    create : bool
        Whether a file that does not exist is begun; otherwise what is there is only read.

    Raises
    ------
    StoreError
        For a file that is not there, cannot be opened, or is no store of this format.
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
            self._data.executescript(f"begin; {_TABLES} pragma user_version = {FORMAT}; commit;")
        elif not begun:
            raise StoreError(f"{self._name}: it holds no measurement")
        elif version != FORMAT:
            raise StoreError(f"{self._name}: it is not a store of measurements of format {FORMAT}")

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        self._data.close()
        if isinstance(error, sqlite3.Error | UnicodeDecodeError | json.JSONDecodeError):
            raise StoreError(f"{self._name}: {_reason(error, 'a whole store')}") from None

    # Writing

    def prepare(self, puzzles: Sequence[Puzzle], limit: float | None, axis: str | None = None) -> None:
        """Take note of what is to be measured.

        Parameters
        ----------
        puzzles : sequence of Puzzle
        limit : float, optional
            Processor seconds of each run.
        axis : str, optional
            What the puzzles' sizes are, where they are given.

        Raises
        ------
        StoreError
            When the store was begun with another limit: the runs could not be compared.
        """
        if self._fact("limit") is not None and self.limit != limit:
            raise StoreError(
                f"{self._name}: its runs had a limit of {_words(self.limit)}, not {_words(limit)}"
            )
        facts = [("limit", json.dumps([limit])), ("axis", json.dumps(axis))]
        with self._data:
            self._data.executemany("insert or replace into facts values (?, ?)", facts)
            rows = map(_puzzle_row, puzzles)
            self._data.executemany("insert or ignore into puzzles values (?, ?, ?, ?, ?)", rows)

    def begin(self, command: str, seed: int, programs: Iterable[str] = ()) -> int:
        """A session of measuring, with the machine and the versions as they are now; its number.

        Parameters
        ----------
        command : str
            As a person would type it again.
        seed : int
        programs : iterable of str
            Those of their own that take part; their versions are kept too.
        """
        row = (json.dumps(machine()), json.dumps(versions(programs)), git_state(), command, str(seed))
        with self._data:
            added = self._data.execute(
                "insert into sessions (machine, versions, git, command, seed) values (?, ?, ?, ?, ?)", row
            )
        assert added.lastrowid is not None
        return added.lastrowid

    def has(self, task: Task) -> bool:
        """Whether this run was measured."""
        key = (task.puzzle.id, task.route, task.repeat)
        question = "select 1 from runs where puzzle = ? and route = ? and repeat = ?"
        return self._data.execute(question, key).fetchone() is not None

    def add(self, session: int, task: Task, measured: Measurement) -> None:
        """Keep one run.  It is on the disk when this returns."""
        stages = [stage or (None, None) for stage in (measured.reduce, measured.first, measured.proof)]
        row = (
            *(task.puzzle.id, task.route, task.repeat, session, measured.verdict, measured.reason),
            *(json.dumps(measured.answers), measured.values),
            *(json.dumps(dict(measured.sizes)), json.dumps(dict(measured.effort))),
            *(second for stage in stages for second in stage),
            measured.memory,
        )
        with self._data:
            self._data.execute(f"insert into runs values ({', '.join('?' * len(row))})", row)

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
        """What the puzzles' sizes are; None: how many numbers an answer holds."""
        axis: str | None = self._fact("axis")
        return axis

    def sessions(self) -> list[dict[str, Any]]:
        """What is recorded of each session."""
        names = ("started", "machine", "versions", "git", "command", "seed")
        rows = self._data.execute(f"select {', '.join(names)} from sessions order by id").fetchall()
        found = [dict(zip(names, row, strict=True)) for row in rows]
        return [one | {name: json.loads(one[name]) for name in ("machine", "versions")} for one in found]

    def records(self) -> list[Record]:
        """Every run, in an order that does not depend on when it was measured."""
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
    """An error as text; one of the system, such as a full disk, says nothing about the file."""
    if any(words in str(error) for words in _OF_THE_SYSTEM):
        return str(error)
    return f"it is not {expected} of measurements: {error}"


def _connected(path: Path | None, create: bool) -> sqlite3.Connection:
    """What is only read stays as it is: an empty file is not made a store, nor a torn one mended."""
    if path is None:
        return sqlite3.connect(":memory:")
    mode = "rwc" if create else "ro"
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)


def _puzzle_row(puzzle: Puzzle) -> tuple[object, ...]:
    return puzzle.id, puzzle.name, puzzle.problem.kind, puzzle.size, puzzle.problem.format()


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
    """A run that was just kept, how many of the plan are, and how many there are."""

    task: Task
    measured: Measurement
    done: int
    total: int


def bench(
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
    """Measure what of the plan the store does not hold; it goes on as this is iterated.

    Parameters
    ----------
    store : Store
    puzzles : sequence of Puzzle
        A puzzle that comes twice is measured once.
    routes : kind -> names of routes
    runs : int
        How often each puzzle is run by each route.
    limit : float, optional
        Processor seconds of each run.
    jobs : int
        Runs at the same time.
    seed : int
        The seed of the order of routes.
    command, axis : str
        As `Store.begin` and `Store.prepare` keep them.

    Raises
    ------
    StoreError
        When the store was begun with another limit.
    SolverError
        When a process cannot begin.
    """
    different = list({puzzle.id: puzzle for puzzle in puzzles}.values())
    store.prepare(different, limit, axis)
    tasks = plan(different, routes, runs, seed)
    left = [task for task in tasks if not store.has(task)]
    if not left:
        return
    session = store.begin(command, seed, sorted(_programs(routes)))
    done = len(tasks) - len(left)
    with closing(run_tasks(left, limit, jobs)) as results:
        for task, measured in results:
            store.add(session, task, measured)
            done += 1
            yield KeptRun(task, measured, done, len(tasks))


def _programs(routes: Mapping[str, Sequence[str]]) -> set[str]:
    """The programs of their own that the routes run."""
    solvers = {find_route(kind, name).solver for kind, names in routes.items() for name in names}
    return {solver.words[0] for solver in solvers if isinstance(solver, ExternalSolver)}
