"""Queens: the cells below each one on its two diagonals do not hold the same digit of these."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.queen import Queen


def state(constraint: Queen, layout: Layout) -> Iterator[Binary]:
    """All pairs of cells of a diagonal."""
    digits = constraint.digits
    pairs = tuple(
        ((r, c), (r + down, c + side * down))
        for r, c in layout.cells()
        for side in (-1, 1)
        for down in range(1, layout.rows)
        if layout.has((r + down, c + side * down))
    )
    yield Binary(pairs, lambda a, b: a != b or a not in digits)
