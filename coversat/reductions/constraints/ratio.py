"""Ratio: a relation of two cells."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.ratio import Ratio


def state(constraint: Ratio, layout: Layout) -> Iterator[Binary]:
    """One digit is a multiple of the other."""
    one, two = constraint.cells
    number = constraint.number
    yield Binary(((one, two),), lambda a, b: a * number == b or b * number == a)
