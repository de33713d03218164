"""Windows are shaded."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.windoku import Windoku, windows
from ..board import Board


def draw(board: Board, constraint: Windoku, layout: Layout) -> None:
    """Every window."""
    board.shade(cell for cells in windows(layout) for cell in cells)
