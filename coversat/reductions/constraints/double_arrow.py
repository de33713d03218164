"""Double arrow: two equal sums."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Sum, equal_sums
from ...problems.constraints.double_arrow import DoubleArrow


def state(constraint: DoubleArrow, layout: Layout) -> Iterator[Sum]:
    """Circles and line."""
    first, *line, last = constraint.cells
    yield equal_sums((first, last), tuple(line))
