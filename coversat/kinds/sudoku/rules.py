"""Sudoku: every row, column and box holds each digit once.

Boxes are 2 to 5 rows by 2 to 5 columns, so boards are 4x4 to 25x25. A sudoku can have further constraints.
Without boxes, boards are of any size up to 25. Rows, columns and boxes may have fewer cells than there are
digits, and the lowest digit may be 0.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...problems.grid import (
    NO_WALLS,
    Grid,
    boxed_picture,
    digit_character,
    filled,
    given_violations,
    given_words,
    read_answer_grid,
    rows_of,
    shape_violations,
    thinned,
    walled_picture,
)
from ...problems.layout import (
    BOX_SIDES,
    NO_BOXES,
    SIZES,
    Layout,
    board_violations,
    default_box,
    unit_violations,
)
from ...problems.problem import Problem, Violation
from .signs import in_figures

if TYPE_CHECKING:
    from .constraints import Constraint
    from .constraints.sets import Regions


_FIGURES = {str(digit): digit for digit in range(1, 10)}


@dataclass(frozen=True)
class Sudoku(Problem[Grid]):
    """A sudoku: the shape of its boxes, its givens (None for a blank), and its constraints.

    A box of one row means no boxes. By default the digits are 1 to the longer side of the board.

    Examples
    --------
    >>> sudoku = Sudoku.parse("digits 0-3\\n01..\\n..1.\\n.0..\\n...2\\n")
    >>> sudoku.givens[0]
    (0, 1, None, None)

    Raises
    ------
    ValueError
        If boxes do not fill the board, the grid is not a rectangle or larger than 25, there are fewer digits
        than a row, column or box has cells, a given is no digit, or the board cannot have a constraint.
    """

    box_rows: int
    box_columns: int
    givens: Grid
    constraints: tuple[Constraint, ...] = ()
    digits: tuple[int, int] | None = None

    kind: ClassVar[str] = "sudoku"
    about: ClassVar[str] = "each row, column and box holds every digit once; 4x4 to 25x25; constraints"
    judge_form: ClassVar[str] = "spaced"

    def __post_init__(self) -> None:
        rows, columns = self.rows, self.columns
        if not rows or not SIZES[0] <= max(rows, columns) <= SIZES[-1]:
            raise ValueError(
                f"a board of {rows} rows and {columns} columns; it has {SIZES[0]} to {SIZES[-1]}"
            )
        if any(len(row) != columns for row in self.givens):
            raise ValueError(f"the givens are not {rows} rows of {columns}")
        if self.box_rows != NO_BOXES and not (self.box_rows in BOX_SIDES and self.box_columns in BOX_SIDES):
            raise ValueError(f"boxes of {self.box_rows}x{self.box_columns}; they are 2x2 to 5x5")
        if self.box_rows == NO_BOXES:
            object.__setattr__(self, "box_columns", columns)
        if rows % self.box_rows or columns % self.box_columns:
            raise ValueError(
                f"boxes of {self.box_rows}x{self.box_columns} do not fill {rows} rows of {columns}"
            )
        if self.digits == (1, max(rows, columns)):
            object.__setattr__(self, "digits", None)
        size = self.size
        if self.lowest not in (0, 1) or not self.largest_unit <= size <= SIZES[-1]:
            raise ValueError(f"{size} digits from {self.lowest} for units of {self.largest_unit} cells")
        digits = range(self.lowest, self.lowest + size)
        if any(digit is not None and digit not in digits for row in self.givens for digit in row):
            raise ValueError(f"a given that is not a digit {digits[0]} to {digits[-1]}; None is a blank")
        if self.constraints:
            from .constraints import sound

            object.__setattr__(self, "constraints", sound(self.constraints, self.layout))

    @property
    def rows(self) -> int:
        return len(self.givens)

    @property
    def columns(self) -> int:
        return len(self.givens[0]) if self.givens else 0

    @property
    def largest_unit(self) -> int:
        """The number of cells of the largest row, column or box."""
        return max(self.rows, self.columns, self.box_rows * self.box_columns)

    @property
    def lowest(self) -> int:
        return self.digits[0] if self.digits else 1

    @property
    def size(self) -> int:
        """The number of digits; on a usual board also the number of rows, columns and cells in a box."""
        return self.digits[1] - self.digits[0] + 1 if self.digits else max(self.rows, self.columns)

    @property
    def is_usual(self) -> bool:
        """Whether every row, column and box holds every digit, from 1."""
        units = {self.rows, self.columns, self.box_rows * self.box_columns, self.size}
        return len(units) == 1 and self.lowest == 1

    @property
    def regions(self) -> Regions | None:
        found: list[Any] = [one for one in self.constraints if one.word == "regions"]
        return found[0] if found else None

    @property
    def layout(self) -> Layout:
        labels = self.regions.labels if self.regions else ()
        highest = self.lowest + self.size - 1
        shape = (self.rows, self.columns, self.lowest, highest, self.box_rows, self.box_columns)
        return Layout(*shape, labels)

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.rows, self.columns)

    @property
    def called(self) -> str:
        """With what the reader of a text assumed, where it is not the usual: ``sudoku 6x6, boxes 2x3``."""
        layout = self.layout
        words = super().called + (" with regions" if self.regions else "")
        if layout.has_boxes and layout.box_rows != layout.box_columns:
            words += f", boxes {layout.box_rows}x{layout.box_columns}"
        return words + (f", digits from {layout.lowest}" if layout.lowest != 1 else "")

    def completed_by(self, other: Any, alone: bool = False) -> Grid | None:
        """The digits of the same board without blanks, if these are among them."""
        if not isinstance(other, Sudoku) or other.layout != self.layout or other == self:
            return None
        givens = [*chain.from_iterable(self.givens)]
        held = [*zip(givens, chain.from_iterable(other.givens), strict=True)]
        whole = all(digit is not None and (alone or given in (None, digit)) for given, digit in held)
        return other.givens if whole and None in givens else None

    @classmethod
    def misnamed(cls, name: str, puzzle: Any = None) -> str:
        from .prose import rule_in_name  # a sudoku by its first word needs no prose

        return "" if isinstance(puzzle, Sudoku) and puzzle.constraints else rule_in_name(name)

    @property
    def clash(self) -> str:
        return str(next(iter(unit_violations(self.givens, self.layout)), ""))

    def modules(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*super().modules(), *(type(one).__module__ for one in self.constraints))))

    def violations(self, answer: Grid) -> list[Violation]:
        """Broken rows, columns, boxes and constraints, and changed givens."""
        layout = self.layout
        found = board_violations(answer, layout)
        if shape_violations(answer, self.rows, self.columns):
            return found
        found += given_violations(answer, self.givens)
        held = dict(filled(answer)) if self.constraints else {}
        for constraint in self.constraints:
            found += constraint.violations(held, layout)
        return found

    def render(self, answer: Grid | None = None) -> str:
        """The board with its regions or boxes; without an answer, followed by the other constraints."""
        grid = answer or self.givens
        labels = self.regions.labels if self.regions else ()
        if labels:
            faces = [[digit_character(digit) for digit in row] for row in grid]
            picture = walled_picture(faces, lambda cell: labels[cell[0]][cell[1]])
        else:
            picture = boxed_picture(grid, self.box_rows, self.box_columns)
        if answer is not None:
            return picture
        return "\n".join([picture, *(line for constraint in self._drawn() for line in constraint.lines())])

    def parse_answer(self, text: str) -> Grid:
        """A grid, compact or spaced, in lines or in one line; or the picture of an answer."""
        if self.regions:
            text = text.translate(NO_WALLS)
        return read_answer_grid(in_figures(text, self.columns), self.rows, self.columns, self.layout.digits)

    def answer_of_words(self, rows: Sequence[Sequence[str]]) -> Grid:
        try:
            return tuple(tuple(map(_FIGURES.__getitem__, row)) for row in rows)
        except KeyError:
            return super().answer_of_words(rows)

    def given_names(self) -> tuple[str, ...]:
        """The given cells, row by row, and the constraints except regions, by their lines."""
        return (*given_words(self.givens), *(" ".join(one.lines()) for one in self._drawn()))

    def _drawn(self) -> list[Constraint]:
        return [one for one in self.constraints if one != self.regions]

    def with_givens(self, keep: Collection[int]) -> Self:
        cells = sum(1 for _ in filled(self.givens))
        kept = [one for at, one in enumerate(self._drawn(), cells) if at in keep]
        regions = [self.regions] if self.regions else []
        return replace(self, givens=tuple(thinned(self.givens, keep)), constraints=(*regions, *kept))

    def blank(self) -> Self:
        return replace(self, givens=((None,) * self.columns,) * self.rows)


def from_cells(cells: Sequence[int | None], lowest: int = 1) -> Sudoku:
    """The sudoku with these givens, row by row, and the usual boxes."""
    size = isqrt(len(cells))
    box = default_box(size)
    assert box is not None, "a form checks the size before"
    return Sudoku(*box, rows_of(cells, size), (), (lowest, lowest + size - 1))
