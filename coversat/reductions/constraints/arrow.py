"""Arrow: a sum equal to the circle."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Sum, equal_sums
from ...problems.constraints.arrow import Arrow


def state(constraint: Arrow, layout: Layout) -> Iterator[Sum]:
    """Circle and arrow."""
    circle, *arrow = constraint.cells
    yield equal_sums((circle,), tuple(arrow))
