"""Contain: how often each digit is there."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Count
from ...problems.constraints.contain import Contain


def state(constraint: Contain, layout: Layout) -> Iterator[Count]:
    """At least as often as it is named."""
    for digit in dict.fromkeys(constraint.digits):
        yield Count(
            constraint.cells, (digit,), range(constraint.digits.count(digit), len(constraint.cells) + 1)
        )
