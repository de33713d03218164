"""Ticks of plots, whose labels never touch.

Labels are measured as they will be drawn, and the first of several sets of round numbers is used whose labels
fit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

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
    * wanted: the ticks of the x axis, if they are few; of two that would touch, the larger.
    """
    # The y axis first: the width of its labels determines the length of the x axis.
    for axis, words, own in ((axes.yaxis, y, ()), (axes.xaxis, x, wanted if len(wanted) <= MOST else ())):
        if words is None:
            continue
        axes.figure.draw_without_rendering()
        low, high = axis.get_view_interval()
        logarithmic = axis.get_scale() == "log"
        candidates = [_apart(axis, own, words)] if own else _round_numbers(low, high, logarithmic)
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


def _apart(axis: Any, ticks: Sequence[float], words: Words) -> list[float]:
    """The last tick, and before it as many as fit."""
    kept: list[float] = []
    for tick in sorted(ticks, reverse=True):
        kept = [tick, *kept] if _fits(axis, [tick, *kept[:1]], words) else kept
    return kept


def _width(text: str, size: float) -> float:
    from matplotlib.textpath import TextPath

    return float(TextPath((0, 0), text, size=size).get_extents().width)
