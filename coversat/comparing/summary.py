"""Summarising measurements as a report: first whether the routes agree, then their times."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ..answers.routes import default_route
from ..base.errors import UnknownRouteError
from .bench import Record, Store
from .measuring import Measurement, Seconds
from .report import Disagreement, Point, Report, RouteSummary, Table
from .statistics import Claim, Ratio, disagreements, mean_ratio, median, par2, penalized, quartiles

CLOCKS = ("cpu", "wall")
"""Processor time and wall-clock time."""
LEAST = 1e-6
"""The shortest time in seconds; shorter ones are rounded up to it."""


def summarize(store: Store, baseline: str | None = None, clock: str = "cpu", seed: int = 0) -> Report:
    """Summarize a store.

    Parameters
    ----------
    store : Store
    baseline : str, optional
        The route that others are compared with; by default the default route, or else the fastest.
    clock : str
        One of `CLOCKS`.
    seed : int
        The seed of the bootstrap.

    Raises
    ------
    UnknownRouteError
        For a baseline that was not measured.
    """
    records = store.records()
    if baseline is not None and all(record.route != baseline for record in records):
        raise UnknownRouteError(f"nothing was measured by {baseline}")
    found = find_disagreements(records)
    kinds = dict.fromkeys(record.kind for record in records)
    scale = Scale(clock, store.limit, seed)
    tables = [] if found else [_table(kind, records, baseline, scale) for kind in kinds]
    return Report(tuple(tables), found, clock, store.limit, store.axis, tuple(store.sessions()))


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

    def par2(self, points: Points) -> float:
        return par2([point.seconds for point in points.values()], self.limit)

    def ratio(self, points: Points, base: Points) -> Ratio | None:
        """The ratio of a route's times to those of the baseline, over the puzzles measured for both."""
        both = [puzzle for puzzle in points if puzzle in base]
        own, other = ([penalized(side[one].seconds, self.limit) for one in both] for side in (points, base))
        return mean_ratio(own, other, self.seed)


Points = Mapping[str, Point]
"""The points of one route by puzzle."""


def _table(kind: str, records: Sequence[Record], baseline: str | None, scale: Scale) -> Table:
    points = _points([record for record in records if record.kind == kind], scale)
    by_route: dict[str, dict[str, Point]] = {}
    for point in points:
        by_route.setdefault(point.route, {})[point.puzzle] = point
    ranked = sorted(by_route, key=lambda route: (scale.par2(by_route[route]), route))
    usual = default_route(kind).name
    chosen = next((route for route in (baseline, usual) if route in by_route), ranked[0])
    summaries = tuple(_summary(route, by_route[route], by_route[chosen], scale) for route in ranked)
    puzzles = len({point.puzzle for point in points})
    return Table(kind, chosen, puzzles, max(len(p.runs) for p in points), summaries, tuple(points))


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
    runs = [run for point in points.values() for run in point.runs]
    times = [point.seconds for point in points.values()]
    refusals = [point.runs[0].reason for point in points.values() if point.refused]
    return RouteSummary(
        route,
        _medians([run.sizes for run in runs]),
        **{stage: _stage(runs, stage, scale) for stage in ("reduce", "first", "proof")},
        total=quartiles(times),
        par2=scale.par2(points),
        solved=sum(map(math.isfinite, times)),
        refused=len(refusals),
        puzzles=len(points),
        refusal=next(iter(refusals), None),
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
