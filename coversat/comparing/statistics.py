"""Statistics of runs, with unfinished runs as infinite times; and whether routes agree."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

RESAMPLES = 2_000
CONFIDENCE = 0.95


class Quartiles(NamedTuple):
    """A quarter of the values is below `low`, half below `median`, three quarters below `high`."""

    low: float
    median: float
    high: float


def quartiles(values: Sequence[float]) -> Quartiles:
    """Quartiles by linear interpolation between the values in order; infinite ones are the last.

    Raise `ValueError` if there are no values.
    """
    if not values:
        raise ValueError("no values")
    inside = sorted(values)

    def at(part: float) -> float:
        place = part * (len(inside) - 1)
        below, share = int(place), place % 1
        return inside[below] if not share else inside[below] * (1 - share) + inside[below + 1] * share

    return Quartiles(at(0.25), at(0.5), at(0.75))


def median(values: Sequence[float]) -> float:
    """The median, as in `quartiles`."""
    return quartiles(values).median


def penalized(seconds: float, limit: float | None) -> float:
    """A time, or twice the limit for an unfinished run (infinite without a limit)."""
    return seconds if math.isfinite(seconds) else 2 * (math.inf if limit is None else limit)


def par2(times: Sequence[float], limit: float | None) -> float:
    """The penalized average runtime: the mean, with twice the limit for unfinished runs."""
    return sum(penalized(seconds, limit) for seconds in times) / len(times)


class Ratio(NamedTuple):
    """A mean ratio and its interval of `CONFIDENCE` (95%); no interval for a single pair."""

    mean: float
    low: float | None
    high: float | None


def mean_ratio(times: Sequence[float], others: Sequence[float], seed: int) -> Ratio | None:
    """The geometric mean of `times` over `others`, pair by pair, with a bootstrap interval.

    The interval is that of percentiles over `RESAMPLES` samples of pairs with replacement, which the seed
    determines. None if there are no pairs, or one is not finite.

    * times, others: times of the same puzzles in the same order.
    """
    logs = [
        math.log(a / b) for a, b in zip(times, others, strict=True) if math.isfinite(a) and math.isfinite(b)
    ]
    if not logs or len(logs) < len(times):
        return None
    mean = sum(logs) / len(logs)
    if len(logs) < 2:
        return Ratio(math.exp(mean), None, None)
    rng = random.Random(seed)
    means = sorted(sum(rng.choices(logs, k=len(logs))) / len(logs) for _ in range(RESAMPLES))
    outside = int(RESAMPLES * (1 - CONFIDENCE) / 2)
    return Ratio(math.exp(mean), math.exp(means[outside]), math.exp(means[-1 - outside]))


def fitted_exponent(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """The power of x nearest to the points, by least squares of logarithms; None for fewer than three xs."""
    if len(set(xs)) < 3:
        return None
    from statistics import linear_regression  # with fractions and decimals, for pictures only

    return linear_regression([*map(math.log, xs)], [*map(math.log, ys)]).slope


class Claim(NamedTuple):
    """The result of a route: its answers, whether these are all, whether one was wrong."""

    route: str
    answers: frozenset[Any]
    exhausted: bool
    wrong: bool = False


def disagreements(claims: Sequence[Claim]) -> tuple[str, ...]:
    """The routes that gave a wrong answer, or contradict the first that found all answers.

    A route that ended early is not contradicted by answers that it did not find.
    """
    wrong = [one.route for one in claims if one.wrong]
    complete = next((one.answers for one in claims if one.exhausted), None)
    if complete is None:
        return tuple(wrong)
    against = [
        one.route
        for one in claims
        if not one.answers <= complete or (one.exhausted and one.answers != complete)
    ]
    return (*wrong, *against)
