"""Even: each cell holds one of half of the digits."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Count
from ...problems.constraints.even import Even


def state(constraint: Even, layout: Layout) -> Iterator[Count]:
    """Every second digit, from 0."""
    digits = range(0, layout.highest + 1, 2)
    for cell in constraint.cells:
        yield Count((cell,), digits, (1,))
