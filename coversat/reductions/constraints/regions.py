"""Regions: a group for each."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.regions import REGION_NAMES, Regions
from ...problems.grid import Cell
from ..statements import Distinct


def state(constraint: Regions, layout: Layout) -> Iterator[Distinct]:
    """The regions in order of their labels."""
    cells: dict[int, list[Cell]] = {}
    for r, row in enumerate(constraint.labels):
        for c, label in enumerate(row):
            cells.setdefault(label, []).append((r, c))
    for label, those in sorted(cells.items()):
        yield Distinct(f"region{REGION_NAMES[label]}", tuple(those))
