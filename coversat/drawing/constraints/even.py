"""An even cell has a grey square."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.even import Even
from ..board import Board
from ..strokes import middle

_GREY = "#d6d6d6"


def draw(board: Board, constraint: Even, layout: Layout) -> None:
    """One in each cell."""
    for cell in constraint.cells:
        x, y = middle(cell)
        board.rect(x - 14, y - 14, 28, 28, fill=_GREY)
