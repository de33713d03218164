"""The board of a sudoku: its rows and columns, its boxes or regions, and its digits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import isqrt
from operator import itemgetter
from typing import Any, NamedTuple

from . import board
from .grid import (
    Cell,
    Grid,
    Numbers,
    digit_range_violations,
    repeated_digits,
    shape_violations,
)
from .problem import Violation

BOX_SIDES = range(2, 6)
NO_BOXES = 1
"""The rows of a box on a board without boxes: the digits of a row differ anyway."""


def default_box(size: int) -> tuple[int, int] | None:
    """The default box of a board of this width: the squarest, wider than high."""
    for rows in range(isqrt(size), 1, -1):
        if size % rows == 0 and size // rows in BOX_SIDES:
            return rows, size // rows
    return None


SIZES = tuple(size for size in range(4, 26) if default_box(size))
"""The sides of boards with the usual boxes."""


def usual_box(size: int, jigsaw: bool) -> tuple[int, int] | None:
    """The default box of a board: none if it has regions."""
    return (NO_BOXES, size) if jigsaw and SIZES[0] <= size <= SIZES[-1] else default_box(size)


def box_sides(text: str) -> tuple[int, int] | None:
    """The rows and columns of boxes such as ``2x3``; None for other texts."""
    rows, _, columns = text.partition("x")
    sides = list(map(str, BOX_SIDES))
    return (int(rows), int(columns)) if rows in sides and columns in sides else None


class Layout(NamedTuple):
    """A board with its digits.

    * lowest, highest: the digits are those from one to the other.
    * box_rows, box_columns: the shape of the boxes; one row if there are no boxes.
    * labels: the region of each cell, numbered from 0; empty without regions.
    * hidden: the number of hidden cells: they follow each other in the row below the last. Constraints may
      name them; they are not on the board.
    """

    rows: int
    columns: int
    lowest: int
    highest: int
    box_rows: int = NO_BOXES
    box_columns: int = NO_BOXES
    labels: Numbers = ()
    hidden: int = 0

    @property
    def digits(self) -> range:
        return range(self.lowest, self.highest + 1)

    def has(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def names(self, cell: Cell) -> bool:
        """Whether a constraint may name the cell: on the board, or hidden."""
        return self.has(cell) or (cell[0] == self.rows and 0 <= cell[1] < self.hidden)

    def too_many(self, cells: Collection[Cell]) -> str | None:
        """Why the digits of these cells cannot all differ, or None."""
        most = len(self.digits)
        return f"{len(cells)} cells; it has 1 to {most} different ones" if len(cells) > most else None

    def too_far(self, difference: int) -> str | None:
        """Why no two digits have this difference, or None."""
        most = self.highest - self.lowest
        return f"a difference of {difference}; digits differ by {most} at most" if difference > most else None

    def cells(self) -> board.Line:
        return board.cells(self.rows, self.columns)

    @property
    def has_boxes(self) -> bool:
        return self.box_rows != NO_BOXES

    def box(self, cell: Cell) -> int:
        """The number of a cell's box, from 0, in reading order."""
        r, c = cell
        return r // self.box_rows * (self.columns // self.box_columns) + c // self.box_columns

    def part(self, cell: Cell) -> int | None:
        """The region of a cell, or its box if there are no regions; None without both."""
        if self.labels:
            return self.labels[cell[0]][cell[1]]
        return self.box(cell) if self.has_boxes else None

    def units(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """The name and cells of each row, column and box, whose digits differ."""
        return iter(_units(self.rows, self.columns, self.box_rows, self.box_columns))


@lru_cache(maxsize=8)
def _units(
    rows: int, columns: int, box_rows: int, box_columns: int
) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    has_boxes = box_rows != NO_BOXES
    inside = board.boxes(rows, columns, box_rows, box_columns) if has_boxes else ()
    return (*board.rows_and_columns(rows, columns), *inside)


def board_violations(answer: Grid, layout: Layout) -> list[Violation]:
    """The violations of sudoku's rules, regardless of the givens."""
    if found := shape_violations(answer, layout.rows, layout.columns):
        return found
    out: list[Violation] = []
    if not {*layout.digits}.issuperset(chain(*answer)):
        out = digit_range_violations(answer, list(layout.cells()), layout.digits)
    return out + unit_violations(answer, layout)


def unit_violations(answer: Grid, layout: Layout) -> list[Violation]:
    """The digits that occur twice in a row, column or box; blank cells are allowed."""
    found: list[Violation] = []
    held = [*chain(*answer)]
    shape = layout.rows, layout.columns, layout.box_rows, layout.box_columns
    for (name, cells), digits_of in zip(layout.units(), _digits_of_units(*shape), strict=True):
        if len(cells) > 1 and len({*(digits := digits_of(held))}) < len(cells):  # or a blank occurs twice
            found += repeated_digits(cells, digits, name)
    return found


@lru_cache(maxsize=8)
def _digits_of_units(rows: int, columns: int, box_rows: int, box_columns: int) -> list[itemgetter[Any]]:
    """For each unit a function from the digits of all cells, row by row, to those of its own."""
    units = _units(rows, columns, box_rows, box_columns)
    return [itemgetter(*(r * columns + c for r, c in cells)) for _, cells in units]


def squares(layout: Layout) -> Sequence[tuple[Cell, ...]]:
    """Each block of two by two cells."""
    return board.squares(layout.rows, layout.columns)


def borders(layout: Layout) -> Iterator[tuple[Cell, Cell]]:
    """Each two cells with a common border, in reading order."""
    return iter(board.neighbours(layout.rows, layout.columns))


Part = frozenset[Cell]


def lines_of(layout: Layout) -> list[Part]:
    """Rows and columns."""
    return [frozenset(unit) for _, unit in board.rows_and_columns(layout.rows, layout.columns)]


def parts_of(layout: Layout) -> list[Part]:
    """Boxes and regions."""
    boxes = [frozenset(unit) for name, unit in layout.units() if name.startswith("box")]
    return [*boxes, *map(frozenset, board.regions(layout.labels).values())]


def exclusive_parts(cells: Collection[Cell], units: Sequence[Part]) -> list[board.Line]:
    """A partition of the cells into few parts that each lie within one unit; the largest first.

    A cell of no unit, such as a hidden one, is a part of its own.
    """
    left = set(cells)
    parts = []
    while left:
        part = max((unit & left for unit in units), key=len) or frozenset({min(left)})
        parts.append(tuple(sorted(part)))
        left -= part
    return parts


def line_from(side: tuple[str, int], layout: Layout) -> board.Line:
    """The cells of a row or column, the nearest to a clue first."""
    return board.seen_from(*side, layout.rows, layout.columns)


def lines_from_all_sides(layout: Layout) -> dict[tuple[str, int], board.Line]:
    """Every row and column in both directions, by the position of its clue."""
    sides = {"left": layout.rows, "right": layout.rows, "top": layout.columns, "bottom": layout.columns}
    return {(side, at): line_from((side, at), layout) for side, most in sides.items() for at in range(most)}
