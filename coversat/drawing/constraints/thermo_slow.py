"""A slow thermometer is a thin tube with a bulb that is not filled."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.thermo_slow import ThermoSlow
from ..board import Board
from ..strokes import middle, stroke

_GREY = "#c4c4c4"


def draw(board: Board, constraint: ThermoSlow, layout: Layout) -> None:
    """Bulb and tube."""
    stroke(board, constraint.cells, _GREY, 7)
    board.circle(*middle(constraint.cells[0]), 12, fill="#ffffff", stroke=_GREY, stroke_width=5)
