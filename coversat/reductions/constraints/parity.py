"""Parity line: two sorts of digits take turns."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.parity import Parity
from ..statements import Pairs
from ..turns import taking_turns


def state(constraint: Parity, layout: Layout) -> Iterator[Pairs]:
    """The sort of a digit is whether it is odd."""
    return taking_turns(constraint.cells, 2, lambda digit: digit & 1)
