"""Greater: a relation of two cells."""

from __future__ import annotations

from collections.abc import Iterator
from operator import gt

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.greater import Greater


def state(constraint: Greater, layout: Layout) -> Iterator[Binary]:
    """The first and the second."""
    one, two = constraint.cells
    yield Binary(((one, two),), gt)
