"""Strict XV: where no letter stands, digits beside each other add up to neither 5 nor 10."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout, borders
from ...language import Binary
from ...problems.constraints.strict_xv import StrictXv


def state(constraint: StrictXv, layout: Layout) -> Iterator[Binary]:
    """Neither letter could stand there."""
    unmarked = tuple(pair for pair in borders(layout) if pair not in set(constraint.pairs))
    yield Binary(unmarked, lambda one, two: one + two not in (5, 10))
