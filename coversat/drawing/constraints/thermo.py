"""A thermometer is a thick grey line with a round bulb."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.thermo import Thermo
from ..board import Board
from ..strokes import middle, stroke

_GREY = "#c4c4c4"


def draw(board: Board, constraint: Thermo, layout: Layout) -> None:
    """Bulb and tube."""
    stroke(board, constraint.cells, _GREY, 12)
    board.circle(*middle(constraint.cells[0]), 14, fill=_GREY)
