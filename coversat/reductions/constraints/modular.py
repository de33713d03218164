"""Modular line: remainders take turns."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.modular import Modular
from ..turns import taking_turns


def state(constraint: Modular, layout: Layout) -> Iterator[Binary]:
    """The sort of a digit is its remainder."""
    return taking_turns(constraint.cells, constraint.number, lambda digit: digit % constraint.number)
