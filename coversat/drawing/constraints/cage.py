"""A cage is dashed, its sum in its first cell."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.cage import Cage
from .. import groups
from ..board import Board


def draw(board: Board, constraint: Cage, layout: Layout) -> None:
    """The outline, and the sum where there is one."""
    groups.cage(board, constraint.cells, "" if constraint.total is None else str(constraint.total))
