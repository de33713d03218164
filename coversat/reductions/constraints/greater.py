"""Greater: a relation of two cells."""

from __future__ import annotations

from collections.abc import Iterator
from operator import gt

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.greater import Greater
from ..statements import Pairs


def state(constraint: Greater, layout: Layout) -> Iterator[Pairs]:
    """The first and the second."""
    one, two = constraint.cells
    yield Pairs(((one, two),), gt)
