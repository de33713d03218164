"""A rule in words is a thin line through its cells, and the words below the board."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.regex import Regex
from ..board import Board
from ..told import told_line


def draw(board: Board, constraint: Regex, layout: Layout) -> str:
    """The line, and what it says."""
    told_line(board, constraint.cells, "2 4 8 4")
    return constraint.lines()[0]
