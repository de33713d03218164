"""Regions: a group for each."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent
from ...problems.constraints.regions import REGION_NAMES, Regions
from ...problems.grid import Cell


def state(constraint: Regions, layout: Layout) -> Iterator[AllDifferent]:
    """The regions in order of their labels."""
    cells: dict[int, list[Cell]] = {}
    for r, row in enumerate(constraint.labels):
        for c, label in enumerate(row):
            cells.setdefault(label, []).append((r, c))
    for label, those in sorted(cells.items()):
        yield AllDifferent(tuple(those), name=f"region{REGION_NAMES[label]}")
