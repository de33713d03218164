"""The clue of a skyscraper stands in brackets."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.skyscraper import Skyscraper
from ..board import Board
from ..clues import clue_beside


def draw(board: Board, constraint: Skyscraper, layout: Layout) -> None:
    """How many are seen."""
    clue_beside(board, constraint.side, layout, f"[{constraint.seen}]")
