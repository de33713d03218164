"""Exact covers and formulas as matrices, while they are small enough to be seen; otherwise their text."""

from __future__ import annotations

from collections.abc import Sequence

from ..problems.cnf import Cnf, Model
from ..problems.exact_cover import Cover, ExactCover
from .board import DARK, FOUND, INK, RING, RING_FILL, SHADE, THIN
from .svg import MIDDLE, MONO, MONO_WIDTH, Svg, segment
from .text import draw_text

_SIDE, _FACE = 24, 13
_MOST_ROWS, _MOST_COLUMNS = 80, 60
_LONGEST_NAME = 40


class _Matrix(Svg):
    """Rows and columns with their names; the first cell's top left corner is at `left`, `top`."""

    def __init__(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        self.rows, self.columns = rows, columns
        self.left = _width(rows)
        self.top = _width(columns)
        super().__init__(self.left + len(columns) * _SIDE + 2, self.top + len(rows) * _SIDE + 2)

    def band(self, row: int, fill: str, stroke: str) -> None:
        """Mark a row, name and all."""
        y = self.top + row * _SIDE + 2
        self.rect(1, y, self.width - 2, _SIDE - 4, rx=4, fill=fill, stroke=stroke, stroke_width=1.5)

    def names(self, bold: Sequence[int] = ()) -> None:
        """Names of rows, those of `bold` in bold, and of columns, which are read from below."""
        with self.group(font_family=MONO, font_size=_FACE, fill=INK):
            for number, name in enumerate(self.rows):
                y = self.top + (number + 0.5) * _SIDE + MIDDLE * _FACE
                weight = "bold" if number in bold else "normal"
                self.text(self.left - 8, y, name, text_anchor="end", font_weight=weight)
            for number, name in enumerate(self.columns):
                x = self.left + (number + 0.5) * _SIDE + MIDDLE * _FACE
                self.text(0, 0, name, transform=f"translate({x:.1f} {self.top - 8:.1f}) rotate(-90)")

    def lines(self, wall: int | None = None) -> None:
        """Thin lines, and a thick one before the column `wall`."""
        right, below = self.left + len(self.columns) * _SIDE, self.top + len(self.rows) * _SIDE
        xs = [self.left + number * _SIDE for number in range(len(self.columns) + 1)]
        ys = [self.top + number * _SIDE for number in range(len(self.rows) + 1)]
        d = [segment((x, self.top), (x, below)) for x in xs] + [
            segment((self.left, y), (right, y)) for y in ys
        ]
        self.path("".join(d), stroke=THIN, stroke_width=0.7)
        if wall is not None:
            x = xs[wall]
            self.path(segment((x, self.top), (x, below)), stroke=INK, stroke_width=2.5)

    def cell(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell."""
        return self.left + (column + 0.5) * _SIDE, self.top + (row + 0.5) * _SIDE


def _width(names: Sequence[str]) -> float:
    return max(map(len, names), default=0) * MONO_WIDTH * _FACE + 14


def draw_cover(problem: ExactCover, answer: Cover | None, other: Cover | None) -> Svg:
    """A row for each option, a column for each item, secondary ones behind a thick line.

    A square is an item covered, a letter its colour.  The chosen options are banded and their numbers
    bold; orange bands are options that another answer does not choose.
    """
    items = [*problem.primary, *problem.secondary]
    if not _fits(len(problem.options), items):
        return draw_text(problem, answer, other)
    matrix = _Matrix([str(number + 1) for number in range(len(problem.options))], items)
    for row in answer or ():
        differs = other is not None and row not in other
        matrix.band(row, *((RING_FILL, RING) if differs else (SHADE, THIN)))
    matrix.lines(len(problem.primary) if problem.secondary else None)
    matrix.names(answer or ())
    places = {item: column for column, item in enumerate(items)}
    for row, option in enumerate(problem.options):
        for item in option.items:
            x, y = matrix.cell(row, places[item])
            matrix.rect(x - 6, y - 6, 12, 12, fill=DARK)
        for item, colour in option.colours:
            x, y = matrix.cell(row, places[item])
            matrix.text(x, y + MIDDLE * _FACE, colour[:2], font_size=_FACE, fill=FOUND, text_anchor="middle")
    return matrix


def draw_cnf(problem: Cnf, answer: Model | None, other: Model | None) -> Svg:
    """A row for each clause, a column for each variable: a filled circle is a literal x, an empty one -x.

    With a model, its truth values are the first row, and the literals that it makes true are boxed.
    """
    variables = range(1, problem.variable_count + 1)
    columns = [problem.names.get(variable, str(variable)) for variable in variables]
    if not _fits(len(problem.clauses), columns):
        return draw_text(problem, answer, other)
    head = [] if answer is None else ["model"]
    first = len(head)
    matrix = _Matrix([*head, *(str(number + 1) for number in range(len(problem.clauses)))], columns)
    true, others = set(answer or ()), set(other or ())
    if answer is not None:
        matrix.band(0, SHADE, THIN)
    matrix.lines()
    matrix.names()
    for variable in variables if answer is not None else ():
        x, y = matrix.cell(0, variable - 1)
        value = "1" if variable in true else "0" if -variable in true else "?"
        if other is not None and {variable, -variable} & true != {variable, -variable} & others:
            matrix.rect(x - 9, y - 9, 18, 18, rx=4, fill=RING_FILL, stroke=RING, stroke_width=2)
        matrix.text(x, y + MIDDLE * _FACE, value, font_size=_FACE, text_anchor="middle", font_weight="bold")
    for row, clause in enumerate(problem.clauses, first):
        for literal in dict.fromkeys(clause):
            x, y = matrix.cell(row, abs(literal) - 1)
            # A variable and its negation in one clause stand beside each other.
            x += 0 if -literal not in clause else 5 if literal < 0 else -5
            if literal in true:
                matrix.rect(x - 8, y - 8, 16, 16, rx=2, fill="none", stroke=FOUND, stroke_width=1.8)
            fill = DARK if literal > 0 else "#ffffff"
            matrix.circle(x, y, 4.5, fill=fill, stroke=DARK, stroke_width=1.5)
    return matrix


def _fits(rows: int, columns: Sequence[str]) -> bool:
    return (
        rows <= _MOST_ROWS
        and len(columns) <= _MOST_COLUMNS
        and max(map(len, columns), default=0) <= _LONGEST_NAME
    )
