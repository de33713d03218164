"""A lunchbox is a broad light line, its sum in the first cell."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.lunchbox import Lunchbox
from ..board import SHADE, Board
from ..strokes import label, stroke


def draw(board: Board, constraint: Lunchbox, layout: Layout) -> None:
    """The line and the sum."""
    stroke(board, constraint.cells, SHADE, 28)
    label(board, constraint.cells[0], str(constraint.total))
