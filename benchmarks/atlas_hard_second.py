"""Sections of the hard atlas: other solvers at level 1, and runs that were measured a second time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import geometric_mean, median
from typing import NamedTuple

from atlas_archive import hard_rows, reduction_of
from atlas_findings import CLOSE, kendall, usual_name
from atlas_hard import HELD_OUT, ORDER, usual_route
from atlas_hard_findings import Hard, HardArchive, Table, is_outside, no_formula
from atlas_measuring import USUAL
from atlas_pages import figure, listed, table

from coversat.base.wording import counted

SECOND, THIRD = "glucose42", "cadical300"
"""Solvers that level 1 has beside the usual one: by all formulas, and by those that are near the first."""
LEAST = 3
"""Fewer routes of an instance, each measured twice, are no ranking."""

# Other solvers


class Both(NamedTuple):
    """The formulas that both solvers were given, on the same instances: of the usual one and of another."""

    kind: str
    usual: Table
    other: Table

    @property
    def ratios(self) -> list[dict[str, float]]:
        """Of each solver by formula, the fastest first: how many times as long it takes as the fastest."""
        return [{reduction_of(line.route): line.ratio for line in found.lines} for found in self[1:]]

    @property
    def loss(self) -> float:
        """The time of the first by the usual solver, divided by that of the first, both by the other."""
        usual, other = self.ratios
        return other[next(iter(usual))] / min(other.values())

    @property
    def tau(self) -> float:
        usual, other = self.ratios
        return kendall([(usual[name], other[name]) for name in usual])

    @property
    def best(self) -> float:
        """The time of the other solver, divided by that of the usual one, each with its best formula."""
        return _mean_ratio(self.other.best, self.usual.best)

    @property
    def default(self) -> float:
        """The same with the formula that exports have without a name."""
        name = reduction_of(usual_route(self.kind))
        usual, other = (
            {run.puzzle: run.penalized for run in found.runs if reduction_of(run.route) == name}
            for found in self[1:]
        )
        return _mean_ratio(other, usual)

    @property
    def held(self) -> float:
        """By the other solver, on instances held out: the time of the first of those that are not held out,
        divided by that of the first. Not a number where none are, or by one formula only."""
        first, later = (
            Table(run for run in self.other.runs if (run.seed > HELD_OUT) == held_out)
            for held_out in (False, True)
        )
        ratios = {line.route: line.ratio for line in later.lines}
        best = next((line.route for line in first.lines if line.route in ratios), None)
        return math.nan if best is None or len(ratios) < 2 else ratios[best] / min(ratios.values())


def _mean_ratio(times: Mapping[str, float], others: Mapping[str, float]) -> float:
    """Over instances; not a number if there are none."""
    return geometric_mean(times[puzzle] / others[puzzle] for puzzle in others) if others else math.nan


def by_both(hard: HardArchive, kind: str, solver: str = SECOND) -> Both | None:
    """None where the other solver has not been tried."""
    found: dict[str, dict[tuple[str, str], Hard]] = {USUAL: {}, solver: {}}
    for run in hard.runs:
        own, reduction = (run.kind, run.level) == (kind, 1), reduction_of(run.route)
        if own and run.solver in found and not is_outside(run.route) and not no_formula(reduction):
            found[run.solver][reduction, run.puzzle] = run
    keys = found[USUAL].keys() & found[solver].keys()
    usual, other = (Table(run for key, run in found[name].items() if key in keys) for name in found)
    return Both(kind, usual, other) if other.runs else None


def other_solvers(hard: HardArchive) -> Iterator[str]:
    """Whether the order of formulas is the same by other solvers."""
    for solver, formulas in (
        (SECOND, "all formulas (on seeds held out by those near the first)"),
        (THIRD, "formulas near the first"),
    ):
        kinds = sorted(hard.kinds, key=ORDER.index)
        found = [one for kind in kinds if (one := by_both(hard, kind, solver)) is not None]
        if found:
            yield from _other_solver(solver, formulas, found)


def _other_solver(solver: str, formulas: str, found: Sequence[Both]) -> Iterator[str]:
    several = [one for one in found if len(one.other.lines) > 1]
    same = [one for one in several if one.loss <= CLOSE]
    taus = [one.tau for one in several if not math.isnan(one.tau)]
    faster = [one.kind for one in found if one.best < 1]
    later = [one.held for one in several if not math.isnan(one.held)]
    runs = [run for one in found for run in one.other.runs]
    undecided = sum(run.seconds is None for run in runs)
    yield (
        f"{counted(len(runs), 'run')} of {solver} on instances of level 1, by {formulas} of "
        f"{counted(len(found), 'kind')}, beside those of {USUAL} on the same; {undecided} are undecided or "
        f"left out, and count as twice the limit. Of {counted(len(several), 'kind')} with several formulas "
        f"the first by {USUAL} is the first by {solver}, or within 10 %, in {len(same)}; Kendall's rank "
        f"correlation of the two orders is {median(taus):.2f} in the median. Each with its best formula, "
        f"{solver} is the faster in {counted(len(faster), 'kind')}"
        + (f" ({listed(faster)})" if faster else "")
        + f". *ratio*: the time of the first by {USUAL}, divided by that of the first by {solver}, both by "
        f"{solver}; *best* and *usual*: the time of {solver} divided by that of {USUAL}, each with its best "
        "formula, and with the usual one."
        + (
            f" *held out*: on seeds held out the time of the first by {solver} of the other seeds, divided "
            f"by that of the first there; it is the first again, or within 10 %, in "
            f"{sum(ratio <= CLOSE for ratio in later)} of {counted(len(later), 'kind')}."
            if later
            else ""
        )
    )
    yield ""
    rows = []
    for one in found:
        firsts = [f"`{next(iter(those))}`" for those in one.ratios]
        order = (figure(one.loss), figure(one.tau)) if one in several else ("-", "-")
        numbers = (f"{len(one.other.lines)}", f"{len(one.other.compared[0])}")
        ratios = (figure(one.best), figure(one.default), *([figure(one.held)] if later else []))
        rows.append([f"[{one.kind}]({one.kind}.md)", *firsts, *order, *numbers, *ratios])
    heads = ("kind", f"first by {USUAL}", f"first by {solver}", "ratio", "tau", "formulas", "instances")
    yield from table((*heads, "best", "usual", *(["held out"] if later else [])), rows, left=3)
    yield ""


# A second run


def measured_twice(hard: HardArchive) -> list[tuple[Hard, Mapping[str, str]]]:
    """Runs of the archive with the rows of their second runs."""
    first = {(run.puzzle, run.route): run for run in hard.runs}
    keys = ((row["puzzle"], row["route"], row) for row in hard_rows("again"))
    return [(first[puzzle, route], row) for puzzle, route, row in keys if (puzzle, route) in first]


def slower_later(hard: HardArchive) -> list[float]:
    """The seconds of each second run divided by those of the first, in order; of those decided twice."""
    pairs = measured_twice(hard)
    return sorted(float(row["total_seconds"]) / run.seconds for run, row in pairs if row["total_seconds"])


def ranked_again(hard: HardArchive) -> list[tuple[float, float]]:
    """Of each instance with several routes of one solver that were decided twice: Kendall's correlation of
    both rankings, and the second time of the first of the first, divided by the least second time."""
    times: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for run, row in measured_twice(hard):
        if row["total_seconds"] and run.seconds is not None:
            solver = USUAL if no_formula(reduction_of(run.route)) else run.solver
            times.setdefault((run.puzzle, solver), []).append((run.seconds, float(row["total_seconds"])))
    several = [sorted(pairs) for pairs in times.values() if len(pairs) >= LEAST]
    return [(kendall(pairs), pairs[0][1] / min(later for _, later in pairs)) for pairs in several]


def second_run(hard: HardArchive) -> Iterator[str]:
    """How far runs that were measured again agree with those of the archive."""
    pairs = measured_twice(hard)
    if not pairs:
        return
    decided = [(run, row) for run, row in pairs if row["total_seconds"]]
    missed = [(run, float(row["limit"])) for run, row in pairs if not row["total_seconds"]]
    verdicts = sum(run.status == row["status"] for run, row in decided)
    counts = [(run, run.conflicts, float(row["effort"])) for run, row in decided if row["effort"]]
    other = [(run, before, now) for run, before, now in counts if before != now]
    ratios = slower_later(hard)
    low, high = (ratios[round(part * (len(ratios) - 1))] for part in (0.05, 0.95))
    rankings = ranked_again(hard)
    first = sum(loss <= CLOSE for _, loss in rankings)
    taus = [tau for tau, _ in rankings if not math.isnan(tau)]
    yield (
        f"{counted(len(pairs), 'run')} were measured again three to fourteen hours later, on the same "
        "machine: a sample of all, and at level 1 all routes of a seed of twelve kinds, on instances that "
        "were drawn again from their seeds, and by the version of that time. "
        f"{counted(len(decided), 'run')} were decided again, {verdicts} with the same verdict; of "
        f"{len(counts)} whose conflicts or nodes are counted, {len(counts) - len(other)} have exactly as "
        "many. The ratio of "
        f"seconds is {median(ratios):.2f} in the median, and between {low:.2f} and {high:.2f} in nine of ten."
        f" Of {counted(len(rankings), 'ranking')} of at least three routes of an instance by one solver, the "
        f"first is the first again, or within 10 %, in {first}, and Kendall's rank correlation with the "
        f"second ranking is {median(taus):.2f} in the median. No hard run is of "
        "another day; [of the other atlas](index.md#do-second-runs-agree) some are."
    )
    for run, limit in missed:
        yield ""
        yield (
            f"`{usual_name(run.route)}` on {run.puzzle}, which took {run.seconds:.0f} s, was not decided "
            f"within its limit of {limit:g} s."
        )
    if other:
        words = [
            f"`{usual_name(run.route)}` on {run.puzzle} ({before:,.0f}, then {now:,.0f})"
            for run, before, now in other
        ]
        yield ""
        yield f"Not as many: {listed(words)}."
    yield ""
