"""Odd: each cell holds one of half of the digits."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Count
from ...problems.constraints.odd import Odd


def state(constraint: Odd, layout: Layout) -> Iterator[Count]:
    """Every second digit, from 1."""
    digits = range(1, layout.highest + 1, 2)
    for cell in constraint.cells:
        yield Count((cell,), digits, (1,))
