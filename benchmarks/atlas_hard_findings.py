"""What runs on hard instances say, as figures: rankings, whether those of easy ones carry over, defaults."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from statistics import geometric_mean, median
from typing import NamedTuple

from atlas_archive import CHECK, DECIDED, LEFT_OUT, Archive, is_cover, number, reduction_of
from atlas_findings import kendall, ranking, spearman
from atlas_hard import HELD_OUT, SAME
from atlas_measuring import USUAL

DEFAULT_WITHIN = 1.3
"""A default that takes no longer than this times the virtual best is right."""
SEARCH = "search"
"""What the routes of direct searches have for a reduction."""
LEAST_ROUTES = 4
"""Fewer formulas of a kind say nothing about what predicts their order."""


class Hard(NamedTuple):
    """A run on a hard instance; `seconds` is None where it was not decided within the limit."""

    kind: str
    level: int
    puzzle: str
    size: int
    seed: int
    route: str
    status: str
    limit: float
    seconds: float | None
    reduce: float | None
    conflicts: float | None
    propagations: float | None
    memory: float | None
    sizes: tuple[int, int, int]
    reason: str

    @property
    def penalized(self) -> float:
        """Twice the limit for a run that was not decided, or left out since it would not be."""
        return 2 * self.limit if self.seconds is None else self.seconds

    @property
    def solver(self) -> str:
        return self.route.rpartition("/")[2]


def run_of(row: Mapping[str, str]) -> Hard:
    decided = row["status"] in (*DECIDED, "decided")
    sizes = (row["variables_or_items"], row["clauses_or_options"], row["literals_or_entries"])
    return Hard(
        row["kind"],
        int(row["level"]),
        row["puzzle"],
        int(float(row["size"])),
        int(row["seed"]),
        row["route"],
        row["status"],
        float(row["limit"]),
        number(row["total_seconds"]) if decided else None,
        number(row["reduce_seconds"]),
        number(row["effort"]),
        number(row["propagations"]),
        number(row["memory_bytes"]),
        tuple(int(size or 0) for size in sizes),  # type: ignore[arg-type]
        row["reason"],
    )


class Line(NamedTuple):
    """A route on the instances of one kind; figures of decided runs are medians.

    * ratio: the geometric mean of its time divided by that of the fastest route of each instance.
    """

    route: str
    runs: Sequence[Hard]
    par2: float
    ratio: float

    @property
    def solved(self) -> int:
        return sum(run.seconds is not None for run in self.runs)

    @property
    def left_out(self) -> int:
        return sum(run.status == LEFT_OUT for run in self.runs)

    @property
    def measured(self) -> int:
        return len(self.runs) - self.left_out

    def middle(self, name: str) -> float | None:
        values = [getattr(run, name) for run in self.runs if run.seconds is not None]
        known = [value for value in values if value is not None]
        return median(known) if known else None

    @property
    def search(self) -> float | None:
        times = [run.seconds - (run.reduce or 0) for run in self.runs if run.seconds is not None]
        return median(times) if times else None


class Table:
    """The runs of one kind at a level by one solver and the engines, on some of its instances."""

    def __init__(self, runs: Iterable[Hard]) -> None:
        self.runs = [run for run in runs if run.status not in (SAME, "inapplicable", "failed")]
        self.puzzles = list(dict.fromkeys(run.puzzle for run in self.runs))

    @cached_property
    def best(self) -> Mapping[str, float]:
        """The seconds of the fastest route of each instance: the virtual best."""
        found: dict[str, float] = {}
        for run in self.runs:
            if run.route != CHECK:
                found[run.puzzle] = min(run.penalized, found.get(run.puzzle, math.inf))
        return found

    @cached_property
    def compared(self) -> tuple[list[str], set[str]]:
        """Instances, and routes that were tried on each of them: as many runs as possible."""
        tried: dict[str, set[str]] = {puzzle: set() for puzzle in self.puzzles}
        for run in self.runs:
            if run.route != CHECK:
                tried[run.puzzle].add(run.route)
        ordered = sorted(self.puzzles, key=lambda puzzle: -len(tried[puzzle]))
        firsts = [ordered[:number] for number in range(1, len(ordered) + 1)]
        both = [(own, set.intersection(*(tried[puzzle] for puzzle in own))) for own in firsts]
        return max(both, key=lambda one: len(one[0]) * len(one[1]), default=([], set()))

    @cached_property
    def lines(self) -> list[Line]:
        """The routes on the instances that can be compared, the fastest first."""
        puzzles, routes = self.compared
        by_route: dict[str, list[Hard]] = {route: [] for route in routes}
        for run in self.runs:
            if run.route in routes and run.puzzle in puzzles:
                by_route[run.route].append(run)
        found = [
            Line(
                route,
                runs,
                sum(run.penalized for run in runs) / len(runs),
                geometric_mean(run.penalized / self.best[run.puzzle] for run in runs),
            )
            for route, runs in by_route.items()
        ]
        return sorted(found, key=lambda line: (line.ratio, line.route))

    @property
    def default(self) -> float | None:
        """The check without a route: the geometric mean of its time divided by the virtual best."""
        checks = [run for run in self.runs if run.route == CHECK]
        if not checks:
            return None
        return geometric_mean(run.penalized / self.best[run.puzzle] for run in checks)

    @property
    def slower_by(self) -> list[float]:
        """The seconds by which the check without a route is slower than the virtual best."""
        return [run.penalized - self.best[run.puzzle] for run in self.runs if run.route == CHECK]


class HardArchive:
    """The archived runs on hard instances."""

    def __init__(self, rows: Iterable[Mapping[str, str]]) -> None:
        self.runs = [run_of(row) for row in rows]

    @property
    def kinds(self) -> list[str]:
        return sorted({run.kind for run in self.runs})

    @property
    def levels(self) -> list[int]:
        return sorted({run.level for run in self.runs})

    @cached_property
    def verdicts(self) -> Mapping[str, str]:
        """By instance; of those that some route decided."""
        return {run.puzzle: run.status for run in self.runs if run.status in DECIDED}

    def several(self, puzzle: str) -> bool:
        """Whether an instance has several answers, of which the first is found by luck."""
        return self.verdicts.get(puzzle) == "multiple"

    def table(
        self,
        kind: str,
        level: int = 1,
        held_out: bool | None = False,
        solver: str = USUAL,
        outside: bool = False,
    ) -> Table:
        """The runs of a kind: on the first seeds, on those held out, or (None) on all.

        * outside: with encodings of other libraries.
        """
        return Table(
            run
            for run in self.runs
            if (run.kind, run.level) == (kind, level)
            and (held_out is None or (run.seed > HELD_OUT) == held_out)
            and (outside or not is_outside(run.route))
            and (run.solver == solver or run.route == CHECK or no_formula(reduction_of(run.route)))
        )

    def same(self, kind: str) -> dict[str, str]:
        """Routes that make the same formula as another one."""
        same = (run for run in self.runs if run.kind == kind and run.status == SAME)
        return {run.route: run.reason for run in same if run.solver == USUAL}


def no_formula(reduction: str) -> bool:
    """Whether it is an exact cover, or none: a direct search."""
    return is_cover(reduction) or reduction == SEARCH


def is_outside(route: str) -> bool:
    """Whether the encoding is that of another library."""
    return ":pysat" in route


class Carried(NamedTuple):
    """The ranking of easy instances beside that of hard ones, by the routes that both have.

    * tau: Kendall's rank correlation; ratio: how many times as long the first of the easy ones takes on hard
      ones as the first there.
    """

    kind: str
    routes: int
    tau: float
    first: str
    ratio: float
    best: str


def carried(easy: Archive, hard: HardArchive, kind: str) -> Carried | None:
    """None for a kind that only one atlas has, or with a single route in both."""
    if kind not in easy.kinds:
        return None
    known = {line.route: line.ratio for line in hard.table(kind, held_out=None).lines}
    pairs = [
        (place.route, place.ratio, known[place.route])
        for place in ranking(easy, kind).whole
        if place.route in known
    ]
    if len(pairs) < 2:
        return None
    first = pairs[0][0]
    best = min(known, key=lambda route: known[route])
    tau = kendall([(a, b) for _, a, b in pairs])
    return Carried(kind, len(pairs), tau, first, known[first] / known[best], best)


FIGURES = ("strength", "variables", "clauses", "literals")


def predictors(easy: Archive, kind: str, found: Table) -> Mapping[str, tuple[float, float]] | None:
    """Spearman's correlation of each figure with time and with conflicts, over the formulas of a kind.

    Time is over all formulas that were tried on each instance; conflicts over those that decided each. None
    with fewer than four.
    """
    lines = [line for line in found.lines if line.route.endswith(f"/{USUAL}")]
    whole = [line for line in lines if line.solved == len(line.runs)]
    if len(lines) < LEAST_ROUTES:
        return None

    def figures(name: str, those: Sequence[Line]) -> list[float]:
        if name == "strength":
            known = [easy.strength.get((kind, reduction_of(line.route))) for line in those]
            return [math.nan if one is None or one.excluded is None else -one.excluded for one in known]
        at = FIGURES.index(name) - 1
        sizes = ([run.sizes[at] for run in line.runs if run.sizes[at]] for line in those)
        return [median(own) if own else math.nan for own in sizes]

    correlations = {}
    for name in FIGURES:
        conflicts = [geometric_mean(1 + (run.conflicts or 0) for run in line.runs) for line in whole]
        correlations[name] = (
            spearman(figures(name, lines), [line.ratio for line in lines]),
            spearman(figures(name, whole), conflicts) if len(whole) >= LEAST_ROUTES else math.nan,
        )
    return correlations
