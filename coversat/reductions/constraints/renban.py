"""Renban: different digits, which are one of the sets of digits that follow each other."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent
from ...problems.constraints.renban import Renban
from ...problems.grid import cell_name


def state(constraint: Renban, layout: Layout) -> Iterator[AllDifferent]:
    """A set for each lowest digit."""
    cells, number = constraint.cells, len(constraint.cells)
    starts = range(layout.lowest, layout.highest - number + 2)
    sets = tuple(tuple(range(start, start + number)) for start in starts)
    yield AllDifferent(cells, sets=sets, name=f"renban@{'+'.join(map(cell_name, cells))}")
