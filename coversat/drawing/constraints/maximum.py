"""A maximum is a grey cell with signs that open to the higher digit."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.maximum import Maximum
from ..board import Board
from ..strokes import chevron


def draw(board: Board, constraint: Maximum, layout: Layout) -> None:
    """The cell, and a sign at every border."""
    board.shade(constraint.cells)
    for own, other in constraint.beside(layout):
        chevron(board, *constraint.in_order(own, other), 0.38)
