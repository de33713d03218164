"""Sudoku in files of Simple Sudoku and HoDoKu."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....base.errors import ParseError
from ....kinds.sudoku.candidates import without
from ....kinds.sudoku.rules import Sudoku, from_cells
from ....kinds.sudoku.text import one_line, show_one_line, show_rows
from ....problems.forms.lines import Characters
from ....problems.grid import Grid, compact_line, rows_of
from ....problems.problem import Form, alone, each
from ....problems.text import Token, text_lines
from ..printed import page
from .common import plain_cells

_SIZE, _CELLS = 9, 81

# .ss: nine lines ``1..|.2.|..3``, with rules of ``-`` between the boxes
#
# A frame of ``*-----------*`` and ``|`` may surround the board. A blank is ``.``, ``0`` or ``X``.
#
# Source: the description of the format at Sudopedia, and files of the program.


_ROW = re.compile(r"\|?([0-9.xX]{3})\|([0-9.xX]{3})\|([0-9.xX]{3})\|?")
_CELL_CHARACTERS = frozenset("0123456789.xX|")


def _board_lines(text: str) -> Iterator[tuple[int, str]]:
    """The rows; what the program writes below the board, its name, is left out like rules."""
    lines = (line for line in page(text) if not (line.is_blank or line.is_rule))
    return ((line.number, line.text.strip()) for line in lines)


def _recognises_ss(text: str) -> bool:
    _, first = next(_board_lines(text), (0, ""))
    return "|" in first and _CELL_CHARACTERS.issuperset(first) and len(first) < 2 * _SIZE


def _refuse_other_boxes(text: str) -> None:
    """Raise `ParseError` for a rule that is not between boxes, above the board or below it."""
    count = 0
    for line in page(text):
        if line.is_rule and 0 < count < _SIZE and count % 3:
            raise ParseError(
                line.number, 1, f"expected rules below rows 3 and 6, found one below row {count}"
            )
        count += not (line.is_blank or line.is_rule)


def _read_ss(text: str) -> tuple[Sudoku, ...]:
    lines = list(_board_lines(text))
    _refuse_other_boxes(text)
    rows = []
    for number, line in lines[:_SIZE]:
        found = _ROW.fullmatch(line)
        if found is None:
            raise ParseError(number, 1, f"expected a row such as 1..|.2.|..3, found {line[:40]!a}")
        rows.append(tuple(None if cell in ".0xX" else int(cell) for cell in "".join(found.groups())))
    if len(lines) < _SIZE:
        number, line = lines[-1]
        raise ParseError(number, len(line) + 1, f"expected {_SIZE} rows, found the end after {len(rows)}")
    for number, line in lines[_SIZE:]:
        raise ParseError(number, 1, f"expected the end of the board, found {line[:40]!a}")
    return (Sudoku(3, 3, tuple(rows)),)


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
