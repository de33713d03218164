"""Symmetries of a rectangle of cells, and the cells that they join."""

from __future__ import annotations

from collections.abc import Callable, Collection

from ..problems.grid import Cell
from .spec import SpecError

_Map = Callable[[Cell, int, int], Cell]
"""Where a cell goes on a board of so many rows and columns."""

SYMMETRIES: dict[str, _Map] = {
    "none": lambda cell, rows, columns: cell,
    "half-turn": lambda cell, rows, columns: (rows - 1 - cell[0], columns - 1 - cell[1]),
    "quarter-turn": lambda cell, rows, columns: (cell[1], rows - 1 - cell[0]),
    "left-right": lambda cell, rows, columns: (cell[0], columns - 1 - cell[1]),
    "up-down": lambda cell, rows, columns: (rows - 1 - cell[0], cell[1]),
    "diagonal": lambda cell, rows, columns: (cell[1], cell[0]),
}
SQUARE_ONLY = ("quarter-turn", "diagonal")


def orbits(cells: Collection[Cell], symmetry: str, rows: int, columns: int) -> list[tuple[Cell, ...]]:
    """The cells in groups that the symmetry joins, in the order of their first cells.

    Raises
    ------
    SpecError
        For a symmetry of squares on another rectangle.
    """
    if symmetry in SQUARE_ONLY and rows != columns:
        raise SpecError(f"the symmetry {symmetry} needs a square, not {rows}x{columns}")
    move = SYMMETRIES[symmetry]
    seen: set[Cell] = set()
    found = []
    for cell in sorted(cells):
        orbit = []
        while cell not in seen:
            seen.add(cell)
            orbit.append(cell)
            cell = move(cell, rows, columns)
        if orbit:
            found.append(tuple(orbit))
    return found
