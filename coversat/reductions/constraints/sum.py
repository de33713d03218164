"""Sum: as it is."""

from __future__ import annotations

from collections.abc import Iterator

from ... import language
from ...kinds.sudoku.layout import Layout
from ...problems.constraints.sum import Sum


def state(constraint: Sum, layout: Layout) -> Iterator[language.Sum]:
    """The cells with their factors."""
    yield language.Sum(constraint.terms, (constraint.total,))
