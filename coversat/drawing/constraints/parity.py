"""A parity line is red."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.parity import Parity
from ..board import Board
from ..strokes import stroke


def draw(board: Board, constraint: Parity, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, "#f5a8a8", 9)
