"""Renban: different digits, each two of them near; on a long line some digits must stand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...problems.constraints.renban import Renban
from ...problems.grid import cell_name
from ...problems.layout import Layout
from ..statements import Count, Distinct, Pairs


def state(constraint: Renban, layout: Layout) -> Iterator[Distinct | Pairs | Count]:
    """n different digits less than n apart are all digits between the lowest and the highest."""
    cells, number = constraint.cells, len(constraint.cells)
    yield Distinct(f"renban@{'+'.join(map(cell_name, cells))}", cells)
    yield Pairs(tuple(combinations(cells, 2)), lambda one, two: abs(one - two) < number)
    for digit in range(layout.highest - number + 1, layout.lowest + number):
        yield Count(cells, (digit,), (1,))
