"""Sections of the hard atlas: a second solver at level 1, and runs that were measured a second time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from statistics import geometric_mean, median
from typing import NamedTuple

from atlas_archive import hard_rows, reduction_of
from atlas_findings import CLOSE, kendall, usual_name
from atlas_hard import ORDER, usual_route
from atlas_hard_findings import Hard, HardArchive, Table, is_outside, no_formula
from atlas_measuring import USUAL
from atlas_pages import figure, listed, table

from coversat.base.wording import counted

SECOND = "glucose42"
"""The solver that level 1 has beside the usual one."""

# A second solver


class Both(NamedTuple):
    """The formulas that both solvers were given, on the same instances: of the usual one and of the other."""

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


def _mean_ratio(times: Mapping[str, float], others: Mapping[str, float]) -> float:
    """Over instances."""
    return geometric_mean(times[puzzle] / others[puzzle] for puzzle in others)


def by_both(hard: HardArchive, kind: str) -> Both | None:
    """None where the second solver has not been tried."""
    found: dict[str, dict[tuple[str, str], Hard]] = {USUAL: {}, SECOND: {}}
    for run in hard.runs:
        own, reduction = (run.kind, run.level) == (kind, 1), reduction_of(run.route)
        if own and run.solver in found and not is_outside(run.route) and not no_formula(reduction):
            found[run.solver][reduction, run.puzzle] = run
    keys = found[USUAL].keys() & found[SECOND].keys()
    usual, other = (Table(run for key, run in found[solver].items() if key in keys) for solver in found)
    return Both(kind, usual, other) if other.runs else None


def second_solver(hard: HardArchive) -> Iterator[str]:
    """Whether the order of formulas is the same by another solver."""
    found = [one for kind in sorted(hard.kinds, key=ORDER.index) if (one := by_both(hard, kind)) is not None]
    if not found:
        return
    several = [one for one in found if len(one.other.lines) > 1]
    same = [one for one in several if one.loss <= CLOSE]
    taus = [one.tau for one in several if not math.isnan(one.tau)]
    faster = [one.kind for one in found if one.best < 1]
    runs = [run for one in found for run in one.other.runs]
    undecided = sum(run.seconds is None for run in runs)
    yield (
        f"{counted(len(runs), 'run')} of {SECOND} on instances of level 1, by all formulas of "
        f"{counted(len(found), 'kind')}, beside those of {USUAL} on the same; {undecided} are undecided or "
        f"left out, and count as twice the limit. Of {counted(len(several), 'kind')} with several formulas "
        f"the first by {USUAL} is the first by {SECOND}, or within 10 %, in {len(same)}; Kendall's rank "
        f"correlation of the two orders is {median(taus):.2f} in the median. Each with its best formula, "
        f"{SECOND} is the faster in {counted(len(faster), 'kind')}"
        + (f" ({listed(faster)})" if faster else "")
        + f". *ratio*: the time of the first by {USUAL}, divided by that of the first by {SECOND}, both by "
        f"{SECOND}; *best* and *usual*: the time of {SECOND} divided by that of {USUAL}, each with its best "
        "formula, and with the usual one."
    )
    yield ""
    rows = []
    for one in found:
        firsts = [f"`{next(iter(those))}`" for those in one.ratios]
        order = (figure(one.loss), figure(one.tau)) if one in several else ("-", "-")
        numbers = (f"{len(one.other.lines)}", f"{len(one.other.compared[0])}")
        ratios = (figure(one.best), figure(one.default))
        rows.append([f"[{one.kind}]({one.kind}.md)", *firsts, *order, *numbers, *ratios])
    heads = ("kind", f"first by {USUAL}", f"first by {SECOND}", "ratio", "tau", "formulas", "instances")
    yield from table((*heads, "best", "usual"), rows, left=3)
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
    yield (
        f"{counted(len(pairs), 'run')}, evenly taken from the archive, were measured again some hours later, "
        "on the same machine, on instances that were drawn again from their seeds, and by the version of "
        f"that time. {counted(len(decided), 'run')} were decided again, {verdicts} with the same verdict; of "
        f"{len(counts)} whose conflicts or nodes are counted, {len(counts) - len(other)} have exactly as "
        "many. The ratio of "
        f"seconds is {median(ratios):.2f} in the median, and between {low:.2f} and {high:.2f} in nine of ten."
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
