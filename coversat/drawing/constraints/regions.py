"""Regions have walls around them, which the board draws."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.regions import Regions
from ..board import Board


def draw(board: Board, constraint: Regions, layout: Layout) -> None:
    """Nothing beside the walls."""
