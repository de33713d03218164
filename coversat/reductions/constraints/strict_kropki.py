"""Strict kropki: where no dot stands, digits beside each other could have neither dot."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout, borders
from ...language import Binary
from ...problems.constraints.strict_kropki import StrictKropki


def state(constraint: StrictKropki, layout: Layout) -> Iterator[Binary]:
    """Neither dot could stand there."""
    unmarked = tuple(pair for pair in borders(layout) if pair not in set(constraint.pairs))
    yield Binary(unmarked, lambda one, two: two not in (one - 1, one + 1, 2 * one) and one != 2 * two)
