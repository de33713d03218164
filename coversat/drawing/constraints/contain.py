"""The digits stand in a corner of their cells, which have a line of dots around them."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.contain import Contain
from ..board import Board
from ..groups import dotted_group


def draw(board: Board, constraint: Contain, layout: Layout) -> None:
    """The group."""
    dotted_group(board, constraint.cells, f"\N{CONTAINS AS MEMBER}{','.join(map(str, constraint.digits))}")
