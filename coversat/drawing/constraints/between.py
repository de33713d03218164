"""A between line is grey, with a circle at either end."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.between import Between
from ..board import THIN, Board
from ..strokes import middle, stroke


def draw(board: Board, constraint: Between, layout: Layout) -> None:
    """The line, and the circles over it."""
    stroke(board, constraint.cells, "#c9c9c9", 5)
    for end in (constraint.cells[0], constraint.cells[-1]):
        board.circle(*middle(end), 16, fill="#ececec", stroke=THIN, stroke_width=2)
