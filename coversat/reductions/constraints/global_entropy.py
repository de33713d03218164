"""Global entropy: of each two by two cells, one or more with a digit of each third."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout, squares
from ...language import Count
from ...problems.constraints.global_entropy import GlobalEntropy


def state(constraint: GlobalEntropy, layout: Layout) -> Iterator[Count]:
    """Three for each square."""
    third = len(layout.digits) // 3
    for square in squares(layout):
        for first in range(0, 3 * third, third):
            yield Count(square, layout.digits[first : first + third], range(1, 5))
