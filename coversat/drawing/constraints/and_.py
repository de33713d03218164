"""Several constraints are drawn as each is."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.and_ import And
from ..board import Board
from . import draw_constraint


def draw(board: Board, constraint: And, layout: Layout) -> str | None:
    """Each; below the board what has no picture."""
    told = [draw_constraint(board, part, layout) for part in constraint.parts]
    return "; ".join(filter(None, told)) or None
