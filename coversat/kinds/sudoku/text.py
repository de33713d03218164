"""The texts of sudokus: in one line, a character a cell, or cells separated by spaces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from math import isqrt
from string import ascii_uppercase

from ...errors import ParseError
from ...problems.grid import (
    BLANKS,
    DIGITS,
    Grid,
    Row,
    compact_digits,
    compact_line,
    printed_digits,
    row_tokens,
    rows_of,
    spaced_line,
)
from ...problems.layout import NO_BOXES, SIZES, box_sides, default_box, usual_box
from ...problems.problem import Form, each
from ...problems.text import LineReader, Token, token_lines
from ...wording import counted
from .rules import Sudoku
from .signs import BLANK_SIGNS, digits_of

COMMENT = "#"
HEADINGS = ("grid", "boxes", "digits")
"""First words of the headings of an unusual board."""
Headings = dict[str, tuple[int, int]]
"""The two numbers of each heading, by its first word."""
_SIDES = re.compile(r"([0-9]{1,2})x([0-9]{1,2})", re.ASCII)
_RANGE = re.compile(r"([0-9]{1,2})-([0-9]{1,2})", re.ASCII)
_HEADING_VALUE = re.compile(r"[0-9]|none$")
_LARGEST = SIZES[-1]
FIGURES = DIGITS[:9]

_ONE_LINE = re.compile(r"\s*([^\s#,;|]+)[\s#,;|]*(.*)", re.DOTALL)
"""A sudoku in one line; white space or a separator, and a note."""
_CELL = re.compile(r"[0-9]{1,2}|[._*?+A-Za-z-]")
_COUNT = re.compile(r"[0-9]{1,6}", re.ASCII)
_CELL_CHARACTERS = frozenset(BLANKS + DIGITS + DIGITS.lower())


def split_one_line(line: str) -> tuple[str, str]:
    """The characters of a sudoku, and the text after them; both empty for a comment line."""
    found = _ONE_LINE.match(line)
    return (found[1], found[2].rstrip()) if found else ("", "")


_ONE_LINES = frozenset(size * size for size in SIZES)


def looks_one_line(text: str) -> bool:
    """Whether a line is a sudoku, and not a row of a larger one."""
    lines = token_lines(text, COMMENT)
    if not lines:
        return False
    puzzle = split_one_line(lines[0][0].text)[0]
    if not digit_like([lines[0][0]._replace(text=puzzle)]):
        return False
    length = len(puzzle)
    if length not in _ONE_LINES:
        return False
    if length not in SIZES or len(lines) == 1:
        return True
    # 16 characters are a 4x4 board or a row of a 16x16 one; if all of them are blanks, a single board.
    puzzles = [split_one_line(tokens[0].text)[0] for tokens in lines]
    puzzles = [one for one in puzzles if _CELL_CHARACTERS.issuperset(one)]
    if len(lines) == length and set().union(*puzzles) <= set(BLANKS):
        return False
    # Most rows of the larger board have digits above 4; a sudoku of another size is not a row of it.
    rows = [one for one in puzzles if len(one) not in _ONE_LINES or len(one) == length]
    larger = sum(not set(one) <= set("01234.") for one in rows)
    return 2 * larger < len(rows)


def looks_compact(text: str) -> bool:
    """Whether most lines are one word of at least four cells, of one length; or headings state it."""
    lines = _row_lines(text)
    if _is_headed(text):
        return not lines or len(lines[0]) == 1
    rows = [tokens[0].text for tokens in lines if len(tokens) == 1 and digit_like(tokens)]
    lengths = Counter(map(len, rows))
    return (
        len(lines) > 1
        and digit_like(lines[0])
        and not _looks_marked(text)
        and any(length > 3 and 2 * times >= min(len(lines), length) for length, times in lengths.items())
    )


def looks_spaced(text: str) -> bool:
    """Whether most of the first row are cells and most rows are of one length; or headings state it."""
    lines = _row_lines(text)
    if _is_headed(text):
        return bool(lines) and len(lines[0]) > 1
    if not lines or len(lines[0]) < SIZES[0]:
        return False
    words = [token.text for token in lines[0]]
    if 4 * sum(bool(_CELL.fullmatch(word)) for word in words) < 3 * len(words) or not digit_like(lines[0]):
        return False
    rows = lines[: len(words)]
    return len(words) > _LARGEST or 2 * sum(len(row) == len(words) for row in rows) >= len(rows)


def _is_headed(text: str) -> bool:
    """Whether the first line is a valid heading."""
    first = next(iter(token_lines(text, COMMENT)), [])
    return len(first) == 2 and first[0].text in HEADINGS and bool(_HEADING_VALUE.match(first[1].text))


def _row_lines(text: str) -> list[list[Token]]:
    """The lines of rows, and what follows them; without headings, and without a number above them."""
    lines = [tokens for tokens in token_lines(text, COMMENT, row_tokens) if tokens[0].text not in HEADINGS]
    return lines[1:] if len(lines) > 1 and _is_count(*lines[:2]) else lines


def _is_count(line: list[Token], below: list[Token]) -> bool:
    """Whether a line is a number above a board, of boards for example, and no row of it."""
    alone = len(line) == 1 and _COUNT.fullmatch(line[0].text) is not None
    return alone and (len(line[0].text) < SIZES[0] or _width(below) > _LARGEST or len(below) > 1)


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
    letters = ascii_uppercase[: size if size >= len(FIGURES) else 0]
    if signs <= {*BLANKS, *(DIGITS[:size] if size > len(FIGURES) else ())}:
        return True
    if signs <= {*BLANK_SIGNS.upper(), *DIGITS[:size], *letters} and signs & {*FIGURES, *letters} - {"X"}:
        return True
    return 2 * sum(character in "0123456789._-" for character in text) >= len(text)


def _head(problem: Sudoku) -> str:
    """The headings for what differs from the defaults."""
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


def _write_rows(line: Callable[[Row, str], str], problems: Sequence[Sudoku]) -> str:
    return "\n".join(_rows_text(line, problem) for problem in problems)


def _rows_text(line: Callable[[Row, str], str], problem: Sudoku) -> str:
    """The headings, the rows and the constraints; `line` writes a row, with a character for a blank."""
    blank = "0" if problem.lowest else "."
    rows = [line(row, blank) for row in problem.givens]
    constraints = (line for constraint in problem.constraints for line in constraint.lines())
    return _head(problem) + "".join(row + "\n" for row in [*rows, *constraints])


def _read_rows(text: str) -> tuple[Sudoku, ...]:
    """Sudokus, a line a row, in any printed form; ``#`` for comments.

    Optional headings are ``grid RxC``, ``boxes RxC``, ``boxes none``, ``digits 0-8``; constraints follow
    the rows. A number above a board is that of the boards, or states the board's side.
    """
    reader = LineReader(text, COMMENT, row_tokens)
    problems: list[Sudoku] = []
    numbers: list[tuple[Token, Sudoku]] = []
    while not problems or not reader.at_end():
        number = _number_above(reader)
        problems.append(_read_board(reader, text))
        numbers += [(number, problems[-1])] if number else []
    for at, (number, board) in enumerate(numbers):
        if int(number.text) not in (board.size, board.box_rows, at + 1, *([len(problems)] if at == 0 else [])):
            boards = counted(len(problems), "board")
            raise number.error(f"the number of boards or the side of a board above {boards}")
    return tuple(problems)


def _number_above(reader: LineReader) -> Token | None:
    """The number in the next line, if it is above a board and no row of it; it is consumed."""
    ahead = _ahead(reader, 2)
    return reader.line("a number")[0] if len(ahead) > 1 and _is_count(*ahead) else None


def _ahead(reader: LineReader, count: int) -> list[list[Token]]:
    """The next lines, as many as there are up to this number; none is consumed."""
    look = copy(reader)
    return [look.line("another line") for _ in range(count) if not look.at_end()]


def _read_board(reader: LineReader, text: str) -> Sudoku:
    headings, first = _read_headings(reader)
    if not headings and (whole := _whole_board(first)):
        return whole
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
        """Whether another board begins here: after a blank line, with a heading, or at once if it is whole."""
        if tokens[0].line > end + 1:
            return tokens[0].text in HEADINGS or digit_like(tokens)
        below = [] if headings else _ahead(reader, rows)
        return len(below) == rows and all(_width(row) == columns and digit_like(row) for row in below)

    board = Sudoku(*box, rows_of(cells, columns), (), (lowest, lowest + len(digits) - 1))
    if reader.at_end() or is_another(reader.peek()):
        return board
    from .constraints import read_constraints

    return replace(
        board, constraints=read_constraints(reader, board.layout, f"after {rows} rows", is_another)
    )


def _whole_board(tokens: list[Token]) -> Sudoku | None:
    """The sudoku all of whose cells are in this line; None for a row."""
    count = _width(tokens)
    size = isqrt(count)
    box = default_box(size)
    if count <= _LARGEST or size * size != count or box is None:
        return None
    cells, lowest = _digits([tokens], range(1, size + 1))
    return Sudoku(*box, rows_of(cells, size), (), (lowest, lowest + size - 1))


def _width(tokens: list[Token]) -> int:
    """The number of cells in a line: characters of a word, or words."""
    return len(tokens[0].text) if len(tokens) == 1 else len(tokens)


def _of_length(tokens: list[Token], number: int, columns: int) -> list[Token]:
    """A row; `ParseError` if it has another number of cells."""
    count = _width(tokens)
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
    row, at = next((row, at) for row, at in _places(lines, at) if at < _width(row))
    return row[0].part(at, at + 1) if len(row) == 1 else row[at]


def _places(lines: Sequence[list[Token]], at: int) -> Iterator[tuple[list[Token], int]]:
    for row in lines:
        yield row, at
        at -= _width(row)


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
    found = (_SIDES if word == "grid" else _RANGE).fullmatch(value)
    first, second = (int(found[1]), int(found[2])) if found else (0, 0)
    if word == "grid" and not (min(first, second) >= 1 and SIZES[0] <= max(first, second) <= _LARGEST):
        sides = f"up to {_LARGEST}, and at least {SIZES[0]} of one"
        raise tokens[-1].error(f"'grid RxC', rows and columns, {sides}")
    if word == "digits" and not (found and first in (0, 1) and first < second < first + _LARGEST):
        raise tokens[-1].error(f"'digits 1-N' with N up to {_LARGEST}, or 'digits 0-N'")
    return first, second


def _shape(headings: Headings, first: list[Token], text: str) -> tuple[int, int, tuple[int, int]]:
    """Rows, columns and the shape of the boxes, from the headings and the first row."""
    width = _width(first)
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
    width = _width(first)
    box = usual_box(width, jigsaw=any(tokens[0].text == "regions" for tokens in token_lines(text)))
    if box is None and 1 < len(first) < SIZES[0]:
        raise first[1].error("the end of the line after a row")
    if box is None:
        sizes = ", ".join(map(str, SIZES))
        raise ParseError(first[0].line, 1, f"expected a row of {sizes} cells, found {width}")
    return box


def _read_one_line(text: str) -> tuple[Sudoku, ...]:
    return tuple(_one_line_board(tokens[0]) for tokens in token_lines(text, COMMENT))


def _one_line_board(token: Token) -> Sudoku:
    puzzle = token._replace(text=split_one_line(token.text)[0] or token.text)
    size = isqrt(len(puzzle.text))
    box = default_box(size)
    if box is None or size * size != len(puzzle.text):
        raise puzzle.error(f"a sudoku in one line ({', '.join(str(n * n) for n in SIZES)} characters)")
    cells, lowest = _digits([[puzzle]], range(1, size + 1))
    return Sudoku(*box, rows_of(cells, size), (), (lowest, lowest + size - 1))


def _write_one_line(problems: Sequence[Sudoku]) -> str:
    if any(_head(problem) or problem.constraints for problem in problems):
        raise ValueError("one line states no constraint, and no boxes other than the usual ones")
    return "".join(one_line(problem.givens, ".") + "\n" for problem in problems)


def one_line(grid: Grid, blank: str = "0") -> str:
    """A grid as one line of characters."""
    return "".join(compact_line(row, blank) for row in grid)


def show_one_line(problem: Sudoku, answer: Grid, case: int) -> str:
    """The answer in one line."""
    return one_line(answer)


def show_rows(problem: Sudoku, answer: Grid, case: int) -> str:
    """The answer, a line a row."""
    return "\n".join(map(compact_line, answer))


COMPACT: Form[Sudoku, Grid] = Form(
    name="compact",
    about="a line a row, a character a cell (1-9A-P, 0 or '.'), as in BOJ 2239 and .sdk",
    recognises=looks_compact,
    read=_read_rows,
    write=partial(_write_rows, compact_line),
    show=show_rows,
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
    show=show_one_line,
    split_line=split_one_line,
    bulk="search_lines",
    several=True,
)


# Pencil marks: 729 characters a puzzle, nine for each cell: the digits that it may hold, and ``.`` or 0 for others

_MARKED = 9


def _looks_marked(text: str) -> bool:
    """Whether the first line has nine characters, digits or dots, for each cell."""
    first = next(iter(token_lines(text, COMMENT)), None)
    return first is not None and len(first[0].text) == _MARKED**3 and set(first[0].text) <= {*".0123456789"}


def _marked_board(tokens: list[Token]) -> Sudoku:
    from .candidates import of_candidates

    line = tokens[0]
    for token in tokens[1:]:
        raise token.error("the end of the line")
    if len(line.text) != _MARKED**3:
        raise line.error(f"{_MARKED**3} characters, {_MARKED} for each cell", str(len(line.text)))
    cells = []
    for at in range(_MARKED**2):
        part = line.part(_MARKED * at, _MARKED * (at + 1))
        marked = part.text.replace(".", "").replace("0", "")
        if not marked or len(set(marked)) < len(marked) or not set(marked) <= set("123456789"):
            raise part.error("the digits that a cell may hold, each once, and '.' for the others")
        cells.append([int(digit) for digit in marked])
    return of_candidates(cells)


def _marks_of(problem: Sudoku) -> str:
    from .constraints.marks import Candidates

    marks = [one for one in problem.constraints if isinstance(one, Candidates)]
    if _head(problem) or problem.size != _MARKED or len(marks) < len(problem.constraints):
        raise ValueError("pencil marks state sudokus of side 9 with the usual boxes, and candidates of cells")
    digits = problem.layout.digits
    found = [set(digits) if digit is None else {digit} for row in problem.givens for digit in row]
    for one in marks:
        for r, c in one.cells:
            found[r * _MARKED + c].intersection_update(one.digits)
    if not all(found):
        raise ValueError("pencil marks leave each cell a digit; the givens and candidates leave one none")
    return "".join(str(digit) if digit in left else "." for left in found for digit in digits) + "\n"


PENCILMARKS: Form[Sudoku, Grid] = Form(
    name="pencilmarks",
    about="a sudoku in one line of 729 characters: nine for each cell, its digits and '.' for the others",
    recognises=_looks_marked,
    read=lambda text: tuple(map(_marked_board, token_lines(text, COMMENT))),
    write=each(_marks_of),
    show=show_one_line,
    several=True,
)

Sudoku.forms = (ONE_LINE, COMPACT, SPACED, PENCILMARKS)
Sudoku.whole_form = COMPACT
