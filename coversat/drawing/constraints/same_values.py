"""Groups with the same values have the same tint and dashed outlines."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.same_values import SameValues
from ..board import DARK, Board

_TINT = "#e4eef6"


def draw(board: Board, constraint: SameValues, layout: Layout) -> None:
    """Each group."""
    for group in constraint.groups:
        board.around(group, 2, fill=_TINT, stroke=DARK, stroke_width=1, stroke_dasharray="2 3")
