"""Reading sudokus, a line a row or all in one line: headings, boards one behind another, signs of cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import chain
from math import isqrt

from ...base.errors import ParseError
from ...base.wording import counted
from ...problems.grid import BLANKS, DIGITS, compact_digits, printed_digits, row_tokens, rows_of
from ...problems.layout import NO_BOXES, SIZES, box_sides, unit_violations, usual_box
from ...problems.text import LineReader, Token, shown, text_lines, token_lines
from .borders import with_drawn_boxes
from .rules import Sudoku, from_cells
from .signs import BLANK_SIGNS, LETTERS, cells_of, digits_of

COMMENT = "#"
HEADINGS = ("grid", "boxes", "digits")
"""First words of the headings of an unusual board."""
Headings = dict[str, tuple[int, int]]
"""The two numbers of each heading, by its first word."""
_SIDES = r"([0-9]{1,2})x([0-9]{1,2})"
_RANGE = r"([0-9]{1,2})-([0-9]{1,2})"
LARGEST = SIZES[-1]
FIGURES = DIGITS[:9]

_ONE_LINE = re.compile(r"\s*([^\s#,;|]+)[\s#,;|]*(.*)", re.DOTALL)
"""A sudoku in one line; white space or a separator, and a note."""
_COUNT = re.compile(r"[0-9]{1,6}", re.ASCII)


def split_one_line(line: str) -> tuple[str, str]:
    """The characters of a sudoku, and the text after them; both empty for a comment line."""
    found = _ONE_LINE.match(line)
    return (found[1], found[2].rstrip()) if found else ("", "")


def is_count(line: list[Token], below: list[Token]) -> bool:
    """Whether a line is a number above a board, of boards for example, and no row of it."""
    alone = len(line) == 1 and _COUNT.fullmatch(line[0].text) is not None
    return alone and (len(line[0].text) < SIZES[0] or width_of(below) > LARGEST or len(below) > 1)


def digit_like(tokens: list[Token]) -> bool:
    """Whether at least half of the characters are ASCII digits or blanks, and none is a Kakuro's.

    Rows of large boards, and such boards in one line, may contain more letters, but only those that are
    digits.
    """
    text = "".join(token.text for token in tokens)
    if {"#", "\\"} & set(text):
        return False
    size = len(text) if len(text) in SIZES else isqrt(len(text))
    signs = set(text.upper())
    letters = LETTERS[: size if size >= len(FIGURES) else 0]
    if signs <= {*BLANKS, *(DIGITS[:size] if size > len(FIGURES) else ())}:
        return True
    if signs <= {*BLANK_SIGNS.upper(), *DIGITS[:size], *letters} and signs & {*FIGURES, *letters} - {"X"}:
        return True
    return 2 * sum(character in "0123456789._-" for character in text) >= len(text)


def read_rows(text: str) -> tuple[Sudoku, ...]:
    """Sudokus, a line a row, in any printed form; ``#`` for comments.

    Optional headings are ``grid RxC``, ``boxes RxC``, ``boxes none``, ``digits 0-8``; constraints follow
    the rows. A number above a board is that of the boards, or states the board's side.
    """
    reader = LineReader(text, COMMENT, row_tokens)
    lines = text_lines(text)
    problems: list[Sudoku] = []
    numbers: list[tuple[Token, Sudoku]] = []
    while not problems or not reader.at_end():
        number = _number_above(reader)
        board, rows = _read_board(reader, text)
        if "*" in text or "+" in text:
            _refuse_marks(board, rows, lines)
        problems.append(with_drawn_boxes(board, rows, lines, stated="boxes" in text))
        numbers += [(number, problems[-1])] if number else []
    for at, (number, board) in enumerate(numbers):
        if not may_be_above(number, at, len(problems), len(numbers), (board.size, board.box_rows)):
            boards = counted(len(problems), "board")
            raise number.error(f"the number of boards or the side of a board above {boards}")
    return tuple(problems)


def may_be_above(number: Token, before: int, boards: int, numbers: int, sides: tuple[int, int]) -> bool:
    """Whether a number above a board is its side, or the count of boards above all of them.

    If each board has a number, it may also be the side of the boxes, or the number of the board.

    * before, boards, numbers: how many boards are above it, and how many boards and such numbers there are.
    * sides: of the board, and of its boxes.
    """
    side, box_rows = sides
    own = (box_rows, before + 1) if numbers == boards else ()
    return int(number.text) in (side, *own, *([boards] if before == 0 else ()))


def _refuse_marks(board: Sudoku, rows: Sequence[Sequence[Token]], lines: Sequence[str]) -> None:
    """Raise `ParseError` for stars or a plus at some cells.

    Those at all givens say nothing; nor do stars on a full board, which mark where two answers differ.
    """
    digits = [*chain.from_iterable(board.givens)]
    cells = [cell for row in rows if len(row) == board.columns for cell in row]
    marks = [_mark(cell, lines[cell.line - 1]) for cell in cells]
    of_givens = next((mark for mark, digit in zip(marks, digits, strict=False) if digit is not None), "")
    wanted = [of_givens if digit is not None else "" for digit in digits]
    if not any(marks) or marks == wanted or (None not in digits and "+" not in "".join(marks)):
        return
    cell, mark = next((cell, mark) for cell, mark in zip(cells, marks, strict=True) if mark)
    found = mark.replace("5", cell.text.lstrip("+"))
    raise cell.error("cells without marks, or one mark at all givens", shown(found))


def _mark(cell: Token, line: str) -> str:
    """The signs at a cell, around a 5 in its place; empty without any."""
    before, after = line[: cell.column - 1], line[cell.column - 1 + len(cell.text) :]
    plus = "+" if cell.text[0] == "+" and len(cell.text) > 1 else ""
    stars = "*" * (len(before) - len(before.rstrip("*")))
    mark = stars + plus + "5" + "*" * (len(after) - len(after.lstrip("*")))
    return "" if mark == "5" else mark


def _number_above(reader: LineReader) -> Token | None:
    """The number in the next line, if it is above a board and no row of it; it is consumed."""
    ahead = _ahead(reader, 2)
    return reader.line("a number")[0] if len(ahead) > 1 and is_count(*ahead) else None


def _ahead(reader: LineReader, count: int) -> list[list[Token]]:
    """The next lines, as many as there are up to this number; none is consumed."""
    look = copy(reader)
    return [look.line("another line") for _ in range(count) if not look.at_end()]


def _read_board(reader: LineReader, text: str) -> tuple[Sudoku, list[list[Token]]]:
    """A board, and its rows; none if all cells are in one line."""
    headings, first = _read_headings(reader)
    if not headings and (whole := _whole_board(first)):
        return whole, []
    rows, columns, box = _shape(headings, first, text)
    if max(rows, columns) < SIZES[0]:
        raise first[0].error(f"{SIZES[0]} rows or columns at least", f"{rows} rows of {columns}")
    lowest, highest = headings.get("digits") or (1, max(rows, columns))
    digits = range(lowest, highest + 1)
    if max(rows, columns, box[0] * box[1]) > len(digits):
        raise first[0].error(f"rows, columns and boxes of at most {len(digits)} cells")
    lines = [_of_length(first, 1, columns)]
    for number in range(2, rows + 1):
        lines.append(_of_length(reader.line(f"row {number} of {rows}"), number, columns))
    cells, lowest = _digits(lines, digits, "digits" in headings)
    end = lines[-1][0].line

    def is_another(tokens: list[Token]) -> bool:
        """Whether another board begins: after a blank line, with a heading, or at once and whole."""
        if tokens[0].line > end + 1:
            return tokens[0].text in HEADINGS or digit_like(tokens)
        below = [] if headings else _ahead(reader, rows)
        return len(below) == rows and all(width_of(row) == columns and digit_like(row) for row in below)

    board = Sudoku(*box, rows_of(cells, columns), (), (lowest, lowest + len(digits) - 1))
    if reader.at_end() or is_another(reader.peek()):
        return board, lines
    from .constraints import read_constraints

    constraints = read_constraints(reader, board.layout, f"after {rows} rows", is_another)
    return replace(board, constraints=constraints), lines


def _whole_board(tokens: list[Token]) -> Sudoku | None:
    """The sudoku all of whose cells are in this line; None for a row."""
    count = width_of(tokens)
    size = isqrt(count)
    if count <= LARGEST or size * size != count or size not in SIZES:
        return None
    return from_cells(*_digits([tokens], range(1, size + 1)))


def width_of(tokens: list[Token]) -> int:
    """The number of cells in a line: characters of a word, or words."""
    return len(tokens[0].text) if len(tokens) == 1 else len(tokens)


def _of_length(tokens: list[Token], number: int, columns: int) -> list[Token]:
    """A row; `ParseError` if it has another number of cells."""
    count = width_of(tokens)
    if count != columns:
        last = min(count, columns)
        at = tokens[0].column + last if len(tokens) == 1 else tokens[last - 1].column
        raise ParseError(tokens[0].line, at, f"expected {columns} cells in row {number}, found {count}")
    return tokens


def _digits(
    lines: Sequence[list[Token]], digits: range, stated: bool = False
) -> tuple[list[int | None], int]:
    """The digits of the cells in these lines, and the lowest, which is found unless a heading states it."""
    words = [word for tokens in lines for word in (tokens[0].text if len(tokens) == 1 else _texts(tokens))]
    found = None if stated else digits_of(words, len(digits), partial(_cell, lines))
    if found is not None:
        return found
    rows = (compact_digits(row[0], digits) if len(row) == 1 else printed_digits(row, digits) for row in lines)
    return [digit for row in rows for digit in row], digits[0]


def _texts(tokens: list[Token]) -> list[str]:
    return [token.text for token in tokens]


def _cell(lines: Sequence[list[Token]], at: int) -> Token:
    """The cell with this number, from 0."""
    return [*chain.from_iterable(map(cells_of, lines))][at]


def _read_headings(reader: LineReader) -> tuple[Headings, list[Token]]:
    """The headings above a board, and its first row."""
    headings: Headings = {}
    while (tokens := reader.line("a row of digits"))[0].text in HEADINGS:
        word = tokens[0].text
        if word in headings:
            raise tokens[0].error(f"one line '{word}'")
        headings[word] = _read_heading(tokens)
    return headings, tokens


def _read_heading(tokens: list[Token]) -> tuple[int, int]:
    word = tokens[0].text
    value = tokens[1].text if len(tokens) == 2 else ""
    if word == "boxes":
        box = (NO_BOXES, NO_BOXES) if value == "none" else box_sides(value)
        if box is None:
            raise tokens[-1].error("'boxes RxC' with R and C from 2 to 5, or 'boxes none'")
        return box
    found = re.fullmatch(_SIDES if word == "grid" else _RANGE, value)
    first, second = (int(found[1]), int(found[2])) if found else (0, 0)
    if word == "grid" and not (min(first, second) >= 1 and SIZES[0] <= max(first, second) <= LARGEST):
        sides = f"up to {LARGEST}, and at least {SIZES[0]} of one"
        raise tokens[-1].error(f"'grid RxC', rows and columns, {sides}")
    if word == "digits" and not (found and first in (0, 1) and first < second < first + LARGEST):
        raise tokens[-1].error(f"'digits 1-N' with N up to {LARGEST}, or 'digits 0-N'")
    return first, second


def _shape(headings: Headings, first: list[Token], text: str) -> tuple[int, int, tuple[int, int]]:
    """Rows, columns and the shape of the boxes, from the headings and the first row."""
    width = width_of(first)
    if not headings:
        box = _box_of_row(first, text)
        return width, width, box
    box = headings.get("boxes") or ((NO_BOXES, width) if "grid" in headings else _box_of_row(first, text))
    by_box = box[0] * box[1] if box[0] != NO_BOXES and "digits" not in headings else width
    rows, columns = headings.get("grid") or (by_box, by_box)
    if box[0] == NO_BOXES:
        return rows, columns, (NO_BOXES, columns)
    if rows % box[0] or columns % box[1]:
        raise first[0].error(f"a board that boxes of {box[0]}x{box[1]} fill", f"{rows} rows of {columns}")
    return rows, columns, box


def _box_of_row(first: list[Token], text: str) -> tuple[int, int]:
    """The shape of the boxes by the first row, if no heading states it."""
    width = width_of(first)
    # The word is looked for first: every board of a long text asks this of the whole text.
    jigsaw = "regions" in text and any(tokens[0].text == "regions" for tokens in token_lines(text))
    box = usual_box(width, jigsaw=jigsaw)
    if box is None and 1 < len(first) < SIZES[0]:
        raise first[1].error("the end of the line after a row")
    if box is None:
        sizes = ", ".join(map(str, SIZES))
        raise ParseError(first[0].line, 1, f"expected a row of {sizes} cells, found {width}")
    return box


def likely_clash(text: str, problem: Sudoku, beside: Sequence[Sudoku]) -> bool:
    """Whether a board, one of those of a text, whose givens clash is likely to be a sudoku with a mistake.

    It is 9x9 in digits, with points or zeros for blanks and not of zeros and ones alone; or of another size
    with points for blanks and without a zero; or it is 9x9 without blanks, and most of its rows, columns and
    boxes are right, which holds for no board of another kind.
    """
    digits = {digit for row in problem.givens for digit in row if digit is not None}
    is_usual = problem.size == len(FIGURES)
    if is_usual and None not in chain.from_iterable(problem.givens):
        return len(unit_violations(problem.givens, problem.layout)) <= problem.size
    # Which board has which sign is not known any more.
    alike = (board for board in beside if (board.size == len(FIGURES)) == is_usual)
    blanks = sum(row.count(None) for board in alike for row in board.givens)
    signs = ".0" if is_usual and digits != {1} else "."
    return 0 < blanks <= sum(map(text.count, signs)) and problem.lowest == 1


def read_one_line(text: str) -> tuple[Sudoku, ...]:
    """Sudokus, each all in one line; ``#`` for comments."""
    return tuple(_one_line_board(tokens[0]) for tokens in token_lines(text, COMMENT))


def _one_line_board(token: Token) -> Sudoku:
    puzzle = token._replace(text=split_one_line(token.text)[0] or token.text)
    size = isqrt(len(puzzle.text))
    if size not in SIZES or size * size != len(puzzle.text):
        raise puzzle.error(f"a sudoku in one line ({', '.join(str(n * n) for n in SIZES)} characters)")
    return from_cells(*_digits([[puzzle]], range(1, size + 1)))
