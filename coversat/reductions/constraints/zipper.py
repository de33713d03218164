"""Zipper line: sums of partners, equal to the middle or to each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...kinds.sudoku.layout import Layout
from ...language import Sum, equal_sums
from ...problems.constraints.zipper import Zipper


def state(constraint: Zipper, layout: Layout) -> Iterator[Sum]:
    """Without a middle any two sums are compared, so that each narrows all others at once."""
    cells = list(constraint.cells)
    partners = []
    while len(cells) > 1:
        partners.append((cells.pop(0), cells.pop()))
    if cells:
        for two in partners:
            yield equal_sums((cells[0],), two)
        return
    for two, others in combinations(partners, 2):
        yield equal_sums(two, others)
