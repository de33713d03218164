"""Groups with equal sums have outlines and a mark in common."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.equal_sum import EqualSum
from ..board import DARK, SIDE, Board

_TINT, _SIGN = "#fdf3d8", 11


def draw(board: Board, constraint: EqualSum, layout: Layout) -> None:
    """Each group, with a sign of equality in its first cell."""
    for group in constraint.groups:
        board.around(group, 3, fill=_TINT, stroke=DARK, stroke_width=1)
        r, c = min(group)
        board.text(c * SIDE + 5, r * SIDE + _SIGN + 2, "=", font_size=_SIGN, fill=DARK)
