"""Count of different digits: how many digits stand among the cells, and then the cell that says so."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Contains, Sum
from ...problems.constraints.count_distinct import CountDistinct


def state(constraint: CountDistinct, layout: Layout) -> Iterator[Sum]:
    """A one for each digit that stands there, less the cell that counts."""
    count, *others = constraint.cells
    ones = tuple((1, Contains(tuple(others), (digit,))) for digit in layout.digits)
    yield Sum((*ones, (-1, count)))
