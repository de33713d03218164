"""Strict kropki: where no dot stands, digits beside each other could have neither dot."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.strict_kropki import StrictKropki
from ..statements import Pairs, borders


def state(constraint: StrictKropki, layout: Layout) -> Iterator[Pairs]:
    """Neither dot could stand there."""
    unmarked = tuple(pair for pair in borders(layout) if pair not in set(constraint.pairs))
    yield Pairs(unmarked, lambda one, two: two not in (one - 1, one + 1, 2 * one) and one != 2 * two)
