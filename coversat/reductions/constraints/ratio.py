"""Ratio: a relation of two cells."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.ratio import Ratio
from ..statements import Pairs


def state(constraint: Ratio, layout: Layout) -> Iterator[Pairs]:
    """One digit is a multiple of the other."""
    one, two = constraint.cells
    number = constraint.number
    yield Pairs(((one, two),), lambda a, b: a * number == b or b * number == a)
