"""Segments of an exact cover: the options that two of its items share.

In a sudoku they are the places of a digit in the cells that a row or a column shares with a box. With a
variable for "one of these is chosen", an item is covered by one of a few segments, and what a solver learns
about a segment holds for all of its options.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from ..problems.exact_cover.builder import CoverTable


class Segment(NamedTuple):
    """Two or more options, and the two items that all of these cover, and no others."""

    items: tuple[int, int]
    options: tuple[int, ...]


class Family(NamedTuple):
    """A division of the options of an item: segments without a common option, by position, and the rest."""

    segments: list[int]
    rest: list[int]


def segments_of(table: CoverTable) -> list[Segment]:
    """The segments of a cover, if some have three options and they make its formula smaller; or none."""
    plain = sum(map(_pairwise, map(len, table.covering())))
    if sum(comb(len(items), 2) for items in table.options) > plain:
        return []  # most options have a clause for each two of their items
    shared: dict[tuple[int, int], list[int]] = {}
    for option, items in enumerate(table.options):
        for pair in combinations(sorted(items), 2):
            shared.setdefault(pair, []).append(option)
    found = [Segment(pair, tuple(options)) for pair, options in shared.items() if len(options) > 1]
    if all(len(segment.options) < 3 for segment in found):
        return []
    defined = sum(len(segment.options) + _pairwise(len(segment.options)) for segment in found)
    families = (family for those in families_of(table, found) for family in those)
    divided = sum(_pairwise(len(family.segments) + len(family.rest)) for family in families)
    return found if found and defined + divided < plain else []


def families_of(table: CoverTable, segments: Sequence[Segment]) -> list[list[Family]]:
    """For each item, divisions of its options that together have all its segments; at least one division."""
    covering = table.covering()
    if not segments:
        return [[Family([], options)] for options in covering]
    divided: list[list[tuple[list[int], set[int]]]] = [[] for _ in covering]
    for at, segment in enumerate(segments):
        for item in segment.items:
            for numbers, used in divided[item]:
                if used.isdisjoint(segment.options):
                    numbers.append(at)
                    used.update(segment.options)
                    break
            else:
                divided[item].append(([at], set(segment.options)))
    return [
        [
            Family(numbers, [option for option in options if option not in used])
            for numbers, used in families or [([], set())]
        ]
        for options, families in zip(covering, divided, strict=True)
    ]


def _pairwise(count: int) -> int:
    """The clauses that state that exactly one of so many literals is true."""
    return 1 + comb(count, 2)
