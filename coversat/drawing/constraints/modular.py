"""A modular line is teal; a number other than 3 is written at its start."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.modular import Modular
from ..board import Board
from ..strokes import label, stroke

_USUAL = 3


def draw(board: Board, constraint: Modular, layout: Layout) -> None:
    """The line."""
    stroke(board, constraint.cells, "#8fd9d2", 9)
    if constraint.number != _USUAL:
        label(board, constraint.cells[0], str(constraint.number))
