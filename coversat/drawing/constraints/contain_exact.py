"""The digits stand in a corner of their cells, which have a line of dots around them."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.contain_exact import ContainExact
from ..board import Board
from ..groups import dotted_group


def draw(board: Board, constraint: ContainExact, layout: Layout) -> None:
    """The group."""
    dotted_group(board, constraint.cells, f"={','.join(map(str, constraint.digits))}")
