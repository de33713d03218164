"""The texts of sudokus: in one line, a character a cell, or cells separated by spaces."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import isqrt

from ...base.errors import ParseError
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
from .rules import Sudoku

COMMENT = "#"
HEADINGS = ("grid", "boxes", "digits")
"""First words of the headings of an unusual board."""
Headings = dict[str, tuple[int, int]]
"""The two numbers of each heading, by its first word."""
_SIDES = re.compile(r"([0-9]{1,2})x([0-9]{1,2})", re.ASCII)
_RANGE = re.compile(r"([0-9]{1,2})-([0-9]{1,2})", re.ASCII)
_HEADING_VALUE = re.compile(r"[0-9]|none$")
_LARGEST = SIZES[-1]

_ONE_LINE = re.compile(r"\s*([^\s#,;|]+)[\s#,;|]*(.*)", re.DOTALL)
"""A sudoku in one line; white space or a separator, and a note."""
_CELL = re.compile(r"[0-9]{1,2}|[._A-Za-z]")
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
    return [tokens for tokens in token_lines(text, COMMENT, row_tokens) if tokens[0].text not in HEADINGS]


def digit_like(tokens: list[Token]) -> bool:
    """Whether at least half of the characters are ASCII digits or blanks, and none is a Kakuro's.

    Rows of large boards, and such boards in one line, may contain more letters, but only those that are
    digits.
    """
    text = "".join(token.text for token in tokens)
    if {"#", "\\"} & set(text):
        return False
    size = len(text) if len(text) in SIZES else isqrt(len(text))
    if size > 9 and set(text.upper()) <= {*BLANKS, *DIGITS[:size]}:
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
    the rows.
    """
    reader = LineReader(text, COMMENT, row_tokens)
    problems = [_read_board(reader, text)]
    while not reader.at_end():
        problems.append(_read_board(reader, text))
    return tuple(problems)


def _read_board(reader: LineReader, text: str) -> Sudoku:
    headings, first = _read_headings(reader)
    if not headings and len(first) > _LARGEST and (size := isqrt(len(first))) ** 2 == len(first):
        whole = default_box(size)
        if whole is not None:  # all cells are in one line
            return Sudoku(*whole, rows_of(printed_digits(first, range(1, size + 1)), size))
    rows, columns, box = _shape(headings, first, text)
    if max(rows, columns) < SIZES[0]:
        raise first[0].error(f"{SIZES[0]} rows or columns at least", f"{rows} rows of {columns}")
    lowest, highest = headings.get("digits") or (1, max(rows, columns))
    digits = range(lowest, highest + 1)
    if max(rows, columns, box[0] * box[1]) > len(digits):
        raise first[0].error(f"rows, columns and boxes of at most {len(digits)} cells")
    cells, end = [_row(first, 1, columns, digits)], first[0].line
    for number in range(2, rows + 1):
        tokens = reader.line(f"row {number} of {rows}")
        cells.append(_row(tokens, number, columns, digits))
        end = tokens[0].line

    def is_another(tokens: list[Token]) -> bool:
        """Whether another board begins here: after a blank line or with a heading."""
        return tokens[0].line > end + 1 and (tokens[0].text in HEADINGS or digit_like(tokens))

    board = Sudoku(*box, tuple(cells), (), (lowest, highest))
    if reader.at_end() or is_another(reader.peek()):
        return board
    from .constraints import read_constraints

    return replace(
        board, constraints=read_constraints(reader, board.layout, f"after {rows} rows", is_another)
    )


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
    width = len(first[0].text) if len(first) == 1 else len(first)
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
    width = len(first[0].text) if len(first) == 1 else len(first)
    box = usual_box(width, jigsaw=any(tokens[0].text == "regions" for tokens in token_lines(text)))
    if box is None and 1 < len(first) < SIZES[0]:
        raise first[1].error("the end of the line after a row")
    if box is None:
        sizes = ", ".join(map(str, SIZES))
        raise ParseError(first[0].line, 1, f"expected a row of {sizes} cells, found {width}")
    return box


def _row(tokens: list[Token], number: int, columns: int, digits: range) -> tuple[int | None, ...]:
    compact = len(tokens) == 1
    count = len(tokens[0].text) if compact else len(tokens)
    if count != columns:
        at = tokens[0].column + min(count, columns) if compact else tokens[min(count, columns) - 1].column
        raise ParseError(tokens[0].line, at, f"expected {columns} cells in row {number}, found {count}")
    return compact_digits(tokens[0], digits) if compact else printed_digits(tokens, digits)


def _read_one_line(text: str) -> tuple[Sudoku, ...]:
    problems = []
    for tokens in token_lines(text, COMMENT):
        puzzle = tokens[0]._replace(text=split_one_line(tokens[0].text)[0] or tokens[0].text)
        size = isqrt(len(puzzle.text))
        box = default_box(size)
        if box is None or size * size != len(puzzle.text):
            raise puzzle.error(f"a sudoku in one line ({', '.join(str(n * n) for n in SIZES)} characters)")
        problems.append(Sudoku(*box, rows_of(compact_digits(puzzle, range(1, size + 1)), size)))
    return tuple(problems)


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


# Pencil marks: 729 characters a puzzle, nine for each cell: the digits that it may hold, and ``.`` for others

_MARKED = 9


def _looks_marked(text: str) -> bool:
    """Whether the first line has nine characters, digits or dots, for each cell."""
    first = next(iter(token_lines(text, COMMENT)), None)
    return first is not None and len(first[0].text) == _MARKED**3 and set(first[0].text) <= {*".123456789"}


def _marked_board(tokens: list[Token]) -> Sudoku:
    from .constraints.marks import Candidates

    line = tokens[0]
    for token in tokens[1:]:
        raise token.error("the end of the line")
    if len(line.text) != _MARKED**3:
        raise line.error(f"{_MARKED**3} characters, {_MARKED} for each cell", str(len(line.text)))
    cells: list[int | None] = []
    marks: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for at in range(_MARKED**2):
        part = line.part(_MARKED * at, _MARKED * (at + 1))
        marked = part.text.replace(".", "")
        if not marked or len(set(marked)) < len(marked) or not set(marked) <= set("123456789"):
            raise part.error("the digits that a cell may hold, each once, and '.' for the others")
        digits = tuple(sorted(map(int, marked)))
        cells.append(digits[0] if len(digits) == 1 else None)
        if 1 < len(digits) < _MARKED:
            marks.setdefault(digits, []).append(divmod(at, _MARKED))
    constraints = tuple(Candidates(tuple(where), digits) for digits, where in marks.items())
    return Sudoku(3, 3, rows_of(cells, _MARKED), constraints)


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
