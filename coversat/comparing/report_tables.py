"""The values of a report: routes with their medians, the best ones, points, disagreements, and columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..base.records import Rows, column
from ..base.wording import several
from .rows import INAPPLICABLE, Run
from .statistics import par2, penalized


class Disagreement(NamedTuple):
    """A puzzle on which routes contradict each other, with the result of each: (route, words)."""

    kind: str
    name: str
    claims: tuple[tuple[str, str], ...]
    against: tuple[str, ...]
    """The routes that contradict the first that finished, or gave a wrong answer."""

    def lines(self) -> list[str]:
        head = f"DISAGREE on {self.name} ({self.kind}): {', '.join(self.against)}"
        return [head, *(f"  {route}: {words}" for route, words in self.claims)]


class Point(NamedTuple):
    """A puzzle (its identifier) by a route: the median seconds, infinite if unfinished, and the runs."""

    puzzle: str
    route: str
    seconds: float
    runs: tuple[Run, ...]

    @property
    def name(self) -> str:
        return self.runs[0].puzzle

    @property
    def size(self) -> float | None:
        return self.runs[0].size

    @property
    def failed(self) -> bool:
        return {run.status for run in self.runs} == {"failed"}

    @property
    def applicable(self) -> bool:
        return any(run.status != INAPPLICABLE for run in self.runs)


@dataclass(frozen=True)
class RouteRecord:
    """One route on the puzzles of one kind; times are in seconds by the report's clock.

    * reasons: why the solver failed on the first puzzle, and why the route does not apply to the first other
      one.
    """

    kind: str = column("the kind of problem")
    route: str = column("the route")
    baseline: str = column("the route that it is compared with")
    variables_or_items: float | None = column("median: variables of the formula, or items of the cover")
    clauses_or_options: float | None = column("median: clauses of the formula, or options of the cover")
    literals_or_entries: float | None = column("median: literals of all clauses, or entries of all options")
    effort: float | None = column("median of the effort in its unit; null if the solver counts nothing")
    effort_unit: str | None = column("nodes or conflicts")
    decisions: float | None = column("median: decisions of a SAT solver")
    propagations: float | None = column("median: propagations of a SAT solver")
    reduce_seconds: float | None = column("median time until the reduced instance")
    solve_seconds: float | None = column("median time of the search")
    first_seconds: float | None = column("median time from the reduction to the first answer, or to none")
    proof_seconds: float | None = column("median time from there until it is known whether there is another")
    total_seconds: float | None = column("median time of all stages; null if half were not solved")
    total_seconds_low: float | None = column("lower quartile of it")
    total_seconds_high: float | None = column("upper quartile of it")
    par2_seconds: float | None = column("mean time, with twice the limit for an unsolved puzzle")
    puzzles: int = column("puzzles that the route applies to")
    solved: int = column("puzzles solved")
    failed: int = column("puzzles on which the solver failed")
    inapplicable: int = column("puzzles that the route does not take")
    ratio: float | None = column("geometric mean of the time divided by the baseline's")
    ratio_low: float | None = column("lower end of its 95% bootstrap interval")
    ratio_high: float | None = column("upper end of its 95% bootstrap interval")
    fastest: int = column("puzzles on which no route is more than 5% faster")
    contribution_seconds: float | None = column(
        "how much the PAR2 of the virtual best rises without the route; null if a puzzle is then without one"
    )
    memory_bytes: float | None = column("median growth of the process")
    rests_on: str | None = column("the file of a user that defines an encoding of the route", None)
    reasons: tuple[str, ...] = field(default=(), repr=False)


class Unit(NamedTuple):
    """The unit of times in a table; a second is `factor` of it."""

    name: str
    factor: int

    def show(self, value: float | None) -> str:
        """A time; ``-`` if there is none or the run was ended or failed."""
        if value is None:
            return "-"
        return f"{value * self.factor:.3f}" if math.isfinite(value) else "unsolved"


SECONDS = Unit("seconds", 1)


class Column(NamedTuple):
    """A column: its head, and the value for a route."""

    head: str
    cell: Callable[[RouteRecord, Unit], str]


def whole(value: float | None) -> str:
    """A number without decimals; ``-`` if there is none."""
    return "-" if value is None else f"{value:.0f}"


def _quartiles(one: RouteRecord, unit: Unit) -> str:
    if one.total_seconds is None:
        return "-"
    return f"{unit.show(one.total_seconds_low)} to {unit.show(one.total_seconds_high)}"


def _ratio(one: RouteRecord) -> str:
    if one.ratio is None:
        return "-"
    return f"{one.ratio:.3f}" + (
        "" if one.ratio_low is None else f" [{one.ratio_low:.3f}, {one.ratio_high:.3f}]"
    )


ROUTE = Column("route", lambda one, _: one.route)
SOLVED = Column("solved", lambda one, _: f"{one.solved}/{one.puzzles}" if one.puzzles else "-")
VARIABLES = Column("vars/items", lambda one, _: whole(one.variables_or_items))
CLAUSES = Column("clauses/options", lambda one, _: whole(one.clauses_or_options))
LITERALS = Column("literals/entries", lambda one, _: whole(one.literals_or_entries))
REDUCE = Column("reduce", lambda one, unit: unit.show(one.reduce_seconds))
SHORT = (
    ROUTE,
    Column("total", lambda one, unit: unit.show(one.total_seconds)),
    SOLVED,
    Column("ratio [95%]", lambda one, _: _ratio(one)),
    Column("PAR2", lambda one, unit: unit.show(one.par2_seconds)),
    Column("quartiles", _quartiles),
    REDUCE,
    Column("first", lambda one, unit: unit.show(one.first_seconds)),
    Column("proof", lambda one, unit: unit.show(one.proof_seconds)),
)
"""The columns for a terminal, the most important first."""
SIZES = (
    VARIABLES,
    CLAUSES,
    LITERALS,
    Column("effort", lambda one, _: f"{whole(one.effort)} {one.effort_unit or ''}".rstrip()),
    Column("MB", lambda one, _: "-" if one.memory_bytes is None else f"{one.memory_bytes / 2**20:.1f}"),
)
COLUMNS = (*SHORT, *SIZES)
COMPARED = (
    ROUTE,
    VARIABLES,
    CLAUSES,
    LITERALS,
    Column("nodes/conflicts", lambda one, _: whole(one.effort)),
    Column("reduce/s", REDUCE.cell),
    Column("solve/s", lambda one, unit: unit.show(one.solve_seconds)),
    SOLVED,
)
"""The columns of several puzzles in one process; heads are in two lines."""
PAPER = (*SHORT[:5], CLAUSES, COMPARED[4])
"""The columns for a paper."""
SPARE = COMPARED.index(LITERALS)
"""The column that is needed least."""

LEGEND = (
    "Medians over the puzzles; total: all stages, with quartiles. ratio: to the baseline, the geometric mean "
    "with a bootstrap interval. PAR2: the mean. In both an unsolved puzzle counts as twice the limit. "
    "A route that does not apply to a puzzle is not counted there. "
    "first: to the first answer, or to the certainty that there is none; proof: from there to a second "
    "answer, or to the certainty that there is no other."
)


@dataclass(frozen=True)
class Table:
    """The routes of one kind, the fastest first, on its puzzles.

    * puzzles, left_out: the number of the puzzles, and of those left out as not all routes measured them.
    * runs: the least and the most runs of a puzzle by a route.
    * points: also of routes that do not apply.
    """

    kind: str
    baseline: str
    puzzles: int
    left_out: int
    runs: tuple[int, int]
    routes: tuple[RouteRecord, ...]
    points: tuple[Point, ...]

    @property
    def unit(self) -> Unit:
        """Seconds, or milliseconds if a median is less than a tenth of a second."""
        medians = [one.total_seconds for one in self.routes if one.total_seconds is not None]
        return Unit("milliseconds", 1000) if min(medians, default=1) < 0.1 else SECONDS

    def cells(self, columns: Sequence[Column] = COLUMNS, unit: Unit | None = None) -> list[list[str]]:
        return [[column.cell(one, unit or self.unit) for column in columns] for one in self.routes]

    def shown(self, columns: Sequence[Column] = COLUMNS) -> list[list[str]]:
        """The heads and cells of the columns in which a route has something."""
        used = [one for one in columns if any(one.cell(route, self.unit) != "-" for route in self.routes)]
        return [[one.head for one in used], *self.cells(used)]

    def short_name(self, route: str) -> str:
        """The name of a route, without its solver if no other route has its reductions."""
        short, _, _ = route.rpartition("/")
        others = [one.route for one in self.routes if one.route.rpartition("/")[0] == short]
        return short if len(others) == 1 and ":" in short else route

    def refusals(self) -> list[str]:
        """The routes without a result for some puzzles, and why; one sentence for each reason."""
        groups: dict[tuple[str, str], list[str]] = {}
        for one in self.routes:
            numbers = ((one.failed, "gave no result"), (one.inapplicable, "does not apply"))
            told = [f"{what} for {count} of {self.puzzles} puzzles" for count, what in numbers if count]
            for words, reason in zip(told, one.reasons, strict=True):
                groups.setdefault((words, reason), []).append(one.route)
        own = [f"{one.route} rests on {one.rests_on}" for one in self.routes if one.rests_on]
        return [
            *(
                f"{several(routes)} {words if len(routes) == 1 else words.replace('does', 'do', 1)}: {reason}"
                for (words, reason), routes in groups.items()
            ),
            *dict.fromkeys(own),
        ]


Times = Mapping[str, Mapping[str, float]]
"""The seconds of each route that applies, by puzzle."""
TIE = 1.05
"""Times within this factor of the least count as the least."""


@dataclass(frozen=True)
class BestRecord:
    """The best routes on the puzzles of one kind."""

    kind: str = column("the kind of problem")
    puzzles: int = column("puzzles that some route applies to")
    virtual_best_seconds: float | None = column("PAR2 if the fastest route of each puzzle were known")
    single_best: str | None = column("the route of the least PAR2 among those that apply to all puzzles")
    single_best_seconds: float | None = column("its PAR2")

    def __str__(self) -> str:
        words = f"{self.kind}: PAR2 of the virtual best {_seconds(self.virtual_best_seconds)}"
        if self.single_best is None:
            return f"{words}; no route applies to all puzzles"
        return f"{words}, of the single best, {self.single_best}, {_seconds(self.single_best_seconds)}"


def _seconds(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4f} s"


class Bests(Rows[BestRecord]):
    """The best routes of each kind."""

    record = BestRecord


def applied_times(points: Iterable[Point]) -> Times:
    """The time of each applicable route by puzzle; a puzzle that no route applies to has none."""
    times: dict[str, dict[str, float]] = {}
    for point in points:
        if point.applicable:
            times.setdefault(point.puzzle, {})[point.route] = point.seconds
    return times


def fastest(times: Times, route: str) -> int:
    """The puzzles that the route solves with no other route more than 5% faster."""
    own = [by_route for by_route in times.values() if route in by_route]
    return sum(math.isfinite(one[route]) and one[route] <= min(one.values()) * TIE for one in own)


def virtual_best(times: Times, limit: float | None) -> float | None:
    """The PAR2 of the fastest route of each puzzle; None if that is not finite."""
    best = par2([min(one.values()) for one in times.values()], limit) if times else math.inf
    return best if math.isfinite(best) else None


def contributions(times: Times, limit: float | None) -> dict[str, float | None]:
    """How much the virtual best's PAR2 rises without each route; None if a puzzle is then without one."""
    rises = {route: 0.0 for one in times.values() for route in one}
    for by_route in times.values():
        first, *others = sorted(by_route, key=lambda route: by_route[route])
        least = penalized(by_route[first], limit)
        rises[first] += (penalized(by_route[others[0]], limit) if others else math.inf) - least
    known = virtual_best(times, limit) is not None
    return {
        route: rise / len(times) if known and math.isfinite(rise) else None for route, rise in rises.items()
    }


def best_record(table: Table, limit: float | None) -> BestRecord:
    """The virtual best and the single best of a table."""
    times = applied_times(table.points)
    ranks = [(one.par2_seconds, one.route) for one in table.routes if one.puzzles == len(times)]
    seconds, single = min(((par2, route) for par2, route in ranks if par2 is not None), default=(None, None))
    known = seconds is not None and math.isfinite(seconds)
    return BestRecord(table.kind, len(times), virtual_best(times, limit), single, seconds if known else None)
