"""Clone: cells in the same place are equal, each two of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from operator import eq

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.clone import Clone


def state(constraint: Clone, layout: Layout) -> Iterator[Binary]:
    """One statement for each place."""
    for equals in zip(*constraint.groups, strict=True):
        yield Binary(tuple(pair for pair in combinations(equals, 2) if pair[0] != pair[1]), eq)
