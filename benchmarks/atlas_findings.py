"""What the measurements of the atlas say, as figures: rankings, whether they hold, and what predicts them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from statistics import geometric_mean, median
from typing import NamedTuple

from atlas_archive import Archive, Run, is_cover, is_direct, reduction_of
from atlas_measuring import LIMIT, USUAL

LEAST = 1e-4
"""Seconds; shorter times differ by chance only and count as this."""
CLOSE = 1.1
"""Times within this factor are as good."""


def penalized(seconds: float | None) -> float:
    """Twice the limit for a run that was not decided."""
    return 2 * LIMIT if seconds is None else max(seconds, LEAST)


class Place(NamedTuple):
    """A route in the ranking of a kind.

    Attributes
    ----------
    ratio : float
        The geometric mean of its time divided by that of the fastest route of each puzzle.
    puzzles, solved : int
        That it applies to, and of these the decided ones.
    """

    route: str
    ratio: float
    puzzles: int
    solved: int

    @property
    def reduction(self) -> str:
        return reduction_of(self.route)


class Ranking:
    """The routes of one kind on one set of puzzles, the fastest first."""

    def __init__(self, runs: Iterable[Run]) -> None:
        self.runs = [run for run in runs if run.applicable]
        self.puzzles = list(dict.fromkeys(run.puzzle for run in self.runs))

    @cached_property
    def best(self) -> Mapping[str, float]:
        """The time of the fastest route of each puzzle: the virtual best."""
        found: dict[str, float] = {}
        for run in self.runs:
            found[run.puzzle] = min(penalized(run.seconds), found.get(run.puzzle, math.inf))
        return found

    @cached_property
    def by_route(self) -> Mapping[str, Sequence[Run]]:
        found: dict[str, list[Run]] = {}
        for run in self.runs:
            found.setdefault(run.route, []).append(run)
        return found

    @cached_property
    def places(self) -> list[Place]:
        """Routes that apply to all puzzles before the others."""
        found = [self.place(route) for route in self.by_route]
        return sorted(found, key=lambda one: (-one.puzzles, one.ratio, one.route))

    def place(self, route: str) -> Place:
        runs = self.by_route[route]
        ratio = geometric_mean(penalized(run.seconds) / self.best[run.puzzle] for run in runs)
        return Place(route, ratio, len(runs), sum(run.seconds is not None for run in runs))

    @property
    def whole(self) -> list[Place]:
        """The routes that apply to all puzzles."""
        return [one for one in self.places if one.puzzles == len(self.puzzles)]

    def seconds(self, route: str, size: int) -> float | None:
        """The median time at a size; None if half were not decided, or none applies."""
        times = [run.seconds for run in self.by_route.get(route, ()) if run.size == size]
        if not times:
            return None
        middle = median(math.inf if one is None else one for one in times)
        return middle if math.isfinite(middle) else None

    def fastest(self, size: int, routes: Iterable[str] | None = None) -> str:
        """The route, of all or of some, with the least median time at a size."""
        times = {route: self.seconds(route, size) for route in (routes or self.by_route)}
        return min(times, key=lambda route: (times[route] is None, times[route] or 0.0, route))

    @property
    def sizes(self) -> list[int]:
        return list(dict.fromkeys(run.size for run in self.runs))


def ranking(archive: Archive, kind: str, held_out: bool = False, formulas: bool = False) -> Ranking:
    """By the usual SAT solver and the engines for covers, or by formulas only."""
    runs = archive.usual(kind, held_out)
    return Ranking(run for run in runs if not formulas or not is_cover(run.reduction))


# Whether the rankings hold


class Held(NamedTuple):
    """Whether the ranking of the first puzzles holds on those held out.

    Attributes
    ----------
    tau : float
        Kendall's rank correlation of the two rankings; not a number with fewer than three routes.
    first : str
        The route that is first on the first puzzles.
    ratio : float
        Its time on those held out, divided by that of the route that is the first there.
    best : str
        That route.
    """

    tau: float
    first: str
    ratio: float
    best: str

    @property
    def holds(self) -> bool:
        """Whether the first is the first again, or as good."""
        return self.ratio <= CLOSE


def held(archive: Archive, kind: str) -> Held:
    before, after = ranking(archive, kind), ranking(archive, kind, held_out=True)
    both = {one.route: one.ratio for one in after.whole}
    pairs = [(one.ratio, both[one.route]) for one in before.whole if one.route in both]
    first = next(one.route for one in before.whole if one.route in both)
    best = min(both, key=lambda route: both[route])
    return Held(kendall(pairs), first, both[first] / both[best], best)


def kendall(pairs: Sequence[tuple[float, float]]) -> float:
    from scipy.stats import kendalltau

    if len(pairs) < 3:
        return math.nan
    return float(kendalltau([a for a, _ in pairs], [b for _, b in pairs]).statistic)


def strongest(archive: Archive, kind: str) -> str:
    """The direct formula by which unit propagation finds most, in words."""
    shares = {
        reduction: known.excluded
        for (of, reduction), known in archive.strength.items()
        if of == kind and known.excluded is not None and is_direct(reduction)
    }
    if not shares:
        return "-"
    most = max(shares.values())
    names = [f"`{name}`" for name, share in shares.items() if share == most]
    if len(names) == len(shares) > 1:
        return f"all alike ({most:.2f})"
    return f"{names[0]}{f' and {len(names) - 1} more' if len(names) > 1 else ''} ({most:.2f})"


# What predicts time


class Predictor(NamedTuple):
    """Spearman's rank correlations of figures with an outcome, over the formulas of one kind."""

    kind: str
    formulas: int
    correlations: Mapping[str, float]


FIGURES: dict[str, Callable[[Archive, str, Run], float | None]] = {
    "strength": lambda archive, kind, run: _weakness(archive, kind, run),
    "variables": lambda archive, kind, run: run.sizes[0],
    "clauses": lambda archive, kind, run: run.sizes[1],
    "literals": lambda archive, kind, run: run.sizes[2],
}
"""Figures of a formula, each so that less is expected to be better."""
OUTCOMES: dict[str, Callable[[Run], float | None]] = {
    "time": lambda run: penalized(run.seconds),
    "conflicts": lambda run: None if run.seconds is None or run.effort is None else 1 + run.effort,
}
"""What they are to predict; the conflicts of a run that was not decided are not known."""
LEAST_FORMULAS = 4


def _weakness(archive: Archive, kind: str, run: Run) -> float | None:
    known = archive.strength.get((kind, run.reduction))
    return None if known is None or known.excluded is None else -known.excluded


def predictor(archive: Archive, kind: str, outcome: str) -> Predictor | None:
    """Of the formulas that apply to all puzzles; None with fewer than four, or if all are as strong."""
    rank = ranking(archive, kind, formulas=True)
    found: dict[str, float] = {}
    for place in rank.whole:
        values = [OUTCOMES[outcome](run) for run in rank.by_route[place.route]]
        known = archive.strength.get((kind, place.reduction))
        if None not in values and known is not None and known.excluded is not None:
            found[place.route] = geometric_mean(value for value in values if value is not None)
    weakness = {archive.strength[kind, reduction_of(route)].excluded for route in found}
    if len(found) < LEAST_FORMULAS or len(weakness) < 2:
        return None
    correlations = {}
    for name, figure in FIGURES.items():
        figures = [_median(figure(archive, kind, run) for run in rank.by_route[route]) for route in found]
        correlations[name] = spearman(figures, list(found.values()))
    return Predictor(kind, len(found), correlations)


def _median(values: Iterable[float | None]) -> float:
    known = [one for one in values if one is not None]
    return median(known) if known else math.nan


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Not a number where all values are equal."""
    from scipy.stats import spearmanr

    if len(set(xs)) < 2 or len(set(ys)) < 2 or any(map(math.isnan, xs)):
        return math.nan
    return float(spearmanr(xs, ys).statistic)


def signed_rank(values: Sequence[float]) -> float:
    """The p-value of Wilcoxon's signed-rank test that they are around zero."""
    from scipy.stats import wilcoxon

    return float(wilcoxon(values).pvalue)


# Covers and formulas, classes, at-most-one encodings, order


class CoverRecord(NamedTuple):
    """The best cover route beside the best formula, as times of the fastest of all routes."""

    kind: str
    cover: Place
    formula: Place
    wins: int
    puzzles: int


def cover_record(archive: Archive, kind: str) -> CoverRecord | None:
    """None for a kind without an exact cover."""
    rank = ranking(archive, kind)
    covers = [one for one in rank.whole if is_cover(one.reduction)]
    formulas = [one for one in rank.whole if not is_cover(one.reduction)]
    if not covers or not formulas:
        return None
    wins = 0
    for puzzle in rank.puzzles:
        times = [
            (penalized(run.seconds), is_cover(run.reduction)) for run in rank.runs if run.puzzle == puzzle
        ]
        wins += min(times)[1]
    return CoverRecord(kind, covers[0], formulas[0], wins, len(rank.puzzles))


AT_MOST_ONE = "cover/cnf:"


def at_most_one(archive: Archive, kind: str, held_out: bool = False) -> dict[str, float]:
    """The ratio to the fastest of the at-most-one encodings behind the exact cover, by name.

    None where it does not apply to all puzzles.
    """
    rank = Ranking(run for run in archive.usual(kind, held_out) if run.reduction.startswith(AT_MOST_ONE))
    if len(rank.puzzles) < len(ranking(archive, kind, held_out).puzzles):
        return {}  # the cover is too large for some
    return {one.reduction.removeprefix(AT_MOST_ONE): one.ratio for one in rank.whole}


class Spread(NamedTuple):
    """How far shuffled copies of one formula differ, and how far the formulas of a kind do.

    Both are the largest effort by the smallest, as medians over puzzles.
    """

    kind: str
    copies: float
    routes: float


def copies_ratio(row: Mapping[str, str]) -> float:
    """The most effort on shuffled copies by the least; one more of each, since there may be none."""
    return (1 + float(row["shuffled_effort_high"])) / (1 + float(row["shuffled_effort_low"]))


def spread(archive: Archive, kind: str) -> Spread | None:
    """By effort of the usual solver; None where there is hardly any."""
    rows = [row for row in archive.proofs if row["kind"] == kind and row["shuffled_effort"]]
    rows = [row for row in rows if row["effort_unit"] == "conflicts"]
    copies, routes = [], []
    for puzzle in dict.fromkeys(row["puzzle"] for row in rows):
        own = [row for row in rows if row["puzzle"] == puzzle]
        middles = [1 + float(row["shuffled_effort"]) for row in own]
        copies.append(median(map(copies_ratio, own)))
        routes.append(max(middles) / min(middles))
    return Spread(kind, median(copies), median(routes)) if copies else None


class Default(NamedTuple):
    """The check without a route beside the virtual best, on the puzzles held out."""

    ratio: float
    slower_by: float
    best: Place
    best_seconds: float


def default(archive: Archive, kind: str) -> Default:
    rank = ranking(archive, kind, held_out=True)
    own = {puzzle: penalized(archive.defaults.get(puzzle)) for puzzle in rank.puzzles}
    ratio = geometric_mean(own[puzzle] / rank.best[puzzle] for puzzle in rank.puzzles)
    extra = median(own[puzzle] - rank.best[puzzle] for puzzle in rank.puzzles)
    return Default(ratio, extra, rank.whole[0], median(rank.best[puzzle] for puzzle in rank.puzzles))


def usual_name(route: str) -> str:
    """A route without the usual SAT solver."""
    return route.removesuffix(f"/{USUAL}")
