"""The pictures of both atlases: heat maps, and for each kind its growth and a cactus plot.

The curves are those of `coversat report`; a report is made of the archived runs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from atlas_archive import CHECK, DATA, Archive, Run, is_cover, reduction_of
from atlas_findings import ranking, usual_name
from atlas_hard import SAME
from atlas_hard_findings import Hard, HardArchive, is_outside, no_formula
from atlas_measuring import USUAL
from atlas_puzzles import FAMILIES as EASY

from coversat.base.files import write_whole
from coversat.comparing.plots import Plot, plots, styled
from coversat.comparing.report import Report
from coversat.comparing.rows import RunRecord
from coversat.comparing.summary import table_of
from coversat.setters.generate.hard import FAMILIES as HARD

PICTURES = DATA.parent / "pictures"
SHARED = 3
"""An encoding has a column of the heat maps if so many kinds have it; others are in the last column."""
OTHERS = "made for it"
WORST = 30.0
"""Ratios from here on have the same colour."""


def pictures(easy: Archive, hard: HardArchive) -> Iterator[tuple[str, str]]:
    """The name and the SVG of each picture."""
    ratios = {"easy": easy_ratios(easy), "hard": hard_ratios(hard)}
    columns = shared_columns(*ratios.values())
    for name, found in ratios.items():
        yield name, heat_map(found, columns, f"{name} instances").svg
    for kind in easy.kinds:
        for plot in curves(easy, hard, kind) if kind in hard.kinds else easy_curves(easy, kind):
            yield f"{kind}-{plot.name}", plot.svg


def shown(kind: str) -> list[str]:
    """The pictures of a kind that there are, as Markdown."""
    words = {"growth": "time by size", "cactus": "instances decided within a time"}
    return [
        f"![{kind}: {about}](pictures/{kind}-{name}.svg)"
        for name, about in words.items()
        if (PICTURES / f"{kind}-{name}.svg").exists()
    ]


def heat_maps() -> list[str]:
    """Both heat maps, as Markdown."""
    return [
        "How many times as long each encoding takes as the fastest route of a kind, as a geometric mean over "
        "puzzles; the least of a row is bold. *made for it* is the best of the encodings that fewer than "
        "three kinds have.",
        "",
        "![kinds and encodings on the puzzles of this atlas](pictures/easy.svg)",
        "",
        "The same on [hard instances](hard.md), on which the usual formula takes about a second, where an "
        "undecided run counts as twice the limit:",
        "",
        "![kinds and encodings on hard instances](pictures/hard.svg)",
    ]


def write_pictures(folder: Path, easy: Archive, hard: HardArchive) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in pictures(easy, hard):
        write_whole(folder / f"{name}.svg", [svg])


# Curves


def curves(easy: Archive, hard: HardArchive, kind: str) -> Iterator[Plot]:
    """Growth over all sizes of the kind, and a cactus plot of the instances of level 1."""
    runs = [run for run in hard.runs if run.kind == kind and _is_usual(run)]
    axis = HARD[kind][0].axis
    routes = {run.route for run in runs}
    before = [run for run in easy.usual(kind) if run.applicable and run.route in routes]
    before = before if is_one_axis(kind) else []
    grown = _drawn(kind, [*map(_drawn_run, before), *map(_drawn_run, runs)], axis)
    yield from (plot for plot in grown if plot.name == "growth")
    compared = [run for line in hard.table(kind, held_out=None).lines for run in line.runs]
    first = _drawn(kind, list(map(_drawn_run, compared)), axis)
    yield from (plot for plot in first if plot.name == "cactus")


def easy_curves(easy: Archive, kind: str) -> Iterator[Plot]:
    """Those of a kind without hard instances; its growth only if sizes are numbers."""
    runs = [_drawn_run(run) for run in easy.usual(kind) if run.applicable]
    names = ("cactus",) if EASY[kind].labels else ("growth", "cactus")
    yield from (plot for plot in _drawn(EASY[kind].kind, runs, EASY[kind].axis) if plot.name in names)


def is_one_axis(kind: str) -> bool:
    """Whether the size of easy puzzles and of hard ones counts the same."""
    return kind in EASY and EASY[kind].axis == HARD[kind][0].axis


def _is_usual(run: Hard) -> bool:
    """Whether a run is drawn: by the usual solver or an engine, of an instance that makes a ranking."""
    drawn = (run.solver == USUAL and not is_outside(run.route)) or no_formula(reduction_of(run.route))
    return drawn and run.route != CHECK and run.status not in (SAME, "inapplicable", "failed")


def _drawn(kind: str, runs: Sequence[RunRecord], axis: str) -> list[Plot]:
    if not runs:
        return []
    table = table_of(kind, runs, limit=None)
    return plots(table, Report((table,), (), "cpu", None, axis, ()))


def _drawn_run(run: Hard | Run) -> RunRecord:
    status = "unknown" if run.seconds is None else "satisfiable"
    route, size = usual_name(run.route), float(run.size)
    one = f"{run.puzzle} {run.size}"  # both atlases have a latin-10-1
    return RunRecord(run.puzzle, run.kind, route, status, solve_seconds=run.seconds, id=one, size=size)


# Heat maps


Ratios = Mapping[str, Mapping[str, float]]
"""By kind and reduction: how many times as long as the fastest route."""


def easy_ratios(easy: Archive) -> Ratios:
    found = {}
    for kind in easy.kinds:
        own: dict[str, float] = {}
        for place in ranking(easy, kind).whole:
            name = "cover" if is_cover(place.reduction) else place.reduction
            own[name] = min(place.ratio, own.get(name, math.inf))
        found[kind] = own
    return found


def hard_ratios(hard: HardArchive) -> Ratios:
    found = {}
    for kind in hard.kinds:
        own: dict[str, float] = {}
        for line in hard.table(kind, held_out=None).lines:
            name = reduction_of(line.route)
            own[name] = min(line.ratio, own.get(name, math.inf))
        found[kind] = own
    return found


def shared_columns(*every: Ratios) -> list[str]:
    """The encodings that several kinds have: covers, searches, formulas of covers, then direct ones."""
    kinds = {(name, kind) for found in every for kind, own in found.items() for name in own}
    number = Counter(name for name, _ in kinds)
    names = [name for name in number if number[name] >= SHARED]
    return sorted(names, key=lambda name: (not no_formula(name), "/" not in name, -number[name], name))


def heat_map(found: Ratios, columns: Sequence[str], about: str) -> Plot:
    """A row for each kind: how many times as long each encoding takes as the fastest route."""
    from matplotlib.colors import LogNorm
    from matplotlib.figure import Figure

    known = {name for own in found.values() for name in own}
    heads, kinds = [*(name for name in columns if name in known), OTHERS], list(found)
    cells = [[_cell(found[kind], name, columns) for name in heads] for kind in kinds]
    with styled():
        figure = Figure(figsize=(1.6 + 0.47 * len(heads), 1.1 + 0.21 * len(kinds)), layout="constrained")
        axes = figure.add_subplot()
        axes.pcolormesh(cells, cmap="viridis_r", norm=LogNorm(1, WORST), edgecolors="white")
        axes.set(xlim=(0, len(heads)), ylim=(len(kinds), 0))
        axes.set_xticks([at + 0.5 for at in range(len(heads))], heads, rotation=40, ha="left")
        axes.set_yticks([at + 0.5 for at in range(len(kinds))], kinds)
        axes.xaxis.tick_top()
        axes.tick_params(length=0, labelsize=8.5)
        axes.grid(False)
        for spine in axes.spines.values():
            spine.set_visible(False)
        for row, values in enumerate(cells):
            for column, value in enumerate(values):
                if not math.isnan(value):
                    dark = value > WORST**0.5
                    look = {"color": "white" if dark else "black", "fontsize": 7.5}
                    look |= {"fontweight": "bold"} if value == min(v for v in values if v == v) else {}
                    axes.text(column + 0.5, row + 0.5, _shown(value), ha="center", va="center", **look)
    return Plot("heat", f"Times of encodings on {about}", "The fastest of a row in bold.", figure)


def _cell(own: Mapping[str, float], name: str, columns: Sequence[str]) -> float:
    """The ratio of an encoding, or the best of those without a column; not a number where there is none."""
    if name != OTHERS:
        return own.get(name, math.nan)
    return min((ratio for other, ratio in own.items() if other not in columns), default=math.nan)


def _shown(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio < 10 else f"{ratio:.0f}"
