"""A rule in words is a thin line through its cells, and the words below the board."""

from __future__ import annotations

from ...problems.constraints.pair_all import PairAll
from ...problems.layout import Layout
from ..board import Board
from ..told import told_line


def draw(board: Board, constraint: PairAll, layout: Layout) -> str:
    """The line, and what it says."""
    told_line(board, constraint.cells, "7 5")
    return constraint.lines()[0]
