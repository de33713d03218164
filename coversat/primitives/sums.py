"""The totals of sums, and the sets that different values may form, by their sum."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

MOST_COMBINATIONS = 1_000_000
"""The most sets of values that are listed for one group; nine digits have at most 126."""

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
