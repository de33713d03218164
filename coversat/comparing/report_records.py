"""The rows of a report: one for each route, for each run, and for the best routes together."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..base.records import Records, column
from .columns import three_sizes
from .measuring import Measurement, Seconds
from .report_tables import Point, Table, unit_of
from .rows import RunStatus
from .statistics import penalized


@dataclass(frozen=True)
class RouteRecord:
    """One route on the puzzles of one kind; times are in seconds by the report's clock."""

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
    first_seconds: float | None = column("median time from there to the first answer, or to none")
    proof_seconds: float | None = column("median time from there until it is known whether there is another")
    total_seconds: float | None = column("median time of all stages; null if half were not solved")
    total_seconds_low: float | None = column("lower quartile of it")
    total_seconds_high: float | None = column("upper quartile of it")
    par2_seconds: float | None = column("mean time, with twice the limit for an unsolved puzzle")
    puzzles: int = column("puzzles that the route applies to")
    solved: int = column("puzzles solved")
    refused: int = column("puzzles on which the solver failed")
    inapplicable: int = column("puzzles that the route does not take")
    ratio: float | None = column("geometric mean of the time divided by the baseline's")
    ratio_low: float | None = column("lower end of its 95% bootstrap interval")
    ratio_high: float | None = column("upper end of its 95% bootstrap interval")
    fastest: int = column("puzzles on which no route is more than 5% faster")
    contribution_seconds: float | None = column(
        "how much the PAR2 of the virtual best rises without the route; null if a puzzle is then without one"
    )
    memory_bytes: float | None = column("median growth of the process")


@dataclass(frozen=True)
class RunRecord:
    """One run of one puzzle by one route."""

    puzzle: str = column("the name of the puzzle")
    kind: str = column("the kind of problem")
    size: float | None = column("the size of the puzzle: numbers in its answer, or what its family states")
    route: str = column("the route")
    run: int = column("the number of the run, from 1")
    status: RunStatus = column(
        "unique, multiple or none; unknown: it was ended; inapplicable: the encoding does not take the "
        "puzzle; refused: the solver failed; wrong: an answer breaks the rules"
    )
    variables_or_items: int | None = column("variables of the formula, or items of the exact cover")
    clauses_or_options: int | None = column("clauses of the formula, or options of the exact cover")
    literals_or_entries: int | None = column("literals of all clauses, or entries of all options")
    effort: float | None = column("the effort of the search in its unit")
    effort_unit: str | None = column("nodes or conflicts")
    decisions: float | None = column("decisions of a SAT solver")
    propagations: float | None = column("propagations of a SAT solver")
    clock: str = column("cpu: processor time; wall: time by the clock")
    reduce_seconds: float | None = column("time until the reduced instance")
    first_seconds: float | None = column("time from there to the first answer, or to none")
    proof_seconds: float | None = column("time from there until it is known whether there is another")
    total_seconds: float | None = column("time of all stages; null if it did not finish")
    memory_bytes: int | None = column("growth of the process")
    reason: str | None = column("why there is no result")


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


@dataclass(frozen=True, repr=False)
class Runs(Records[RunRecord]):
    """A sequence of runs."""

    runs: tuple[RunRecord, ...]

    record = RunRecord

    def _records(self) -> Sequence[RunRecord]:
        return self.runs


@dataclass(frozen=True, repr=False)
class Bests(Records[BestRecord]):
    """The best routes of each kind."""

    kinds: tuple[BestRecord, ...]

    record = BestRecord

    def _records(self) -> Sequence[BestRecord]:
        return self.kinds


def _effort(effort: Mapping[str, float]) -> dict[str, float | str | None]:
    unit = unit_of(effort)
    return {
        "effort": None if unit is None else effort[unit],
        "effort_unit": unit,
        "decisions": effort.get("decisions"),
        "propagations": effort.get("propagations"),
    }


def route_records(table: Table, limit: float | None) -> Iterator[RouteRecord]:
    """The rows of a table, the fastest route first."""
    for one in table.summaries:
        total, ratio = one.total or (None, None, None), one.ratio or (None, None, None)
        yield RouteRecord(
            table.kind,
            one.route,
            table.baseline,
            **three_sizes(one.sizes),
            **_effort(one.effort),  # type: ignore[arg-type]
            reduce_seconds=one.reduce,
            first_seconds=one.first,
            proof_seconds=one.proof,
            total_seconds=total[1],
            total_seconds_low=total[0],
            total_seconds_high=total[2],
            par2_seconds=one.par2,
            puzzles=one.puzzles,
            solved=one.solved,
            refused=one.refused,
            inapplicable=one.inapplicable,
            ratio=ratio[0],
            ratio_low=ratio[1],
            ratio_high=ratio[2],
            fastest=fastest(table, one.route),
            contribution_seconds=contribution(table, one.route, limit),
            memory_bytes=one.memory,
        )


def run_records(table: Table, clock: str) -> Iterator[RunRecord]:
    """Every run of a table."""
    for point in table.points:
        for number, run in enumerate(point.runs, 1):
            yield _run(table.kind, point, number, run, clock)


def _run(kind: str, point: Point, number: int, run: Measurement, clock: str) -> RunRecord:
    def seconds(stage: Seconds | None) -> float | None:
        return None if stage is None else getattr(stage, clock)

    return RunRecord(
        point.name,
        kind,
        point.size,
        point.route,
        number,
        run.verdict,  # type: ignore[arg-type]
        **three_sizes(run.sizes),
        **_effort(run.effort),  # type: ignore[arg-type]
        clock=clock,
        reduce_seconds=seconds(run.reduce),
        first_seconds=seconds(run.first),
        proof_seconds=seconds(run.proof),
        total_seconds=seconds(run.total),
        memory_bytes=run.memory,
        reason=run.reason,
    )


# The best routes

TIE = 1.05
"""Times within this factor of the least count as the least."""


def _times(table: Table, without: str | None = None) -> dict[str, dict[str, float]]:
    """The time of each applicable route by puzzle; a puzzle that no route applies to has none."""
    times: dict[str, dict[str, float]] = {}
    for point in table.points:
        if point.applicable:
            times.setdefault(point.puzzle, {})
            if point.route != without:
                times[point.puzzle][point.route] = point.seconds
    return times


def fastest(table: Table, route: str) -> int:
    """The puzzles that the route solves with no other route more than 5% faster."""
    times = [by_route for by_route in _times(table).values() if route in by_route]
    return sum(math.isfinite(one[route]) and one[route] <= min(one.values()) * TIE for one in times)


def virtual_best(table: Table, limit: float | None, without: str | None = None) -> float | None:
    """The PAR2 of the fastest route of each puzzle; None if that is not finite, or a puzzle has no route."""
    times = _times(table, without)
    if not times or not all(times.values()):
        return None
    mean = sum(penalized(min(one.values()), limit) for one in times.values()) / len(times)
    return mean if math.isfinite(mean) else None


def contribution(table: Table, route: str, limit: float | None) -> float | None:
    """How much the virtual best's PAR2 rises without the route."""
    best, rest = virtual_best(table, limit), virtual_best(table, limit, without=route)
    return None if best is None or rest is None else rest - best


def best_record(table: Table, limit: float | None) -> BestRecord:
    """The virtual best and the single best of a table."""
    puzzles = len(_times(table))
    whole = [one for one in table.summaries if one.puzzles == puzzles and one.par2 is not None]
    single = min(whole, key=lambda one: (one.par2, one.route), default=None)
    return BestRecord(
        table.kind,
        puzzles,
        virtual_best(table, limit),
        None if single is None else single.route,
        None if single is None or single.par2 is None or math.isinf(single.par2) else single.par2,
    )
