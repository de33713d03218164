"""A sum stands in a corner of its cells, which have a line of dots around them; factors stand in theirs."""

from __future__ import annotations

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.sum import Sum
from ..board import Board
from ..groups import dotted_group, note


def draw(board: Board, constraint: Sum, layout: Layout) -> None:
    """The group, and each factor other than 1."""
    dotted_group(board, constraint.scope(layout), f"\N{GREEK CAPITAL LETTER SIGMA}{constraint.total}")
    for factor, cell in constraint.terms:
        if factor != 1:
            note(board, cell, f"\N{MULTIPLICATION SIGN}{factor}")
