"""Regions have walls around them, which the board draws."""

from __future__ import annotations

from ...problems.constraints.regions import Regions
from ...problems.layout import Layout
from ..board import Board


def draw(board: Board, constraint: Regions, layout: Layout) -> None:
    """Nothing beside the walls."""
