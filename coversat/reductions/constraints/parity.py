"""Parity line: two sorts of digits take turns."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.parity import Parity
from ..turns import taking_turns


def state(constraint: Parity, layout: Layout) -> Iterator[Binary]:
    """The sort of a digit is whether it is odd."""
    return taking_turns(constraint.cells, 2, lambda digit: digit & 1)
