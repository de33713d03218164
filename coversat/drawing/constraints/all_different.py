"""An extra region is shaded."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.all_different import AllDifferent
from ..board import SHADE, THIN, Board


def draw(board: Board, constraint: AllDifferent, layout: Layout) -> None:
    """Its cells, and a line around them."""
    board.around(constraint.cells, 1.5, fill=SHADE, stroke=THIN, stroke_width=1.5)
