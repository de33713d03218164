"""An equality cage is dashed like a killer cage; an equals sign stands in its corner."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.equality_cage import EqualityCage
from ..board import Board
from ..groups import cage


def draw(board: Board, constraint: EqualityCage, layout: Layout) -> None:
    """The outline, and the sign."""
    cage(board, constraint.cells, "=")
