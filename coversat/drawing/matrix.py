"""A matrix with names, for exact covers and formulas that are small enough to be seen."""

from __future__ import annotations

from collections.abc import Sequence

from .board import INK, THIN
from .svg import MIDDLE, MONO, MONO_WIDTH, Svg, segment

_SIDE, FACE = 24, 13
_MOST_ROWS, _MOST_COLUMNS = 80, 60
_LONGEST_NAME = 40


class Matrix(Svg):
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
        with self.group(font_family=MONO, font_size=FACE, fill=INK):
            for number, name in enumerate(self.rows):
                y = self.top + (number + 0.5) * _SIDE + MIDDLE * FACE
                weight = "bold" if number in bold else "normal"
                self.text(self.left - 8, y, name, text_anchor="end", font_weight=weight)
            for number, name in enumerate(self.columns):
                x = self.left + (number + 0.5) * _SIDE + MIDDLE * FACE
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
    return max(map(len, names), default=0) * MONO_WIDTH * FACE + 14


def fits(rows: int, columns: Sequence[str]) -> bool:
    """Whether so many rows, and columns of these names, can be seen."""
    return (
        rows <= _MOST_ROWS
        and len(columns) <= _MOST_COLUMNS
        and max(map(len, columns), default=0) <= _LONGEST_NAME
    )
