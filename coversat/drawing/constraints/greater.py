"""An inequality is a sign on the border of two cells."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.greater import Greater
from ..board import Board
from ..strokes import border, chevron


def draw(board: Board, constraint: Greater, layout: Layout) -> None:
    """The sign on white."""
    higher, lower = constraint.cells
    with board.above():
        board.circle(*border(constraint.cells), 7, fill="#ffffff")
        chevron(board, higher, lower, 0.5)
