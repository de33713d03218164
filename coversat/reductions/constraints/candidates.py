"""Candidates: each cell by itself."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Count
from ...problems.constraints.candidates import Candidates


def state(constraint: Candidates, layout: Layout) -> Iterator[Count]:
    """One of its digits stands in it."""
    for cell in constraint.cells:
        yield Count((cell,), constraint.digits, (1,))
