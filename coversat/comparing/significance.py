"""Whether differences between routes are more than chance, and how figures grow with the size of puzzles.

Paired tests are Wilcoxon's signed-rank tests of the logarithms of times (Wilcoxon, Biometrics Bulletin 1945),
with Holm's correction for the number of pairs (Scandinavian Journal of Statistics 1979).  Their effect size
is the matched-pairs rank-biserial correlation (Kerby, Comprehensive Psychology 2014).  Exponents are those of
a power law, by least squares of logarithms with Student's interval.  All need scipy.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from textwrap import wrap
from typing import Any

from ..base.errors import CoversatError
from ..base.records import Rows, column
from ..base.wording import counted
from .columns import in_columns
from .report_tables import Table
from .statistics import CONFIDENCE, median, penalized

LEVEL = 1 - CONFIDENCE
"""A corrected p-value below it shows a difference."""
LEAST_PAIRS = 6
"""Fewer puzzles cannot show a difference at this level."""


class StatisticsError(CoversatError):
    """scipy is missing."""


@dataclass(frozen=True)
class PairRecord:
    """A paired test of two routes on the puzzles that both apply to."""

    kind: str = column("the kind of problem")
    route: str = column("the route with the smaller median ratio")
    other: str = column("the route that it is compared with")
    puzzles: int = column("puzzles that both apply to, an unsolved one at twice the limit")
    faster_on: int = column("puzzles on which the first is faster")
    ratio: float | None = column("median of the first's time divided by the other's")
    p: float | None = column("p-value of Wilcoxon's signed-rank test; null with fewer than 6 puzzles")
    p_corrected: float | None = column("the same with Holm's correction for the number of pairs")
    different: bool = column("whether the corrected p-value is below 0.05")
    effect: float | None = column(
        "rank-biserial correlation: 1 if the first is always faster, 0 if neither is; null if not tested",
        None,
    )


class Pairs(Rows[PairRecord]):
    """The paired tests of all pairs of routes."""

    record = PairRecord

    def matrix(self, kind: str) -> list[list[str]]:
        """A table of the routes of a kind by their numbers, those first that are faster than most others.

        Above the diagonal is the median ratio of the row's time to the column's, with a star if they differ;
        below it the effect, negative where the row's route is slower.
        """
        pairs = {(one.route, one.other): one for one in self if one.kind == kind}
        wins = Counter(name for pair in pairs for name in pair) + Counter(one for one, _ in pairs)
        names = sorted(wins, key=lambda name: -wins[name])

        def cell(row: int, other: int) -> str:
            if row == other:
                return ""
            a, b = names[row], names[other]
            one = pairs.get((a, b)) or pairs[b, a]
            if one.ratio is None or one.effect is None:
                return "-"
            if other < row:
                return f"{one.effect if one.route == a else -one.effect:+.2f}"
            ratio = one.ratio if one.route == a else 1 / one.ratio
            return f"{ratio:.3g}{'*' if one.different else ''}"

        numbers = range(len(names))
        rows = [
            [f"{at + 1} {name}", *(cell(at, other) for other in numbers)] for at, name in enumerate(names)
        ]
        return [["", *(str(at + 1) for at in numbers)], *rows]

    def lines(self, width: int | None = None) -> list[str]:
        """A matrix for each kind, in blocks of columns that fit, and what its cells are."""
        if not len(self):
            return ["there is only one route"]
        lines = []
        for kind in dict.fromkeys(one.kind for one in self):
            tested = sum(one.effect is not None for one in self if one.kind == kind)
            lines.append(f"{kind}: {counted(tested, 'pair')} of routes tested")
            heads, *rows = self.matrix(kind)
            longest = max(len(name) for name, *_ in rows)
            most = len(heads) if width is None else max(1, (width - longest) // 9)
            for at in range(1, len(heads) if tested else 1, most):
                lines += in_columns([[row[0], *row[at : at + most]] for row in (heads, *rows)])
        return [*lines, *wrap(LEGEND, width or 100)]


LEGEND = (
    "Above the diagonal: the median of the row's time divided by the column's, with a star if Wilcoxon's "
    "signed-rank test with Holm's correction shows a difference (p < 0.05). Below: the rank-biserial "
    "correlation, +1 if the row's route is always faster, -1 if it is always slower. -: fewer than "
    f"{LEAST_PAIRS} puzzles, or no times to compare."
)


def _scipy() -> Any:
    try:
        import scipy.stats
    except ImportError:
        raise StatisticsError(
            "tests and growth need the package 'scipy' (extra 'statistics'): pip install scipy"
        ) from None
    return scipy.stats


def paired_tests(table: Table, limit: float | None) -> list[PairRecord]:
    """The tests of all pairs of routes of a table.

    Raise `StatisticsError` if scipy is missing.
    """
    times: dict[str, dict[str, float]] = {one.route: {} for one in table.routes}
    for point in table.points:
        if point.applicable:
            times[point.route][point.puzzle] = penalized(point.seconds, limit)
    return holm([_pair(table.kind, a, b, times[a], times[b]) for a, b in combinations(times, 2)])


def _pair(kind: str, a: str, b: str, own: dict[str, float], others: dict[str, float]) -> PairRecord:
    both = [puzzle for puzzle in own if puzzle in others]
    pairs = [(own[one], others[one]) for one in both]
    if not pairs or not all(math.isfinite(second) for pair in pairs for second in pair):
        return PairRecord(kind, a, b, len(both), 0, None, None, None, False)
    logs = [math.log(x) - math.log(y) for x, y in pairs]
    middle = median(logs)
    if middle > 0:
        return _pair(kind, b, a, others, own)
    p = effect = None
    if len(logs) >= LEAST_PAIRS:
        unequal = [log for log in logs if log]
        ranks = _scipy().rankdata([abs(log) for log in unequal])
        signed = sum(-math.copysign(rank, log) for rank, log in zip(ranks, unequal, strict=True))
        effect = signed / sum(ranks) if unequal else 0.0
        p = float(_scipy().wilcoxon(logs).pvalue) if unequal else 1.0
    faster = sum(log < 0 for log in logs)
    return PairRecord(kind, a, b, len(both), faster, math.exp(middle), p, None, False, effect)


def holm(pairs: Sequence[PairRecord]) -> list[PairRecord]:
    """The pairs with corrected p-values: the k-th least of m times m - k + 1, or the one before if larger."""
    ordered = sorted((pair.p, at) for at, pair in enumerate(pairs) if pair.p is not None)
    found, least = list(pairs), 0.0
    for rank, (p, at) in enumerate(ordered):
        least = min(1.0, max(least, p * (len(ordered) - rank)))
        found[at] = replace(found[at], p_corrected=least, different=least < LEVEL)
    return found


# Growth


@dataclass(frozen=True)
class GrowthRecord:
    """How a figure of a route grows with the size of the puzzles: as its power."""

    kind: str = column("the kind of problem")
    route: str = column("the route")
    figure: str = column("what grows: a column of the runs, such as total_seconds")
    exponent: float = column("the exponent of the size")
    exponent_low: float | None = column("lower end of its 95% interval")
    exponent_high: float | None = column("upper end of its 95% interval")
    sizes: int = column("different sizes at which every puzzle was solved")
    puzzles: int = column("puzzles of these sizes")


class Growth(Rows[GrowthRecord]):
    """The exponents of each route."""

    record = GrowthRecord


FIGURES = ("variables_or_items", "clauses_or_options", "total_seconds")
LEAST_SIZES = 3


def growth(table: Table) -> Iterator[GrowthRecord]:
    """The exponents of sizes and time of each route that has at least three sizes of puzzles.

    Only sizes at which the route solved every puzzle count: the time of others is not known.

    Raise `StatisticsError` if scipy is missing.
    """
    for summary in table.routes:
        own = [p for p in table.points if p.route == summary.route and p.applicable and p.size]
        unsolved = {point.size for point in own if not math.isfinite(point.seconds)}
        solved = [point for point in own if point.size not in unsolved]
        for figure in FIGURES:
            values = [
                point.seconds if figure == "total_seconds" else getattr(point.runs[0], figure)
                for point in solved
            ]
            pairs = [(p.size, value) for p, value in zip(solved, values, strict=True) if value]
            sizes = len({x for x, _ in pairs})
            if sizes >= LEAST_SIZES:
                exponent, low, high = fitted([float(x or 0) for x, _ in pairs], [y for _, y in pairs])
                yield GrowthRecord(table.kind, summary.route, figure, exponent, low, high, sizes, len(pairs))


def fitted(xs: Sequence[float], ys: Sequence[float]) -> tuple[float, float | None, float | None]:
    """The exponent of a power law with its 95% interval; no interval for two points."""
    stats = _scipy()
    line = stats.linregress([math.log(x) for x in xs], [math.log(y) for y in ys])
    if len(xs) < 3:
        return float(line.slope), None, None
    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, len(xs) - 2) * line.stderr)
    return float(line.slope), float(line.slope) - half, float(line.slope) + half
