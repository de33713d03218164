"""Quartiles, PAR2, bootstrap intervals and fitted powers, against values computed by hand."""

from __future__ import annotations

from math import exp, inf, log

import pytest

from coversat.lab.statistics import Ratio, fitted_power, mean_ratio, median, par2, quartiles


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
    law = fitted_power([2.0, 4.0, 8.0], [3 * x**2.5 for x in (2.0, 4.0, 8.0)])
    assert law == pytest.approx((3.0, 2.5))
    assert fitted_power([2.0, 2.0, 4.0], [1.0, 1.0, 2.0]) is None
