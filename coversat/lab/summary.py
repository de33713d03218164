"""From measurements to a report: first whether the routes agree, and only then how long they took."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..errors import UnknownRouteError
from ..routing import default_route
from .agreement import Said, disagreements
from .measuring import Measurement, Seconds
from .statistics import Quartiles, Ratio, mean_ratio, median, par2, penalized, quartiles
from .store import Record, Store

CLOCKS = ("cpu", "wall")
"""Times of the processor, and on the wall."""
LEAST = 1e-6
"""Seconds; no time is taken as shorter."""


class Disagreement(NamedTuple):
    """A puzzle on which two routes contradict each other, and what each said: (route, words)."""

    kind: str
    name: str
    said: tuple[tuple[str, str], ...]
    against: tuple[str, ...]
    """The routes that cannot be right together with the first that finished, or gave a wrong answer."""


class Point(NamedTuple):
    """A puzzle by a route: its size, the seconds of all stages (infinite if unfinished), its runs."""

    puzzle: str
    name: str
    size: float | None
    route: str
    seconds: float
    runs: tuple[Measurement, ...]


@dataclass(frozen=True)
class RouteSummary:
    """What one route did on the puzzles of one kind; all times in seconds.

    Attributes
    ----------
    sizes : mapping
        Medians of the reduced instances' sizes.
    reduce, first, proof : float or None
        Medians of the stages, of the runs that came so far.
    total : Quartiles
        The time of all stages; infinite where so many did not finish.
    par2 : float
    solved, refused, puzzles : int
        Finished; not taken by the route; all.
    refusal : str or None
        Why the first was not taken.
    ratio : Ratio or None
        To the baseline.
    effort, memory : float or None
        Medians: nodes or conflicts; bytes.
    """

    route: str
    sizes: dict[str, float]
    reduce: float | None
    first: float | None
    proof: float | None
    total: Quartiles
    par2: float
    solved: int
    refused: int
    puzzles: int
    refusal: str | None
    ratio: Ratio | None
    effort: dict[str, float]
    memory: float | None


@dataclass(frozen=True)
class Table:
    """The routes of one kind, the fastest first, and the points behind them."""

    kind: str
    baseline: str
    puzzles: int
    runs: int
    summaries: tuple[RouteSummary, ...]
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Report:
    """All that is shown of a store.  Where routes disagree there are no tables."""

    tables: tuple[Table, ...]
    disagreements: tuple[Disagreement, ...]
    clock: str
    limit: float | None
    axis: str | None
    sessions: tuple[dict[str, Any], ...]

    def _repr_html_(self) -> str:
        """What notebooks show."""
        from .table import as_html

        return as_html(self)


def report(store: Store, baseline: str | None = None, clock: str = "cpu", seed: int = 0) -> Report:
    """Summarize a store.

    Parameters
    ----------
    store : Store
    baseline : str, optional
        The route that others are compared with; the one taken unasked, or else the fastest.
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
    tables = [] if found else [_table(kind, records, baseline, clock, store.limit, seed) for kind in kinds]
    return Report(tuple(tables), found, clock, store.limit, store.axis, tuple(store.sessions()))


# Agreement


def find_disagreements(records: Sequence[Record]) -> tuple[Disagreement, ...]:
    """The puzzles on which two runs contradict each other, or one gave a wrong answer."""
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for record in records:
        groups.setdefault((record.kind, record.name, record.puzzle), []).append(record)
    found = []
    for (kind, name, _), group in groups.items():
        against = disagreements([_said(record) for record in group])
        if against:
            said = dict.fromkeys((record.route, _words(record.measured)) for record in group)
            found.append(Disagreement(kind, name, tuple(said), tuple(dict.fromkeys(against))))
    return tuple(found)


def _said(record: Record) -> Said:
    measured = record.measured
    exhausted = measured.verdict in ("unique", "none")
    return Said(record.route, frozenset(measured.answers), exhausted, measured.verdict == "wrong")


def _words(measured: Measurement) -> str:
    answers = f", answer {' and '.join(measured.answers)}" if measured.answers else ""
    reason = f" ({measured.reason})" if measured.reason is not None else ""
    return f"{measured.verdict}{reason}{answers}"


# Times


def _table(
    kind: str, records: Sequence[Record], baseline: str | None, clock: str, limit: float | None, seed: int
) -> Table:
    points = _points([record for record in records if record.kind == kind], clock)
    by_route: dict[str, dict[str, Point]] = {}
    for point in points:
        by_route.setdefault(point.route, {})[point.puzzle] = point
    scores = {
        route: par2([point.seconds for point in mine.values()], limit) for route, mine in by_route.items()
    }
    ranked = sorted(by_route, key=lambda route: (scores[route], route))
    usual = default_route(kind).name
    chosen = next((route for route in (baseline, usual) if route in by_route), ranked[0])
    summaries = [
        _summary(route, by_route[route], by_route[chosen], clock, scores[route], limit, seed)
        for route in ranked
    ]
    puzzles = len({point.puzzle for point in points})
    return Table(kind, chosen, puzzles, max(len(p.runs) for p in points), tuple(summaries), tuple(points))


def _points(records: Sequence[Record], clock: str) -> list[Point]:
    """One for each puzzle and route: the median of their runs."""
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
        seconds = median([_seconds(run.total, clock) for run in runs])
        points.append(Point(puzzle, group[0].name, sizes.get(puzzle), route, seconds, runs))
    return points


def _seconds(stage: Seconds | None, clock: str) -> float:
    return math.inf if stage is None else max(LEAST, getattr(stage, clock))


def _summary(
    route: str,
    mine: dict[str, Point],
    base: dict[str, Point],
    clock: str,
    score: float,
    limit: float | None,
    seed: int,
) -> RouteSummary:
    runs = [run for point in mine.values() for run in point.runs]
    times = [point.seconds for point in mine.values()]
    stages = {
        stage: _median([_seconds(done, clock) for run in runs if (done := getattr(run, stage)) is not None])
        for stage in ("reduce", "first", "proof")
    }
    refused = [
        point.runs[0].reason for point in mine.values() if all(run.verdict == "refused" for run in point.runs)
    ]
    both = [puzzle for puzzle in mine if puzzle in base]
    own, other = ([penalized(side[puzzle].seconds, limit) for puzzle in both] for side in (mine, base))
    return RouteSummary(
        route,
        _medians([run.sizes for run in runs]),
        **stages,
        total=quartiles(times),
        par2=score,
        solved=sum(map(math.isfinite, times)),
        refused=len(refused),
        puzzles=len(mine),
        refusal=next(iter(refused), None),
        ratio=mean_ratio(own, other, seed),
        effort=_medians([run.effort for run in runs]),
        memory=_median([run.memory for run in runs if run.memory is not None]),
    )


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def _medians(rows: Sequence[Any]) -> dict[str, float]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: median([row[name] for row in rows if name in row]) for name in names}
