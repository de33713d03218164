"""The clue of an x-sum stands between angles."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.x_sum import XSum
from ..board import Board
from ..clues import clue_beside


def draw(board: Board, constraint: XSum, layout: Layout) -> None:
    """The sum."""
    clue_beside(
        board,
        constraint.side,
        layout,
        f"\N{MATHEMATICAL LEFT ANGLE BRACKET}{constraint.total}\N{MATHEMATICAL RIGHT ANGLE BRACKET}",
    )
