"""Strict XV: where no letter stands, digits beside each other add up to neither 5 nor 10."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.strict_xv import StrictXv
from ..statements import Pairs, borders


def state(constraint: StrictXv, layout: Layout) -> Iterator[Pairs]:
    """Neither letter could stand there."""
    unmarked = tuple(pair for pair in borders(layout) if pair not in set(constraint.pairs))
    yield Pairs(unmarked, lambda one, two: one + two not in (5, 10))
