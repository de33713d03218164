"""The page of encodings that were tried and beaten: what each stated, and its figures beside the others'."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import geometric_mean

from atlas_archive import DATA, GONE, HARD, Archive, reduction_of, table_of
from atlas_findings import Ranking, ranking
from atlas_hard_findings import HardArchive
from atlas_measuring import USUAL
from atlas_pages import figure, seconds, table

from coversat.reductions.paths import REPLACED

EARLIER = DATA / "beaten"
"""The archive of a kind that was drawn otherwise when encodings of it left: its `runs` and `strength`."""
ABOUT = {
    "cnf:automata": "The lines of a nonogram as automata: `cnf:regular` before states are merged; unit "
    "propagation finds as much by `cnf:mdd`. Quimper and Walsh, CP 2006.",
    "cnf:levels": "Connectivity by levels: an element has a number, and a neighbour the number before it. "
    "Stronger than cuts before any is added, as `cnf:elimination` is.",
    "cnf:positions": "A variable for each vertex and position; an arc joins two in order. Iwama and "
    "Miyazaki, IFIP Congress 1994.",
    "cnf:precedence": "A variable for each two vertices, and a transitive order. Prestwich, Discrete Applied "
    "Mathematics 130, 2003; Velev and Gao, SARA 2009.",
    "cnf:tree": "Connectivity by a spanning tree with a root; a loop has many trees, so it is of class Q. "
    "Stronger than cuts before any is added, as `cnf:elimination` is.",
    "cover:assignments": "The exact cover that every model has, of kinds with one made for them: options for "
    "each cell and value, and for each assignment of the cells of a rule.",
}
"""What an encoding stated, and where it was published."""


def beaten_page() -> str:
    archives, hard = (Archive(whole=True), Archive(EARLIER, whole=True)), HardArchive(table_of(HARD, "runs"))
    lines = [
        "# Tried and beaten",
        "",
        "Encodings that coversat had: of no kind and size were they the fastest, all counts that they "
        "kept others keep, and what they showed another encoding shows. `coversat` refuses their names and "
        "says what to use. Their runs remain in [the archive](index.md#the-measurements), from which the "
        "figures are made.",
        "",
    ]
    for name in GONE:
        lines += [f"## {name}", "", f"{ABOUT[name]} In its place: `{REPLACED[name]}`.", ""]
        lines += [*_figures(archives, hard, name), ""]
    lines += [
        "*clauses*, or options of a cover, and *time* are medians at the largest size, *ratio* is the mean "
        "of the time divided by that of the fastest route of each puzzle, *strength* the share of excluded "
        "values that unit propagation finds; in brackets stand the figures of the fastest encoding of the "
        "kind, and the strength of the strongest that was measured beside it. Those of hamiltoniancycle are "
        "of random cubic graphs with up to 96 vertices. *hard*: how many instances of "
        "[the hard atlas](hard.md) were decided, by "
        f"{USUAL}, and the ratio on those.",
    ]
    return "\n".join(lines) + "\n"


def _figures(archives: Sequence[Archive], hard: HardArchive, name: str) -> Iterator[str]:
    found = [(kind, row) for one in archives for kind in one.kinds for row in _row(one, hard, kind, name)]
    rows = [row for _, row in sorted(found)]
    yield from table(["kind", "clauses", "time", "ratio", "strength", "hard"], rows)


def _row(archive: Archive, hard: HardArchive, kind: str, name: str) -> Iterator[list[str]]:
    """The figures of the encoding, if the kind had it."""
    rank = ranking(archive, kind)
    own = [place for place in rank.places if place.reduction == name]
    if own:
        place, best = min(own, key=lambda one: one.ratio), rank.places[0]
        size = rank.sizes[-1]
        yield [
            f"[{kind}]({kind}.md)",
            f"{_parts(rank, place.route, size)} ({_parts(rank, best.route, size)})",
            f"{seconds(rank.seconds(place.route, size))} ({seconds(rank.seconds(best.route, size))})",
            f"{place.ratio:.2f} ({best.ratio:.2f})",
            _strength(archive, kind, name),
            _hard(hard, kind, name),
        ]


def _parts(rank: Ranking, route: str, size: int) -> str:
    sizes = [run.sizes[1] for run in rank.by_route[route] if run.size == size]
    return f"{sorted(sizes)[len(sizes) // 2]:,}" if sizes else "-"


def _strength(archive: Archive, kind: str, name: str) -> str:
    """Beside the strongest of those that remain."""
    shares = {
        one: known.excluded
        for (of, one), known in archive.strength.items()
        if of == kind and known.excluded is not None
    }
    others = [share for one, share in shares.items() if not one.startswith(GONE)]
    return f"{figure(shares.get(name))} ({figure(max(others, default=None))})"


def _hard(hard: HardArchive, kind: str, name: str) -> str:
    runs = [run for run in hard.runs if run.kind == kind and reduction_of(run.route) == name]
    if not runs:
        return "-"
    if all(run.status in ("inapplicable", "failed") for run in runs):
        return "too large to write"
    levels = {run.level for run in runs}
    best = {key: value for level in levels for key, value in hard.table(kind, level, None).best.items()}
    decided = [run for run in runs if run.seconds is not None]
    ratio = f", {geometric_mean(run.penalized / best[run.puzzle] for run in decided):.1f}" if decided else ""
    return f"{len(decided)}/{len(runs)}{ratio}"
