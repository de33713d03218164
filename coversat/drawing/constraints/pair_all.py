"""A rule in words is a thin line through its cells, and the words below the board."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.pair_all import PairAll
from ..board import Board
from ..told import told_line


def draw(board: Board, constraint: PairAll, layout: Layout) -> str:
    """The line, and what it says."""
    told_line(board, constraint.cells, "7 5")
    return constraint.lines()[0]
