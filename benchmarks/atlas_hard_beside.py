"""Sections of the hard atlas: shuffled copies, other libraries, covers and direct searches, proofs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from statistics import geometric_mean, median
from typing import NamedTuple

from atlas_archive import CHECK, LEFT_OUT, hard_rows, reduction_of
from atlas_findings import CLOSE, usual_name
from atlas_hard import ORDER
from atlas_hard_findings import SEARCH, Hard, HardArchive, Line, Table, is_outside, no_formula
from atlas_pages import figure, listed, table

from coversat.base.wording import counted


def _place(kind: str) -> int:
    return ORDER.index(kind)


def _linked(kind: str) -> str:
    return f"[{kind}]({kind}.md)"


# Shuffled copies


class Copies(NamedTuple):
    """The copies of what one route makes of one instance; twice the limit stands for an undecided one.

    * single: the seconds of the search in the run of the instance as it is.
    """

    kind: str
    level: int
    puzzle: str
    route: str
    seconds: Sequence[float]
    decided: int
    single: float

    @property
    def middle(self) -> float:
        return median(self.seconds)


def copies_of(rows: Sequence[Mapping[str, str]], hard: HardArchive) -> list[Copies]:
    """The rows of the table of copies, by instance and route."""
    by_route: dict[tuple[str, str], list[Mapping[str, str]]] = {}
    for row in rows:
        by_route.setdefault((row["puzzle"], row["route"]), []).append(row)
    singles = {(run.puzzle, run.route): run for run in hard.runs}
    found = []
    for (puzzle, route), own in by_route.items():
        run = singles[puzzle, route]
        single = run.penalized - (run.reduce or 0 if run.seconds is not None else 0)
        times = [float(row["seconds"] or 2 * float(row["limit"])) for row in own]
        decided = sum(bool(row["seconds"]) for row in own)
        found.append(Copies(own[0]["kind"], int(own[0]["level"]), puzzle, route, times, decided, single))
    return found


class Ranked(NamedTuple):
    """A route over the instances of a kind: times by that of the fastest, of single runs and of copies.

    * spread: the most by the least time of the copies of an instance, the median over instances.
    """

    route: str
    single: float
    copies: float
    spread: float
    decided: str


def ranked(own: Sequence[Copies]) -> list[Ranked]:
    """The routes that have copies of all these instances, the fastest first."""
    puzzles = {one.puzzle for one in own}
    by_route: dict[str, dict[str, Copies]] = {}
    for one in own:
        by_route.setdefault(one.route, {})[one.puzzle] = one
    whole = {route: those for route, those in by_route.items() if set(those) == puzzles}
    first = {puzzle: min(those[puzzle].middle for those in whole.values()) for puzzle in puzzles}
    alone = {puzzle: min(those[puzzle].single for those in whole.values()) for puzzle in puzzles}
    found = [
        Ranked(
            route,
            geometric_mean(one.single / alone[one.puzzle] for one in those.values()),
            geometric_mean(one.middle / first[one.puzzle] for one in those.values()),
            median(max(one.seconds) / min(one.seconds) for one in those.values()),
            f"{sum(one.decided for one in those.values())}/{sum(len(one.seconds) for one in those.values())}",
        )
        for route, those in whole.items()
    ]
    return sorted(found, key=lambda one: (one.copies, one.route))


Groups = dict[tuple[str, int], tuple[list[Copies], list[Ranked]]]


def copies_by_kind(hard: HardArchive) -> Groups:
    """The copies of each kind and level, with its ranking."""
    every = copies_of(hard_rows("copies"), hard)
    keys = {(one.kind, one.level) for one in every}
    found = {}
    for kind, level in sorted(keys, key=lambda one: (one[1], _place(one[0]))):
        own = [one for one in every if (one.kind, one.level) == (kind, level)]
        found[kind, level] = own, ranked(own)
    return found


def still_first(groups: Groups) -> list[bool]:
    """Where several routes were copied: whether the first by a single run is first, or within 10 %."""
    several = [lines for _, lines in groups.values() if len(lines) > 1]
    alone = [min(lines, key=lambda one: one.single) for lines in several]
    return [one.copies <= CLOSE * lines[0].copies for one, lines in zip(alone, several, strict=True)]


def shuffled_copies(hard: HardArchive) -> Iterator[str]:
    groups = copies_by_kind(hard)
    if not groups:
        return
    rows, same = [], still_first(groups)
    every = [one for own, _ in groups.values() for one in own]
    spreads = [max(one.seconds) / min(one.seconds) for one in every if one.decided == len(one.seconds)]
    for (kind, level), (own, lines) in groups.items():
        for at, line in enumerate(lines):
            instances = f"{len({one.puzzle for one in own})}"
            first, *place = ["", "", ""] if at else [_linked(kind), f"{level}", instances]
            figures = map(figure, (line.single, line.copies, line.spread))
            rows.append([first, f"`{usual_name(line.route)}`", *place, line.decided, *figures])
    runs, instances = sum(len(one.seconds) for one in every), len({one.puzzle for one in every})
    yield (
        "Instances with several answers, five copies of each formula or cover in other orders: "
        f"{runs} searches on {counted(instances, 'instance')}. "
        "*one run* and *copies*: the time of the search, without the reduction, divided by that of the "
        "fastest of each instance, as geometric means; of copies by their medians. *spread*: the slowest of "
        "five copies by the fastest. The route that is first by a single run is first by copies, or within "
        f"10 %, in {sum(same)} of {counted(len(same), 'case')}; five copies of one formula differ by a "
        f"factor of {median(spreads):.1f} in the median, and {max(spreads):.0f} at most. Graphs of cuts keep "
        "the order of their vertices."
    )
    yield ""
    heads = ("kind", "route", "level", "instances", "decided", "one run", "copies", "spread")
    yield from table(heads, rows, left=2)
    yield ""


# Encodings of other libraries


def other_libraries(hard: HardArchive) -> Iterator[str]:
    """The best of ours beside each of theirs, on the same instances."""
    sections = (
        ("At most one, in the formula of an exact cover", "cover/cnf:"),
        ("Counts and sums", "cnf:"),
    )
    parts = [(title, _beside_ours(hard, prefix)) for title, prefix in sections]
    if not any(found for _, found in parts):
        return
    kinds = [kind for _, found in parts for kind in found]
    wins = [
        kind
        for _, found in parts
        for kind, (ours, theirs) in found.items()
        if CLOSE * best(theirs) < best(ours)
    ]
    yield (
        "PySAT's encodings of at-most-one and of counts, and its sums, which Pindakaas makes, as [own "
        "encodings](../own-encoding.md) of all constraints that they can state; the rest is as in "
        "`cnf:mixed`. "
        "The ratio of times to the fastest of all formulas of each instance of level 1, as geometric means, "
        f"twice the limit for undecided runs. One of theirs is first, by more than 10 %, in {len(wins)} of "
        f"{counted(len(kinds), 'kind')}{f': {listed(wins)}' if wins else ''}."
    )
    yield ""
    for title, found in parts:
        if found:
            yield f"{title}:"
            yield ""
            yield from _libraries_table(found)


Sides = tuple[list[Line], list[Line]]


def best(lines: Sequence[Line]) -> float:
    return min((line.ratio for line in lines), default=math.inf)


def _beside_ours(hard: HardArchive, prefix: str) -> dict[str, Sides]:
    """By kind the formulas of ours and theirs whose names begin so, on the same instances."""
    found = {}
    for kind in sorted(hard.kinds, key=_place):
        runs = hard.table(kind, held_out=None, outside=True).runs
        runs = [run for run in runs if run.route.startswith(prefix)]
        tried = {run.puzzle for run in runs if is_outside(run.route)}
        lines = Table(run for run in runs if run.puzzle in tried).lines
        theirs = [line for line in lines if is_outside(line.route)]
        ours = [line for line in lines if not is_outside(line.route)]
        if theirs and ours:
            least = min(line.ratio for line in lines)
            found[kind] = tuple(
                [one._replace(ratio=one.ratio / least) for one in side] for side in (ours, theirs)
            )
    return found  # type: ignore[return-value]


def _libraries_table(found: Mapping[str, Sides]) -> Iterator[str]:
    names = list(dict.fromkeys(line.route for _, theirs in found.values() for line in theirs))
    rows = []
    for kind, (ours, theirs) in found.items():
        first = min(ours, key=lambda line: line.ratio)
        known = {line.route: line for line in theirs}
        least = min(first.ratio, *(line.ratio for line in theirs))
        cells = [
            _bold(first.ratio, least),
            *(_bold(known[n].ratio if n in known else None, least) for n in names),
        ]
        rows.append([_linked(kind), f"`{usual_name(first.route)}`", f"{len(first.runs)}", *cells])
    short = [usual_name(name).rpartition(":pysat")[2] for name in names]
    yield from table(("kind", "best of ours", "instances", "ours", *short), rows, left=2)
    yield ""


def _bold(ratio: float | None, least: float) -> str:
    return "-" if ratio is None else f"**{ratio:.2f}**" if ratio == least else f"{ratio:.2f}"


# Covers and direct searches


def no_formulas(hard: HardArchive) -> Iterator[str]:
    """Engines for covers and direct searches beside the best formula."""
    rows, tried, first = [], {False: [], True: []}, {False: [], True: []}
    for kind in sorted(hard.kinds, key=_place):
        runs = [run for run in hard.table(kind, held_out=None).runs if run.route != CHECK]
        formulas: dict[str, float] = {}
        by_route: dict[str, list[Hard]] = {}
        for run in runs:
            if no_formula(reduction_of(run.route)):
                by_route.setdefault(run.route, []).append(run)
            else:
                formulas[run.puzzle] = min(run.penalized, formulas.get(run.puzzle, math.inf))
        for route, own in sorted(by_route.items()):
            ratios = [run.penalized / formulas[run.puzzle] for run in own]
            ratio, direct = geometric_mean(ratios), reduction_of(route) == SEARCH
            tried[direct].append(kind)
            first[direct] += [kind] if ratio < 1 else []
            solved = sum(run.seconds is not None for run in own)
            measured = sum(run.status != LEFT_OUT for run in own)
            faster = f"{sum(one < 1 for one in ratios)}/{len(ratios)}"
            rows.append([_linked(kind), f"`{route}`", f"{solved}/{measured}", faster, figure(ratio)])
    if not rows:
        return
    said = [
        f"{name} in {_in_kinds(first[direct], tried[direct])}"
        for direct, name in ((False, "an engine for covers"), (True, "a direct search"))
        if tried[direct]
    ]
    yield (
        "On level 1, beside the fastest formula of each instance, which nobody knows beforehand. Less time, "
        f"as a geometric mean, takes {listed(said)}. But for "
        "`search/counted`, a SAT solver that counts, none of them learns from failures. "
        "*solved*: of the runs that were not left out; *faster*: on so many instances than "
        "the fastest formula; *ratio*: of the times, with twice the limit for undecided runs."
    )
    yield ""
    yield from table(("kind", "route", "solved", "faster", "ratio"), rows, left=2)
    yield ""


def _in_kinds(some: Sequence[str], every: Sequence[str]) -> str:
    names = list(dict.fromkeys(some))
    words = f"{len(names)} of {counted(len(set(every)), 'kind')}"
    return f"{words} ({listed(names)})" if names else words


# Proofs


def proofs(hard: HardArchive) -> Iterator[str]:
    found = [row for row in hard_rows("proofs") if row["proof_bytes"] or row["reason"]]
    if not found:
        return
    found.sort(key=lambda row: (_place(row["kind"]), row["puzzle"], row["route"]))
    proved, kinds = [row for row in found if row["proof_bytes"]], len({row["kind"] for row in found})
    check = [float(row["proof_check_seconds"]) for row in proved]
    rate = [float(row["proof_bytes"]) / float(row["clauses_or_options"]) for row in proved]
    yield (
        f"An instance without an answer of {counted(kinds, 'kind')}, by formulas that are complete: what one "
        "SAT solver (glucose4, whose proof is one search) learns until there is no answer, the size of its "
        "DRUP proof without deletions, and the seconds that the checker of coversat takes for it. "
        f"{counted(len(proved), 'proof')} of {counted(len(found), 'run')} within their limit of wall time; "
        f"they have {min(rate):,.0f} to {max(rate):,.0f} bytes for each clause of the formula, and take "
        f"{min(check):.1f} to {max(check):.0f} s to check."
    )
    yield ""
    rows = [
        [
            _linked(row["kind"]),
            f"`{usual_name(row['route'])}`",
            f"{int(row['clauses_or_options'] or 0):,}" if row["clauses_or_options"] else "-",
            f"{int(row['proof_clauses']):,}" if row["proof_bytes"] else "-",
            f"{int(row['proof_bytes']) / 1e6:.1f}" if row["proof_bytes"] else "not within the limit",
            f"{float(row['proof_check_seconds']):.1f}" if row["proof_bytes"] else "-",
        ]
        for row in found
    ]
    yield from table(("kind", "formula", "clauses", "learnt", "proof, MB", "check, s"), rows, left=2)
    yield ""
