"""Tables of runs: first whether the routes agree, then their times, with medians, ratios and ranks."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..answering.choosing import name_fits
from ..answering.routes import default_route
from ..base.arguments import separated
from ..base.errors import UnknownRouteError
from ..base.wording import counted, several, similar
from .columns import SIZES
from .report import Report
from .report_tables import Disagreement, Point, RouteRecord, Table, applied_times, contributions, fastest
from .rows import MeasurementError, Run, RunRecord, contradicting
from .statistics import mean_ratio, median, par2, penalized, quartiles

if TYPE_CHECKING:
    from .store import Store


def summarize(
    store: Store,
    baseline: str | None = None,
    clock: str = "cpu",
    seed: int = 0,
    names: Sequence[str] = (),
    puzzles: Collection[str] | None = None,
) -> Report:
    """Summarize a store by one of `store.CLOCKS`; `puzzles` are the ids of those to show. See `report_of`."""
    runs = [one for one in store.runs(clock) if puzzles is None or one.id in puzzles]
    return report_of(runs, clock, store.limit, baseline, seed, names, store.axis, store.sessions())


def report_of(
    runs: Sequence[RunRecord],
    clock: str,
    limit: float | None,
    baseline: str | None = None,
    seed: int = 0,
    names: Sequence[str] = (),
    axis: str | None = None,
    sessions: Iterable[dict[str, Any]] = (),
    notes: Iterable[str] = (),
) -> Report:
    """A report of runs: of each kind, the puzzles that were measured by all routes.

    * limit: the seconds of each run.
    * baseline: the route that others are compared with; by default the default route, or else the fastest.
    * seed: the seed of the bootstrap.
    * names: names and patterns of routes, as for `chosen_routes`; by default all.
    * axis, sessions, notes: what the sizes of the puzzles mean; when, where and how it was measured; remarks.

    Raise `UnknownRouteError` for a baseline or a route that was not measured; `MeasurementError` if no puzzle
    of a kind was measured by all routes.
    """
    runs = _chosen(runs, separated(names)) if names else runs
    if baseline is not None and all(run.route != baseline for run in runs):
        raise UnknownRouteError(f"nothing was measured by {baseline}")
    found = find_disagreements(runs)
    tables = []
    for kind in () if found else dict.fromkeys(run.kind for run in runs):
        common, left_out = _of_all_routes(kind, [run for run in runs if run.kind == kind])
        tables.append(table_of(kind, common, limit, baseline, seed, left_out))
    return Report(tuple(tables), found, clock, limit, axis, tuple(sessions), tuple(notes))


def _chosen(runs: Sequence[RunRecord], names: Sequence[str]) -> list[RunRecord]:
    measured = list(dict.fromkeys((run.kind, run.route) for run in runs))
    fitting: set[tuple[str, str]] = set()
    for name in names:
        found = {(kind, route) for kind, route in measured if name_fits(kind, route, name)}
        if not found:
            routes = list(dict.fromkeys(route for _, route in measured))
            near = similar(name, routes) or routes[:12]
            raise UnknownRouteError(f"no route that was measured fits {name!r}; there is {', '.join(near)}")
        fitting |= found
    return [run for run in runs if (run.kind, run.route) in fitting]


def _of_all_routes(kind: str, runs: Sequence[RunRecord]) -> tuple[list[RunRecord], int]:
    """The runs of puzzles that were measured by all routes, and the number of other puzzles."""
    measured: dict[str, set[str]] = {}
    for run in runs:
        measured.setdefault(run.route, set()).add(run.id)
    common, every = set.intersection(*measured.values()), set.union(*measured.values())
    if not common:
        counts = [f"{route} {counted(len(own), 'puzzle')}" for route, own in measured.items()]
        raise MeasurementError(
            f"no puzzle of {kind} was measured by all routes ({several(counts)}): --routes chooses some"
        )
    return [run for run in runs if run.id in common], len(every) - len(common)


# Agreement


def find_disagreements(runs: Iterable[RunRecord]) -> tuple[Disagreement, ...]:
    """The puzzles on which two runs contradict each other, or one gave a wrong answer."""
    groups: dict[tuple[str, str, str], list[RunRecord]] = {}
    for run in runs:
        groups.setdefault((run.kind, run.puzzle, run.id), []).append(run)
    found = []
    for (kind, name, _), group in groups.items():
        if against := contradicting(group):
            claims = dict.fromkeys((run.route, _words(run)) for run in group)
            found.append(Disagreement(kind, name, tuple(claims), tuple(dict.fromkeys(against))))
    return tuple(found)


def _words(run: RunRecord) -> str:
    answers = f", answer {' and '.join(run.answers)}" if any(run.answers) else ""
    reason = f" ({run.reason})" if run.reason is not None else ""
    return f"{run.status}{reason}{answers}"


# Times

Points = Mapping[str, Point]
"""The points of one route by puzzle."""
_MEDIANS = (
    *SIZES,
    *("effort", "decisions", "propagations"),
    *("reduce_seconds", "solve_seconds", "first_seconds", "proof_seconds", "memory_bytes"),
)
"""The columns of runs of which a route has the median."""


def table_of(
    kind: str,
    runs: Iterable[Run],
    limit: float | None = None,
    baseline: str | None = None,
    seed: int | None = None,
    left_out: int = 0,
) -> Table:
    """The routes of one kind, the fastest first.

    * limit, baseline: as in `report_of`.
    * seed: the seed of the bootstrap; None for no ratios.
    """
    groups: dict[str, dict[str, list[Run]]] = {}
    for run in runs:
        groups.setdefault(run.route, {}).setdefault(run.id or run.puzzle, []).append(run)
    by_route = {
        route: {
            one: Point(one, route, median([run.seconds for run in group]), tuple(group))
            for one, group in own.items()
        }
        for route, own in groups.items()
    }
    found = {route: _summary(points, limit) for route, points in by_route.items()}
    par2_of = {route: one["par2_seconds"] for route, one in found.items()}
    ranks = {route: math.inf if number is None else number for route, number in par2_of.items()}
    ranked = sorted(by_route, key=lambda route: (ranks[route], route))
    chosen = next((one for one in (baseline, default_route(kind).name) if one in by_route), ranked[0])
    points = [point for own in by_route.values() for point in own.values()]
    times = applied_times(points)
    rises = contributions(times, limit)
    counts = [len(point.runs) for point in points]
    return Table(
        kind,
        chosen,
        len({point.puzzle for point in points}),
        left_out,
        (min(counts), max(counts)),
        tuple(
            RouteRecord(
                kind,
                route,
                chosen,
                **found[route],
                **_ratio(by_route[route], by_route[chosen], limit, seed),
                fastest=fastest(times, route),
                contribution_seconds=rises.get(route),
            )
            for route in ranked
        ),
        tuple(points),
    )


def _summary(points: Points, limit: float | None) -> dict[str, Any]:
    applied = [point for point in points.values() if point.applicable]
    others = [point for point in points.values() if not point.applicable]
    failed = [point for point in applied if point.failed]
    runs = [run for point in applied for run in point.runs]
    times = [point.seconds for point in applied]
    low, middle, high = quartiles(times) if times else (None, None, None)
    return {
        **{name: _median([getattr(run, name, None) for run in runs]) for name in _MEDIANS},
        "effort_unit": next((run.effort_unit for run in runs if run.effort_unit), None),
        "total_seconds": middle,
        "total_seconds_low": low,
        "total_seconds_high": high,
        "par2_seconds": par2(times, limit) if times else None,
        "puzzles": len(applied),
        "solved": sum(map(math.isfinite, times)),
        "failed": len(failed),
        "inapplicable": len(others),
        "rests_on": next((run.rests_on for run in runs), None),
        "reasons": tuple(str(some[0].runs[0].reason) for some in (failed, others) if some),
    }


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _ratio(points: Points, base: Points, limit: float | None, seed: int | None) -> dict[str, Any]:
    """The ratio of a route's times to those of the baseline, over the puzzles that both apply to."""
    both = [one for one in points if points[one].applicable and one in base and base[one].applicable]
    own, other = ([penalized(side[one].seconds, limit) for one in both] for side in (points, base))
    found = None if seed is None else mean_ratio(own, other, seed)
    return dict(zip(("ratio", "ratio_low", "ratio_high"), found or (None, None, None), strict=True))
