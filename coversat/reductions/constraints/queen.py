"""Queens: the cells below each one on its two diagonals do not hold the same digit of these."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.queen import Queen
from ..statements import Pairs


def state(constraint: Queen, layout: Layout) -> Iterator[Pairs]:
    """All pairs of cells of a diagonal."""
    digits = constraint.digits
    pairs = tuple(
        ((r, c), (r + down, c + side * down))
        for r, c in layout.cells()
        for side in (-1, 1)
        for down in range(1, layout.rows)
        if layout.has((r + down, c + side * down))
    )
    yield Pairs(pairs, lambda a, b: a != b or a not in digits)
