"""Contain exactly: how often each digit is there."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Count
from ...problems.constraints.contain_exact import ContainExact


def state(constraint: ContainExact, layout: Layout) -> Iterator[Count]:
    """As often as it is named."""
    for digit in dict.fromkeys(constraint.digits):
        yield Count(constraint.cells, (digit,), (constraint.digits.count(digit),))
