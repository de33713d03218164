"""The page of one kind in the atlas, from the archive: which encoding to use, the figures, each in words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import median

from atlas_archive import Archive, Run, Strength, in_order, is_cover, is_direct, reduction_of
from atlas_findings import CLOSE, Place, Ranking, copies_ratio, default, held, ranking, usual_name
from atlas_measuring import COPIES, LIMIT, SOLVERS, USUAL
from atlas_pictures import shown
from atlas_puzzles import FAMILIES, FIRST
from atlas_words import about, example, in_words, reduction_class, source

from coversat.answering.routes import find_path
from coversat.base.wording import counted
from coversat.problems import problem_class
from coversat.setters.generate.hard import FAMILIES as HARD

SIZES = ("variables_or_items", "clauses_or_options")


def kind_page(archive: Archive, kind: str) -> str:
    """The page of a family, which has the name of its kind unless there are several."""
    rank = ranking(archive, kind)
    family = FAMILIES[kind]
    lines = [
        f"# {kind}",
        "",
        f"{_sentence(problem_class(family.kind).about)} Measured on {counted(len(rank.puzzles), 'puzzle')} "
        f"({family.axis}: {listed(labels(kind, rank.sizes))}): {family.about}. [How it was "
        "measured](index.md#how-it-was-measured).",
        "",
        "## Which to use",
        "",
        *_advice(archive, kind, rank),
        "",
        "## Sizes, strength and time",
        "",
        *_sizes(archive, kind, rank),
        "",
        *_pictures(kind),
        "## Direct formulas under four solvers",
        "",
        *_solvers(archive, kind),
        "",
        *_proofs(archive, kind),
        "## The encodings",
        "",
        *_encodings(archive, kind, rank),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _pictures(kind: str) -> Iterator[str]:
    with_hard = ", with those of [the hard atlas](hard.md)" if kind in HARD else ""
    yield (
        "The median time by size, both logarithmic, and how many instances were decided when each may take "
        f"so long{with_hard}:"
    )
    yield from ("", *shown(kind), "")


def labels(kind: str, sizes: Sequence[int]) -> list[str]:
    return [FAMILIES[kind].label(size) for size in sizes]


def at(kind: str, sizes: Sequence[int]) -> str:
    """Sizes in a sentence."""
    words = listed(labels(kind, sizes))
    return f"with {words}" if FAMILIES[kind].labels else f"at {words} {FAMILIES[kind].axis}"


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:].rstrip(".") + "."


def listed(words: Sequence[str]) -> str:
    """All of them, in a sentence."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """A Markdown table; columns after the first ones are aligned to the right."""
    marks = ["---"] * left + ["---:"] * (len(heads) - left)
    return [f"| {' | '.join(row)} |" for row in (heads, marks, *rows)]


def seconds(value: float | None) -> str:
    """As milliseconds, or seconds from one on."""
    if value is None:
        return f"over {LIMIT:g} s"
    return f"{value:.2f} s" if value >= 1 else f"{1000 * value:.{1 if value < 0.01 else 0}f} ms"


def figure(value: float | None, digits: int = 2) -> str:
    return "-" if value is None or math.isnan(value) else f"{value:.{digits}f}"


# Which to use


def _advice(archive: Archive, kind: str, rank: Ranking) -> Iterator[str]:
    for size in rank.sizes:
        best = rank.fastest(size)
        others = _as_good(rank, size, best)
        label = FAMILIES[kind].label(size)
        words = f"* **{label if FAMILIES[kind].labels else f'{label} {FAMILIES[kind].axis}'}**: "
        words += _profile(archive, kind, rank, best, size)
        yield (
            words
            + (f" (as good: {listed(others)})" if others else "")
            + _formulas(archive, kind, rank, best, size)
        )
    yield ""
    found = held(archive, kind)
    if found.holds:
        same = (
            "is the fastest again"
            if found.best == found.first
            else f"is within 10 % of `{usual_name(found.best)}`"
        )
        yield (
            f"On puzzles held out `{usual_name(found.first)}` {same}; rank correlation of all routes "
            f"{figure(found.tau)}."
        )
    else:
        yield (
            f"**This ranking does not hold** on puzzles held out: there `{usual_name(found.best)}` is the "
            f"fastest, and `{usual_name(found.first)}` takes {found.ratio:.1f} times as long; rank "
            f"correlation of all routes {figure(found.tau)}."
        )
    own = default(archive, kind)
    yield (
        f"Without a named route `check` takes {own.ratio:.2f} times as long as the fastest route of each of "
        "these puzzles, as a geometric mean; it is below 1 where another method is tried first."
    )


def _as_good(rank: Ranking, size: int, best: str) -> list[str]:
    least = rank.seconds(best, size)
    if least is None:
        return []
    close = [
        route
        for route in rank.by_route
        if route != best and (time := rank.seconds(route, size)) is not None and time <= CLOSE * least
    ]
    return [f"`{usual_name(route)}`" for route in close[:3]]


def _formulas(archive: Archive, kind: str, rank: Ranking, best: str, size: int) -> str:
    """The fastest and the slowest formula beside the best route."""
    formulas = [route for route in rank.by_route if is_direct(reduction_of(route))]
    times = {
        route: math.inf if (time := rank.seconds(route, size)) is None else time
        for route in formulas
        if any(run.size == size for run in rank.by_route[route])
    }
    if not times:
        return "."
    order = sorted(times, key=lambda route: (times[route], route))
    fastest = _fastest_formula(rank, size)
    found = {"Fastest formula": fastest, "Fastest direct formula": order[0], "Slowest": order[-1]}
    words, named = "", {best}
    for name, route in found.items():
        if route not in named:
            words += f". {name}: {_profile(archive, kind, rank, route, size)}"
        named.add(route)
    return words + "."


def _fastest_formula(rank: Ranking, size: int) -> str:
    return rank.fastest(size, [route for route in rank.by_route if not is_cover(reduction_of(route))])


def _profile(archive: Archive, kind: str, rank: Ranking, route: str, size: int) -> str:
    """Its time and what it is due to: parts, effort and strength."""
    runs = [run for run in rank.by_route[route] if run.size == size]
    reduction = reduction_of(route)
    parts = "options" if is_cover(reduction) else "clauses"
    words = [f"{median(run.sizes[1] for run in runs):,.0f} {parts}"]
    efforts = [run.effort for run in runs if run.effort is not None]
    if efforts:
        words.append(f"{median(efforts):,.0f} {'nodes' if is_cover(reduction) else 'conflicts'}")
    known = archive.strength.get((kind, reduction))
    if known is not None and known.excluded is not None:
        words.append(f"strength {known.excluded:.2f}")
    return f"`{usual_name(route)}`, {seconds(rank.seconds(route, size))}, with {', '.join(words)}"


# The tables


def _sizes(archive: Archive, kind: str, rank: Ranking) -> Iterator[str]:
    largest = rank.sizes[-1]
    heads = [
        "encoding",
        "class",
        "applies",
        "variables, items",
        "clauses, options",
        "growth",
        "excluded",
        "refuted",
    ]
    heads += [*labels(kind, rank.sizes), "ratio"]
    rows = []
    for place in rank.places:
        runs = [run for run in rank.by_route[place.route] if run.size == largest]
        runs = runs or list(rank.by_route[place.route])
        known = archive.strength.get((kind, place.reduction))
        exponent = archive.growth.get((kind, place.route, SIZES[1]))
        applies = f"{place.puzzles}/{len(rank.puzzles)}"
        rows.append(
            [
                f"`{usual_name(place.route)}`",
                reduction_class(FAMILIES[kind].kind, place.reduction, archive.problems(kind)),
                applies,
                *(f"{median(run.sizes[at] for run in runs):,.0f}" for at in (0, 1)),
                "-" if exponent is None else f"{exponent[0]:.1f}",
                *(("-", "-") if known is None else (_interval(known), figure(known.refuted))),
                *(_time(rank, place, size) for size in rank.sizes),
                f"{place.ratio:.2f}",
            ]
        )
    yield from table(heads, rows)
    yield ""
    yield (
        f"Sizes are medians {at(kind, [largest])}; *growth* is the exponent of the clauses or options. "
        "*excluded*, which is called strength elsewhere, and *refuted*: [propagation "
        f"strength](../strength.md), with the 95 % interval. Then the median times by size, with {USUAL} for "
        "formulas; *ratio*: the geometric mean of the time divided by that of the fastest route of each "
        "puzzle."
    )


def _interval(known: Strength) -> str:
    share, low, high = known.excluded, known.low, known.high
    if share is None:
        return "-"
    return f"{share:.2f}" if low is None else f"{share:.2f} ({low:.2f} to {high:.2f})"


def _time(rank: Ranking, place: Place, size: int) -> str:
    if not any(run.size == size for run in rank.by_route[place.route]):
        return "-"
    return seconds(rank.seconds(place.route, size))


def _solvers(archive: Archive, kind: str) -> Iterator[str]:
    """Effort and time of each formula under four solvers."""
    runs = [run for run in archive.runs_of(kind) if is_direct(run.reduction) and run.applicable]
    reductions = in_order([run.reduction for run in runs])
    rows = []
    for reduction in reductions:
        own = [run for run in runs if run.reduction == reduction]
        cells = [_effort([run for run in own if run.solver == solver]) for solver in SOLVERS]
        rows.append([f"`{reduction}`", *cells])
    if not rows:
        yield "There is no direct encoding as a formula."
        return
    yield from table(["encoding", *SOLVERS], rows)
    yield ""
    yield "Conflicts and processor time, medians; in brackets how many puzzles were decided, where not all."


def _effort(runs: Sequence[Run]) -> str:
    decided = [run for run in runs if run.seconds is not None]
    if not decided:
        return f"- (0/{len(runs)})"
    efforts = [run.effort for run in decided if run.effort is not None]
    effort = f"{median(efforts):,.0f}, " if efforts else ""
    missing = f" ({len(decided)}/{len(runs)})" if len(decided) < len(runs) else ""
    return f"{effort}{seconds(median(run.seconds or 0.0 for run in decided))}{missing}"


def _proofs(archive: Archive, kind: str) -> Iterator[str]:
    """Proofs and shuffled copies of the puzzles of the second size."""
    own = [
        row
        for row in archive.proofs
        if row["kind"] == kind and row["status"] not in ("inapplicable", "failed")
    ]
    if not own:
        return
    rows = []
    for route in in_order([row["route"] for row in own]):
        these = [row for row in own if row["route"] == route]
        rows.append(
            [
                f"`{usual_name(route)}`",
                _middle(these, "proof_clauses"),
                _middle(these, "proof_bytes"),
                _middle(these, "proof_check_seconds", 1000),
                _middle(these, "shuffled_effort"),
                _spread(these),
            ]
        )
    yield "## Proofs and order"
    yield ""
    heads = ("encoding", "learnt clauses", "bytes", "check, ms", "effort of copies", "their spread")
    yield from table(heads, rows)
    yield ""
    yield (
        f"On the {len(FIRST)} puzzles {at(kind, [FAMILIES[kind].sizes[1]])}, medians: the proof of glucose4 "
        f"that there is no other answer, and the time to check it; the effort on {COPIES} copies with "
        "variables, clauses and literals in another order, and the most by the least of them."
    )
    yield ""


def _middle(rows: Sequence[dict[str, str]], name: str, factor: float = 1) -> str:
    values = [factor * float(row[name]) for row in rows if row[name]]
    return f"{median(values):,.0f}" if values else "-"


def _spread(rows: Sequence[dict[str, str]]) -> str:
    ratios = [copies_ratio(row) for row in rows if row["shuffled_effort"]]
    return f"{median(ratios):.1f}" if ratios else "-"


# Each encoding in words


def _encodings(archive: Archive, kind: str, rank: Ranking) -> Iterator[str]:
    """A section for each reduction: when to use it, where it is from, and the formula of an example."""
    reductions = in_order([place.reduction for place in rank.places])
    for reduction in reductions:
        places = [place for place in rank.places if place.reduction == reduction]
        yield f"### {reduction}"
        yield ""
        words = f"{_sentence(about(find_path(FAMILIES[kind].kind, reduction)))}"
        if source(reduction):
            words += f" Source: {source(reduction)}."
        yield words
        yield ""
        yield f"*When to use it:* {use(archive, kind, rank, places)}"
        yield ""
        if "/" not in reduction:
            shown = example(FAMILIES[kind].kind, reduction, archive.problems(kind))
            yield f"*Of an example:* {'; '.join(in_words(shown))}."
            yield ""


def use(archive: Archive, kind: str, rank: Ranking, places: Sequence[Place]) -> str:
    """One sentence from the figures."""
    place = min(places, key=lambda one: one.ratio)
    engine = f" (by {place.route.rpartition('/')[2]})" if is_cover(place.reduction) else ""
    fastest = [size for size in rank.sizes if rank.fastest(size) == place.route]
    close = [size for size in rank.sizes if size not in fastest and _is_close(rank, place.route, size)]
    limits = "" if place.puzzles == len(rank.puzzles) else f"; it takes only {place.puzzles} of the puzzles"
    if fastest:
        return f"the fastest {at(kind, fastest)}{engine}{limits}."
    if close:
        return f"as good as the fastest {at(kind, close)}{engine}{limits}."
    formula = [size for size in rank.sizes if _fastest_formula(rank, size) == place.route]
    if formula:
        words = f"the fastest formula {at(kind, formula)}{limits}"
        return f"{words}; {place.ratio:.1f} times the fastest route's time."
    direct = [one for one in rank.whole if is_direct(one.reduction)]
    if direct and direct[0] == place:
        return f"the fastest direct formula; {place.ratio:.1f} times the fastest route's time."
    merits = [words for words in (_strongest(archive, kind, rank, place), _smallest(rank, place)) if words]
    slower = f"{place.ratio:.1f} times the time of the fastest route{engine}{limits}"
    return f"{' and '.join(merits)}, but {slower}." if merits else f"not for speed: {slower}."


def _is_close(rank: Ranking, route: str, size: int) -> bool:
    least, time = rank.seconds(rank.fastest(size), size), rank.seconds(route, size)
    return least is not None and time is not None and time <= CLOSE * least


def _strongest(archive: Archive, kind: str, rank: Ranking, place: Place) -> str:
    shares = {
        one.reduction: known.excluded
        for one in rank.places
        if (known := archive.strength.get((kind, one.reduction))) is not None and known.excluded is not None
    }
    own = shares.get(place.reduction)
    if own is None or own < max(shares.values()) or min(shares.values()) == own:
        return ""
    return f"no encoding here finds more by unit propagation ({own:.2f})"


def _smallest(rank: Ranking, place: Place) -> str:
    if is_cover(place.reduction):
        return ""
    clauses = {
        one.reduction: median(run.sizes[1] for run in rank.by_route[one.route])
        for one in rank.whole
        if not is_cover(one.reduction)
    }
    own = clauses.get(place.reduction)
    return "the fewest clauses" if own is not None and own == min(clauses.values()) else ""
