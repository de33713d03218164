"""The page of the hard atlas, from its archive; and what is not measured yet."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import fmean, geometric_mean, median

from atlas_archive import CHECK, Archive
from atlas_findings import CLOSE, at_most_one, usual_name
from atlas_hard import ORDER
from atlas_hard_beside import (
    copies_by_kind,
    no_formulas,
    other_libraries,
    proofs,
    shuffled_copies,
    still_first,
)
from atlas_hard_findings import DEFAULT_WITHIN, FIGURES, HardArchive, Line, Table, carried, predictors
from atlas_hard_levels import above, carried_on, default_at, level_section
from atlas_hard_method import LUCK, WHY, families, method, none_found
from atlas_hard_second import SECOND, by_both, other_solvers, second_run, slower_later
from atlas_measuring import USUAL, Rows
from atlas_pages import figure, listed, table
from atlas_pictures import shown

from coversat.base.wording import counted


def hard_page(easy: Archive, hard: HardArchive, machines: Rows) -> str:
    measured = [run for run in hard.runs if run.seconds is not None or run.status == "unknown"]
    puzzles = {run.puzzle for run in hard.runs}
    levels = listed([f"{level} s" for level in hard.levels])
    lines = [
        "# The hard atlas",
        "",
        f"Which encoding is best where something is at stake: {len(measured):,} runs on "
        f"{counted(len(puzzles), 'instance')} of {counted(len(hard.kinds), 'kind')}, on which the usual "
        f"formula takes about {levels} and not milliseconds. [The other atlas](index.md) has more kinds, "
        "encodings and solvers, on puzzles such as people solve. Everything here is made from "
        "[the measurements](#how-it-was-measured), and rests on the few runs that are stated.",
        "",
        "## The encodings by kind",
        "",
        *_kinds(hard),
        *(line for level in above(hard) for line in level_section(hard, level)),
        "## Growth",
        "",
        *_growth(hard),
        "## Findings",
        "",
        f"They rest on one run of each route on {_spread(hard)} of a kind: differences of a few ten percent "
        "are none.",
        "",
        *_section("Do rankings on easy puzzles carry over?", _carried(easy, hard)),
        *(line for level in above(hard) for line in carried_on(hard, level)),
        *_section("Does strength predict time and conflicts, or does size?", _predictors(easy, hard)),
        *_section("Does the order depend on the solver?", other_solvers(hard)),
        *_section("Which at-most-one encoding?", _at_most_one(easy, hard)),
        *_section("Which encoding of sums and counts?", _sums(hard)),
        *_section("Which connectivity?", _connectivity(hard)),
        *_section("When does an engine for covers win, or a direct search?", no_formulas(hard)),
        *_section("Do encodings of other libraries do better?", other_libraries(hard)),
        *_section("How much is luck, where there are several answers?", shuffled_copies(hard)),
        *_section("Do second runs agree?", second_run(hard)),
        *_section("How large are proofs?", proofs(hard)),
        *_section("Are the defaults right?", _defaults(hard)),
        "## The families",
        "",
        *families(hard),
        "## Kinds without hard instances",
        "",
        *none_found(),
        "## How it was measured",
        "",
        *method(hard, machines),
    ]
    return "\n".join(lines).rstrip() + "\n"


def summary(easy: Archive, hard: HardArchive) -> Iterator[str]:
    """What of the other atlas holds on hard instances, for its first page."""
    yield "### What of this holds on hard instances?"
    yield ""
    found = [one for kind in hard.kinds if (one := carried(easy, hard, kind)) is not None]
    holds = sum(one.ratio <= CLOSE for one in found)
    yield (
        f"* **Rankings**: the first is the first there, or within 10 %, in {holds} of "
        f"{counted(len(found), 'kind')}; most of the others are kinds in which an engine for covers wins on "
        "easy puzzles."
    )
    tables = [hard.table(kind, held_out=None) for kind in hard.kinds]
    pairs = zip(hard.kinds, tables, strict=True)
    known = [one for kind, those in pairs if (one := predictors(easy, kind, those)) is not None]
    clauses, strength = ([one[name][0] for one in known] for name in ("clauses", "strength"))
    yield (
        f"* **What predicts time**: the correlation with clauses is {figure(_mean(clauses))} over "
        f"{counted(len(known), 'kind')}. That with strength, where it is "
        f"known, {figure(_mean(strength))} over {sum(not math.isnan(one) for one in strength)}."
    )
    again = _still_first(easy, _beside(hard, "cover/cnf:"))
    yield (
        f"* **At-most-one encodings**: the first is the first there, or within 10 %, in {sum(again)} "
        f"of {counted(len(again), 'kind')}."
    )
    solvers = [one for kind in hard.kinds if (one := by_both(hard, kind)) and len(one.other.lines) > 1]
    yield (
        f"* **Solvers**: of formulas the first by {USUAL} is the first by {SECOND}, or within 10 %, in "
        f"{sum(one.loss <= CLOSE for one in solvers)} of {counted(len(solvers), 'kind')}."
    )
    first = still_first(copies_by_kind(hard))
    yield (
        f"* **Several answers**: the first by a single run is the first by five shuffled copies, or within "
        f"10 %, in {sum(first)} of {counted(len(first), 'case')}."
    )
    yield (
        "* The [hard atlas](hard.md) has the rest: sums, connectivity, solvers, engines and direct searches, "
        "encodings of other libraries, proofs, defaults."
    )
    yield ""


def _section(heading: str, body: Iterable[str]) -> Iterator[str]:
    yield f"### {heading}"
    yield ""
    yield from [*body] or ("Nothing is measured yet.", "")


def _spread(hard: HardArchive) -> str:
    numbers = [len(hard.table(kind, held_out=None).puzzles) for kind in hard.kinds]
    least, most = min(numbers, default=0), max(numbers, default=0)
    return counted(most, "instance") if least == most else f"{least} to {counted(most, 'instance')}"


def _kinds(hard: HardArchive) -> Iterator[str]:
    yield (
        "For each kind the routes that were tried on the same instances of level 1, by the geometric mean of "
        "their time divided by that of the fastest of each instance (*ratio*). *solved*: decided within the "
        "limit, of those tried; *PAR-2*: the mean time in seconds, twice the limit where it was not decided; "
        "then medians of decided runs: conflicts, or nodes of a cover engine, propagations in thousands, "
        "processor seconds of the reduction and of the search, the growth of the process in MB. Instances "
        "with one answer or none come first: a single run ranks encodings there. Where an instance has "
        "several, the first is found by luck, and conflicts differ by factors of 3 to 17 between shuffled "
        "copies of one formula: there these tables say little, and [shuffled "
        "copies](#how-much-is-luck-where-there-are-several-answers) more."
    )
    yield ""
    for title, several in (("One answer or none", False), ("Several answers", True)):
        yield f"### {title}"
        yield ""
        for kind in sorted(hard.kinds, key=_place):
            own = [run for run in hard.table(kind, held_out=None).runs if hard.several(run.puzzle) == several]
            found = Table(own)
            if found.lines:
                yield from _kind(hard, kind, found)


def _growth(hard: HardArchive) -> Iterator[str]:
    """The pictures of each kind."""
    yield (
        "First the median time by size, both logarithmic, where at least half were decided: by the usual "
        "solver and the engines, of all levels, and before them the puzzles of the other atlas where sizes "
        "count the same. Most of these are drawn otherwise, so that a line bends there, too; the power is of "
        "the whole line. Then how many instances of level 1 were decided when each may take so long."
    )
    yield ""
    for kind in sorted(hard.kinds, key=_place):
        if found := shown(kind):
            yield f"**{kind}**"
            yield ""
            yield from found
            yield ""


def _place(kind: str) -> int:
    return ORDER.index(kind)


def _kind(hard: HardArchive, kind: str, found: Table) -> Iterator[str]:
    puzzles, _ = found.compared
    verdicts = Counter(hard.verdicts.get(puzzle, "undecided") for puzzle in puzzles)
    words = {"unique": "with one answer", "none": "without any", "multiple": "with several"}
    said = listed([f"{number} {words.get(name, name)}" for name, number in sorted(verdicts.items())])
    yield f"**[{kind}]({kind}.md)**: {counted(len(found.puzzles), 'instance')}, {said}."
    yield ""
    heads = ("route", "solved", "PAR-2", "ratio", "conflicts", "propagations", "reduce", "search", "memory")
    yield from table(heads, [_cells(line) for line in found.lines])
    yield ""
    if same := hard.same(kind):
        names = [f"`{usual_name(a)}` as `{usual_name(b)}`" for a, b in same.items()]
        yield f"The same formula: {listed(names)}."
        yield ""


def _cells(line: Line) -> list[str]:
    solved = f"{line.solved}/{line.measured}" + (f", {line.left_out} left out" if line.left_out else "")
    conflicts, propagations = line.middle("conflicts"), line.middle("propagations")
    memory = line.middle("memory")
    return [
        f"`{usual_name(line.route)}`",
        solved,
        f"{line.par2:.2f}",
        f"{line.ratio:.2f}",
        "-" if conflicts is None else f"{conflicts:,.0f}",
        "-" if propagations is None else f"{propagations / 1000:,.0f}",
        figure(line.middle("reduce")),
        figure(line.search),
        "-" if memory is None else f"{memory / 2**20:.0f}",
    ]


# Findings


def _carried(easy: Archive, hard: HardArchive) -> Iterator[str]:
    found = [one for kind in hard.kinds if (one := carried(easy, hard, kind)) is not None]
    holds = [one for one in found if one.ratio <= CLOSE]
    taus = [one.tau for one in found if not math.isnan(one.tau)]
    if not found:
        return
    middle = f"{median(taus):.2f} in the median of {counted(len(taus), 'kind')}" if taus else "not known"
    yield (
        f"Of {counted(len(found), 'kind')} with at least two routes in both atlases, the first on easy "
        f"puzzles is the first on hard ones, or within 10 %, in {len(holds)}; Kendall's rank correlation of "
        f"the two rankings is {middle}. *ratio*: the time of the one that is first on easy puzzles, divided "
        "by that of the one that is first here, with twice the limit for undecided runs. All selection by "
        "small samples rests on this. The puzzles of the other atlas are not only smaller: most are drawn "
        "otherwise, too."
    )
    yield ""
    rows = [
        [
            f"[{one.kind}]({one.kind}.md)",
            f"`{usual_name(one.first)}`",
            f"`{usual_name(one.best)}`",
            f"{one.ratio:.2f}",
            figure(one.tau),
            f"{one.routes}",
        ]
        for one in sorted(found, key=lambda one: -one.ratio)
    ]
    yield from table(("kind", "first on easy", "first here", "ratio", "tau", "routes"), rows, left=3)
    yield ""


def _predictors(easy: Archive, hard: HardArchive) -> Iterator[str]:
    for level in hard.levels:
        yield from _predictors_at(easy, hard, level)


def _predictors_at(easy: Archive, hard: HardArchive, level: int) -> Iterator[str]:
    tables = {kind: hard.table(kind, level, held_out=None) for kind in hard.kinds}
    found = {kind: one for kind in hard.kinds if (one := predictors(easy, kind, tables[kind])) is not None}
    if not found:
        return
    words = []
    for at, outcome in enumerate(("time", "conflicts")):
        means = {name: _mean(one[name][at] for one in found.values()) for name in FIGURES}
        number = sum(not math.isnan(one["clauses"][at]) for one in found.values())
        known = sum(not math.isnan(one["strength"][at]) for one in found.values())
        said = listed([f"{name} {figure(mean)}" for name, mean in means.items()])
        words.append(f"with {outcome} ({number} kinds, strength {known} of them) {said}")
    yield (
        f"At level {level}, Spearman's rank correlation over the formulas of a kind, as means over kinds: "
        f"{'; '.join(words)}. Strength is that of the smaller puzzles of the other atlas, where it is known. "
        "A correlation is positive where the weaker, or larger, formula takes more. Conflicts are of the "
        "formulas that decided every instance, so that the worst are not among them. That is few kinds, and "
        "a direction at most."
    )
    yield ""
    heads = ("kind", *(f"{outcome}: {name}" for outcome in ("time", "conflicts") for name in FIGURES))
    rows = [
        [f"[{kind}]({kind}.md)", *(figure(one[name][at]) for at in (0, 1) for name in FIGURES)]
        for kind, one in found.items()
    ]
    yield from table(heads, rows)
    yield ""


def _mean(values: Iterable[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return fmean(known) if known else math.nan


def _beside(hard: HardArchive, prefix: str) -> dict[str, dict[str, float]]:
    """By kind the PAR-2 of each route whose name begins so, without the prefix, where there are several."""
    found = {}
    for kind in hard.kinds:
        lines = [one for one in hard.table(kind, held_out=None).lines if one.route.startswith(prefix)]
        if len(lines) > 1:
            found[kind] = {usual_name(one.route).removeprefix(prefix): one.par2 for one in lines}
    return found


def _firsts(found: dict[str, dict[str, float]], shown: str = "{}") -> str:
    """In how many kinds each route is the first, in words."""
    firsts = Counter(min(those, key=lambda name: those[name]) for those in found.values())
    return listed([f"{shown.format(name)} in {number}" for name, number in firsts.most_common()])


def _par2_table(found: dict[str, dict[str, float]]) -> Iterator[str]:
    """The least of each row in bold."""
    names = sorted({name for those in found.values() for name in those})
    means = {
        name: geometric_mean(those[name] / min(those.values()) for those in found.values() if name in those)
        for name in names
    }
    ordered = sorted(names, key=lambda name: means[name])
    rows = [
        [f"[{kind}]({kind}.md)"]
        + [
            "-"
            if name not in those
            else f"**{those[name]:.2f}**"
            if those[name] == min(those.values())
            else f"{those[name]:.2f}"
            for name in ordered
        ]
        for kind, those in found.items()
    ]
    yield from table(("kind", *ordered), rows)
    yield ""


def _at_most_one(easy: Archive, hard: HardArchive) -> Iterator[str]:
    found = _beside(hard, "cover/cnf:")
    if not found:
        return
    again = _still_first(easy, found)
    yield (
        "The same exact cover as a formula, by PAR-2 in seconds, of all instances of level 1. The one that "
        f"is first on easy puzzles is first here, or within 10 %, in {sum(again)} of "
        f"{counted(len(again), 'kind')}."
    )
    yield ""
    yield from _par2_table(found)


def _still_first(easy: Archive, found: dict[str, dict[str, float]]) -> list[bool]:
    """Of each kind whether the at-most-one encoding that is first on easy puzzles is first here."""
    again = []
    for kind, those in found.items():
        if before := at_most_one(easy, kind):
            first = min(before, key=lambda name: before[name])
            again.append(those.get(first, math.inf) <= CLOSE * min(those.values()))
    return again


GENERIC = ("mixed", "mdd", "regular", "table", "totalizer", "order")
"""Encodings of the constraint language, which many kinds have."""
SPECIAL = "made for it"


def _sums(hard: HardArchive) -> Iterator[str]:
    found: dict[str, dict[str, float]] = {}
    for kind, those in _beside(hard, "cnf:").items():
        special = [par2 for name, par2 in those.items() if name not in GENERIC]
        if "cuts" not in those:
            generic = {name: par2 for name, par2 in those.items() if name in GENERIC}
            rows = generic | ({SPECIAL: min(special)} if special else {})
            found |= {kind: rows} if len(rows) > 1 else {}
    if not found:
        return
    said = _firsts(found)
    yield (
        "PAR-2 in seconds, of all instances of level 1, by the encodings of the constraint language, and by "
        f"the best of those that were made for a kind. The first is {said} of {counted(len(found), 'kind')}. "
        "In kinds of graphs, sets and triples *mixed* counts in the order encoding and *mdd* by a diagram."
    )
    yield ""
    yield from _par2_table(found)


def _connectivity(hard: HardArchive) -> Iterator[str]:
    found = {kind: those for kind, those in _beside(hard, "cnf:").items() if "cuts" in those}
    if not found:
        return
    said = _firsts(found, "`cnf:{}`")
    yield (
        f"PAR-2 in seconds, of all instances of level 1. The first is {said} of "
        f"{counted(len(found), 'kind')}."
    )
    yield ""
    yield from _par2_table(found)


def _defaults(hard: HardArchive) -> Iterator[str]:
    rows, worse = [], []
    levels = sorted({run.level for run in hard.runs if run.route == CHECK} - {1})
    for kind in sorted(hard.kinds, key=_place):
        found = hard.table(kind, held_out=True)
        if (ratio := found.default) is None or not found.lines:
            continue
        if ratio > DEFAULT_WITHIN:
            worse.append(kind)
        rows.append(
            [
                f"[{kind}]({kind}.md)",
                f"**{ratio:.2f}**" if ratio > DEFAULT_WITHIN else f"{ratio:.2f}",
                f"{len(found.puzzles)}",
                f"{median(found.slower_by):.2f}",
                f"{geometric_mean(found.best.values()):.2f}",
                f"`{usual_name(found.lines[0].route)}`",
                *(figure(default_at(hard, kind, level)) for level in levels),
            ]
        )
    if not rows:
        return
    yield (
        "The time of `coversat check` without a route on instances held out, divided by that of the fastest "
        f"route of each (the virtual best, which nobody knows beforehand). It is within {DEFAULT_WITHIN} "
        f"in {len(rows) - len(worse)} of {counted(len(rows), 'kind')}"
        + (f", and not in {listed(worse)}" if worse else "")
        + ". On two instances that is a reason to measure more, not yet one to change a default; where there "
        "are six, those after the first two have only the default, the usual formula, and the best of level "
        "1. *slower by*: the median."
    )
    if later := slower_later(hard):
        yield (
            "The checks were measured some hours after the routes; [second runs](#do-second-runs-agree), of "
            f"later hours too, take {median(later):.2f} times as long in the median."
        )
    for level in levels:
        beyond = [kind for kind in hard.kinds if (default_at(hard, kind, level) or 0) > DEFAULT_WITHIN]
        yield f"At level {level}, on one or two instances, it is not in {listed(beyond) or 'no kind'}."
        worse += [kind for kind in beyond if kind not in worse]
    yield ""
    for kind in worse:
        luck = all(map(hard.several, hard.table(kind, held_out=True).puzzles))
        yield f"* {kind}: {WHY.get(kind, LUCK if luck else 'not looked into yet')}."
    yield ""
    heads = ("kind", "default", "instances", "slower by, s", "virtual best, s", "best route")
    yield from table((*heads, *(f"default at {level}" for level in levels)), rows)
    yield ""
