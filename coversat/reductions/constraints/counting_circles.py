"""Counting circles: each digit as often as it says or never, and those that stand add up to all circles."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Contains, Count, Sum
from ...problems.constraints.counting_circles import CountingCircles


def state(constraint: CountingCircles, layout: Layout) -> Iterator[Count | Sum]:
    """The sum follows from the counts; unit propagation does not find it there."""
    cells = constraint.cells
    for digit in layout.digits:
        yield Count(cells, (digit,), (0, digit))
    terms = tuple((digit, Contains(cells, (digit,))) for digit in layout.digits if digit)
    yield Sum(terms, (len(cells),))
