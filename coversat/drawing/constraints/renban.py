"""A renban line is purple."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.renban import Renban
from ..board import Board
from ..strokes import stroke


def draw(board: Board, constraint: Renban, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, "#e2a5f0", 9)
