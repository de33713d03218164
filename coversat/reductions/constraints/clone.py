"""Clone: cells in the same place are equal, each two of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from operator import eq

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.clone import Clone
from ..statements import Pairs


def state(constraint: Clone, layout: Layout) -> Iterator[Pairs]:
    """One statement for each place."""
    for equals in zip(*constraint.groups, strict=True):
        yield Pairs(tuple(pair for pair in combinations(equals, 2) if pair[0] != pair[1]), eq)
