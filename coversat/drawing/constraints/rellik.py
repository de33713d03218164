"""A rellik cage is dashed like a killer cage; its number is one that it is not equal to."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.rellik import Rellik
from ..board import Board
from ..groups import cage


def draw(board: Board, constraint: Rellik, layout: Layout) -> None:
    """The outline, and the sum."""
    cage(board, constraint.cells, f"\N{NOT EQUAL TO}{constraint.total}")
