"""A region sum line is blue."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.region_sum import RegionSum
from ..board import Board
from ..strokes import stroke


def draw(board: Board, constraint: RegionSum, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, "#9cc9f7", 9)
