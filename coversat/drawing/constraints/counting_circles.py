"""Counting circles are circles."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.counting_circles import CountingCircles
from ..board import THIN, Board
from ..strokes import middle


def draw(board: Board, constraint: CountingCircles, layout: Layout) -> None:
    """One in each cell."""
    for cell in constraint.cells:
        board.circle(*middle(cell), 16, fill="#ffffff", stroke=THIN, stroke_width=1.5)
