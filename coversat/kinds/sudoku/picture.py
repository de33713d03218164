"""Sudoku: boxes or regions in thick lines, constraints by their looks below the digits, or as captions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import hypot
from typing import Any

from ...problems.board import INWARDS
from ...problems.grid import Cell, Grid
from ...problems.layout import Layout, line_from
from ..drawing.board import DARK, INK, SIDE, THIN, Board, differing_cells, digits
from ..drawing.clues import framed
from ..drawing.svg import MIDDLE as BASELINE
from ..drawing.svg import Point, Svg, polygon, polyline, segment
from .constraints import Constraint, look
from .constraints.base import Relation
from .constraints.look import between, groups_of, middle, places, unless_default
from .rules import Sudoku


def draw(problem: Sudoku, answer: Grid | None, other: Grid | None) -> Svg:
    """Draw the board with clues around it; constraints without a place on it are listed below."""
    layout = problem.layout
    board = Board(problem.rows, problem.columns)
    captions = [draw_constraint(board, constraint, layout) for constraint in problem.constraints]
    board.lines()
    board.ring(differing_cells(problem, answer, other))
    board.walls(partial(_region, layout))
    board.overlay()
    digits(board, problem.givens, answer, board.has_labels)
    return framed(board, list(filter(None, captions)))


def _region(layout: Layout, cell: Cell) -> tuple[int, int]:
    """The identity of a cell's region: its box, and its region in a jigsaw."""
    r, c = cell
    return layout.box(cell) if layout.has_boxes else -1, layout.labels[r][c] if layout.labels else -1


SMALL = 10
"""The font size of small texts."""
_MARK_WIDTH = 0.66
"""The width of a digit, in font sizes."""


def draw_constraint(board: Board, constraint: Constraint, layout: Layout) -> str | None:
    """Draw a constraint; return what belongs below the picture, in words, or None."""
    captions = (_draw(board, shape, constraint, layout) for shape in constraint.look)
    return "; ".join(filter(None, captions)) or None


def _draw(board: Board, shape: look.Shape, constraint: Any, layout: Layout) -> str | None:
    """Draw one shape of a look; return its caption."""
    match shape:
        case look.Stroke(colour, width, dash, cells):
            _line(board, cells or constraint.cells, colour, width, **_dashed(dash))
        case look.ArrowHead(colour, width, cells):
            _arrow_head(board, cells or constraint.cells, colour, width)
        case look.Circle(radius, fill, edge, width, at):
            style: dict[str, Any] = {"stroke": edge, "stroke_width": width} if edge else {}
            for x, y in _points(constraint.cells, at):
                board.circle(x, y, radius, fill=fill, **style)
        case look.Diamond(radius, fill, edge, width):
            for x, y in _points(constraint.cells, look.ENDS):
                corners = ((x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius))
                board.path(polygon(corners), fill=fill, stroke=edge, stroke_width=width)
        case look.Square(side, fill):
            for x, y in _points(constraint.cells, ""):
                board.rect(x - side / 2, y - side / 2, side, side, fill=fill)
        case look.Note(field):
            if text := unless_default(constraint, field):
                _label(board, constraint.cells[0], text)
        case look.Corner(text, (r, c)):
            x, y = (c + 1) * SIDE - 5, r * SIDE + SMALL + 4
            board.text(x, y, text, font_size=SMALL, fill=DARK, text_anchor="end")
        case look.Marks():
            text = ("" if layout.highest < 10 else " ").join(map(str, constraint.digits))
            size = min(SMALL, (SIDE - 4) / (_MARK_WIDTH * len(text)))
            for cell in constraint.cells:
                _label(board, cell, text, size)
        case look.Shade(colour, sign, area):
            groups = groups_of(constraint) if area is None else area(layout)
            shaded = list(dict.fromkeys(cell for group in groups for cell in group))
            board.shade(shaded, colour)
            for r, c in shaded if sign else ():
                board.text(c * SIDE + 3, r * SIDE + 11, sign, font_size=10, fill=DARK)
        case look.Outline(inset, colour, width, fill, dash, sign):
            filled = {"fill": fill} if fill else {}
            for group in groups_of(constraint):
                board.around(group, inset, **filled, stroke=colour, stroke_width=width, **_dashed(dash))
                if sign:
                    r, c = min(group)
                    board.text(c * SIDE + 5, r * SIDE + 13, sign, font_size=11, fill=DARK)
        case look.Enclosure(text, dotted):
            _cage(board, constraint.scope(layout), text.format(constraint), dotted)
        case look.Dot(fill, field):
            _dot(board, constraint.cells, fill, unless_default(constraint, field))
        case look.Letter(text):
            x, y = _border(constraint.cells)
            with board.above():
                board.circle(x, y, 7.5, fill="#ffffff")
                with board.group(text_anchor="middle", font_weight="bold", fill=INK):
                    board.text(x, y + BASELINE * 12, text, font_size=12)
        case look.Chevron(at, knockout):
            _chevrons(board, constraint, layout, at, knockout)
        case look.Knot():
            _knot(board, constraint.digits, constraint.corner[0])
        case look.Beside(text):
            side = constraint.side
            board.clue(line_from(side, layout)[0], INWARDS[side[0]], text.format(constraint))
        case look.Before(text):
            board.clue(constraint.start[0], constraint.step, text.format(constraint))
        case look.Across():
            width, height = layout.columns * SIDE, layout.rows * SIDE
            left, right = (0, height) if constraint.way == "down" else (height, 0)
            d = segment((0, left), (width, right))
            board.path(d, stroke=THIN, stroke_width=2, stroke_dasharray="8 5")
        case look.Dashes(dash):
            for group in groups_of(constraint):
                _line(board, group, THIN, 2, stroke_dasharray=dash)
                for number, (x, y) in enumerate(map(_middle, group)):
                    board.circle(x, y, 3 if number else 5, fill=THIN)
        case look.Caption(text):
            return text or str(constraint.caption())
        case look.Parts(captions):
            found = [draw_constraint(board, part, layout) for part in constraint.parts]
            return "; ".join(filter(None, found)) if captions else None
    return None


def _dashed(dash: str) -> dict[str, str]:
    return {"stroke_dasharray": dash} if dash else {}


def _point(place: look.BoardPoint) -> Point:
    return place[1] * SIDE, place[0] * SIDE


def _middle(cell: Cell) -> Point:
    return _point(middle(cell))


def _border(cells: Sequence[Cell]) -> Point:
    return _point(between(*cells))


def _points(cells: Sequence[Cell], at: str) -> Iterator[Point]:
    return map(_point, places(cells, at))


def _line(board: Board, cells: Sequence[Cell], colour: str, width: float, **style: str | float) -> None:
    ends: dict[str, str | float] = {"stroke_linecap": "round", "stroke_linejoin": "round", "fill": "none"}
    board.path(polyline(map(_middle, cells)), **{**ends, "stroke": colour, "stroke_width": width, **style})


def _arrow_head(board: Board, cells: Sequence[Cell], colour: str, width: float) -> None:
    steps = [(a, b) for a, b in pairwise(cells) if a != b]
    if not steps:
        return
    (x0, y0), (x, y) = map(_middle, steps[-1])
    length = hypot(x - x0, y - y0)
    dx, dy = (x - x0) / length * 9, (y - y0) / length * 9
    left, right = (x - dx - dy, y - dy + dx), (x - dx + dy, y - dy - dx)
    d = polyline((left, (x, y), right))
    board.path(d, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


def _label(board: Board, cell: Cell, text: str, size: float = SMALL) -> None:
    """A text in the upper left corner, above the rings of cells that differ."""
    board.has_labels = True
    with board.above():
        board.text(cell[1] * SIDE + 3, cell[0] * SIDE + size + 1, text, font_size=size, fill=DARK)


def _cage(board: Board, cells: Sequence[Cell], text: str, dotted: bool) -> None:
    """A dashed or dotted outline, and a text in the corner of the first cell."""
    if dotted:
        style = {"stroke_dasharray": "0 3.6", "stroke_linecap": "round"}
        board.around(cells, 3.5, fill="#f3f3f3", stroke=THIN, stroke_width=1.8, **style)
    else:
        board.around(cells, 3.5, stroke=DARK, stroke_width=1.2, stroke_dasharray="3 2.5")
    if text:
        r, c = cells[0]
        with board.above():
            board.rect(c * SIDE + 2, r * SIDE + 2, 0.68 * SMALL * len(text) + 2, SMALL + 2, fill="#ffffff")
        _label(board, cells[0], text)


def _dot(board: Board, cells: Sequence[Cell], fill: str, text: str) -> None:
    x, y = _border(cells)
    with board.above():
        board.circle(x, y, 7 if text else 5.5, fill=fill, stroke=INK, stroke_width=1.2)
        if text:
            colour = "#ffffff" if fill == INK else INK
            board.text(x, y + BASELINE * SMALL, text, font_size=SMALL, text_anchor="middle", fill=colour)


def _chevrons(board: Board, relation: Relation, layout: Layout, at: float, knockout: bool) -> None:
    for higher, lower in relation.signs(layout):
        if knockout:
            with board.above():
                board.circle(*_border((higher, lower)), 7, fill="#ffffff")
                _chevron(board, higher, lower, at)
        else:
            _chevron(board, higher, lower, at)


def _chevron(board: Board, higher: Cell, lower: Cell, at: float) -> None:
    (x0, y0), (x1, y1) = _middle(higher), _middle(lower)
    dx, dy = (x1 - x0) / SIDE, (y1 - y0) / SIDE
    x, y = x0 + at * (x1 - x0), y0 + at * (y1 - y0)
    ends = ((x - 3.5 * dx - 8 * dy, y - 3.5 * dy - 8 * dx), (x - 3.5 * dx + 8 * dy, y - 3.5 * dy + 8 * dx))
    points = (ends[0], (x + 3.5 * dx, y + 3.5 * dy), ends[1])
    board.path(polyline(points), fill="none", stroke=INK, stroke_width=2.2, stroke_linecap="round")


def _knot(board: Board, numbers: Sequence[int], cell: Cell) -> None:
    """A circle where four cells meet, with numbers in one or two rows."""
    x, y = (cell[1] + 1) * SIDE, (cell[0] + 1) * SIDE
    words = list(map(str, numbers))
    rows = [" ".join(words[at : at + 2]) for at in range(0, len(words), 2)]
    with board.above():
        board.circle(x, y, 12, fill="#ffffff", stroke=INK, stroke_width=1.2)
        with board.group(text_anchor="middle", fill=INK, font_size=SMALL):
            for at, row in enumerate(rows):
                down = (at - (len(rows) - 1) / 2) * SMALL
                board.text(x, y + down + BASELINE * SMALL, row)
