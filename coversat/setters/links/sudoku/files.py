"""Sudoku in files of Simple Sudoku and HoDoKu."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....base.errors import ParseError
from ....kinds.sudoku.borders import with_drawn_boxes
from ....kinds.sudoku.candidates import without
from ....kinds.sudoku.rules import Sudoku, from_cells
from ....kinds.sudoku.text import one_line, show_one_line, show_rows
from ....problems.forms.lines import Characters
from ....problems.grid import Grid, compact_line, rows_of
from ....problems.problem import Form, alone, each
from ....problems.text import Token, text_lines
from ..printed import Line, characters, page
from .common import plain_cells

_SIZE, _CELLS = 9, 81

# .ss: nine lines ``1..|.2.|..3``, with rules of ``-`` between the boxes
#
# A frame of ``*-----------*`` and ``|`` may surround the board. A blank is ``.``, ``0`` or ``X``.
#
# Source: the description of the format at Sudopedia, and files of the program.


_BLANKS = ".0xX"
_SIGNS = frozenset(f"{_BLANKS}123456789|")


def _board_lines(text: str) -> Iterator[Line]:
    """The rows; what the program writes below the board, its name, is left out like rules."""
    return (line for line in page(text) if not (line.is_blank or line.is_rule))


def _recognises_ss(text: str) -> bool:
    first = next((line.text.strip() for line in _board_lines(text)), "")
    return "|" in first and _SIGNS.issuperset(first) and len(first) < 2 * _SIZE


def _read_ss(text: str) -> tuple[Sudoku, ...]:
    lines = [*_board_lines(text)]
    rows = [characters(line) for line in lines]
    for line, row in zip(lines[:_SIZE], rows, strict=False):
        if len(row) != _SIZE or not _SIGNS.issuperset(line.text.strip()):
            raise ParseError(line.number, 1, f"expected a row such as 1..|.2.|..3, found {line.text[:40]!a}")
    if len(lines) < _SIZE:
        end = len(lines[-1].text) + 1
        raise ParseError(lines[-1].number, end, f"expected {_SIZE} rows, found the end after {len(lines)}")
    for line in lines[_SIZE:]:
        raise ParseError(line.number, 1, f"expected the end of the board, found {line.text[:40]!a}")
    board = from_cells([None if cell.text in _BLANKS else int(cell.text) for row in rows for cell in row])
    return (with_drawn_boxes(board, rows, text_lines(text), stated=True),)


def _write_ss(problem: Sudoku) -> str:
    plain_cells(problem, "an .ss file", (_SIZE,))
    lines = ["|".join(map("".join, rows_of(compact_line(row, "."), 3))) for row in problem.givens]
    return "\n".join([*lines[:3], "-----------", *lines[3:6], "-----------", *lines[6:], ""])


SS: Form[Sudoku, Grid] = Form(
    name="ss",
    about="Simple Sudoku's .ss: nine lines '1..|.2.|..3' and rules of '-', perhaps in a frame",
    recognises=_recognises_ss,
    read=_read_ss,
    write=alone(_write_ss),
    show=show_rows,
)


# HoDoKu: ``:TECHNIQUE:CANDIDATES:CELLS:DELETED:ELIMINATIONS:REST``
#
# The cells are 81 digits, with ``.`` or ``0`` for a blank; ``+`` before a digit marks one placed while
# solving, which is no given. Deleted candidates, ``314`` for the digit 3 in row 1 and column 4, are part of
# the state for which the line was written, so the cells do not hold them. The eliminations are what the
# technique shows next.
#
# Source: HoDoKu's public documentation and code.


_HEAD = re.compile(r":[0-9]{4}[^:\s]*:[^:\s]*:")
_CELL_HODOKU = re.compile(r"\+[1-9]|[0-9.]")
_COLON = re.compile(":")
_DELETED = re.compile(r"[^\s:]+")
_CANDIDATE = re.compile("([1-9])([1-9])([1-9])")


def _read_hodoku(text: str) -> tuple[Sudoku, ...]:
    numbered = enumerate(text_lines(text), 1)
    return tuple(_line(line, number) for number, line in numbered if line.strip())


def _line(line: str, number: int) -> Sudoku:
    start = len(line) - len(line.lstrip())
    characters = Characters(Token(line.strip(), number, start + 1))
    characters.take(_HEAD, "a line ':TECHNIQUE:CANDIDATES:CELLS:...', such as ':0000:x:...'")
    cells = []
    for at in range(1, _CELLS + 1):
        mark = characters.take(_CELL_HODOKU, f"cell {at} of {_CELLS}: a digit, '+' and a digit, or '.'")
        cells.append(None if mark[0] in "+.0" else int(mark))
    rest = characters.rest()
    characters.take(_COLON, f"':' after {_CELLS} cells")
    deleted = []
    # Fields after the deleted candidates do not change the puzzle.
    for found in _DELETED.finditer(rest.text[1:].partition(":")[0]):
        word = rest.part(1 + found.start(), 1 + found.end())
        candidate = _CANDIDATE.fullmatch(word.text)
        if candidate is None:
            raise word.error("a deleted candidate: a digit, its row and its column, such as 314")
        digit, row, column = map(int, candidate.groups())
        deleted.append((digit, (row - 1, column - 1)))
    return without(from_cells(cells), deleted)


def _write_hodoku(problem: Sudoku) -> str:
    plain_cells(problem, "HoDoKu's library", (9,))
    return f":0000:x:{one_line(problem.givens, '.')}:::\n"


HODOKU: Form[Sudoku, Grid] = Form(
    name="hodoku",
    about="lines of HoDoKu's library, one a puzzle: ':0000:x:CELLS:DELETED::', with deleted candidates",
    recognises=lambda text: _HEAD.match(text.lstrip()) is not None,
    read=_read_hodoku,
    write=each(_write_hodoku),
    show=show_one_line,
    several=True,
)
