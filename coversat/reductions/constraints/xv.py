"""XV: a relation of two cells."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.xv import Xv


def state(constraint: Xv, layout: Layout) -> Iterator[Binary]:
    """Each digit has one partner."""
    one, two = constraint.cells
    yield Binary(((one, two),), lambda a, b: b == constraint.total - a)
