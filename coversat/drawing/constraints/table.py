"""A rule in words is a thin line through its cells, and the words below the board."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.table import Table
from ..board import Board
from ..told import told_line


def draw(board: Board, constraint: Table, layout: Layout) -> str:
    """The line, and what it says."""
    told_line(board, constraint.cells, "4 3")
    return constraint.lines()[0]
