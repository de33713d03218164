"""A diagonal is a dashed line."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.diagonal import Diagonal
from ..board import SIDE, THIN, Board
from ..svg import segment


def draw(board: Board, constraint: Diagonal, layout: Layout) -> None:
    """From corner to corner."""
    width, height = layout.columns * SIDE, layout.rows * SIDE
    left, right = (0, height) if constraint.way == "down" else (height, 0)
    d = segment((0, left), (width, right))
    board.path(d, stroke=THIN, stroke_width=2, stroke_dasharray="8 5")
