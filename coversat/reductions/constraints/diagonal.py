"""Diagonal: one group of cells."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent
from ...problems.constraints.diagonal import Diagonal


def state(constraint: Diagonal, layout: Layout) -> Iterator[AllDifferent]:
    """The cells of the diagonal."""
    last = layout.rows - 1
    cells = ((r, r) if constraint.way == "down" else (last - r, r) for r in range(layout.rows))
    yield AllDifferent(tuple(sorted(cells)), name=f"diagonal-{constraint.way}")
