"""Cells that exclude each other: in one row, column, box or region no digit stands twice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..kinds.sudoku.layout import Layout
from ..problems.grid import Cell

Part = frozenset[Cell]


def lines_of(layout: Layout) -> list[Part]:
    """Rows and columns."""
    return [frozenset(unit) for name, unit in layout.units() if not name.startswith("box")]


def parts_of(layout: Layout) -> list[Part]:
    """Boxes and regions."""
    boxes = [frozenset(unit) for name, unit in layout.units() if name.startswith("box")]
    regions: dict[int, list[Cell]] = {}
    for cell in layout.cells() if layout.labels else ():
        regions.setdefault(layout.labels[cell[0]][cell[1]], []).append(cell)
    return [*boxes, *map(frozenset, regions.values())]


def exclusive_parts(cells: Collection[Cell], units: Sequence[Part]) -> list[tuple[Cell, ...]]:
    """All of these cells, in few parts that lie within one of the units each: the largest first."""
    left = set(cells)
    parts = []
    while left:
        part = max((unit & left for unit in units), key=len)
        parts.append(tuple(sorted(part)))
        left -= part
    return parts
