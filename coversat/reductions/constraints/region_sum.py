"""Region sum line: every piece adds up to the same as the one with the fewest cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...kinds.sudoku.layout import Layout
from ...language import Sum, equal_sums
from ...problems.constraints.region_sum import RegionSum


def state(constraint: RegionSum, layout: Layout) -> Iterator[Sum]:
    """The short one leaves the fewest sums."""
    cells = constraint.cells
    crossings = [at for at, (a, b) in enumerate(pairwise(cells), 1) if layout.part(a) != layout.part(b)]
    pieces = [cells[start:end] for start, end in pairwise([0, *crossings, len(cells)])]
    shortest = min(pieces, key=len)
    for piece in pieces:
        if piece is not shortest:
            yield equal_sums(shortest, piece)
