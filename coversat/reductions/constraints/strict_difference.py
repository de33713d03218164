"""Strict difference: where no dot stands, digits beside each other do not differ by these numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout, borders
from ...language import Binary
from ...problems.constraints.strict_difference import StrictDifference


def state(constraint: StrictDifference, layout: Layout) -> Iterator[Binary]:
    """All differences in one relation."""
    unmarked = tuple(pair for pair in borders(layout) if pair not in set(constraint.pairs))
    yield Binary(unmarked, lambda one, two: max(one, two) - min(one, two) not in constraint.numbers)
