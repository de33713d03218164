"""What runs above level 1 say: encodings beside the usual one, other solvers, and whether rankings hold."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from statistics import geometric_mean
from typing import NamedTuple

from atlas_archive import CHECK, LEFT_OUT, reduction_of
from atlas_findings import CLOSE, kendall, usual_name
from atlas_hard import FACTOR, HELD_OUT, ORDER, usual_route
from atlas_hard_findings import Hard, HardArchive
from atlas_measuring import USUAL
from atlas_pages import figure, listed, table

from coversat.base.wording import counted

CONFLICTS = 100
"""Fewer conflicts of either run say nothing about the ratio of both."""


CHOSEN = {
    10: "the encodings that were within twelve times the fastest of level 1, six formulas at most (of star "
    "battles the first three routes)",
    30: "two to four encodings of the kinds [in which the order changes](#how-it-was-measured)",
}
"""Which encodings a level has."""


class Beside(NamedTuple):
    """Runs beside those of another route on the same instances: geometric means of the ratios.

    * conflicts: of instances that both decided; not a number where none has enough of them.
    """

    route: str
    runs: Sequence[Hard]
    time: float
    conflicts: float

    @property
    def solved(self) -> str:
        tried = [run for run in self.runs if run.status != LEFT_OUT]
        left = len(self.runs) - len(tried)
        solved = f"{sum(run.seconds is not None for run in tried)}/{len(tried)}"
        return solved + (f", {left} left out" if left else "")


def beside(runs: Iterable[Hard], base: Callable[[str], str]) -> list[Beside]:
    """Each route beside the one that `base` names for it, the fastest first."""
    found = {(run.route, run.puzzle): run for run in runs if run.route != CHECK}
    pairs: dict[str, list[tuple[Hard, Hard]]] = {}
    for (route, puzzle), run in found.items():
        if (other := found.get((base(route), puzzle))) is not None:
            pairs.setdefault(route, []).append((run, other))
    rows = [
        Beside(
            route,
            [run for run, _ in both],
            geometric_mean(run.penalized / other.penalized for run, other in both),
            _ratio_of_conflicts(both),
        )
        for route, both in pairs.items()
    ]
    return sorted(rows, key=lambda row: (row.time, row.route))


def _ratio_of_conflicts(both: Iterable[tuple[Hard, Hard]]) -> float:
    ratios = [
        run.conflicts / other.conflicts
        for run, other in both
        if run.seconds is not None and other.seconds is not None
        if min(run.conflicts or 0, other.conflicts or 0) >= CONFLICTS and run.conflicts and other.conflicts
    ]
    return geometric_mean(ratios) if ratios else math.nan


def encodings(hard: HardArchive, kind: str, level: int) -> list[Beside]:
    """Those of a kind by the usual solver, and engines, beside the usual formula; held out ones too."""
    usual = usual_route(kind)
    return beside(hard.table(kind, level, held_out=None).runs, lambda route: usual)


def solvers(hard: HardArchive, kind: str, level: int) -> list[Beside]:
    """Other solvers beside the usual one with the same formula."""
    runs = [run for run in hard.runs if (run.kind, run.level) == (kind, level)]
    found = beside(runs, lambda route: f"{reduction_of(route)}/{USUAL}")
    return [row for row in found if row.route.rpartition("/")[2] != USUAL]


def above(hard: HardArchive) -> list[int]:
    return [level for level in hard.levels if level > 1]


def kinds_of(hard: HardArchive, level: int) -> list[str]:
    found = {run.kind for run in hard.runs if run.level == level}
    return sorted(found, key=ORDER.index)


# The sections


def level_section(hard: HardArchive, level: int) -> Iterator[str]:
    runs = [run for run in hard.runs if run.level == level and run.status != LEFT_OUT]
    full = sum(run.limit >= FACTOR * level for run in runs)
    lower = listed([f"{limit:g}" for limit in sorted({run.limit for run in runs}) if limit < FACTOR * level])
    undecided = sum(run.seconds is None for run in runs)
    yield f"## Level {level}"
    yield ""
    yield (
        f"{counted(len(runs), 'run')} on instances on which the usual formula was to take {level} s, with a "
        f"limit of {lower} processor seconds, which is less than ten times the level"
        + (f", and in {full} of them, where it decided something, of ten times" if full else "")
        + f". Those that were not decided ({undecided}) count as twice the limit. By kind "
        f"{CHOSEN[level]}, beside the "
        "usual one on the same instances: the geometric mean of the ratios of times, and of conflicts where "
        "both decided; below 1 is better than the usual formula. *at 1* is the ratio of times at level 1. "
        "Few instances, and where they have several answers a lottery."
    )
    yield ""
    for kind in kinds_of(hard, level):
        yield from _kind(hard, kind, level)
    yield from _solvers(hard, level)


def _kind(hard: HardArchive, kind: str, level: int) -> Iterator[str]:
    before = {row.route: row.time for row in encodings(hard, kind, 1)}
    rows = encodings(hard, kind, level)
    if not rows:
        return
    puzzles = list(dict.fromkeys(run.puzzle for row in rows for run in row.runs))
    verdicts = [hard.verdicts.get(puzzle, "undecided") for puzzle in puzzles]
    said = listed([f"{verdicts.count(one)} {one}" for one in dict.fromkeys(verdicts)])
    usual = next(row for row in rows if row.route == usual_route(kind))
    times = ", ".join("undecided" if run.seconds is None else f"{run.seconds:.1f}" for run in usual.runs)
    yield (
        f"**[{kind}]({kind}.md)**: {counted(len(puzzles), 'instance')} ({said}); seconds of the usual "
        f"formula `{usual_name(usual.route)}`: {times}."
    )
    yield ""
    if len(rows) > 1:
        cells = [
            [
                f"`{usual_name(row.route)}`",
                row.solved,
                figure(row.time),
                figure(before.get(row.route)),
                figure(row.conflicts),
            ]
            for row in rows
        ]
        yield from table(("route", "solved", "time", "at 1", "conflicts"), cells)
        yield ""


def _solvers(hard: HardArchive, level: int) -> Iterator[str]:
    found = {kind: rows for kind in kinds_of(hard, level) if (rows := solvers(hard, kind, level))}
    if not found:
        return
    names = sorted({row.route.rpartition("/")[2] for rows in found.values() for row in rows})
    yield "### Other solvers"
    yield ""
    yield (
        f"The time divided by that of {USUAL} with the same formula on the same instances, as geometric "
        "means, and in brackets the runs that were decided. kissat404 is started again for a second answer, "
        "and counts no conflicts here; cadical300 is without bounded variable addition."
    )
    yield ""
    rows = []
    for kind, those in found.items():
        for reduction in dict.fromkeys(reduction_of(row.route) for row in those):
            by_solver = {
                row.route.rpartition("/")[2]: row for row in those if reduction_of(row.route) == reduction
            }
            cells = [
                f"{by_solver[name].time:.2f} ({by_solver[name].solved})" if name in by_solver else "-"
                for name in names
            ]
            rows.append([f"[{kind}]({kind}.md)", f"`{reduction}`", *cells])
    yield from table(("kind", "formula", *names), rows, left=2)
    yield ""


class Carried(NamedTuple):
    """The ranking of level 1 beside that of a higher one, of the routes and instances that both have.

    * first, best: the routes that are first at level 1, and at the other.
    * loss: the time of the former there, divided by that of the latter.
    """

    first: str
    best: str
    loss: float
    tau: float
    routes: int
    instances: int


def carried_to(hard: HardArchive, kind: str, level: int) -> Carried | None:
    """None where fewer than two routes can be compared."""
    lines = hard.table(kind, level).lines
    ratios = {line.route: line.ratio for line in lines}
    before = {line.route: line.ratio for line in hard.table(kind, held_out=None).lines}
    both = [route for route in ratios if route in before]
    if len(both) < 2:
        return None
    first, best = min(both, key=before.__getitem__), min(both, key=ratios.__getitem__)
    tau = kendall([(before[route], ratios[route]) for route in both])
    return Carried(first, best, ratios[first] / ratios[best], tau, len(both), len(lines[0].runs))


def changed(hard: HardArchive, level: int) -> list[str]:
    """The kinds in which another route is first than at level 1, by more than 10 %."""
    found = {kind: carried_to(hard, kind, level) for kind in kinds_of(hard, level)}
    return [kind for kind, one in found.items() if one is not None and one.loss > CLOSE]


def carried_on(hard: HardArchive, level: int) -> Iterator[str]:
    """Whether the ranking of level 1 is that of a higher one."""
    rows, holds = [], 0
    for kind in kinds_of(hard, level):
        if (one := carried_to(hard, kind, level)) is None:
            continue
        holds += one.loss <= CLOSE
        names = [f"`{usual_name(route)}`" for route in (one.first, one.best)]
        cells = [f"{one.loss:.2f}", figure(one.tau), f"{one.routes}", f"{one.instances}"]
        rows.append([f"[{kind}]({kind}.md)", *names, *cells])
    if not rows:
        return
    yield (
        f"From level 1 to level {level}, on the instances that all of these routes were tried on: the first "
        f"stays the first, or within 10 %, in {holds} of {counted(len(rows), 'kind')}."
    )
    yield ""
    heads = ("kind", "first at 1", f"first at {level}", "ratio", "tau", "routes", "instances")
    yield from table(heads, rows, left=3)
    yield ""


def default_at(hard: HardArchive, kind: str, level: int) -> float | None:
    """How the check without a route compares with the virtual best of a level; None if not measured."""
    found = hard.table(kind, level, held_out=True)
    return found.default if found.runs and found.best else None


def seeds_above(hard: HardArchive, level: int) -> str:
    runs = [run for run in hard.runs if run.level == level]
    first = sorted({run.seed for run in runs if run.seed <= HELD_OUT})
    later = sorted({run.seed for run in runs if run.seed > HELD_OUT})
    return listed(list(map(str, first))) + (f", held out {listed(list(map(str, later)))}" if later else "")
