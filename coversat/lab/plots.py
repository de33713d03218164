"""The pictures of a report, as SVG, by matplotlib (the extra ``plot``).

Narrow enough for a telephone.  Routes are told apart by colour, marker and line, so that they are also
where colours are not seen; the colours are those of Okabe and Ito.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from .statistics import fitted_power, median
from .summary import Point, Report, Summary, Table

MOST_ROUTES = 8
"""More lines cannot be told apart; the fastest are drawn."""
MOST_TICKS = 6
"""Up to so many sizes are the ticks of their axis."""
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9", "#8A7A00")
_MARKERS = "osD^vPX*"
_DASHES = ("-", "--", "-.", ":", "-", "--", "-.", ":")
_STYLE: Any = {
    "svg.fonttype": "path",
    "svg.hashsalt": "coversat",
    "font.size": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#e3e3e3",
    "axes.axisbelow": True,
    "lines.linewidth": 1.6,
    "lines.markersize": 5,
    "legend.frameon": False,
}
_WIDTH, _HEIGHT, _ENTRY = 4.2, 3.1, 0.19
"""Inches: of a picture, and how much higher it is for each entry of its legend."""


class PlotError(Exception):
    """Pictures cannot be drawn here, and why."""


class Plot(NamedTuple):
    """A picture, what stands above it, and what it shows, in words."""

    title: str
    about: str
    svg: str


def plots(table: Table, report: Report) -> list[Plot]:
    """The pictures that the measurements give: those that would be empty are left out.

    Raises
    ------
    PlotError
        Where matplotlib is missing.
    """
    try:
        import matplotlib
    except ImportError:
        raise PlotError("pictures need matplotlib: pip install 'coversat[plot]'") from None
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        return [plot for draw in (_cactus, _scatter, _sizes, _growth) for plot in draw(table, report)]


def _figure() -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
    return figure, figure.add_subplot()


def _svg(figure: Any) -> str:
    out = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(out, format="svg", metadata=nothing)
    return out.getvalue()


class _Style(NamedTuple):
    colour: str
    marker: str
    dash: str


def _styles(table: Table) -> Iterator[tuple[Summary, _Style]]:
    """The routes that are drawn, the fastest first, each with its look; refusing ones are not."""
    drawn = [summary for summary in table.summaries if summary.solved][:MOST_ROUTES]
    yield from zip(drawn, map(_Style, _COLOURS, _MARKERS, _DASHES), strict=False)


def _of(table: Table, route: str) -> list[Point]:
    return [point for point in table.points if point.route == route]


def _legend(figure: Any, axes: Any) -> None:
    handles, labels = axes.get_legend_handles_labels()
    figure.set_figheight(_HEIGHT + _ENTRY * len(labels))
    figure.legend(handles, labels, loc="outside lower center", fontsize=8.5)


def _clock(report: Report) -> str:
    return "processor time" if report.clock == "cpu" else "time by the clock"


def _ticks(axis: Any, words: Callable[[float], str]) -> None:
    """Ticks of a logarithmic axis as people write numbers, more of them where it spans few powers of ten."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    low, high = axis.get_view_interval()
    decades = math.log10(high / low)
    steps = (1.0,) if decades > 3 else (1.0, 3.0) if decades > 1.5 else (1.0, 2.0, 5.0)
    axis.set_major_locator(LogLocator(subs=steps, numticks=12))
    axis.set_major_formatter(FuncFormatter(lambda value, _: words(value)))
    axis.set_minor_formatter(NullFormatter())


def _time(value: float) -> str:
    for unit, name in ((1.0, "s"), (1e-3, "ms")):
        if value >= unit * (1 - 1e-9):
            return f"{value / unit:g} {name}"
    return f"{value / 1e-6:g} µs"


def _number(value: float) -> str:
    for unit, letter in ((1e6, "M"), (1e3, "k")):
        if value >= unit * (1 - 1e-9):
            return f"{value / unit:g}{letter}"
    return f"{value:g}"


# The pictures


def _cactus(table: Table, report: Report) -> Iterator[Plot]:
    if table.puzzles < 2:
        return
    figure, axes = _figure()
    for summary, style in _styles(table):
        times = sorted(p.seconds for p in _of(table, summary.route) if math.isfinite(p.seconds))
        marks = max(1, len(times) // 8)
        axes.plot(
            range(1, len(times) + 1),
            times,
            style.dash,
            color=style.colour,
            marker=style.marker,
            markevery=marks,
            label=summary.route,
        )
    axes.set_yscale("log")
    _ticks(axes.yaxis, _time)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("puzzles solved")
    axes.set_ylabel(f"{_clock(report)} of each")
    _legend(figure, axes)
    about = (
        "How many puzzles each route solves when each may take so long: further right and lower is better."
    )
    yield Plot("Solved within a time", about, _svg(figure))


def _scatter(table: Table, report: Report) -> Iterator[Plot]:
    """The baseline against the fastest of the others, puzzle by puzzle."""
    others = [s for s in table.summaries if s.route != table.baseline and s.solved]
    base = {point.puzzle: point for point in _of(table, table.baseline)}
    if not others or table.puzzles < 2:
        return
    other = others[0].route
    pairs = [(base[p.puzzle].seconds, p.seconds) for p in _of(table, other) if p.puzzle in base]
    finite = [one for pair in pairs for one in pair if math.isfinite(one)]
    if not finite:
        return
    edge = report.limit or 2 * max(finite)
    figure, axes = _figure()
    xs, ys = zip(*((min(a, edge), min(b, edge)) for a, b in pairs), strict=True)
    low, high = min(finite) / 1.5, max(*xs, *ys) * 1.5
    axes.plot([low, high], [low, high], "-", color="#999999", linewidth=1)
    axes.plot(xs, ys, "o", color=_COLOURS[0], alpha=0.7, clip_on=False)
    for line in (axes.axhline, axes.axvline):
        if edge in (*xs, *ys):
            line(edge, color="#999999", linestyle=":", linewidth=1)
    axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high), aspect="equal")
    _ticks(axes.xaxis, _time)
    _ticks(axes.yaxis, _time)
    axes.set_xlabel(table.baseline)
    axes.set_ylabel(other)
    about = f"Each point is a puzzle; below the line {other} is faster. Points on a dotted line are unsolved."
    yield Plot("Two routes, puzzle by puzzle", about, _svg(figure))


def _sizes(table: Table, report: Report) -> Iterator[Plot]:
    """Literals or entries against time."""
    drawn = []
    for summary, style in _styles(table):
        points = [
            (list(p.runs[0].sizes.values())[2], p.seconds)
            for p in _of(table, summary.route)
            if p.runs[0].sizes and math.isfinite(p.seconds)
        ]
        if points:
            drawn.append((summary.route, style, points))
    if len(drawn) < 2:
        return
    figure, axes = _figure()
    for route, style, points in drawn:
        axes.plot(*zip(*points, strict=True), style.marker, color=style.colour, alpha=0.75, label=route)
    axes.set(xscale="log", yscale="log")
    _ticks(axes.xaxis, _number)
    _ticks(axes.yaxis, _time)
    axes.set_xlabel("literals of the formula, or entries of the cover")
    axes.set_ylabel(_clock(report))
    _legend(figure, axes)
    yield Plot("Sizes against times", "Each point is a puzzle as a route reduces it.", _svg(figure))


def _growth(table: Table, report: Report) -> Iterator[Plot]:
    """Medians over the size of the puzzles; with a fitted law where the size is the instance's own."""
    draw: list[tuple[Summary, _Style, list[float], list[float]]] = []
    for summary, style in _styles(table):
        times: dict[float, list[float]] = {}
        for point in _of(table, summary.route):
            if point.size:
                times.setdefault(point.size, []).append(point.seconds)
        sizes = sorted(times)
        draw.append((summary, style, sizes, [median(times[size]) for size in sizes]))
    if len({size for *_, sizes, _ in draw for size in sizes}) < 2:
        return
    figure, axes = _figure()
    for summary, style, sizes, medians in draw:
        solved = [(x, y) for x, y in zip(sizes, medians, strict=True) if math.isfinite(y)]
        law = fitted_power(*zip(*solved, strict=True)) if solved and report.axis is None else None
        label = summary.route if law is None else f"{summary.route}: n^{law.exponent:.2f}"
        # The line breaks off where less than half were solved.
        shown = [y if math.isfinite(y) else math.nan for y in medians]
        axes.plot(sizes, shown, style.dash, color=style.colour, marker=style.marker, label=label)
    axes.set_yscale("log")
    if report.axis is None:
        axes.set_xscale("log")
        _ticks(axes.xaxis, _number)
        seen = sorted({size for *_, sizes, _ in draw for size in sizes})
        if len(seen) <= MOST_TICKS:
            axes.set_xticks(seen)
    _ticks(axes.yaxis, _time)
    axes.set_xlabel(report.axis or "n: numbers in an answer")
    axes.set_ylabel(f"median {_clock(report)}")
    _legend(figure, axes)
    law_words = " The power of n is fitted to the medians." if report.axis is None else ""
    about = f"Medians of the puzzles of each size, where at least half were solved.{law_words}"
    yield Plot("Growth", about, _svg(figure))
