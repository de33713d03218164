"""Palindrome: cells as far from one end as from the other are equal."""

from __future__ import annotations

from collections.abc import Iterator
from operator import eq

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.palindrome import Palindrome


def state(constraint: Palindrome, layout: Layout) -> Iterator[Binary]:
    """Each cell of the first half with its partner."""
    cells = constraint.cells
    half = len(cells) // 2
    partners = zip(cells[:half], cells[::-1], strict=False)
    yield Binary(tuple((one, two) for one, two in partners if one != two), eq)
