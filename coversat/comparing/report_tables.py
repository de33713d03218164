"""The values of a report: routes with their medians, points of each puzzle, disagreements, and columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..base.wording import several
from .measuring import Measurement
from .rows import INAPPLICABLE
from .statistics import Quartiles, Ratio

EFFORTS = ("conflicts", "nodes")
"""The units of effort."""


def unit_of(effort: Mapping[str, float]) -> str | None:
    """The unit of a search's effort; None of a solver that counts nothing."""
    return next((unit for unit in EFFORTS if unit in effort), None)


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
    """A puzzle by a route: its size, the seconds of all stages (infinite if unfinished), its runs."""

    puzzle: str
    name: str
    size: float | None
    route: str
    seconds: float
    runs: tuple[Measurement, ...]

    @property
    def refused(self) -> bool:
        return {run.verdict for run in self.runs} == {"refused"}

    @property
    def applicable(self) -> bool:
        return any(run.verdict != INAPPLICABLE for run in self.runs)

    @property
    def reason(self) -> str | None:
        """Why the first run has no result."""
        return self.runs[0].reason


@dataclass(frozen=True)
class RouteSummary:
    """The results of one route on the puzzles of one kind that it applies to; times are in seconds.

    * sizes: medians of the reduced instances' sizes.
    * reduce, first, proof: medians of the stages over the runs that reached them.
    * total: the time of all stages; infinite if too few finished, None if the route applies to no puzzle.
    * solved, refused, puzzles, inapplicable: the numbers of puzzles finished, of those on which the solver
      failed, of those that the route applies to, and of the others.
    * reasons: why the solver failed on the first puzzle, and why the route does not apply to the first other
      one.
    * ratio: to the baseline.
    * effort, memory: medians: nodes or conflicts; bytes.
    """

    route: str
    sizes: dict[str, float]
    reduce: float | None
    first: float | None
    proof: float | None
    total: Quartiles | None
    par2: float | None
    solved: int
    refused: int
    puzzles: int
    inapplicable: int
    reasons: tuple[str, ...]
    ratio: Ratio | None
    effort: dict[str, float]
    memory: float | None


class Unit(NamedTuple):
    """The unit of times in a table; a second is `factor` of it."""

    name: str
    factor: int

    def show(self, value: float | None) -> str:
        """A time; ``-`` if there is none or the run was ended or refused."""
        if value is None:
            return "-"
        return f"{value * self.factor:.3f}" if math.isfinite(value) else "unsolved"


class Column(NamedTuple):
    """A column: its head, and the value for a route."""

    head: str
    cell: Callable[[RouteSummary, Unit], str]


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def _size(summary: RouteSummary, place: int) -> str:
    sizes = list(summary.sizes.values())
    return _number(sizes[place]) if sizes else "-"


def _quartiles(total: Quartiles | None, unit: Unit) -> str:
    return "-" if total is None else f"{unit.show(total.low)} to {unit.show(total.high)}"


def _effort(effort: Mapping[str, float]) -> str:
    """The effort with its unit; ``-`` of a solver that counts nothing."""
    unit = unit_of(effort)
    return "-" if unit is None else f"{effort[unit]:.0f} {unit}"


def _ratio(ratio: Ratio | None) -> str:
    if ratio is None:
        return "-"
    return f"{ratio.mean:.3f}" + ("" if ratio.low is None else f" [{ratio.low:.3f}, {ratio.high:.3f}]")


SHORT = (
    Column("route", lambda s, _: s.route),
    Column("total", lambda s, unit: "-" if s.total is None else unit.show(s.total.median)),
    Column("solved", lambda s, _: f"{s.solved}/{s.puzzles}" if s.puzzles else "-"),
    Column("ratio [95%]", lambda s, _: _ratio(s.ratio)),
    Column("PAR2", lambda s, unit: unit.show(s.par2)),
    Column("quartiles", lambda s, unit: _quartiles(s.total, unit)),
    Column("reduce", lambda s, unit: unit.show(s.reduce)),
    Column("first", lambda s, unit: unit.show(s.first)),
    Column("proof", lambda s, unit: unit.show(s.proof)),
)
"""The columns for a terminal, the most important first."""
SIZES = (
    Column("vars/items", lambda s, _: _size(s, 0)),
    Column("clauses/options", lambda s, _: _size(s, 1)),
    Column("literals/entries", lambda s, _: _size(s, 2)),
    Column("effort", lambda s, _: _effort(s.effort)),
    Column("MB", lambda s, _: "-" if s.memory is None else f"{s.memory / 2**20:.1f}"),
)

COLUMNS = (*SHORT, *SIZES)

LEGEND = (
    "Medians over the puzzles; total: all stages, with quartiles. ratio: to the baseline, the geometric mean "
    "with a bootstrap interval. PAR2: the mean. In both an unsolved puzzle counts as twice the limit. "
    "A route that does not apply to a puzzle is not counted there. "
    "first: to the first answer, or to the certainty that there is none; proof: from there to a second "
    "answer, or to the certainty that there is no other."
)


@dataclass(frozen=True)
class Table:
    """The routes of one kind, the fastest first, on the puzzles that were measured by all of them.

    * puzzles, left_out: the number of these puzzles, and of those that only some of the routes measured.
    * runs: the least and the most runs of a puzzle by a route.
    * points: also of routes that do not apply.
    """

    kind: str
    baseline: str
    puzzles: int
    left_out: int
    runs: tuple[int, int]
    summaries: tuple[RouteSummary, ...]
    points: tuple[Point, ...]

    @property
    def unit(self) -> Unit:
        """Seconds, or milliseconds if a median is less than a tenth of a second."""
        medians = [summary.total.median for summary in self.summaries if summary.total is not None]
        return Unit("milliseconds", 1000) if min(medians, default=1) < 0.1 else Unit("seconds", 1)

    def cells(self, columns: Sequence[Column] = COLUMNS) -> list[list[str]]:
        return [[column.cell(summary, self.unit) for column in columns] for summary in self.summaries]

    def refusals(self) -> list[str]:
        """The routes without a result for some puzzles, and why; one sentence for each reason."""
        groups: dict[tuple[str, str], list[str]] = {}
        for one in self.summaries:
            numbers = ((one.refused, "gave no result"), (one.inapplicable, "does not apply"))
            told = [f"{what} for {count} of {self.puzzles} puzzles" for count, what in numbers if count]
            for words, reason in zip(told, one.reasons, strict=True):
                groups.setdefault((words, reason), []).append(one.route)
        return [f"{several(routes)} {words}: {reason}" for (words, reason), routes in groups.items()]
