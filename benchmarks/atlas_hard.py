"""The hard atlas: a plan of runs, which is a file that says what it costs, and its measurement run by run.

A plan has a line for each run. A measurement appends a line for each to `FOLDER/runs.csv`, and does not
repeat what is there or in the archive. An encoding that is undecided at the limit on the first two instances
of a kind is dominated: its further runs are written as left out. One that makes the same formula as another
is not run again, but written as the same.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from atlas_archive import CHECK, DECIDED, LEFT_OUT, is_final, reduction_of
from atlas_measuring import ENGINES, USUAL, Rows, check_seconds, in_child, read_rows, write_rows

import coversat
from coversat.base.errors import CoversatError
from coversat.base.records import as_csv, row_of
from coversat.base.wording import counted
from coversat.comparing.strength import measured_paths
from coversat.problems import AnyProblem
from coversat.reductions.paths import name_of, path_to
from coversat.setters.generate.hard import FAMILIES, family, hard

FACTOR = 10
"""The limit of a run is the level times this."""
HELD_OUT = 100
"""Seeds above this one are held out: they make no ranking."""
FIRST = 2
"""An encoding that is undecided on so many first instances is dominated."""
SAME = "same"
BY_CHECK = "decided"
ORDER = (
    "3sat naesat 1in3sat colouring clique vertexcover independentset dominatingset setcover hittingset "
    "setpacking matching3d hamiltoniancycle queens sudoku heyawake latin kakuro nonogram kenken numberlink "
    "fillomino nurikabe sudominoku skyscrapers starbattle"
).split()
"""Kinds whose instances differ least between seeds come first: a plan that ends early has them."""
AT_MOST_ONE = ("latin", "queens", "matching3d", "sudominoku")
"""Kinds whose exact cover is also measured as a formula by each at-most-one encoding."""


class Planned(NamedTuple):
    """One run of a plan; `expected` and `limit` are processor seconds."""

    kind: str
    level: int
    seed: int
    size: int
    route: str
    expected: float
    limit: float

    @property
    def key(self) -> tuple[str, ...]:
        return (self.kind, str(self.level), str(self.seed), self.route)

    @property
    def puzzle(self) -> str:
        return f"{self.kind}-{self.level}-{self.seed}"


COLUMNS = tuple(
    "kind level seed puzzle size route limit status variables_or_items clauses_or_options "
    "literals_or_entries effort effort_unit decisions propagations reduce_seconds first_seconds "
    "proof_seconds total_seconds memory_bytes reason".split()
)
"""Of the table of runs; those that `coversat bench` has, too, are explained by `coversat schema runs`."""


# Plans


def routes(kind: str, solvers: Sequence[str]) -> list[str]:
    """The usual formula first, then every other, and the engine for covers."""
    names = [name_of(path) for path in measured_paths(kind, ())]
    formulas = [name for name in names if not name.startswith("cover")]
    if "cover" in names and (kind in AT_MOST_ONE or not formulas):
        formulas += [name_of(path) for path in measured_paths(kind, ["cover/cnf:*"])]
    elif kind == "skyscrapers":
        formulas.append("cover/cnf:sequential")
    engines = [f"{name}/{ENGINES[0]}" for name in names if name.startswith("cover")]
    return [f"{name}/{solver}" for solver in solvers for name in formulas] + engines


def usual_route(kind: str) -> str:
    """The formula that exports have without a name, by the usual solver."""
    return f"{name_of(path_to(kind, 'cnf'))}/{USUAL}"


def planned(
    level: int,
    kinds: Sequence[str],
    seeds: Sequence[int],
    solvers: Sequence[str],
    known: Rows,
    only_usual: bool = False,
) -> Iterator[Planned]:
    """Seed by seed, so that what is measured first says something of every kind."""
    limit = float(FACTOR * level)
    times = spent(known)
    for seed in seeds:
        for kind in kinds:
            if level not in FAMILIES[kind][seed % len(FAMILIES[kind])].sizes:
                continue
            size = family(kind, level, seed).sizes[level]
            every = routes(kind, solvers) + [CHECK] * (seed > HELD_OUT)
            names = [usual_route(kind)] if only_usual else every
            for route in names:
                expected = expected_seconds(times, kind, level, route)
                yield Planned(kind, level, seed, size, route, round(expected, 2), limit)


def spent(known: Rows) -> Mapping[tuple[str, ...], float]:
    """The median seconds of what was measured, by kind, level and route."""
    found: dict[tuple[str, ...], list[float]] = {}
    for row in known:
        if row["status"] not in (LEFT_OUT, SAME):
            seconds = float(row["total_seconds"] or row["limit"])
            found.setdefault((row["kind"], row["level"], row["route"]), []).append(seconds)
    return {key: median(values) for key, values in found.items()}


def expected_seconds(times: Mapping[tuple[str, ...], float], kind: str, level: int, route: str) -> float:
    """Of a route what was measured, else of its formula by the usual solver, else the level."""
    usual = f"{reduction_of(route)}/{USUAL}"
    names = ((kind, str(level), name) for name in (route, usual))
    return next((times[name] for name in names if name in times), float(level))


def cost(plan: Sequence[Planned], known: Rows) -> str:
    """What is left of a plan costs, in words."""
    done = {key_of(row): row for row in known}
    left = [one for one in plan if not (one.key in done and is_final(done[one.key], one.limit))]
    expected, most = sum(one.expected for one in left), sum(one.limit for one in left)
    return (
        f"{counted(len(plan), 'run')} of {counted(len({one.kind for one in plan}), 'kind')}, {len(left)} of "
        f"them to be measured: about {expected / 60:.0f} minutes of one core, {most / 60:.0f} at most, less "
        "where encodings are dominated"
    )


def write_plan(path: Path, plan: Iterable[Planned]) -> None:
    write_rows(path, [one._asdict() for one in plan])


def read_plan(path: Path) -> list[Planned]:
    return [
        Planned(
            row["kind"],
            int(row["level"]),
            int(row["seed"]),
            int(row["size"]),
            row["route"],
            float(row["expected"]),
            float(row["limit"]),
        )
        for row in read_rows(path)
    ]


# Measuring


def key_of(row: Mapping[str, str]) -> tuple[str, ...]:
    return (row["kind"], row["level"], row["seed"], row["route"])


def measure(plan: Sequence[Planned], folder: Path, known: Rows) -> Iterator[str]:
    """Measure what neither the archive nor the folder has; yields a line for each run.

    The check without a route, which may have changed, is measured if the folder does not have it; a run that
    was undecided, if its limit was lower.
    """
    log = folder / "runs.csv"
    log.parent.mkdir(parents=True, exist_ok=True)
    lasting = [row for row in known if row["route"] != CHECK]
    rows = {key_of(row): row for row in (*lasting, *(read_rows(log) if log.exists() else ()))}
    reduced: Reduced | None = None
    for one in plan:
        if one.key in rows and is_final(rows[one.key], one.limit):
            continue
        if reduced is None or reduced.puzzle != one.puzzle:
            reduced = Reduced(one.puzzle, instance(one, folder))
        if is_dominated(one, rows.values()):
            row: dict[str, Any] = {"status": LEFT_OUT}
        elif (other := reduced.same(one.route)) is not None:
            row = {"status": SAME, "reason": other}
        else:
            row = measured(reduced.problem, one)
        row |= {"kind": one.kind, "puzzle": one.puzzle, "size": one.size, "route": one.route}
        row |= {"level": one.level, "seed": one.seed, "limit": one.limit}
        rows[one.key] = append(log, row)
        yield f"{one.puzzle} by {one.route}: {row['status']} {row.get('total_seconds') or ''}"


class Reduced:
    """An instance, and the formulas of it that were met."""

    def __init__(self, puzzle: str, problem: AnyProblem) -> None:
        self.puzzle, self.problem = puzzle, problem
        self._routes: dict[tuple[str, int], str] = {}

    def same(self, route: str) -> str | None:
        """The route met before that gives this solver the same formula, if there is one."""
        reduction, _, solver = route.rpartition("/")
        try:
            target = coversat.reduce(self.problem, reduction).target if reduction else None
        except CoversatError:  # too large, or not for this instance: the run will say so
            return None
        if target is None or target.kind != "cnf":
            return None
        other = self._routes.setdefault((solver, hash(tuple(map(tuple, target.clauses)))), route)
        return None if other == route else other


def instance(one: Planned, folder: Path) -> AnyProblem:
    """The instance of a run, from the folder if it was made before."""
    path = folder / "puzzles" / f"{one.puzzle}.txt"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(hard(one.kind, one.level, one.seed), encoding="utf-8")
    (problem,) = coversat.read(path.read_text(encoding="utf-8"), one.kind)
    return problem


def is_dominated(one: Planned, rows: Iterable[Mapping[str, str]]) -> bool:
    """Whether the encoding was undecided on the first instances of the kind, and decided none."""
    same = [
        row["status"]
        for row in rows
        if (row["kind"], row["level"], row["route"]) == (one.kind, str(one.level), one.route)
        if is_final(row, one.limit)
    ]
    tried = [status for status in same if status not in (LEFT_OUT, SAME, "inapplicable")]
    return len(tried) >= FIRST and not any(status in (*DECIDED, BY_CHECK) for status in tried)


def measured(problem: AnyProblem, one: Planned) -> dict[str, Any]:
    """A row of the table of runs, in a process of its own."""
    if one.route == CHECK:
        small, *_ = coversat.read(coversat.example(one.kind), one.kind)
        seconds = in_child(partial(check_seconds, small, problem, one.limit))
        return {"status": "unknown" if seconds is None else BY_CHECK, "total_seconds": seconds}
    (record,) = coversat.bench(problem, [one.route], timeout=one.limit).runs
    return row_of(record)


def append(log: Path, row: Mapping[str, Any], columns: Sequence[str] = COLUMNS) -> dict[str, str]:
    """Add a row to the file; returns it as it will be read."""
    lines = as_csv(list(columns), [{name: row.get(name) for name in columns}])
    with log.open("a", encoding="utf-8", newline="") as file:
        file.write(lines if file.tell() == 0 else lines.partition("\n")[2])
    (read,) = csv.DictReader(lines.splitlines())
    return read
