"""Strict ratio: where no dot stands, no digit is one of these numbers times one beside it."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout, borders
from ...language import Binary
from ...problems.constraints.strict_ratio import StrictRatio


def state(constraint: StrictRatio, layout: Layout) -> Iterator[Binary]:
    """All ratios in one relation."""
    unmarked = tuple(pair for pair in borders(layout) if pair not in set(constraint.pairs))
    numbers = constraint.numbers
    yield Binary(unmarked, lambda one, two: all(one * by != two and two * by != one for by in numbers))
