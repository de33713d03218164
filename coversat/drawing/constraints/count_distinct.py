"""A count of different digits: an outline around the cells, and a circle in the one that counts."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.count_distinct import CountDistinct
from ..board import THIN, Board
from ..strokes import middle


def draw(board: Board, constraint: CountDistinct, layout: Layout) -> None:
    """The outline of all, and the circle."""
    count, *_ = constraint.cells
    board.around(constraint.cells, 3, stroke=THIN, stroke_width=1.5)
    board.circle(*middle(count), 14, fill="none", stroke=THIN, stroke_width=1.5)
