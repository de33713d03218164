"""How constraints look: the parts of a constraint's `look`; `kinds.sudoku.picture` draws it.

Lengths are in the units of a picture, in which a cell is 40 wide. Without `at`, a shape is in every cell of
the constraint. A text may name fields of the constraint: ``"[{0.seen}]"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, dataclass_transform

from ....problems.grid import Cell
from ....problems.layout import Layout

THIN, SHADE, DARK, INK, WHITE, GREY = "#8c8c8c", "#e8e8e8", "#3d3d3d", "#1a1a1a", "#ffffff", "#c4c4c4"

FIRST, SECOND, ENDS, MIDDLE = "first", "second", "ends", "middle"
"""The position of a shape on a line; the middle of an even number of cells is a border."""

BoardPoint = tuple[float, float]
"""A point of the board, as row and column in cells from its top left corner."""


@dataclass_transform(frozen_default=True)
class Shape:
    """A part of a look; each of its classes is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


Look = tuple[Shape, ...]


class Stroke(Shape):
    """A line through the middles of the cells; `dash` as in SVG.  `cells` if not those of the constraint."""

    colour: str
    width: float
    dash: str = ""
    cells: tuple[Cell, ...] = ()


class ArrowHead(Shape):
    """The head of an arrow at the end of the line."""

    colour: str
    width: float
    cells: tuple[Cell, ...] = ()


class Circle(Shape):
    """A circle in cells."""

    radius: float
    fill: str
    edge: str = ""
    width: float = 0
    at: str = ""


class Diamond(Shape):
    """A square on its corner, in the cells at both ends of the line."""

    radius: float
    fill: str
    edge: str
    width: float


class Square(Shape):
    """A square in each cell."""

    side: float
    fill: str


class Note(Shape):
    """A small text in the upper left corner of the first cell: a field, unless it has its default."""

    field: str


class Corner(Shape):
    """A small text in the upper right corner of a cell."""

    text: str
    cell: Cell


class Marks(Shape):
    """The `digits` of the constraint, small across the top of each cell, as large as there is room for."""


class Shade(Shape):
    """A colour of the cells, or of those of an area of the board; with a sign in each."""

    colour: str = SHADE
    sign: str = ""
    area: Callable[[Layout], Iterable[tuple[Cell, ...]]] | None = None


class Outline(Shape):
    """A line around each group of cells, `inset` from their border, with a text in its first cell."""

    inset: float
    colour: str
    width: float
    fill: str = ""
    dash: str = ""
    sign: str = ""


class Enclosure(Shape):
    """A dashed line around the cells, with a text in the corner; `dotted`: of dots, the cells shaded."""

    text: str
    dotted: bool = False


class Dot(Shape):
    """A dot on the border of two cells, and in it a field, unless it has its default."""

    fill: str
    field: str


class Letter(Shape):
    """A letter or number on the border of two cells."""

    text: str


class Chevron(Shape):
    """A sign between each pair of cells of a relation, which opens to the higher digit.

    `at` is the position between the centres of the two cells, from 0 to 1; `knockout` clears the border
    below it.
    """

    at: float
    knockout: bool = False


class Knot(Shape):
    """The `digits` of the constraint in a circle where four cells meet; its `corner` is the upper left."""


class Beside(Shape):
    """A clue beside the row or column of the constraint."""

    text: str


class Before(Shape):
    """A clue outside the board, before a line that begins in `start` and goes on by the `step`."""

    text: str


class Across(Shape):
    """A dashed line across the board, ``down`` or up: the `way` of the constraint."""


class Dashes(Shape):
    """A thin dashed line through each group of cells with a dot in each; the text is below the board."""

    dash: str


class Caption(Shape):
    """A text below the board; the lines of the constraint if not another one."""

    text: str = ""


class Parts(Shape):
    """The looks of all `parts` of the constraint; `captions` if their text is below the board."""

    captions: bool


def groups_of(constraint: Any) -> Sequence[Sequence[Cell]]:
    """The groups of a constraint's cells; all of them if it has no others."""
    return getattr(constraint, "groups", None) or (constraint.cells,)


def unless_default(constraint: Any, field: str) -> str:
    """The value of a field in words; empty for its default."""
    value = getattr(constraint, field)
    return "" if value == constraint.__dataclass_fields__[field].default else str(value)


def middle(cell: Cell) -> BoardPoint:
    """The centre of a cell."""
    return cell[0] + 0.5, cell[1] + 0.5


def between(one: Cell, other: Cell) -> BoardPoint:
    """The middle of the border of two cells."""
    return (one[0] + other[0] + 1) / 2, (one[1] + other[1] + 1) / 2


def places(cells: Sequence[Cell], at: str) -> list[BoardPoint]:
    """Where a shape is on a line; without a position, in every cell."""
    half = len(cells) // 2
    if at == MIDDLE:
        return [between(cells[half], cells[-1 - half])]
    ends = {FIRST: cells[:1], SECOND: cells[1:2], ENDS: (cells[0], cells[-1])}
    return list(map(middle, ends.get(at, cells)))
