"""Constraints that SudokuPad has no rule for, as its drawings: a player sees them, and nothing checks them.

Places are in cells from the top left corner, row before column, and widths in units of 64 for a cell:
``lines`` and ``arrows`` with ``wayPoints``; ``underlays`` below the grid and ``overlays`` above it, which
are rectangles, circles (``rounded``) and texts around a ``center``; and ``cages`` without a sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ....base.grouping import grouped
from ....kinds.sudoku.constraints import Constraint, look
from ....kinds.sudoku.constraints.look import BoardPoint, between, groups_of, middle, places, unless_default
from ....problems.board import INWARDS
from ....problems.grid import Cell
from ....problems.layout import Layout, line_from

_CELL, _WIDTH = 40, 64
"""The width of a cell in looks and in SudokuPad."""
_TEXT, _CLUE = 16, 28
"""Sizes of texts in cells, and beside the board."""
_CLEAR = "#ffffff00"
_TOP_LEFT, _TOP_RIGHT = (0.18, 0.22), (0.18, 0.82)
_SIGNS = {(0, 1): ">", (0, -1): "<", (1, 0): "\u2228", (-1, 0): "\u2227"}
"""The sign between two cells that opens to the first, by the way to the second."""

Drawing = tuple[str, dict[str, Any]]
"""The member of the JSON that it belongs to, and its entry."""


def drawn(constraints: Iterable[Constraint], layout: Layout) -> dict[str, list[dict[str, Any]]]:
    """The drawings of constraints, by the member of the JSON that they belong to."""
    return grouped(drawing for constraint in constraints for drawing in _drawings(constraint, layout))


def _drawings(constraint: Any, layout: Layout) -> Iterator[Drawing]:
    for shape in constraint.look:
        yield from _drawing(shape, constraint, layout)


def _drawing(shape: look.Shape, constraint: Any, layout: Layout) -> Iterator[Drawing]:
    """One shape of a look; nothing for a caption, which is in the rules in words."""
    match shape:
        case look.Stroke(colour, width, _, cells):
            yield "lines", _line(cells or constraint.cells, colour, width)
        case look.ArrowHead(colour, width, cells):
            yield "arrows", _line((cells or constraint.cells)[-2:], colour, width) | {"headLength": 0.3}
        case look.Circle(radius, fill, edge, _, at):
            for place in places(constraint.cells, at):
                yield "underlays", _round(place, 2 * radius, fill, edge)
        case look.Diamond(radius, fill, edge, _):
            for place in places(constraint.cells, look.ENDS):
                yield "underlays", _box(place, 2**0.5 * radius, fill, edge) | {"angle": 45}
        case look.Square(side, fill):
            for place in map(middle, constraint.cells):
                yield "underlays", _box(place, side, fill)
        case look.Note(field):
            yield from _corner(constraint.cells[0], unless_default(constraint, field))
        case look.Corner(text, cell):
            yield from _corner(cell, text, _TOP_RIGHT)
        case look.Marks():
            for cell in constraint.cells:
                yield from _corner(cell, "".join(map(str, constraint.digits)), (0.18, 0.5))
        case look.Shade(colour, sign, area):
            groups = groups_of(constraint) if area is None else area(layout)
            for cell in dict.fromkeys(cell for group in groups for cell in group):
                yield "underlays", _box(middle(cell), _CELL, colour)
                yield from _corner(cell, sign)
        case look.Outline(_, colour, _, _, _, sign):
            for group in groups_of(constraint):
                yield "cages", {"cells": sorted(group), "unique": False, "outlineC": colour}
                yield from _corner(min(group), sign)
        case look.Enclosure(text, _):
            cells = constraint.scope(layout)
            yield "cages", {"cells": sorted(cells), "unique": False}
            yield from _corner(cells[0], text.format(constraint))
        case look.Dot(fill, field):
            light = look.WHITE if fill == look.INK else look.INK
            words = _text(unless_default(constraint, field), _TEXT, light)
            yield "overlays", _round(between(*constraint.cells), 14, fill, look.INK) | words
        case look.Letter(text):
            yield "overlays", _round(between(*constraint.cells), 15, look.WHITE) | _text(text, 20)
        case look.Chevron(_, _):
            for higher, lower in constraint.signs(layout):
                sign = _SIGNS[lower[0] - higher[0], lower[1] - higher[1]]
                yield "overlays", _box(between(higher, lower), 15, _CLEAR) | _text(sign, 20)
        case look.Knot():
            ((r, c),), text = constraint.corner, " ".join(map(str, constraint.digits))
            yield "overlays", _round((r + 1, c + 1), 24, look.WHITE, look.INK) | _text(text, _TEXT)
        case look.Beside(text):
            side = constraint.side
            yield _clue(line_from(side, layout)[0], INWARDS[side[0]], text.format(constraint))
        case look.Before(text):
            yield _clue(constraint.start[0], constraint.step, text.format(constraint))
        case look.Across():
            left, right = (0, layout.rows) if constraint.way == "down" else (layout.rows, 0)
            yield "lines", _way(((left, 0), (right, layout.columns)), look.THIN, 2)
        case look.Dashes(_):
            for group in groups_of(constraint):
                yield "lines", _line(group, look.THIN, 2)
                yield from (("underlays", _round(middle(cell), 7, look.THIN)) for cell in group)
        case look.Parts(_):
            for part in constraint.parts:
                yield from _drawings(part, layout)


def _way(places: Sequence[BoardPoint], colour: str, width: float) -> dict[str, Any]:
    return {"wayPoints": places, "color": colour, "thickness": width * _WIDTH / _CELL}


def _line(cells: Sequence[Cell], colour: str, width: float) -> dict[str, Any]:
    return _way(list(map(middle, cells)), colour, width)


def _box(center: BoardPoint, side: float, fill: str, edge: str = "") -> dict[str, Any]:
    size = round(side / _CELL, 3)
    return {
        "center": center,
        "width": size,
        "height": size,
        "backgroundColor": fill,
        "borderColor": edge or _CLEAR,
    }


def _round(center: BoardPoint, across: float, fill: str, edge: str = "") -> dict[str, Any]:
    return _box(center, across, fill, edge) | {"rounded": True}


def _text(text: str, size: int, colour: str = look.INK) -> dict[str, Any]:
    return {"text": text, "fontSize": size, "color": colour} if text else {}


def _corner(cell: Cell, text: str, shift: BoardPoint = _TOP_LEFT) -> Iterator[Drawing]:
    if text:
        center = cell[0] + shift[0], cell[1] + shift[1]
        yield "overlays", _box(center, 10, _CLEAR) | _text(text, _TEXT)


def _clue(cell: Cell, step: Cell, text: str) -> Drawing:
    """A text before a line that begins in a cell and goes on by a step."""
    center = cell[0] + 0.5 - step[0], cell[1] + 0.5 - step[1]
    return "overlays", _box(center, _CELL, _CLEAR) | _text(text, _CLUE)
