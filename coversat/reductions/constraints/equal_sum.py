"""Equal sums: each sum is that of the smallest group."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Sum, equal_sums
from ...problems.constraints.equal_sum import EqualSum


def state(constraint: EqualSum, layout: Layout) -> Iterator[Sum]:
    """The smallest group, and each other one without the cells that both have."""
    smallest, *others = sorted(constraint.groups, key=len)
    for other in others:
        here = tuple(cell for cell in smallest if cell not in other)
        there = tuple(cell for cell in other if cell not in smallest)
        if here or there:
            yield equal_sums(here, there)
