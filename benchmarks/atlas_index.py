"""The first page of the atlas: the best route of each kind, and what all measurements say together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean, geometric_mean, median

from atlas_archive import Archive, is_cover, is_direct
from atlas_compare import second_day
from atlas_findings import (
    CLOSE,
    FIGURES,
    OUTCOMES,
    CoverRecord,
    Predictor,
    at_most_one,
    cover_record,
    default,
    held,
    predictor,
    ranking,
    signed_rank,
    spread,
    strongest,
    usual_name,
)
from atlas_measuring import COPIES, ENGINES, LIMIT, SAMPLES, SOLVERS, USUAL
from atlas_pages import figure, listed, seconds, table
from atlas_pictures import heat_maps
from atlas_puzzles import FAMILIES, FIRST, HELD_OUT
from atlas_words import reduction_class

from coversat.base.wording import counted


def index_page(archive: Archive, hard: Iterable[str] = ()) -> str:
    """`hard` are the lines about hard instances."""
    kinds = archive.kinds
    pairs = {(run.kind, run.reduction) for run in archive.runs}
    lines = [
        "# An atlas of encodings",
        "",
        f"Which encoding is best for which problem, measured: {len(kinds)} kinds of problems, {len(pairs)} "
        f"pairs of a kind and an encoding, {len(SOLVERS)} SAT solvers and {len(ENGINES)} engines for exact "
        f"covers, {len(archive.runs):,} runs. Each kind has a page with its encodings in words, their "
        "sizes, propagation strength, effort and proofs, and when to use them. Everything on these pages "
        "is made from [the measurements](#the-measurements). Nearly all these puzzles are decided in "
        "milliseconds: which encoding is best for an instance that takes long, and whether the findings "
        "below hold there, says [the hard atlas](hard.md).",
        "",
        "## The kinds",
        "",
        *_kinds(archive),
        "",
        *heat_maps(),
        "",
        "## What the measurements say",
        "",
        *_strength_or_size(archive),
        *_at_most_one(archive),
        *_covers(archive),
        *_classes(archive),
        *_order(archive),
        *_held_out(archive),
        *second_day(archive),
        *_defaults(archive),
        *hard,
        "## How it was measured",
        "",
        *_method(archive),
    ]
    return "\n".join(lines).rstrip() + "\n"


def link(kind: str) -> str:
    return f"[{kind}]({kind}.md)"


def _kinds(archive: Archive) -> Iterator[str]:
    rows = []
    for kind in archive.kinds:
        rank = ranking(archive, kind)
        largest = rank.sizes[-1]
        found, own = held(archive, kind), default(archive, kind)
        formulas = [one for one in rank.whole if not is_cover(one.reduction)]
        best_formula = f"`{usual_name(formulas[0].route)}`" if formulas else "-"
        rows.append(
            [
                link(kind),
                f"{len({place.reduction for place in rank.places})}",
                f"`{usual_name(rank.whole[0].route)}`",
                seconds(rank.seconds(rank.whole[0].route, largest)),
                best_formula,
                strongest(archive, kind),
                "yes" if found.holds else f"no: {found.ratio:.1f}",
                f"{own.ratio:.2f}",
            ]
        )
    heads = (
        "kind",
        "encodings",
        "fastest",
        "at the largest",
        "fastest formula",
        "strongest direct formula",
        "holds",
        "default",
    )
    yield from table(heads, rows)
    yield ""
    yield (
        f"*fastest*: the least geometric mean of times, with {USUAL} for formulas, and its median time at "
        "the largest size; *holds*: whether it is the fastest, or within 10 %, on puzzles held out, and if "
        "not, how many times as long as the fastest there it takes; *default*: the time of `coversat check` "
        "without a route, divided by the fastest route of each puzzle."
    )


# The questions


def _strength_or_size(archive: Archive) -> Iterator[str]:
    yield "### Does strength predict time better than the number of clauses?"
    yield ""
    found = {
        outcome: [one for kind in archive.kinds if (one := predictor(archive, kind, outcome)) is not None]
        for outcome in OUTCOMES
    }
    for outcome, those in found.items():
        yield from _predicts(outcome, those)
    yield (
        "A correlation is positive where the weaker, or larger, formula takes more time or conflicts. So "
        "the formula that propagates more is not the faster one by itself. Strength is bought with clauses: "
        "it pays where a search would otherwise have many conflicts, and where the formula is written in a "
        "moment and solved at once, writing it is most of the time. The pages of the kinds have both "
        "figures side by side."
    )
    yield ""
    kinds = sorted({one.kind for those in found.values() for one in those})
    by_kind = {outcome: {one.kind: one for one in those} for outcome, those in found.items()}
    heads = ("kind", "formulas", *(f"{outcome}: {name}" for outcome in OUTCOMES for name in FIGURES))
    rows = []
    for kind in kinds:
        formulas = next(str(those[kind].formulas) for those in by_kind.values() if kind in those)
        cells = [
            figure(by_kind[outcome][kind].correlations[name]) if kind in by_kind[outcome] else "-"
            for outcome in OUTCOMES
            for name in FIGURES
        ]
        rows.append([link(kind), formulas, *cells])
    yield from table(heads, rows)
    yield ""


def _predicts(outcome: str, found: Sequence[Predictor]) -> Iterator[str]:
    """How well each figure ranks the formulas of a kind by an outcome."""
    means = {name: _mean(found, name) for name in FIGURES}
    pairs = [(one.correlations["strength"], one.correlations["clauses"]) for one in found]
    pairs = [(a, b) for a, b in pairs if not math.isnan(a) and not math.isnan(b)]
    better = sum(a > b for a, b in pairs)
    yield (
        f"**{outcome.capitalize()}.** Spearman's rank correlation with the {outcome} of the formulas of a "
        f"kind, as a mean over the {counted(len(found), 'kind')} with at least four formulas that are not "
        f"all as strong: {_list(means)}. Strength is the better predictor than clauses in {better} of these "
        f"kinds{_test([a - b for a, b in pairs])}."
    )
    yield ""


def _mean(found: Sequence[Predictor], name: str) -> float:
    values = [one.correlations[name] for one in found if not math.isnan(one.correlations[name])]
    return fmean(values) if values else math.nan


def _list(means: dict[str, float]) -> str:
    ordered = sorted(means, key=lambda name: -means[name])
    return listed([f"{name} {means[name]:.2f}" for name in ordered])


def _test(differences: Sequence[float]) -> str:
    if len(differences) < 6 or not any(differences):
        return ""
    return f" (Wilcoxon's signed-rank test: p = {signed_rank(differences):.2g})"


def _at_most_one(archive: Archive) -> Iterator[str]:
    found = {kind: ratios for kind in archive.kinds if (ratios := at_most_one(archive, kind))}
    yield "### Which at-most-one encoding, where?"
    yield ""
    if not found:
        yield "None was measured."
        yield ""
        return
    names = sorted({name for ratios in found.values() for name in ratios})
    means = {
        name: geometric_mean([ratios[name] for ratios in found.values() if name in ratios]) for name in names
    }
    ordered = sorted(names, key=lambda name: means[name])
    again = [
        kind
        for kind, ratios in found.items()
        if (later := at_most_one(archive, kind, held_out=True))
        and later.get(min(ratios, key=lambda name: ratios[name]), math.inf) <= CLOSE * min(later.values())
    ]
    yield (
        "The same exact cover as a formula, by each encoding of *at most one option per item*; the time "
        "divided by that of the fastest of them on each puzzle. Over all kinds: "
        f"{_list_ratios(means, ordered)}. The first of a kind is again the first, or within 10 %, on puzzles "
        f"held out in {len(again)} of {len(found)} kinds. The usual one, of exports and certificates, is "
        "*sequential*: it states every option, so that each clause belongs to a rule. *remaining* and "
        "*segments* leave out what the givens settle; *segments* is meant for `cadical153-stable`, and "
        "measured here by the same solver as the others."
    )
    yield ""
    rows = [
        [
            link(kind),
            *(
                f"**{ratios[n]:.2f}**"
                if n in ratios and ratios[n] == min(ratios.values())
                else figure(ratios.get(n))
                for n in ordered
            ),
        ]
        for kind, ratios in found.items()
    ]
    yield from table(("kind", *ordered), rows)
    yield ""


def _list_ratios(means: dict[str, float], ordered: Sequence[str]) -> str:
    return listed([f"{name} {means[name]:.2f}" for name in ordered])


def _covers(archive: Archive) -> Iterator[str]:
    found = [one for kind in archive.kinds if (one := cover_record(archive, kind)) is not None]
    yield "### When does a cover beat a formula?"
    yield ""
    ahead = [one for one in found if one.cover.ratio < one.formula.ratio]
    behind = [one for one in found if one.cover.ratio >= one.formula.ratio]
    yield (
        f"Of {counted(len(found), 'kind')} with an exact cover, the best cover route is ahead of the best "
        f"formula in {len(ahead)}: {_names(ahead)}. The formula is ahead in {len(behind)}: {_names(behind)}. "
        "That is by the geometric mean over all sizes; small boards favour the cover, which is ready at "
        "once. It learns nothing from failures, so counts and sums over many cells, and most hard instances, "
        "are better left to a SAT solver; not all, as [the hard atlas](hard.md) shows."
    )
    yield ""
    rows = [
        [
            link(one.kind),
            f"`{one.cover.route}`",
            f"{one.cover.ratio:.2f}",
            f"`{usual_name(one.formula.route)}`",
            f"{one.formula.ratio:.2f}",
            f"{one.wins}/{one.puzzles}",
        ]
        for one in sorted(found, key=lambda one: one.cover.ratio / one.formula.ratio)
    ]
    heads = ("kind", "best cover", "ratio", "best formula", "ratio ", "puzzles where the cover is faster")
    yield from table(heads, rows)
    yield ""


def _names(found: Sequence[CoverRecord]) -> str:
    return listed([link(one.kind) for one in found]) if found else "none"


def _classes(archive: Archive) -> Iterator[str]:
    """Formulas of class P beside those of class Q of the same kind."""
    yield "### Is parsimonious dearer?"
    yield ""
    rows, ratios = [], []
    for kind in archive.kinds:
        rank = ranking(archive, kind, formulas=True)
        classes: dict[str, list[float]] = {}
        for place in rank.whole:
            if is_direct(place.reduction):
                classes.setdefault(_class(archive, kind, place.reduction), []).append(place.ratio)
        if "P" in classes and "Q" in classes:
            best = {name: min(values) for name, values in classes.items()}
            ratios.append(best["P"] / best["Q"])
            rows.append(
                [link(kind), *(f"{len(classes[n])}" for n in "PQ"), *(f"{best[n]:.2f}" for n in "PQ")]
            )
    if not rows:
        yield "No kind has formulas of both classes."
        yield ""
        return
    dearer = sum(ratio > 1 for ratio in ratios)
    yield (
        f"There are {counted(len(rows), 'kind')} with direct formulas of class P (as many models as answers) "
        "and of class Q (as many under a projection). The best of class P takes "
        f"{geometric_mean(ratios):.2f} times as long as the best of class Q, as a geometric mean, and is the "
        f"slower one in {dearer} of them{_test([math.log(one) for one in ratios])}. "
        f"{_linear(archive)}"
    )
    yield ""
    yield from table(("kind", "of class P", "of class Q", "best of P", "best of Q"), rows)
    yield ""


def _class(archive: Archive, kind: str, reduction: str) -> str:
    return reduction_class(FAMILIES[kind].kind, reduction, archive.problems(kind))


def _linear(archive: Archive) -> str:
    """The two at-most-one encodings of linear size, which differ in little else."""
    found = [ratios for kind in archive.kinds if (ratios := at_most_one(archive, kind))]
    ratios = [one["ladder"] / one["sequential"] for one in found if {"ladder", "sequential"} <= set(one)]
    if not ratios:
        return ""
    return (
        "Of the at-most-one encodings of linear size the ladder determines its auxiliary variables and the "
        f"sequential counter does not: the ladder takes {geometric_mean(ratios):.2f} times as "
        f"long{_test([math.log(one) for one in ratios])}."
    )


def _order(archive: Archive) -> Iterator[str]:
    found = [one for kind in archive.kinds if (one := spread(archive, kind)) is not None]
    yield "### How much does the order matter?"
    yield ""
    if not found:
        return
    more = [one for one in found if one.copies > one.routes]
    yield (
        f"The same formula in another order needs, in the median of {len(found)} kinds, up to "
        f"{median(one.copies for one in found):.1f} times as many conflicts among {COPIES} copies; the "
        f"formulas of a kind differ by {median(one.routes for one in found):.1f}. In {len(more)} kinds the "
        "order makes more difference than the encoding: there a difference in conflicts between two "
        "encodings on one puzzle says nothing. The copies of each encoding are on the pages of the kinds."
    )
    yield ""


def _held_out(archive: Archive) -> Iterator[str]:
    found = {kind: held(archive, kind) for kind in archive.kinds}
    lost = {kind: one for kind, one in found.items() if not one.holds}
    taus = [one.tau for one in found.values() if not math.isnan(one.tau)]
    yield "### Do the rankings hold?"
    yield ""
    yield (
        "On puzzles of other seeds the first route is the first again, or within 10 %, in "
        f"{len(found) - len(lost)} of {len(found)} kinds; Kendall's rank correlation of the two rankings is "
        f"{median(taus):.2f} in the median and {min(taus):.2f} at least."
        + (
            " It does not hold for "
            f"{listed([_lost(kind, one.first, one.best, one.ratio) for kind, one in lost.items()])}."
            if lost
            else ""
        )
    )
    yield ""


def _lost(kind: str, first: str, best: str, ratio: float) -> str:
    return f"{link(kind)} (`{usual_name(first)}` takes {ratio:.1f} times as long as `{usual_name(best)}`)"


def _defaults(archive: Archive) -> Iterator[str]:
    found = {kind: default(archive, kind) for kind in archive.kinds}
    good = [kind for kind, one in found.items() if one.ratio <= CLOSE]
    rest = {kind: one for kind, one in found.items() if one.ratio > CLOSE}
    yield "### Are the defaults right?"
    yield ""
    yield (
        "Without a named route coversat tries several in turn, and checks answers. On puzzles held out that "
        f"takes at most {CLOSE:g} times as long as the fastest single route of each puzzle in {len(good)} of "
        f"{len(found)} kinds. The virtual best is what nobody has: it knows for each puzzle which route will "
        "be the fastest, and takes the least of many times. "
        + (
            f"In the others the difference is at most {seconds(max(one.slower_by for one in rest.values()))} "
            "in the median: that of a turn by another method that comes first, and of checking the answers "
            "by the rules, which is not counted for single routes."
            if rest
            else ""
        )
    )
    yield ""
    rows = [
        [
            link(kind),
            f"{one.ratio:.2f}",
            seconds(max(one.slower_by, 0.0)),
            f"`{usual_name(one.best.route)}`",
            f"{one.best.ratio:.2f}",
        ]
        for kind, one in sorted(rest.items(), key=lambda item: -item[1].ratio)
    ]
    yield from table(("kind", "default", "slower by", "single best", "its ratio"), rows)
    yield ""


# How it was measured


def _difficulty(archive: Archive) -> str:
    """How hard the puzzles are for the usual solver."""
    runs = [run for run in archive.runs if is_direct(run.reduction) and run.solver == USUAL and run.seconds]
    conflicts = median(run.effort for run in runs if run.effort is not None)
    writing = median(run.reduce_seconds / run.seconds for run in runs if run.seconds)
    return (
        f"The puzzles are such as people solve: the median formula takes {conflicts:,.0f} conflicts, and "
        f"writing it takes {100 * writing:.0f} % of the time. On harder ones conflicts weigh more; whether "
        "strength does, [the hard atlas](hard.md) asks."
    )


def _method(archive: Archive) -> Iterator[str]:
    machine = archive.machine
    yield (
        "Each kind has puzzles of three sizes or more from the seeds "
        f"{listed([str(seed) for seed in FIRST])}, from which the rankings are made, and from "
        f"{listed([str(seed) for seed in HELD_OUT])}, which are held out. Boards come from `coversat "
        "generate` and have one answer; the others are drawn at random. Every run is in its own process: it "
        "reduces the puzzle, finds an answer, and then another or that there is none; each answer is "
        "checked by the rules, and routes that disagree would end the measurement. Times are processor time "
        f"of the reduction and the search, one run each, with a limit of {LIMIT:g} s; an undecided run "
        "counts as twice the limit. Effort does not depend on the machine. Puzzles held out are measured "
        "with the usual solver only. Formulas with sums, counts of many cells, loops and areas have changed "
        "since these measurements; those that have gone are [on a page of their own](beaten.md), and newer "
        "ones are not in them. 1in3sat, partition, subsetsum, queens, matching3d and hamiltoniancycle were "
        "measured anew when they were drawn at their thresholds, and futoshiki, kakurasu, numbrix and zebra "
        "later than the others, with a low priority."
    )
    yield ""
    yield (
        f"{_difficulty(archive)} Strength is measured on {SAMPLES} partial answers of each puzzle of the two "
        f"smaller sizes. Proofs and {COPIES} shuffled copies are of the second size. {machine['processor']}, "
        f"{machine['system']}, Python {machine['python']}; other work was done on the machine at the same "
        "time, so that times of a few milliseconds are uncertain by some ten percent."
    )
    yield ""
    yield "### The measurements"
    yield ""
    yield (
        "`docs/atlas/data/` has them as CSV: `puzzles`, `runs`, `growth`, `strength`, `proofs`, `defaults`, "
        "and hashes in "
        '`SHA256SUMS`. `pandas.read_csv("docs/atlas/data/runs.csv.gz")` reads one; `coversat schema runs` '
        "and `coversat schema compare` have the meaning of the columns of `runs` and `proofs`."
    )
    yield ""
    yield (
        "`python benchmarks/atlas.py measure FOLDER` measures again and goes on where it was interrupted, "
        "`pack FOLDER` makes the archive, `pages` these pages, and `compare ARCHIVE` says how far another "
        "archive, as of another machine, differs from this one."
    )
