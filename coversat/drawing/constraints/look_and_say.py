"""What is said stands in a corner of its cells, which have a line of dots around them."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.look_and_say import LookAndSay
from ..board import Board
from ..groups import dotted_group


def draw(board: Board, constraint: LookAndSay, layout: Layout) -> None:
    """Numbers and digits as they are read aloud."""
    dotted_group(
        board, constraint.cells, " ".join(f"{number}{digit}" for number, digit in constraint.tallies)
    )
