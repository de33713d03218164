"""The clue of a hidden skyscraper stands between bars."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.hidden_skyscraper import HiddenSkyscraper
from ..board import Board
from ..clues import clue_beside


def draw(board: Board, constraint: HiddenSkyscraper, layout: Layout) -> None:
    """The height."""
    clue_beside(board, constraint.side, layout, f"|{constraint.height}|")
