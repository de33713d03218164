"""Maximum: a relation of the cell with those around it."""

from __future__ import annotations

from collections.abc import Iterator
from operator import gt

from ...kinds.sudoku.layout import Layout, borders
from ...language import Binary
from ...problems.constraints.maximum import Maximum


def state(constraint: Maximum, layout: Layout) -> Iterator[Binary]:
    """Across every border that it has."""
    for pair in borders(layout):
        if set(constraint.cells) & set(pair):
            own, other = pair if pair[0] in constraint.cells else pair[::-1]
            yield Binary(((own, other),), gt)
