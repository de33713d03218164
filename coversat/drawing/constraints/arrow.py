"""An arrow begins at a circle."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.arrow import Arrow
from ..board import THIN, Board
from ..strokes import arrow_head, middle, stroke


def draw(board: Board, constraint: Arrow, layout: Layout) -> None:
    """The line from the middle of the circle, its head, and the circle over it."""
    stroke(board, constraint.cells, THIN, 2.5)
    arrow_head(board, constraint.cells[-2], constraint.cells[-1], THIN, 2.5)
    board.circle(*middle(constraint.cells[0]), 16, fill="#ffffff", stroke=THIN, stroke_width=2.5)
