"""Windows are shaded."""

from __future__ import annotations

from ...problems.constraints.windoku import Windoku, windows
from ...problems.layout import Layout
from ..board import Board


def draw(board: Board, constraint: Windoku, layout: Layout) -> None:
    """Every window."""
    board.shade(cell for cells in windows(layout) for cell in cells)
