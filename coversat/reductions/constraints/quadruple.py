"""Quadruple: how often each of its digits is among the four cells."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Count
from ...problems.constraints.quadruple import Quadruple


def state(constraint: Quadruple, layout: Layout) -> Iterator[Count]:
    """At least as often as it is named."""
    ((r, c),) = constraint.corner
    four = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
    for digit in dict.fromkeys(constraint.digits):
        yield Count(four, (digit,), range(constraint.digits.count(digit), 5))
