"""The best routes of each kind: the virtual best, the single best, and what each route contributes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..base.records import Rows, column
from .report_tables import Point, Table
from .statistics import par2, penalized

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
