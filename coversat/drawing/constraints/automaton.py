"""An automaton is a thin line through its cells, and its text below the board."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.automaton import Automaton
from ..board import Board
from ..told import told_line


def draw(board: Board, constraint: Automaton, layout: Layout) -> str:
    """A line for each group of cells, and what is told of the states."""
    for cells in constraint.groups:
        told_line(board, cells, "6 3 1 3")
    return "; ".join(constraint.lines())
