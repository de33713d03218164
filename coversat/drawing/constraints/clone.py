"""Clones are shaded."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.clone import Clone
from ..board import DARK, Board

_GREY = "#dedede"


def draw(board: Board, constraint: Clone, layout: Layout) -> None:
    """Each group, with an outline that tells it from its neighbours."""
    board.shade({cell for group in constraint.groups for cell in group}, _GREY)
    for group in constraint.groups:
        board.around(group, 3, stroke=DARK, stroke_width=1)
