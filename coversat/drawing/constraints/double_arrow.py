"""A double arrow is a line between two circles."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.double_arrow import DoubleArrow
from ..board import THIN, Board
from ..strokes import middle, stroke


def draw(board: Board, constraint: DoubleArrow, layout: Layout) -> None:
    """The line, and the circles over it."""
    stroke(board, constraint.cells, THIN, 2.5)
    for end in (constraint.cells[0], constraint.cells[-1]):
        board.circle(*middle(end), 16, fill="#ffffff", stroke=THIN, stroke_width=2.5)
