"""The totals of sums, and the sets that different values may form, by their sum."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations
from numbers import Integral

from ..base.errors import ArgumentError

MOST_COMBINATIONS = 1_000_000
"""The most sets of values that are listed for one group; nine digits have at most 126."""

UNBOUNDED = 1 << 60
"""The end of totals or numbers without a least or a most, before `tables.within_reach` finds it."""

Combination = tuple[int, ...]


def combinations_of(values: Sequence[int], size: int, total: int | None = None) -> list[Combination]:
    """The sets of this size, in increasing order; with a total, only those that add up to it."""
    return [one for one in combinations(values, size) if total is None or sum(one) == total]


def least_and_most(totals: Collection[int]) -> tuple[int, int]:
    """The ends of some numbers, 0 and -1 of none; a range, which may be long, is not walked through."""
    if not totals:
        return 0, -1
    ends = (totals[0], totals[-1]) if isinstance(totals, range) else totals
    return min(ends), max(ends)


def within(numbers: range, least: int, most: int) -> range:
    """The numbers of a range, which may be long, that are between two ends."""
    rising = numbers if numbers.step > 0 else numbers[::-1]
    first = max(rising.start, least + (rising.start - least) % rising.step)
    return range(first, min(most + 1, rising.stop), rising.step)


def stated_numbers(
    stated: Collection[int] | int | None, at_least: int | None, at_most: int | None, ends: tuple[int, int]
) -> Collection[int] | None:
    """The numbers that a primitive allows, between two ends if they are not stated one by one."""
    if at_least is None and at_most is None:
        return (int(stated),) if isinstance(stated, (int, Integral)) else stated
    if stated is not None:
        raise ArgumentError("numbers are stated by at_least and at_most, or one by one, not by both")
    if not all(number is None or isinstance(number, Integral) for number in (at_least, at_most)):
        raise ArgumentError(f"at_least and at_most are whole numbers, not {at_least!r} and {at_most!r}")
    least = ends[0] if at_least is None else at_least
    return range(least, (ends[1] if at_most is None else at_most) + 1)
