"""The plots of a report by matplotlib (the extra ``plot``), for pages and for papers.

A line is labelled beside its end.  Routes are distinguished by colour, marker and line, so that colours are
not needed; they are those of Okabe and Ito, and repeat with hollow markers.
"""

from __future__ import annotations

import io
import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import Any

from ..base.errors import CoversatError
from ..base.files import naming, write_whole
from .report import Report
from .report_tables import Point, RouteRecord, Table
from .statistics import fitted_exponent, median
from .ticks import place_ticks, written_number, written_time

MOST_ROUTES = 12
"""The most routes in a plot; only the fastest are drawn."""
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9", "#8A7A00")
_MARKERS = "osD^vPX*"
_DASHES = ("-", "--", "-.", ":", "-", "--", "-.", ":")
_STYLE: Any = {
    "svg.fonttype": "path",
    "svg.hashsalt": "coversat",
    "pdf.fonttype": 42,
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
_SIZE = (5.6, 3.4)
"""Inches."""
_MANY = 20
"""More points on a line have small marks."""
_SMALL, _GAP = 8.5, 0.052
"""The size of labels, and their distance in heights of the axes."""


class PlotError(CoversatError):
    """Plots cannot be drawn here; the message says why."""


@dataclass(frozen=True)
class Plot:
    """A plot with a name for files, a title, and a description in words.

    * names: of each group `_points(0)`, `_points(1)` and so on, those of its points.
    """

    name: str
    title: str
    about: str
    figure: Any
    names: Sequence[Sequence[str]] = ()

    @property
    def svg(self) -> str:
        """The picture; a point says what it is when it is pointed at."""
        titles = {_points(at): words for at, words in enumerate(self.names)}
        return titled(self._saved("svg", ("Date", "Creator", "Format", "Type")).decode(), titles)

    @property
    def pdf(self) -> bytes:
        """The picture for a paper, the same bytes each time."""
        return self._saved("pdf", ("CreationDate", "Creator", "Producer"))

    def _saved(self, form: str, without: Sequence[str]) -> bytes:
        out = io.BytesIO()
        with styled():
            self.figure.savefig(out, format=form, metadata=dict.fromkeys(without))
        return out.getvalue()


@contextmanager
def styled() -> Iterator[None]:
    """Within it matplotlib draws as here. Raise `PlotError` if it is missing."""
    try:
        import matplotlib
    except ImportError:
        raise PlotError(
            "plots need the package 'matplotlib' (extra 'plot'): pip install matplotlib"
        ) from None
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        yield


def plots(table: Table, report: Report) -> list[Plot]:
    """The plots of a report, without those that would be empty.

    Raise `PlotError` if matplotlib is missing.
    """
    with styled():
        drawn = (draw(table, report) for draw in (_cactus, _growth, _ratios, _scatter, _sizes))
        return [plot for each in drawn for plot in each]


def write_plots(report: Report, folder: str) -> None:
    """Write the plots of all tables as .svg and .pdf into a folder, which is made. Raise as `plots`."""
    drawn = [(f"{table.kind}-{one.name}", one) for table in report.tables for one in plots(table, report)]
    if drawn:
        with naming(folder):
            os.makedirs(folder, exist_ok=True)
    for name, plot in drawn:
        stem = os.path.join(folder, name)
        write_whole(f"{stem}.svg", [plot.svg])
        write_whole(f"{stem}.pdf", [plot.pdf])


def _figure() -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=_SIZE, layout="constrained")
    return figure, figure.add_subplot()


def _points(number: int) -> str:
    return f"points-{number}"


Style = dict[str, Any]
"""The style of a route's points, as matplotlib options."""


def _styles(table: Table) -> Iterator[tuple[RouteRecord, Style]]:
    """The routes to draw with their styles, the fastest first, without those that failed."""
    drawn = [one for one in table.routes if one.solved][:MOST_ROUTES]
    for place, one in enumerate(drawn):
        again, look = divmod(place, len(_COLOURS))
        colour = _COLOURS[look]
        style = {"color": colour, "marker": _MARKERS[look], "markerfacecolor": "white" if again else colour}
        yield one, style | {"linestyle": _DASHES[(look + again) % len(_DASHES)]}


def _of(table: Table, route: str) -> list[Point]:
    return [point for point in table.points if point.route == route and point.applicable]


def _name(table: Table, route: str) -> str:
    return table.short_name(route).replace("$", r"\$")  # safe from TeX


def _label_ends(figure: Any, axes: Any, ends: Sequence[tuple[float, float, str, str]]) -> None:
    """Write labels to the right of the axes, beside the ends of their lines, without overlaps.

    * ends: the place of each end, the label, and its colour.
    """
    figure.draw_without_rendering()
    to_axes = axes.transData + axes.transAxes.inverted()
    placed = [(*to_axes.transform((x, y)), label, colour) for x, y, label, colour in ends]
    placed.sort(key=lambda one: one[1])
    heights = [y for _, y, *_ in placed]
    for at in range(1, len(heights)):
        heights[at] = max(heights[at], heights[at - 1] + _GAP)
    over = max(0.0, heights[-1] - 1.02) if heights else 0.0
    for at in reversed(range(len(heights))):  # what is too high moves down, and pushes others
        top = heights[-1] - over if at == len(heights) - 1 else heights[at + 1] - _GAP
        heights[at] = min(heights[at], top)
    for (x, y, label, colour), height in zip(placed, heights, strict=True):
        axes.annotate(
            label,
            (x, y),
            (1.04, height),
            xycoords="axes fraction",
            textcoords="axes fraction",
            color=colour,
            fontsize=_SMALL,
            va="center",
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": colour,
                "linewidth": 0.6,
                "relpos": (0, 0.5),
                "shrinkA": 1,
                "shrinkB": 4,
            },
        )


# The pictures


def _cactus(table: Table, report: Report) -> Iterator[Plot]:
    if table.puzzles < 2:
        return
    figure, axes = _figure()
    names: list[list[str]] = []
    ends = []
    for one, style in _styles(table):
        solved = [(p.seconds, p.name) for p in _of(table, one.route) if math.isfinite(p.seconds)]
        solved.sort()
        look = style | {"markersize": 5 if len(solved) <= _MANY else 3, "gid": _points(len(names))}
        axes.plot(range(1, len(solved) + 1), [seconds for seconds, _ in solved], clip_on=False, **look)
        names.append([f"{name} by {one.route}: {written_time(s)}" for s, name in solved])
        ends.append((len(solved), solved[-1][0], _name(table, one.route), style["color"]))
    axes.set(yscale="log", xlabel="puzzles solved", ylabel=f"{report.clock_name} of each")
    _label_ends(figure, axes, ends)
    place_ticks(axes, written_number, written_time)
    about = (
        "How many puzzles each route solves when each may take so long: further right and lower is better."
    )
    yield Plot("cactus", "Solved within a time", about, figure, names)


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
    axes.set(xscale="log", xlabel="ratio of times", ylim=(len(drawn) - 0.4, -0.6))
    axes.set_yticks(range(len(drawn)), [_name(table, one.route) for one, _ in drawn], fontsize=_SMALL)
    place_ticks(axes, written_number, None)
    about = f"To {table.baseline}: geometric means over the puzzles with 95% intervals, in the table's order."
    yield Plot("ratios", "Against the baseline", about, figure)


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
    axes.set(xlabel=_name(table, table.baseline), ylabel=_name(table, other))
    place_ticks(axes, written_time, written_time)
    about = f"Each point is a puzzle; below the line {other} is faster. Points on a dotted line are unsolved."
    yield Plot("pair", "Two routes, puzzle by puzzle", about, figure, [[point.name for point in both]])


def _sizes(table: Table, report: Report) -> Iterator[Plot]:
    drawn = []
    for one, style in _styles(table):
        points = [
            (p.runs[0].literals_or_entries, p.seconds, p.name)
            for p in _of(table, one.route)
            if p.runs[0].literals_or_entries and math.isfinite(p.seconds)
        ]
        if points:
            drawn.append((one.route, style, points))
    if len(drawn) < 2:
        return
    figure, axes = _figure()
    names: list[list[str]] = []
    for route, style, points in drawn:
        xs, ys, own = zip(*points, strict=True)
        group = {"linestyle": "", "gid": _points(len(names)), "clip_on": False}
        axes.plot(xs, ys, alpha=0.75, label=_name(table, route), **style | group)
        names.append([f"{name} by {route}" for name in own])
    words = "literals of the formula, or entries of the cover"
    axes.set(xscale="log", yscale="log", xlabel=words, ylabel=report.clock_name)
    figure.legend(loc="outside right upper", fontsize=_SMALL)
    place_ticks(axes, written_number, written_time)
    about = "Each point is a puzzle as a route reduces it."
    yield Plot("sizes", "Sizes against times", about, figure, names)


def _growth(table: Table, report: Report) -> Iterator[Plot]:
    """Medians by the size of the puzzles, both logarithmic."""
    medians = {one.route: _medians(_of(table, one.route)) for one, _ in _styles(table)}
    seen = sorted({size for own in medians.values() for size in own})
    if len(seen) < 2:
        return
    figure, axes = _figure()
    ends = []
    for one, style in _styles(table):
        if not (own := medians[one.route]):
            continue
        sizes, times, name = list(own), list(own.values()), _name(table, one.route)
        axes.plot(sizes, times, clip_on=False, **style)
        power = fitted_exponent(sizes, times) if len(sizes) == len(seen) else None
        label = name if power is None else f"{name}, $n^{{{power:.1f}}}$"
        ends.append((sizes[-1], times[-1], label, style["color"]))
    axis = report.axis or "n: numbers in an answer"
    axes.set(xscale="log", yscale="log", xlabel=axis, ylabel=f"median {report.clock_name}")
    _label_ends(figure, axes, ends)
    place_ticks(axes, written_number, written_time, seen)
    about = "Medians of the puzzles of each size, where at least half were solved, and the fitted power of n."
    yield Plot("growth", "Growth", about, figure)


def _medians(points: Sequence[Point]) -> dict[float, float]:
    """The median seconds by size, where at least half were solved."""
    times: dict[float, list[float]] = {}
    for point in points:
        if point.size:
            times.setdefault(point.size, []).append(point.seconds)
    medians = {size: median(times[size]) for size in sorted(times)}
    return {size: seconds for size, seconds in medians.items() if math.isfinite(seconds)}


_PROLOG = re.compile(r".*?(?=<svg)", re.DOTALL)
_METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
_NAMESPACE = re.compile(r'\sxmlns(:\w+)?="[^"]*"')
_POINT = re.compile(r"<use ([^>]*)/>")
_ID = re.compile(r'(\bid="|href="#|url\(#)')


def titled(svg: str, names: Mapping[str, Sequence[str]]) -> str:
    """The picture with a title for each point.

    * names: the names of the points of each group of this id, in the order in which they are drawn.

    Raise `ValueError` if a group has another number of points.
    """
    for group, words in names.items():
        begin = svg.index(f'<g id="{group}">')
        end = svg.index("</g>", svg.index("<use ", begin))
        points = _POINT.findall(svg[begin:end])
        if len(points) != len(words):
            raise ValueError(f"{len(points)} points drawn of {len(words)}")
        parts = _POINT.split(svg[begin:end])  # what is between points, and the attributes of each
        shown = zip(parts[1::2], words, parts[2::2], strict=True)
        uses = (f"<use {point}><title>{escape(name)}</title></use>{rest}" for point, name, rest in shown)
        svg = svg[:begin] + parts[0] + "".join(uses) + svg[end:]
    return svg


def inlined(svg: str, prefix: str, label: str) -> str:
    """The picture as an element of a page, which an assistive program calls by its label.

    Its ids are those of one plot only.
    """
    body = _NAMESPACE.sub("", _METADATA.sub("", _PROLOG.sub("", svg, count=1)))
    body = _ID.sub(lambda found: found[1] + prefix, body.replace("xlink:href", "href"))
    return body.replace("<svg ", f'<svg role="img" aria-label="{escape(label)}" ', 1)
