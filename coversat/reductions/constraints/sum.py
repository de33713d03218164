"""Sum: as it is."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.sum import Sum
from .. import statements


def state(constraint: Sum, layout: Layout) -> Iterator[statements.Sum]:
    """The cells with their factors."""
    yield statements.Sum(constraint.terms, (constraint.total,))
