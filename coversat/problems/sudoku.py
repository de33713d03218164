"""Sudoku: every row, column and box holds each digit once.

Boxes are 2 to 5 rows by 2 to 5 columns, so boards are 4x4 to 25x25.  A sudoku can have constraints
beside these; with regions (a jigsaw) it may do without boxes, and then boards are of any size up to 25.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from math import isqrt
from typing import TYPE_CHECKING, ClassVar, Self

from ..errors import ParseError
from ..values import replace, value
from .board import NO_WALLS, walled_picture
from .grid import (
    BLANKS,
    DIGITS,
    Cell,
    Grid,
    boxed_picture,
    compact_digits,
    compact_line,
    digit_character,
    digit_range_violations,
    given_violations,
    given_words,
    printed_digits,
    read_answer_grid,
    row_tokens,
    rows_of,
    same_digit_violations,
    shape_violations,
    spaced_line,
    thinned,
)
from .problem import Form, Problem, Violation
from .text import LineReader, Token, token_lines

if TYPE_CHECKING:
    from .sudoku_constraints import Constraint, Regions

BOX_SIDES = range(2, 6)
COMMENT = "#"
NO_BOXES = 1
"""The rows of a box where there are none: one row's digits differ anyway."""
_ONE_LINE = re.compile(r"\s*([^\s#,;|]+)[\s#,;|]*(.*)", re.DOTALL)
"""Behind a sudoku in one line may stand white space or a separator, and a note."""


def default_box(size: int) -> tuple[int, int] | None:
    """The usual box of a board this wide: rows and columns, the squarest, rows the fewer."""
    for rows in range(isqrt(size), 1, -1):
        if size % rows == 0 and size // rows in BOX_SIDES:
            return rows, size // rows
    return None


_CELL = re.compile(r"[0-9]{1,2}|[._A-Za-z]")
_CELL_CHARACTERS = frozenset(BLANKS + DIGITS + DIGITS.lower())
SIZES = tuple(size for size in range(4, 26) if default_box(size))


def board_units(box_rows: int, box_columns: int) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Each row, column and box: its name and its cells."""
    size = box_rows * box_columns
    for r in range(size):
        yield f"row {r + 1}", tuple((r, c) for c in range(size))
    for c in range(size):
        yield f"column {c + 1}", tuple((r, c) for r in range(size))
    for b in range(size if box_rows != NO_BOXES else 0):
        top, left = b // box_rows * box_rows, b % box_rows * box_columns
        cells = tuple((top + r, left + c) for r in range(box_rows) for c in range(box_columns))
        yield f"box {b + 1}", cells


def board_violations(answer: Grid, box_rows: int, box_columns: int) -> list[Violation]:
    """What a grid breaks of sudoku's rules, whatever the givens."""
    size = box_rows * box_columns
    if found := shape_violations(answer, size, size):
        return found
    found = digit_range_violations(answer, [(r, c) for r in range(size) for c in range(size)], size)
    for name, cells in board_units(box_rows, box_columns):
        found += same_digit_violations(answer, cells, name)
    return found


@value
class Sudoku(Problem[Grid]):
    """A sudoku: the shape of its boxes, its givens (0 where a cell is blank), and its constraints.

    Boxes of one row are none; only a sudoku with regions may do without.

    Raises
    ------
    ValueError
        For boxes outside 2x2 to 5x5, a grid of another shape, a digit outside 0..size, a constraint
        that a board of this size cannot have.
    """

    box_rows: int
    box_columns: int
    givens: Grid
    constraints: tuple[Constraint, ...] = ()

    kind: ClassVar[str] = "sudoku"
    about: ClassVar[str] = "each row, column and box holds every digit once; 4x4 to 25x25; constraints"

    def __post_init__(self) -> None:
        no_boxes = self.box_rows == NO_BOXES and SIZES[0] <= self.box_columns <= SIZES[-1] and self.regions
        if not no_boxes and (self.box_rows not in BOX_SIDES or self.box_columns not in BOX_SIDES):
            raise ValueError(f"boxes of {self.box_rows}x{self.box_columns}; they are 2x2 to 5x5")
        size = self.size
        if len(self.givens) != size or any(len(row) != size for row in self.givens):
            raise ValueError(f"the givens are not {size} rows of {size}")
        if any(not 0 <= digit <= size for row in self.givens for digit in row):
            raise ValueError(f"a given outside 0..{size}")
        if self.constraints:
            from .sudoku_constraints import sound

            object.__setattr__(self, "constraints", sound(self.constraints, size))

    @property
    def regions(self) -> Regions | None:
        """The jigsaw, where there is one."""
        if not self.constraints:
            return None
        from .sudoku_constraints import regions_of

        return regions_of(self.constraints)

    @property
    def size(self) -> int:
        """The number of rows, of columns and of digits."""
        return self.box_rows * self.box_columns

    def format(self) -> str:
        """Compact lines; above, the boxes where they are not the usual ones; below, the constraints."""
        return _write_rows(compact_line, [self])

    def violations(self, answer: Grid) -> list[Violation]:
        """Broken rows, columns, boxes and constraints, and givens that were changed."""
        found = board_violations(answer, self.box_rows, self.box_columns)
        if shape_violations(answer, self.size, self.size):
            return found
        found += given_violations(answer, self.givens)
        for constraint in self.constraints:
            found += constraint.violations(answer)
        return found

    def render(self, answer: Grid | None = None) -> str:
        """The board with its regions or boxes; below a board without an answer, the other constraints."""
        grid = answer or self.givens
        labels = self.regions.labels if self.regions else ()
        if labels:
            faces = [[digit_character(digit) for digit in row] for row in grid]
            picture = walled_picture(faces, lambda cell: labels[cell[0]][cell[1]])
        else:
            picture = boxed_picture(grid, self.box_rows, self.box_columns)
        if answer is not None:
            return picture
        others = (constraint for constraint in self.constraints if constraint != self.regions)
        return "\n".join([picture, *(line for constraint in others for line in constraint.lines())])

    def parse_answer(self, text: str) -> Grid:
        """A grid, compact or spaced, in lines or in one; or the picture of an answer."""
        if self.regions:
            text = text.translate(NO_WALLS)
        return read_answer_grid(text, self.size, self.size, self.size)

    def given_names(self) -> tuple[str, ...]:
        """The given cells, row by row."""
        return given_words(self.givens)

    def with_givens(self, keep: Collection[int]) -> Self:
        """The same board with fewer given cells."""
        return replace(self, givens=tuple(thinned(self.givens, keep)))


def usual_box(size: int, jigsaw: bool) -> tuple[int, int] | None:
    """The box of a board whose text states none: with regions, no boxes."""
    return (NO_BOXES, size) if jigsaw and SIZES[0] <= size <= SIZES[-1] else default_box(size)


def _head(problem: Sudoku) -> str:
    """The line that states the shape of the boxes, where it is not the usual one."""
    if (problem.box_rows, problem.box_columns) == usual_box(problem.size, bool(problem.regions)):
        return ""
    return f"boxes {problem.box_rows}x{problem.box_columns}\n"


def _write_rows(line: Callable[[Sequence[int]], str], problems: Sequence[Sudoku]) -> str:
    """Several with a blank line between."""
    return "\n".join(_rows_text(line, problem) for problem in problems)


def _rows_text(line: Callable[[Sequence[int]], str], problem: Sudoku) -> str:
    constraints = (line for constraint in problem.constraints for line in constraint.lines())
    rows = [*map(line, problem.givens), *constraints]
    return _head(problem) + "".join(row + "\n" for row in rows)


def _read_rows(text: str) -> tuple[Sudoku, ...]:
    """Sudokus, a line a row, in whatever way rows are printed; ``#`` for comments.

    Perhaps ``boxes RxC`` stands above one; constraints stand below.
    """
    reader = LineReader(text, COMMENT, row_tokens)
    problems = [_read_board(reader, text)]
    while not reader.at_end():
        problems.append(_read_board(reader, text))
    return tuple(problems)


def _read_board(reader: LineReader, text: str) -> Sudoku:
    first = reader.line("a row of digits")
    box = None
    if first[0].text == "boxes":
        box = _read_box(first)
        first = reader.line("a row of digits")
    elif len(first) > SIZES[-1] and (whole := default_box(isqrt(len(first)))) and _is_square(len(first)):
        size = isqrt(len(first))
        return Sudoku(*whole, rows_of(printed_digits(first, size), size))
    box = box or _box_of_row(first, text)
    size = box[0] * box[1]
    lines = [first]
    rows = [_row(first, 1, size)]
    for number in range(2, size + 1):
        lines.append(reader.line(f"row {number} of {size}"))
        rows.append(_row(lines[-1], number, size))
    end = lines[-1][0].line

    def is_another(tokens: list[Token]) -> bool:
        """Whether another board begins here: behind a blank line or a heading."""
        return tokens[0].line > end + 1 and (tokens[0].text == "boxes" or _digit_like(tokens))

    if reader.at_end() or is_another(reader.peek()):
        return Sudoku(*box, tuple(rows))
    from .sudoku_constraints import read_constraints

    return Sudoku(*box, tuple(rows), read_constraints(reader, size, f"after {size} rows", is_another))


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


def box_sides(text: str) -> tuple[int, int] | None:
    """The rows and columns of boxes such as ``2x3``; None for what states none."""
    rows, _, columns = text.partition("x")
    sides = list(map(str, BOX_SIDES))
    return (int(rows), int(columns)) if rows in sides and columns in sides else None


def _read_box(tokens: list[Token]) -> tuple[int, int]:
    box = box_sides(tokens[1].text) if len(tokens) == 2 else None
    if box is None:
        raise tokens[-1].error("'boxes RxC' with R and C from 2 to 5")
    return box


def _row(tokens: list[Token], number: int, size: int) -> tuple[int, ...]:
    compact = len(tokens) == 1
    count = len(tokens[0].text) if compact else len(tokens)
    if count != size:
        at = tokens[0].column + min(count, size) if compact else tokens[min(count, size) - 1].column
        raise ParseError(tokens[0].line, at, f"expected {size} cells in row {number}, found {count}")
    return compact_digits(tokens[0], size) if compact else printed_digits(tokens, size)


def split_one_line(line: str) -> tuple[str, str]:
    """The characters of a sudoku, and what stands behind them; both empty in a line of comment."""
    found = _ONE_LINE.match(line)
    return (found[1], found[2].rstrip()) if found else ("", "")


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


def _looks_one_line(text: str) -> bool:
    lines = token_lines(text, COMMENT)
    if not lines:
        return False
    puzzle = split_one_line(lines[0][0].text)[0]
    if not _digit_like([lines[0][0]._replace(text=puzzle)]):
        return False
    length = len(puzzle)
    if length not in (size * size for size in SIZES):
        return False
    if length not in SIZES or len(lines) == 1:
        return True
    # 16 characters are a 4x4 board, or a row of a 16x16 one: one of blanks alone is a single board.
    puzzles = [split_one_line(tokens[0].text)[0] for tokens in lines]
    puzzles = [one for one in puzzles if _CELL_CHARACTERS.issuperset(one)]
    if len(lines) == length and set().union(*puzzles) <= set(BLANKS):
        return False
    # Most rows of the larger board have digits above 4.
    odd = sum(not set(one) <= set("01234.") for one in puzzles)
    return 2 * odd < len(puzzles)


def _looks_compact(text: str) -> bool:
    """Most lines are one word of cells, at least four and of one length."""
    lines = _row_lines(text)
    rows = [tokens[0].text for tokens in lines if len(tokens) == 1 and _digit_like(tokens)]
    lengths = Counter(map(len, rows))
    return (
        len(lines) > 1
        and _digit_like(lines[0])
        and any(length > 3 and 2 * times >= min(len(lines), length) for length, times in lengths.items())
    )


def _looks_spaced(text: str) -> bool:
    """Most words of the first row are cells, and most rows are of one length."""
    lines = _row_lines(text)
    if not lines or len(lines[0]) < SIZES[0]:
        return False
    words = [token.text for token in lines[0]]
    if 4 * sum(bool(_CELL.fullmatch(word)) for word in words) < 3 * len(words) or not _digit_like(lines[0]):
        return False
    rows = lines[: len(words)]
    return len(words) > SIZES[-1] or 2 * sum(len(row) == len(words) for row in rows) >= len(rows)


def _row_lines(text: str) -> list[list[Token]]:
    return [tokens for tokens in token_lines(text, COMMENT, row_tokens) if tokens[0].text != "boxes"]


def _digit_like(tokens: list[Token]) -> bool:
    """Whether at least half of the characters are ASCII digits or blanks, and none is a Kakuro's.

    Rows of large boards, and these boards in one line, may hold more letters, if no other ones than digits.
    """
    text = "".join(token.text for token in tokens)
    if {"#", "\\"} & set(text):
        return False
    size = len(text) if len(text) in SIZES else isqrt(len(text))
    if size > 9 and set(text.upper()) <= {*BLANKS, *DIGITS[:size]}:
        return True
    return 2 * sum(character in "0123456789._-" for character in text) >= len(text)


COMPACT: Form[Sudoku, Grid] = Form(
    name="compact",
    about="a line a row, a character a cell (1-9A-P, 0 or '.'), as in BOJ 2239 and .sdk",
    recognises=_looks_compact,
    read=_read_rows,
    write=partial(_write_rows, compact_line),
    show=lambda problem, answer, case: "\n".join(map(compact_line, answer)),
    several=True,
)
SPACED: Form[Sudoku, Grid] = Form(
    name="spaced",
    about="a line a row, cells as numbers with spaces between, as in BOJ 2580; or as printed, or with commas",
    recognises=_looks_spaced,
    read=_read_rows,
    write=partial(_write_rows, spaced_line),
    show=lambda problem, answer, case: "\n".join(map(spaced_line, answer)),
    several=True,
    loose=True,
)
ONE_LINE: Form[Sudoku, Grid] = Form(
    name="oneline",
    about="a whole sudoku in one line (81 characters for 9x9), any number of them; a note may follow",
    recognises=_looks_one_line,
    read=_read_one_line,
    write=_write_one_line,
    show=lambda problem, answer, case: one_line(answer),
    split_line=split_one_line,
    bulk="_sudoku_lines",
    several=True,
)

Sudoku.forms = (ONE_LINE, COMPACT, SPACED)
