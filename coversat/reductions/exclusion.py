"""Cells that exclude each other: in one row, column, box or region no digit stands twice."""

from __future__ import annotations

from collections.abc import Collection

from ..problems.grid import Cell
from ..problems.layout import Layout


def exclusive_parts(cells: Collection[Cell], layout: Layout) -> list[tuple[Cell, ...]]:
    """All of these cells, in few parts that hold no digit twice: the largest first."""
    units = [frozenset(unit) for _, unit in layout.units()]
    if layout.labels:
        regions: dict[int, list[Cell]] = {}
        for cell in layout.cells():
            regions.setdefault(layout.labels[cell[0]][cell[1]], []).append(cell)
        units += map(frozenset, regions.values())
    left = set(cells)
    parts = []
    while left:
        part = max((unit & left for unit in units), key=len)
        parts.append(tuple(sorted(part)))
        left -= part
    return parts
