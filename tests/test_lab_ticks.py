"""Labels of ticks do not touch, whatever the range; judged by where they are really drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

pytest.importorskip("matplotlib")
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from coversat.lab.plots import place_ticks, written_number, written_time

SPANS = (1.05, 1.3, 2, 3.7, 9, 12, 40, 150, 900, 1e4, 3e6, 1e9)
LOWS = (1.2e-6, 7e-5, 0.018, 0.0999, 0.31, 3.3)


def labels(axis: Any) -> list[tuple[str, float, float]]:
    """What stands beside an axis: the words, and where they begin and end along it, in pixels."""
    found = []
    low, high = axis.get_view_interval()
    for place, label in zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True):
        assert low <= place <= high
        box = label.get_window_extent()
        ends = (box.x0, box.x1) if axis.axis_name == "x" else (box.y0, box.y1)
        found.append((label.get_text(), *ends))
    return sorted(found, key=lambda one: one[1])


def drawn(x: Sequence[float], y: Sequence[float], scale: str = "log", wanted: Sequence[float] = ()) -> Any:
    figure = Figure(figsize=(4.2, 3.1), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set(xscale=scale, yscale="log", xlim=x, ylim=y)
    place_ticks(axes, written_time if scale == "log" else written_number, written_time, wanted)
    figure.draw_without_rendering()
    return axes


@pytest.mark.parametrize(
    ("low", "span"),
    [
        # Every span and every beginning in turn; all with all in the long half.
        pytest.param(low, span, marks=() if (at + number) % len(LOWS) == 0 else pytest.mark.slow)
        for number, low in enumerate(LOWS)
        for at, span in enumerate(SPANS)
    ],
)
def test_labels_on_logarithmic_axes_do_not_touch(low: float, span: float) -> None:
    axes = drawn((low, low * span), (low, low * span))
    for axis in (axes.xaxis, axes.yaxis):
        found = labels(axis)
        assert 2 <= len(found) <= 8
        assert len({text for text, _, _ in found}) == len(found)
        for (_, _, end), (_, begin, _) in pairwise(found):
            assert begin - end >= 4


@pytest.mark.parametrize("most", [1.4, 2.2, 7, 12.6, 99, 1234, 5e5])
def test_counts_are_whole_and_do_not_touch(most: float) -> None:
    found = labels(drawn((0.8, most), (1, 2), "linear").xaxis)
    assert len(found) >= 2 or most < 2
    for (_, _, end), (_, begin, _) in pairwise(found):
        assert begin - end >= 4
    if most > 2:
        assert all("." not in text.rstrip("kM") or text.endswith("k") for text, _, _ in found)


def test_what_is_wanted_is_taken_where_it_fits() -> None:
    wanted = [36, 80, 149, 520]
    fits = drawn((30, 600), (1, 2), "linear", wanted)
    assert list(fits.xaxis.get_ticklocs()) == wanted
    crowded = drawn((30, 600), (1, 2), "linear", [36, 80, 149, 520, 521])
    assert 521 not in crowded.xaxis.get_ticklocs()
