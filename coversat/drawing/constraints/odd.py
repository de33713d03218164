"""An odd cell has a grey circle."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.odd import Odd
from ..board import Board
from ..strokes import middle

_GREY = "#d6d6d6"


def draw(board: Board, constraint: Odd, layout: Layout) -> None:
    """One in each cell."""
    for cell in constraint.cells:
        board.circle(*middle(cell), 15, fill=_GREY)
