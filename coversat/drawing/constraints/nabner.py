"""A nabner line is yellow."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.nabner import Nabner
from ..board import Board
from ..strokes import stroke


def draw(board: Board, constraint: Nabner, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, "#f2dc6b", 9)
