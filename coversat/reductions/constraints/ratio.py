"""Ratio: a relation of two cells."""

from __future__ import annotations

from collections.abc import Iterator

from ...problems.constraints.ratio import Ratio
from ...problems.layout import Layout
from ..statements import Pairs


def state(constraint: Ratio, layout: Layout) -> Iterator[Pairs]:
    """One digit is a multiple of the other."""
    one, two = constraint.cells
    number = constraint.number
    yield Pairs(((one, two),), lambda a, b: a * number == b or b * number == a)
