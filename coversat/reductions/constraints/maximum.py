"""Maximum: a relation of the cell with those around it."""

from __future__ import annotations

from collections.abc import Iterator
from operator import gt

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.maximum import Maximum
from ..statements import Pairs, borders


def state(constraint: Maximum, layout: Layout) -> Iterator[Pairs]:
    """Across every border that it has."""
    for pair in borders(layout):
        if set(constraint.cells) & set(pair):
            own, other = pair if pair[0] in constraint.cells else pair[::-1]
            yield Pairs(((own, other),), gt)
