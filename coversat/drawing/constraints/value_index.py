"""A value index is a dashed arrow from a small dot."""

from __future__ import annotations

from itertools import pairwise

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.value_index import ValueIndex
from ..board import THIN, Board
from ..strokes import arrow_head, middle, stroke


def draw(board: Board, constraint: ValueIndex, layout: Layout) -> None:
    """The line, its head, the dot where the digit is taken, and a ring where it counts."""
    first, counting, *_ = cells = constraint.cells
    stroke(board, cells, THIN, 2, stroke_dasharray="4 4")
    steps = [(a, b) for a, b in pairwise(cells) if a != b]
    if steps:
        arrow_head(board, *steps[-1], THIN, 2)
    board.circle(*middle(first), 5, fill=THIN)
    board.circle(*middle(counting), 15, fill="none", stroke=THIN, stroke_width=1.5)
