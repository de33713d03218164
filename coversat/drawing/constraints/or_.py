"""Alternatives are drawn all, and told below the board."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.or_ import Or
from ..board import Board
from . import draw_constraint


def draw(board: Board, constraint: Or, layout: Layout) -> str:
    """Each, and the words."""
    for part in constraint.parts:
        draw_constraint(board, part, layout)
    return f"one of: {' | '.join('; '.join(part.lines()) for part in constraint.parts)}"
