"""The plots of a report, as SVG by matplotlib (the extra ``plot``), with ticks whose labels never touch.

The plots are narrow enough for a phone.  Routes are distinguished by colour, marker and line, so that
colours are not needed; they are those of Okabe and Ito, and repeat with hollow markers.  Labels of ticks
are measured as they will be drawn, and the first of several sets of round numbers is used whose labels fit.
"""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ..base.errors import CoversatError
from .inline_svg import titled
from .report import Report
from .report_tables import Point, RouteRecord, Table
from .statistics import fitted_power, median

FEWEST, MOST = 3, 8
"""The number of ticks to aim for."""
GAP = 0.8
"""The distance of two labels in font sizes."""

Words = Callable[[float], str]


def written_time(value: float) -> str:
    """Seconds in a readable unit."""
    for unit, name in ((1.0, "s"), (1e-3, "ms")):
        if value >= unit * (1 - 1e-9):
            return f"{value / unit:g} {name}"
    return f"{value / 1e-6:g} µs"


def written_number(value: float) -> str:
    """A number; large ones in thousands or millions."""
    for unit, letter in ((1e6, "M"), (1e3, "k")):
        if value >= unit * (1 - 1e-9):
            return f"{value / unit:g}{letter}"
    return f"{value:g}"


def place_ticks(axes: Any, x: Words, y: Words | None, wanted: Sequence[float] = ()) -> None:
    """Set the ticks of both axes of a figure that is otherwise complete.

    * axes (matplotlib.axes.Axes)
    * x, y: the labels of values on each axis.  Without `y` its axis is left unchanged.
    * wanted: the ticks of the x axis, if they fit.
    """
    # The y axis first: the width of its labels determines the length of the x axis.
    for axis, words, sets in ((axes.yaxis, y, []), (axes.xaxis, x, [wanted] if wanted else [])):
        if words is None:
            continue
        axes.figure.draw_without_rendering()
        low, high = axis.get_view_interval()
        candidates = [*sets, *_round_numbers(low, high, axis.get_scale() == "log")]
        inside = [[value for value in ticks if low <= value <= high] for ticks in candidates]
        fitting = [ticks for ticks in inside if len(ticks) >= 2 and _fits(axis, ticks, words)]
        good = [ticks for ticks in fitting if FEWEST <= len(ticks) <= MOST]
        chosen = next(iter([*good, *fitting, *inside]))
        axis.set_ticks(chosen, [words(value) for value in chosen])
        axis.set_ticks([], minor=True)


def _round_numbers(low: float, high: float, logarithmic: bool) -> Iterator[list[float]]:
    """Sets of round numbers from `low` to `high` and a little beyond, denser ones first."""
    from matplotlib.ticker import MaxNLocator

    if logarithmic:
        powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        for digits in ((1, 2, 5), (1, 3), (1,)):
            yield [digit * 10.0**power for power in powers for digit in digits]
        for step in range(2, len(powers)):
            yield [10.0**power for power in powers if power % step == 0]
    for parts in range(MOST - 1, 1, -1):
        # Values on an axis that is not logarithmic are counts.
        locator = MaxNLocator(parts, steps=[1, 2, 5, 10], integer=not logarithmic)
        yield [float(value) for value in locator.tick_values(low, high)]


def _fits(axis: Any, ticks: Sequence[float], words: Words) -> bool:
    points = 72 / axis.axes.figure.dpi
    size = axis.label.get_fontsize()
    if axis.axis_name == "x":
        pixels = axis.axes.get_xaxis_transform().transform([(tick, 0) for tick in ticks])[:, 0]
        lengths = [_width(words(tick), size) for tick in ticks]
    else:
        pixels = axis.axes.get_yaxis_transform().transform([(0, tick) for tick in ticks])[:, 1]
        lengths = [size] * len(ticks)
    return all(
        (after - before) * points - (one + other) / 2 >= GAP * size
        for before, after, one, other in zip(pixels, pixels[1:], lengths, lengths[1:], strict=False)
    )


def _width(text: str, size: float) -> float:
    from matplotlib.textpath import TextPath

    return float(TextPath((0, 0), text, size=size).get_extents().width)


MOST_ROUTES = 12
"""The most routes in a plot; only the fastest are drawn."""
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
_WIDTH, _HEIGHT, _LINE = 4.2, 3.1, 0.19
"""Inches: of a picture, and how much higher it is for each line of its legend."""
_MANY = 60
"""More points on a line have small marks."""
_LETTERS = 40
"""The characters of a route's name in one line."""


class PlotError(CoversatError):
    """Plots cannot be drawn here; the message says why."""


class Plot(NamedTuple):
    """A plot with its title, and a description in words."""

    title: str
    about: str
    svg: str


def plots(table: Table, report: Report) -> list[Plot]:
    """The plots of a report, without those that would be empty.

    Raise `PlotError` if matplotlib is missing.
    """
    try:
        import matplotlib
    except ImportError:
        raise PlotError(
            "plots need the package 'matplotlib' (extra 'plot'): pip install matplotlib"
        ) from None
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        return [
            plot for draw in (_cactus, _ratios, _scatter, _sizes, _growth) for plot in draw(table, report)
        ]


def _figure() -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
    return figure, figure.add_subplot()


def _svg(figure: Any, names: Sequence[Sequence[str]] = ()) -> str:
    """The picture; `names` are those of the points of the groups `_points(0)`, `_points(1)` and so on."""
    out = io.StringIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(out, format="svg", metadata=nothing)
    return titled(out.getvalue(), {_points(at): words for at, words in enumerate(names)})


def _points(number: int) -> str:
    return f"points-{number}"


Style = dict[str, Any]
"""The style of a route's points, as matplotlib options."""


def _styles(table: Table) -> Iterator[tuple[RouteRecord, Style]]:
    """The routes to draw with their styles, the fastest first, without those that refused."""
    drawn = [summary for summary in table.routes if summary.solved][:MOST_ROUTES]
    for place, summary in enumerate(drawn):
        again, look = divmod(place, len(_COLOURS))
        colour = _COLOURS[look]
        style = {"color": colour, "marker": _MARKERS[look], "markerfacecolor": "white" if again else colour}
        yield summary, style | {"linestyle": _DASHES[(look + again) % len(_DASHES)]}


def _of(table: Table, route: str) -> list[Point]:
    return [point for point in table.points if point.route == route and point.applicable]


def _name(route: str) -> str:
    """The name of a route in lines, escaped so that matplotlib does not read it as a formula."""
    return textwrap.fill(route, _LETTERS).replace("$", r"\$")


def _legend(figure: Any, axes: Any) -> None:
    handles, labels = axes.get_legend_handles_labels()
    figure.set_figheight(_HEIGHT + _LINE * sum(label.count("\n") + 1 for label in labels))
    figure.legend(handles, labels, loc="outside lower center", fontsize=8.5)


# The pictures


def _cactus(table: Table, report: Report) -> Iterator[Plot]:
    if table.puzzles < 2:
        return
    figure, axes = _figure()
    names: list[list[str]] = []
    for summary, style in _styles(table):
        solved = [(p.seconds, p.name) for p in _of(table, summary.route) if math.isfinite(p.seconds)]
        solved.sort()
        axes.plot(
            range(1, len(solved) + 1),
            [seconds for seconds, _ in solved],
            markersize=5 if len(solved) <= _MANY else 2.5,
            gid=_points(len(names)),
            clip_on=False,
            label=_name(summary.route),
            **style,
        )
        names.append([f"{name} by {summary.route}: {written_time(s)}" for s, name in solved])
    axes.set_yscale("log")
    axes.set_xlabel("puzzles solved")
    axes.set_ylabel(f"{report.clock_name} of each")
    _legend(figure, axes)
    place_ticks(axes, written_number, written_time)
    about = (
        "How many puzzles each route solves when each may take so long: further right and lower is better."
    )
    yield Plot("Solved within a time", about, _svg(figure, names))


def _ratios(table: Table, report: Report) -> Iterator[Plot]:
    drawn = [pair for pair in _styles(table) if pair[0].ratio]
    if len(drawn) < 2 or table.puzzles < 2:
        return
    figure, axes = _figure()
    axes.axvline(1, color="#999999", linewidth=1)
    for place, (one, style) in enumerate(drawn):
        mean = one.ratio or 1.0
        ends = [[mean - min(one.ratio_low or mean, mean)], [max(one.ratio_high or mean, mean) - mean]]
        axes.errorbar([mean], [place], xerr=ends, capsize=3, **style | {"linestyle": ""})
    axes.set(xscale="log", ylim=(len(drawn) - 0.4, -0.6))
    axes.set_yticks(range(len(drawn)), [_name(one.route) for one, _ in drawn], fontsize=8.5)
    axes.set_xlabel("ratio of times")
    place_ticks(axes, written_number, None)
    about = f"To {table.baseline}: geometric means over the puzzles with 95% intervals, in the table's order."
    yield Plot("Against the baseline", about, _svg(figure))


def _scatter(table: Table, report: Report) -> Iterator[Plot]:
    """The baseline against the fastest of the others, puzzle by puzzle."""
    others = [s for s in table.routes if s.route != table.baseline and s.solved]
    base = {point.puzzle: point for point in _of(table, table.baseline)}
    if not others or table.puzzles < 2:
        return
    other = others[0].route
    both = [p for p in _of(table, other) if p.puzzle in base]
    pairs = [(base[p.puzzle].seconds, p.seconds) for p in both]
    finite = [one for pair in pairs for one in pair if math.isfinite(one)]
    if not finite:
        return
    edge = report.limit or 2 * max(finite)
    figure, axes = _figure()
    xs, ys = zip(*((min(a, edge), min(b, edge)) for a, b in pairs), strict=True)
    low, high = min(finite) / 1.5, max(*xs, *ys) * 1.5
    axes.plot([low, high], [low, high], "-", color="#999999", linewidth=1)
    axes.plot(xs, ys, "o", color=_COLOURS[0], alpha=0.7, clip_on=False, gid=_points(0))
    for line in (axes.axhline, axes.axvline):
        if edge in (*xs, *ys):
            line(edge, color="#999999", linestyle=":", linewidth=1)
    axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high), aspect="equal")
    axes.set_xlabel(_name(table.baseline))
    axes.set_ylabel(_name(other))
    place_ticks(axes, written_time, written_time)
    about = f"Each point is a puzzle; below the line {other} is faster. Points on a dotted line are unsolved."
    yield Plot("Two routes, puzzle by puzzle", about, _svg(figure, [[point.name for point in both]]))


def _sizes(table: Table, report: Report) -> Iterator[Plot]:
    drawn = []
    for summary, style in _styles(table):
        points = [
            (p.runs[0].literals_or_entries, p.seconds, p.name)
            for p in _of(table, summary.route)
            if p.runs[0].literals_or_entries and math.isfinite(p.seconds)
        ]
        if points:
            drawn.append((summary.route, style, points))
    if len(drawn) < 2:
        return
    figure, axes = _figure()
    names: list[list[str]] = []
    for route, style, points in drawn:
        xs, ys, own = zip(*points, strict=True)
        group = {"linestyle": "", "gid": _points(len(names)), "clip_on": False}
        axes.plot(xs, ys, alpha=0.75, label=_name(route), **style | group)
        names.append([f"{name} by {route}" for name in own])
    axes.set(xscale="log", yscale="log")
    axes.set_xlabel("literals of the formula, or entries of the cover")
    axes.set_ylabel(report.clock_name)
    _legend(figure, axes)
    place_ticks(axes, written_number, written_time)
    yield Plot("Sizes against times", "Each point is a puzzle as a route reduces it.", _svg(figure, names))


def _growth(table: Table, report: Report) -> Iterator[Plot]:
    """Medians by the size of the puzzles, with a fitted law if the size is that of the instance."""
    drawn = [(_name(one.route), style, _medians(_of(table, one.route))) for one, style in _styles(table)]
    seen = sorted({size for *_, medians in drawn for size in medians})
    if len(seen) < 2:
        return
    figure, axes = _figure()
    for name, style, medians in drawn:
        _draw_medians(axes, name, style, medians, lawful=report.axis is None)
    axes.set_yscale("log")
    if report.axis is None:
        axes.set_xscale("log")
    axes.set_xlabel(report.axis or "n: numbers in an answer")
    axes.set_ylabel(f"median {report.clock_name}")
    _legend(figure, axes)
    place_ticks(axes, written_number, written_time, seen)
    law_words = " A power of n is fitted where that is so of all sizes." if report.axis is None else ""
    about = f"Medians of the puzzles of each size, where at least half were solved.{law_words}"
    yield Plot("Growth", about, _svg(figure))


def _medians(points: Sequence[Point]) -> dict[float, float]:
    times: dict[float, list[float]] = {}
    for point in points:
        if point.size:
            times.setdefault(point.size, []).append(point.seconds)
    return {size: median(times[size]) for size in sorted(times)}


def _draw_medians(axes: Any, name: str, style: Style, medians: dict[float, float], lawful: bool) -> None:
    """Draw a line that ends where less than half were solved, or points with the fitted law."""
    sizes = list(medians)
    shown = [y if math.isfinite(y) else math.nan for y in medians.values()]
    if not lawful:
        axes.plot(sizes, shown, label=name, **style)
        return
    # Unsolved puzzles would distort the law, so none is fitted.
    law = fitted_power(sizes, shown) if all(map(math.isfinite, shown)) else None
    axes.plot(sizes, shown, label=None if law else name, **style | {"linestyle": ""})
    if law:
        ends = [sizes[0], sizes[-1]]
        axes.plot(ends, [law.factor * size**law.exponent for size in ends], **style | {"marker": ""})
        axes.plot([], label=f"{name}: $n^{{{law.exponent:.2f}}}$", **style)
