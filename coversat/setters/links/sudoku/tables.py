"""Sudokus in a line each among other fields: CSV, lists with numbers or names before the puzzles.

Fields are separated by commas, semicolons, tabs, bars, colons or spaces, and may be in quotes. The puzzle
is the field that is a whole sudoku in one line; a complete grid beside it is its stored solution, which is
compared with the puzzle and the rules. A line of names above the puzzles is a header.
"""

from __future__ import annotations

import re
from itertools import islice
from math import isqrt
from typing import NamedTuple

from ....kinds.sudoku.reading import COMMENT
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.signs import digits_of
from ....kinds.sudoku.text import show_one_line
from ....problems.grid import Grid, rows_of
from ....problems.layout import SIZES, default_box
from ....problems.problem import Beside, Form, always
from ....problems.text import Token, text_lines

_FIELD = re.compile(r""""(?P<quoted>[^"]*)"|'(?P<single>[^']*)'|(?P<plain>[^\s,;|"':=]+)""")
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.()/#-]*(?:\s+[A-Za-z0-9_.()/#-]+)*")
_LENGTHS = {size * size: size for size in SIZES if size > 4}
"""The sides of boards in one line, by their length; 16 characters may be a number."""
_ANY, _AROUND = ".", " \t\r\n,;|\"':="
_LOOK = 20
"""The lines by which a table is recognised."""


class _Entry(NamedTuple):
    """A puzzle, and its stored solution if there is one."""

    puzzle: Sudoku
    solution: Grid | None = None


class _Field(NamedTuple):
    token: Token
    end: int
    board: Sudoku | None

    @property
    def is_complete(self) -> bool:
        return self.board is not None and all(None not in row for row in self.board.givens)


def _fields(line: str, number: int) -> list[_Field]:
    found = []
    for field in _FIELD.finditer(line):
        name = field.lastgroup or "plain"
        token = Token(field[name], number, field.start(name) + 1)
        found.append(_Field(token, field.end(), _board(token)))
    return found


def _board(token: Token) -> Sudoku | None:
    """The sudoku in a field; None for other fields."""
    size = _LENGTHS.get(len(token.text), 0)
    cells = digits_of(token.text, size, lambda at: token.part(at, at + 1)) if size else None
    box = default_box(isqrt(len(token.text)))
    if cells is None or box is None or not any(cells[0]):
        return None
    return Sudoku(*box, rows_of(cells[0], size), (), (cells[1], cells[1] + size - 1))


def _is_header(fields: list[_Field]) -> bool:
    return bool(fields) and all(_NAME.fullmatch(field.token.text) and not field.board for field in fields)


def _is_empty(line: str, fields: list[_Field]) -> bool:
    """Whether a line holds no puzzle, and need not: it is blank, a comment or a header."""
    comment = line.lstrip().startswith(COMMENT) and not any(field.board for field in fields)
    return not fields or comment or _is_header(fields)


def _entry(line: str, number: int) -> _Entry | None:
    """The entry of a line; None for a line that holds none."""
    fields = _fields(line, number)
    if _is_empty(line, fields):
        return None
    boards = [field for field in fields if field.board is not None]
    if not boards:
        longest = max(fields, key=lambda field: len(field.token.text)).token
        raise longest.error("a field with a sudoku in one line, such as 81 characters for 9x9")
    puzzles = [field for field in boards if not field.is_complete] or boards[:1]
    for other in puzzles[1:]:
        raise other.token.error("one puzzle in a line", "another one")
    (puzzle,) = puzzles
    solutions = [field for field in boards if field is not puzzle]
    for other in solutions[1:]:
        raise other.token.error("one solution in a line", "another one")
    assert puzzle.board is not None
    for field in solutions:
        assert field.board is not None
        return _Entry(puzzle.board, field.board.givens)
    return _Entry(puzzle.board)


def _entries(text: str) -> list[_Entry]:
    found = (_entry(line, number) for number, line in enumerate(text_lines(text), 1))
    return [entry for entry in found if entry is not None]


def _split(line: str) -> tuple[str, str]:
    """The puzzle, or a whole line that is not one, and the text behind it; a point alone is any puzzle."""
    if line[:1] == _ANY and line[1:2] in _AROUND:
        return _ANY, line[1:].strip(_AROUND)
    fields = _fields(line, 1)
    if _is_empty(line, fields):
        return "", ""
    boards = [field for field in fields if field.board]
    if sum(not field.is_complete for field in boards) > 1 or not boards:
        return line.strip(), ""
    puzzle = next((field for field in boards if not field.is_complete), boards[0])
    return puzzle.token.text, line[puzzle.end :].strip(_AROUND)


def _beside(text: str) -> Beside:
    from .common import compared  # imports all constraints, which the look at a text does without

    entries = (entry for entry in _entries(text) if entry.solution is not None)
    notes = (note for one in entries for note in compared(one.puzzle, one.solution or ()))
    return Beside(tuple(dict.fromkeys(notes)))


def _recognises(text: str) -> bool:
    """Whether the first lines hold a puzzle each, in a way that is not the own form of one line."""
    numbered = ((line, _fields(line, number)) for number, line in enumerate(text_lines(text), 1))
    first = list(islice(((line, fields) for line, fields in numbered if line.strip()), _LOOK))
    rows = [(line, fields) for line, fields in first if not _is_empty(line, fields)]
    having = [(line, fields) for line, fields in rows if any(field.board for field in fields)]
    if not having or 2 * len(having) < len(rows):
        return False
    line, fields = having[0]
    starts = fields[0].board is not None and line.lstrip().startswith(fields[0].token.text)
    return not starts or _is_header(first[0][1])


TABLE: Form[Sudoku, Grid] = Form(
    name="table",
    about="a sudoku in one line among other fields, such as CSV with a header; a stored solution is compared",
    recognises=_recognises,
    read=lambda text: tuple(entry.puzzle for entry in _entries(text)),
    write=None,
    show=show_one_line,
    split_line=_split,
    bulk="search_tables",
    several=True,
    beside=_beside,
    bare=always,
)
