"""XV: a relation of two cells."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.xv import Xv
from ..statements import Pairs


def state(constraint: Xv, layout: Layout) -> Iterator[Pairs]:
    """Each digit has one partner."""
    one, two = constraint.cells
    yield Pairs(((one, two),), lambda a, b: b == constraint.total - a)
