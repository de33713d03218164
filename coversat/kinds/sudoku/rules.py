"""Sudoku: every row, column and box holds each digit once.

Boxes are 2 to 5 rows by 2 to 5 columns, so boards are 4x4 to 25x25.  A sudoku can have constraints
beside these.  It may do without boxes, and then boards are of any size up to 25; rows, columns and boxes
may have fewer cells than there are digits, which then differ; and the lowest digit may be 0.

Inside, a cell holds the place of its digit among the digits, from 1, and 0 where it is blank: with the
usual digits that is the digit itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...errors import ParseError
from ...problems.grid import (
    DIGITS,
    NO_WALLS,
    Cell,
    Grid,
    boxed_picture,
    compact_digits,
    compact_line,
    digit_character,
    given_violations,
    given_words,
    printed_digits,
    read_answer_grid,
    row_tokens,
    rows_of,
    shape_violations,
    spaced_line,
    thinned,
    walled_picture,
)
from ...problems.problem import Form, Problem, Violation
from ...problems.text import LineReader, Token, token_lines
from .layout import BOX_SIDES, NO_BOXES, SIZES, Layout, board_violations, box_sides, default_box, usual_box
from .text import COMMENT, HEADINGS, digit_like, looks_compact, looks_one_line, looks_spaced, split_one_line

if TYPE_CHECKING:
    from .constraints import Constraint
    from .constraints.sets import Regions

_FROM_ZERO = str.maketrans("0" + DIGITS[:-1], DIGITS)
_TO_ZERO = str.maketrans(DIGITS, "0" + DIGITS[:-1])
"""Between the characters of digits and of their places among them, where the lowest digit is 0."""
_SIDES = re.compile(r"([0-9]{1,2})x([0-9]{1,2})", re.ASCII)
_RANGE = re.compile(r"([0-9]{1,2})-([0-9]{1,2})", re.ASCII)


@dataclass(frozen=True)
class Sudoku(Problem[Grid]):
    """A sudoku: the shape of its boxes, its givens (0 where a cell is blank), and its constraints.

    Boxes of one row are none.  The digits, lowest and highest, are as many as the longer side of the board
    where nothing else is said, from 1.

    Givens and answers hold the place of each digit among the digits, from 1, so that 0 is a blank on every
    board: where digits begin at 0 a place is one more than its digit.  Texts, `render`, `answer_rows` and
    `held` have the digits.

    Examples
    --------
    >>> sudoku = Sudoku.parse("digits 0-3\\n01..\\n..1.\\n.0..\\n...2\\n")
    >>> sudoku.givens[0]
    (1, 2, 0, 0)
    >>> sudoku.held(sudoku.givens)[0, 0]
    0

    Raises
    ------
    ValueError
        For boxes that do not fill the board, a grid that is no rectangle or larger than 25, fewer digits than
        a row, column or box has cells, a given that is no digit, a constraint that such a board cannot have.
    """

    box_rows: int
    box_columns: int
    givens: Grid
    constraints: tuple[Constraint, ...] = ()
    digits: tuple[int, int] | None = None

    kind: ClassVar[str] = "sudoku"
    about: ClassVar[str] = "each row, column and box holds every digit once; 4x4 to 25x25; constraints"

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
        if any(min(row) < 0 or max(row) > size for row in self.givens):
            raise ValueError(f"a given outside 0..{size}")
        if self.constraints:
            from .constraints import sound

            object.__setattr__(self, "constraints", sound(self.constraints, self.layout))

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.givens)

    @property
    def columns(self) -> int:
        """The number of columns."""
        return len(self.givens[0]) if self.givens else 0

    @property
    def largest_unit(self) -> int:
        """How many cells the largest row, column or box has."""
        return max(self.rows, self.columns, self.box_rows * self.box_columns)

    @property
    def lowest(self) -> int:
        """The lowest digit."""
        return self.digits[0] if self.digits else 1

    @property
    def size(self) -> int:
        """The number of digits: of a usual board that of rows, columns and cells in a box too."""
        return self.digits[1] - self.digits[0] + 1 if self.digits else max(self.rows, self.columns)

    @property
    def is_usual(self) -> bool:
        """Whether rows, columns, and boxes where there are any, hold every digit, from 1."""
        units = {self.rows, self.columns, self.box_rows * self.box_columns, self.size}
        return len(units) == 1 and self.lowest == 1

    @property
    def regions(self) -> Regions | None:
        """The jigsaw, where there is one."""
        found: list[Any] = [one for one in self.constraints if one.word == "regions"]
        return found[0] if found else None

    @property
    def layout(self) -> Layout:
        """The board without its givens."""
        labels = self.regions.labels if self.regions else ()
        highest = self.lowest + self.size - 1
        shape = (self.rows, self.columns, self.lowest, highest, self.box_rows, self.box_columns)
        return Layout(*shape, labels)

    def format(self) -> str:
        """Compact lines; above, the boxes where they are not the usual ones; below, the constraints."""
        return _write_rows(compact_line, [self])

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.rows, self.columns)

    def violations(self, answer: Grid) -> list[Violation]:
        """Broken rows, columns, boxes and constraints, and givens that were changed."""
        layout = self.layout
        found = board_violations(answer, layout)
        if shape_violations(answer, self.rows, self.columns):
            return found
        found += given_violations(answer, self.givens)
        held = self.held(answer)
        for constraint in self.constraints:
            found += constraint.violations(held, layout)
        return found

    def held(self, answer: Grid) -> dict[Cell, int]:
        """The digits of a grid, in the cells that hold one."""
        above = self.lowest - 1
        return {(r, c): at + above for r, row in enumerate(answer) for c, at in enumerate(row) if at}

    def render(self, answer: Grid | None = None) -> str:
        """The board with its regions or boxes; below a board without an answer, the other constraints."""
        grid = answer or self.givens
        labels = self.regions.labels if self.regions else ()
        if labels:
            faces = [[digit_character(digit) for digit in row] for row in grid]
            picture = walled_picture(faces, lambda cell: labels[cell[0]][cell[1]])
        else:
            picture = boxed_picture(grid, self.box_rows, self.box_columns)
        picture = self._shown(picture)
        if answer is not None:
            return picture
        return "\n".join([picture, *(line for constraint in self._drawn() for line in constraint.lines())])

    def _shown(self, text: str) -> str:
        """What has the places of digits, with the digits."""
        return text if self.lowest else text.translate(_TO_ZERO)

    def parse_answer(self, text: str) -> Grid:
        """A grid, compact or spaced, in lines or in one; or the picture of an answer."""
        if self.regions:
            text = text.translate(NO_WALLS)
        if not self.lowest:
            text = text.translate(_FROM_ZERO)
        return read_answer_grid(text, self.rows, self.columns, self.size)

    def answer_rows(self, answer: Grid) -> list[list[int]]:
        """The digits, row by row."""
        return [[at - 1 + self.lowest for at in row] for row in answer]

    def given_names(self) -> tuple[str, ...]:
        """The given cells, row by row, and the constraints but for the regions, by their lines."""
        return (*given_words(self.givens, self.lowest), *(" ".join(one.lines()) for one in self._drawn()))

    def _drawn(self) -> list[Constraint]:
        """The constraints that could be taken away."""
        return [one for one in self.constraints if one != self.regions]

    def with_givens(self, keep: Collection[int]) -> Self:
        """The same board with fewer given cells and constraints."""
        cells = sum(map(bool, chain.from_iterable(self.givens)))
        kept = [one for at, one in enumerate(self._drawn(), cells) if at in keep]
        regions = [self.regions] if self.regions else []
        return replace(self, givens=tuple(thinned(self.givens, keep)), constraints=(*regions, *kept))

    def blank(self) -> Self:
        """The same board with its constraints and no given cell."""
        return replace(self, givens=((0,) * self.columns,) * self.rows)


def _head(problem: Sudoku) -> str:
    """The lines that state what is not as usual."""
    lines = []
    if problem.rows != problem.columns:
        lines.append(f"grid {problem.rows}x{problem.columns}")
    usual = usual_box(problem.columns, bool(problem.regions)) if not lines else None
    if (problem.box_rows, problem.box_columns) != usual:
        has_boxes = problem.box_rows != NO_BOXES
        lines.append(f"boxes {problem.box_rows}x{problem.box_columns}" if has_boxes else "boxes none")
    if problem.digits:
        lines.append(f"digits {problem.digits[0]}-{problem.digits[1]}")
    return "".join(line + "\n" for line in lines)


def _write_rows(line: Callable[[Sequence[int]], str], problems: Sequence[Sudoku]) -> str:
    """Several with a blank line between."""
    return "\n".join(_rows_text(line, problem) for problem in problems)


def _rows_text(line: Callable[[Sequence[int]], str], problem: Sudoku) -> str:
    constraints = (line for constraint in problem.constraints for line in constraint.lines())
    if problem.lowest:
        rows = list(map(line, problem.givens))
    else:
        rows = [compact_line(row, ".").translate(_TO_ZERO) for row in problem.givens]
    return _head(problem) + "".join(row + "\n" for row in [*rows, *constraints])


def _read_rows(text: str) -> tuple[Sudoku, ...]:
    """Sudokus, a line a row, in whatever way rows are printed; ``#`` for comments.

    Perhaps ``grid RxC``, ``boxes RxC``, ``boxes none``, ``digits 0-8`` stand above one; constraints stand
    below.
    """
    reader = LineReader(text, COMMENT, row_tokens)
    problems = [_read_board(reader, text)]
    while not reader.at_end():
        problems.append(_read_board(reader, text))
    return tuple(problems)


def _read_board(reader: LineReader, text: str) -> Sudoku:
    said, first = _read_headings(reader)
    if (
        not said
        and len(first) > SIZES[-1]
        and (whole := default_box(isqrt(len(first))))
        and _is_square(len(first))
    ):
        size = isqrt(len(first))
        return Sudoku(*whole, rows_of(printed_digits(first, size), size))
    rows, columns, box = _shape(said, first, text)
    if max(rows, columns) < SIZES[0]:
        raise first[0].error(f"{SIZES[0]} rows or columns at least", f"{rows} rows of {columns}")
    lowest, highest = digits = said.get("digits") or (1, max(rows, columns))
    if max(rows, columns, box[0] * box[1]) > highest - lowest + 1:
        raise first[0].error(f"rows, columns and boxes of at most {highest - lowest + 1} cells")
    cells, end = [_row(first, 1, columns, digits)], first[0].line
    for number in range(2, rows + 1):
        tokens = reader.line(f"row {number} of {rows}")
        cells.append(_row(tokens, number, columns, digits))
        end = tokens[0].line

    def is_another(tokens: list[Token]) -> bool:
        """Whether another board begins here: behind a blank line or a heading."""
        return tokens[0].line > end + 1 and (tokens[0].text in HEADINGS or digit_like(tokens))

    board = Sudoku(*box, tuple(cells), (), digits)
    if reader.at_end() or is_another(reader.peek()):
        return board
    from .constraints import read_constraints

    return replace(
        board, constraints=read_constraints(reader, board.layout, f"after {rows} rows", is_another)
    )


def _read_headings(reader: LineReader) -> tuple[dict[str, tuple[int, int]], list[Token]]:
    """What the lines above a board say, each two numbers, and the first row of the board."""
    said: dict[str, tuple[int, int]] = {}
    while (tokens := reader.line("a row of digits"))[0].text in HEADINGS:
        word = tokens[0].text
        if word in said:
            raise tokens[0].error(f"one line '{word}'")
        said[word] = _read_heading(tokens)
    return said, tokens


def _read_heading(tokens: list[Token]) -> tuple[int, int]:
    word, one = tokens[0].text, len(tokens) == 2
    if word == "boxes":
        if one and tokens[1].text == "none":
            return NO_BOXES, NO_BOXES
        if not one or (box := box_sides(tokens[1].text)) is None:
            raise tokens[-1].error("'boxes RxC' with R and C from 2 to 5, or 'boxes none'")
        return box
    pattern, most = (_SIDES, SIZES[-1]) if word == "grid" else (_RANGE, SIZES[-1])
    found = pattern.fullmatch(tokens[1].text) if one else None
    first, second = (int(found[1]), int(found[2])) if found else (0, 0)
    if word == "grid" and not (min(first, second) >= 1 and SIZES[0] <= max(first, second) <= most):
        raise tokens[-1].error(f"'grid RxC', rows and columns, up to {most}, and at least {SIZES[0]} of one")
    if word == "digits" and not (found and first in (0, 1) and first < second <= first + most - 1):
        raise tokens[-1].error(f"'digits 1-N' with N up to {most}, or 'digits 0-N'")
    return first, second


def _shape(
    said: dict[str, tuple[int, int]], first: list[Token], text: str
) -> tuple[int, int, tuple[int, int]]:
    """Rows, columns and the shape of the boxes, by what was said and by the first row."""
    width = len(first[0].text) if len(first) == 1 else len(first)
    if not said:
        box = _box_of_row(first, text)
        return width, width, box
    box = said.get("boxes") or ((NO_BOXES, width) if "grid" in said else _box_of_row(first, text))
    by_box = box[0] * box[1] if box[0] != NO_BOXES and "digits" not in said else width
    rows, columns = said.get("grid") or (by_box, by_box)
    if box[0] == NO_BOXES:
        return rows, columns, (NO_BOXES, columns)
    if rows % box[0] or columns % box[1]:
        raise first[0].error(f"a board that boxes of {box[0]}x{box[1]} fill", f"{rows} rows of {columns}")
    return rows, columns, box


def _box_of_row(first: list[Token], text: str) -> tuple[int, int]:
    """The shape of the boxes by the first row of a text that does not state it."""
    width = len(first[0].text) if len(first) == 1 else len(first)
    box = usual_box(width, jigsaw=any(tokens[0].text == "regions" for tokens in token_lines(text)))
    if box is None and 1 < len(first) < SIZES[0]:
        raise first[1].error("the end of the line after a row")
    if box is None:
        sizes = ", ".join(map(str, SIZES))
        raise ParseError(first[0].line, 1, f"expected a row of {sizes} cells, found {width}")
    return box


def _is_square(number: int) -> bool:
    return isqrt(number) ** 2 == number


def _row(tokens: list[Token], number: int, columns: int, digits: tuple[int, int]) -> tuple[int, ...]:
    compact = len(tokens) == 1
    count = len(tokens[0].text) if compact else len(tokens)
    if count != columns:
        at = tokens[0].column + min(count, columns) if compact else tokens[min(count, columns) - 1].column
        raise ParseError(tokens[0].line, at, f"expected {columns} cells in row {number}, found {count}")
    lowest, size = digits[0], digits[1] - digits[0] + 1
    if not lowest:
        tokens = [token._replace(text=token.text.translate(_FROM_ZERO)) for token in tokens]
    return compact_digits(tokens[0], size) if compact else printed_digits(tokens, size)


def _read_one_line(text: str) -> tuple[Sudoku, ...]:
    """Sudokus in one line each."""
    problems = []
    for tokens in token_lines(text, COMMENT):
        puzzle = tokens[0]._replace(text=split_one_line(tokens[0].text)[0] or tokens[0].text)
        size = isqrt(len(puzzle.text))
        box = default_box(size)
        if box is None or size * size != len(puzzle.text):
            raise puzzle.error(f"a sudoku in one line ({', '.join(str(n * n) for n in SIZES)} characters)")
        problems.append(Sudoku(*box, rows_of(compact_digits(puzzle, size), size)))
    return tuple(problems)


def _write_one_line(problems: Sequence[Sudoku]) -> str:
    if any(_head(problem) or problem.constraints for problem in problems):
        raise ValueError("one line states no constraint, and no boxes other than the usual ones")
    return "".join(one_line(problem.givens, ".") + "\n" for problem in problems)


def one_line(grid: Grid, blank: str = "0") -> str:
    """A grid as one line of characters."""
    return "".join(compact_line(row, blank) for row in grid)


COMPACT: Form[Sudoku, Grid] = Form(
    name="compact",
    about="a line a row, a character a cell (1-9A-P, 0 or '.'), as in BOJ 2239 and .sdk",
    recognises=looks_compact,
    read=_read_rows,
    write=partial(_write_rows, compact_line),
    show=lambda problem, answer, case: "\n".join(map(compact_line, answer)),
    several=True,
)
SPACED: Form[Sudoku, Grid] = Form(
    name="spaced",
    about="a line a row, cells as numbers with spaces between, as in BOJ 2580; or as printed, or with commas",
    recognises=looks_spaced,
    read=_read_rows,
    write=partial(_write_rows, spaced_line),
    show=lambda problem, answer, case: "\n".join(map(spaced_line, answer)),
    several=True,
    loose=True,
)
ONE_LINE: Form[Sudoku, Grid] = Form(
    name="oneline",
    about="a whole sudoku in one line (81 characters for 9x9), any number of them; a note may follow",
    recognises=looks_one_line,
    read=_read_one_line,
    write=_write_one_line,
    show=lambda problem, answer, case: one_line(answer),
    split_line=split_one_line,
    bulk="_lines_kernel",
    several=True,
)

Sudoku.forms = (ONE_LINE, COMPACT, SPACED)
