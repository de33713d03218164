"""A minimum is a grey cell with signs that open to the higher digit."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.minimum import Minimum
from ..board import Board
from ..strokes import chevron


def draw(board: Board, constraint: Minimum, layout: Layout) -> None:
    """The cell, and a sign at every border."""
    board.shade(constraint.cells)
    for own, other in constraint.beside(layout):
        chevron(board, *constraint.in_order(own, other), 0.62)
