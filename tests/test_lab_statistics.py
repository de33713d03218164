"""Statistics against values computed by hand; labels of ticks by where they are really drawn."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp, inf, log
from typing import Any

import pytest
from each import each

from coversat.comparing.statistics import Ratio, fitted_exponent, mean_ratio, median, par2, quartiles


def test_quartiles_lie_between_the_values() -> None:
    assert quartiles([4.0, 1.0, 3.0, 2.0, 5.0]) == (2.0, 3.0, 4.0)
    assert quartiles([1.0, 2.0, 3.0, 4.0]) == (1.75, 2.5, 3.25)
    assert quartiles([7.0]) == (7.0, 7.0, 7.0)
    assert median([3.0, 1.0]) == 2.0


def test_what_did_not_finish_is_the_last() -> None:
    assert quartiles([inf, 1.0, 2.0, 3.0, inf]) == (2.0, 3.0, inf)
    assert quartiles([inf, inf, inf]) == (inf, inf, inf)
    assert quartiles([1.0, inf]) == (inf, inf, inf)


def test_quartiles_of_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="no values"):
        quartiles([])


def test_par2_counts_an_unsolved_puzzle_twice_the_limit() -> None:
    assert par2([1.0, 3.0, inf, inf], 10) == 11.0
    assert par2([1.0, inf], None) == inf
    assert par2([1.0, 2.0], None) == 1.5


def test_a_constant_ratio_has_no_spread() -> None:
    found = mean_ratio([2.0, 6.0, 10.0], [1.0, 3.0, 5.0], seed=1)
    assert found == pytest.approx((2.0, 2.0, 2.0))


def test_the_bootstrap_interval_is_that_of_two_pairs() -> None:
    # Two pairs, 1 and 4: a resample is both the one, both the other or one of each: 1, 4 or 2, with
    # chances of 1/4, 1/4 and 1/2.  So the 95% interval reaches from 1 to 4, about the mean 2.
    assert mean_ratio([1.0, 4.0], [1.0, 1.0], seed=3) == pytest.approx(Ratio(2.0, 1.0, 4.0))


def test_the_bootstrap_interval_is_near_that_of_the_normal_law() -> None:
    logs = [i / 100 for i in range(-100, 101)]
    found = mean_ratio([exp(x) for x in logs], [1.0] * len(logs), seed=5)
    assert found is not None
    assert found.low is not None
    assert found.high is not None
    error = (sum(x * x for x in logs) / len(logs)) ** 0.5 / len(logs) ** 0.5
    assert log(found.low) == pytest.approx(-1.96 * error, rel=0.1)
    assert log(found.high) == pytest.approx(1.96 * error, rel=0.1)
    assert found == mean_ratio([exp(x) for x in logs], [1.0] * len(logs), seed=5)


def test_no_ratio_of_what_is_not_finite() -> None:
    assert mean_ratio([inf, 1.0], [1.0, 1.0], seed=1) is None
    assert mean_ratio([], [], seed=1) is None


def test_one_pair_has_no_interval() -> None:
    assert mean_ratio([6.0], [3.0], seed=1) == (pytest.approx(2.0), None, None)


def test_a_power_law_is_found_again() -> None:
    assert fitted_exponent([2.0, 4.0, 8.0], [3 * x**2.5 for x in (2.0, 4.0, 8.0)]) == pytest.approx(2.5)
    assert fitted_exponent([2.0, 2.0, 4.0], [1.0, 1.0, 2.0]) is None


# Ticks

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
    pytest.importorskip("matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from coversat.comparing.ticks import place_ticks, written_number, written_time

    figure = Figure(figsize=(4.2, 3.1), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.set(xscale=scale, yscale="log", xlim=x, ylim=y)
    place_ticks(axes, written_time if scale == "log" else written_number, written_time, wanted)
    figure.draw_without_rendering()
    return axes


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("low", "span"),
    [
        # Spans and beginnings in turn; all with all in the long half.
        pytest.param(low, span, marks=() if (at + number) % (2 * len(LOWS)) == 0 else pytest.mark.slow)
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


@pytest.mark.thorough
@each("most", [1.4, 2.2, 7, 12.6, 99, 1234, 5e5])
def test_counts_are_whole_and_do_not_touch(most: float) -> None:
    found = labels(drawn((0.8, most), (1, 2), "linear").xaxis)
    assert len(found) >= 2 or most < 2
    for (_, _, end), (_, begin, _) in pairwise(found):
        assert begin - end >= 4
    if most > 2:
        assert all("." not in text.rstrip("kM") or text.endswith("k") for text, _, _ in found)


@pytest.mark.thorough
def test_what_is_wanted_is_taken_where_it_fits() -> None:
    wanted = [36, 80, 149, 520]
    fits = drawn((30, 600), (1, 2), "linear", wanted)
    assert list(fits.xaxis.get_ticklocs()) == wanted
    crowded = drawn((30, 600), (1, 2), "linear", [36, 80, 149, 520, 521])
    assert list(crowded.xaxis.get_ticklocs()) == [36, 80, 149, 521]
    assert list(drawn((2, 3), (1, 2), "log", [2, 3]).xaxis.get_ticklocs()) == [2, 3]
