"""Summarising measurements as a report: first whether the routes agree, then their times."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from ..answers.choosing import fits
from ..answers.routes import default_route, find_route
from ..base.arguments import separated
from ..base.errors import UnknownRouteError
from ..base.wording import counted, several, similar
from .measuring import Measurement, Seconds
from .report import Report
from .report_tables import Disagreement, Point, RouteSummary, Table
from .statistics import Claim, Ratio, disagreements, mean_ratio, median, par2, penalized, quartiles
from .store import Record, Store, StoreError

CLOCKS = ("cpu", "wall")
"""Processor time and wall-clock time."""
LEAST = 1e-6
"""The shortest time in seconds; shorter ones are rounded up to it."""


def summarize(
    store: Store,
    baseline: str | None = None,
    clock: str = "cpu",
    seed: int = 0,
    names: Sequence[str] = (),
    puzzles: Collection[str] | None = None,
) -> Report:
    """Summarize a store: of each kind, the puzzles that were measured by all routes.

    * baseline: the route that others are compared with; by default the default route, or else the fastest.
    * clock: one of `CLOCKS`.
    * seed: the seed of the bootstrap.
    * names: names and patterns of routes, as for `chosen_routes`; by default all.
    * puzzles: the ids of the puzzles; by default all.

    Raise `UnknownRouteError` for a baseline or a route that was not measured. Raise `StoreError` if no puzzle
    of a kind was measured by all routes.
    """
    records = [one for one in store.records() if puzzles is None or one.puzzle in puzzles]
    records = _chosen(records, separated(names)) if names else records
    if baseline is not None and all(record.route != baseline for record in records):
        raise UnknownRouteError(f"nothing was measured by {baseline}")
    found = find_disagreements(records)
    kinds = dict.fromkeys(record.kind for record in records)
    scale = Scale(clock, store.limit, seed)
    tables = [] if found else [_table(kind, records, baseline, scale) for kind in kinds]
    return Report(tuple(tables), found, clock, store.limit, store.axis, tuple(store.sessions()))


def _chosen(records: Sequence[Record], names: Sequence[str]) -> list[Record]:
    """The records of routes that have one of the names."""
    measured = list(dict.fromkeys((record.kind, record.route) for record in records))
    fitting: set[tuple[str, str]] = set()
    for name in names:
        found = {(kind, route) for kind, route in measured if fits(find_route(kind, route), name)}
        if not found:
            routes = list(dict.fromkeys(route for _, route in measured))
            near = similar(name, routes) or routes[:12]
            raise UnknownRouteError(f"no route that was measured fits {name!r}; there is {', '.join(near)}")
        fitting |= found
    return [record for record in records if (record.kind, record.route) in fitting]


# Agreement


def find_disagreements(records: Sequence[Record]) -> tuple[Disagreement, ...]:
    """The puzzles on which two runs contradict each other, or one gave a wrong answer."""
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for record in records:
        groups.setdefault((record.kind, record.name, record.puzzle), []).append(record)
    found = []
    for (kind, name, _), group in groups.items():
        against = disagreements([_claim(record) for record in group])
        if against:
            claims = dict.fromkeys((record.route, _words(record.measured)) for record in group)
            found.append(Disagreement(kind, name, tuple(claims), tuple(dict.fromkeys(against))))
    return tuple(found)


def _claim(record: Record) -> Claim:
    measured = record.measured
    exhausted = measured.verdict in ("unique", "none")
    return Claim(record.route, frozenset(measured.answers), exhausted, measured.verdict == "wrong")


def _words(measured: Measurement) -> str:
    answers = f", answer {' and '.join(measured.answers)}" if measured.answers else ""
    reason = f" ({measured.reason})" if measured.reason is not None else ""
    return f"{measured.verdict}{reason}{answers}"


# Times


class Scale(NamedTuple):
    """The settings of comparisons: the clock, the limit of each run, and the seed of the bootstrap."""

    clock: str
    limit: float | None
    seed: int

    def seconds(self, stage: Seconds | None) -> float:
        """The time of a stage; infinite if it did not end."""
        return math.inf if stage is None else max(LEAST, getattr(stage, self.clock))

    def rank(self, points: Points) -> float:
        """The PAR2 of the puzzles that the route applies to; infinite if there are none."""
        times = [point.seconds for point in points.values() if point.applicable]
        return par2(times, self.limit) if times else math.inf

    def ratio(self, points: Points, base: Points) -> Ratio | None:
        """The ratio of a route's times to those of the baseline, over the puzzles that both apply to."""
        both = [puzzle for puzzle in points if points[puzzle].applicable and base[puzzle].applicable]
        own, other = ([penalized(side[one].seconds, self.limit) for one in both] for side in (points, base))
        return mean_ratio(own, other, self.seed)


Points = Mapping[str, Point]
"""The points of one route by puzzle."""


def _table(kind: str, records: Sequence[Record], baseline: str | None, scale: Scale) -> Table:
    of_kind = [record for record in records if record.kind == kind]
    measured: dict[str, set[str]] = {}
    for record in of_kind:
        measured.setdefault(record.route, set()).add(record.puzzle)
    common, every = set.intersection(*measured.values()), set.union(*measured.values())
    if not common:
        counts = [f"{route} {counted(len(own), 'puzzle')}" for route, own in measured.items()]
        raise StoreError(
            f"no puzzle of {kind} was measured by all routes ({several(counts)}): --routes chooses some"
        )
    points = _points([record for record in of_kind if record.puzzle in common], scale)
    by_route: dict[str, dict[str, Point]] = {}
    for point in points:
        by_route.setdefault(point.route, {})[point.puzzle] = point
    ranked = sorted(by_route, key=lambda route: (scale.rank(by_route[route]), route))
    usual = default_route(kind).name
    chosen = next((route for route in (baseline, usual) if route in by_route), ranked[0])
    runs = [len(point.runs) for point in points]
    return Table(
        kind,
        chosen,
        len(common),
        len(every) - len(common),
        (min(runs), max(runs)),
        tuple(_summary(route, by_route[route], by_route[chosen], scale) for route in ranked),
        tuple(points),
    )


def _points(records: Sequence[Record], scale: Scale) -> list[Point]:
    groups: dict[tuple[str, str], list[Record]] = {}
    sizes: dict[str, float] = {}
    for record in records:
        groups.setdefault((record.puzzle, record.route), []).append(record)
        size = record.measured.values if record.size is None else record.size
        if size is not None:
            sizes[record.puzzle] = size
    points = []
    for (puzzle, route), group in groups.items():
        runs = tuple(record.measured for record in group)
        seconds = median([scale.seconds(run.total) for run in runs])
        points.append(Point(puzzle, group[0].name, sizes.get(puzzle), route, seconds, runs))
    return points


def _summary(route: str, points: Points, base: Points, scale: Scale) -> RouteSummary:
    applied = [point for point in points.values() if point.applicable]
    others = [point for point in points.values() if not point.applicable]
    refused = [point for point in applied if point.refused]
    runs = [run for point in applied for run in point.runs]
    times = [point.seconds for point in applied]
    return RouteSummary(
        route,
        _medians([run.sizes for run in runs]),
        **{stage: _stage(runs, stage, scale) for stage in ("reduce", "first", "proof")},
        total=quartiles(times) if times else None,
        par2=scale.rank(points) if times else None,
        solved=sum(map(math.isfinite, times)),
        refused=len(refused),
        puzzles=len(applied),
        inapplicable=len(others),
        reasons=tuple(str(some[0].reason) for some in (refused, others) if some),
        ratio=scale.ratio(points, base),
        effort=_medians([run.effort for run in runs]),
        memory=_median([run.memory for run in runs if run.memory is not None]),
    )


def _stage(runs: Sequence[Measurement], stage: str, scale: Scale) -> float | None:
    ended = (getattr(run, stage) for run in runs)
    return _median([scale.seconds(seconds) for seconds in ended if seconds is not None])


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def _medians(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: median([row[name] for row in rows if name in row]) for name in names}
