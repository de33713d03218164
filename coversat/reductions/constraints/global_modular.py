"""Global modular: of each two by two cells, one or more with a digit of each remainder."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout, squares
from ...language import Count
from ...problems.constraints.global_modular import GlobalModular


def state(constraint: GlobalModular, layout: Layout) -> Iterator[Count]:
    """One for each square and remainder."""
    modulus = constraint.modulus
    for square in squares(layout):
        for rest in range(modulus):
            digits = tuple(digit for digit in layout.digits if digit % modulus == rest)
            yield Count(square, digits, range(1, 5))
