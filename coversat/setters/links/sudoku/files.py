"""Sudoku in files of Simple Sudoku and HoDoKu, as killer strings, and in links of puzz.link."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ....base.errors import ParseError
from ....kinds.sudoku.borders import with_drawn_boxes
from ....kinds.sudoku.candidates import without
from ....kinds.sudoku.constraints import Constraint
from ....kinds.sudoku.constraints.sets import Diagonal
from ....kinds.sudoku.constraints.sums import Cage
from ....kinds.sudoku.rules import Sudoku, from_cells
from ....kinds.sudoku.text import one_line, show_one_line, show_rows
from ....problems.forms.lines import Characters, line_form
from ....problems.grid import Cell, Grid, compact_line, filled, rows_of
from ....problems.layout import SIZES
from ....problems.problem import Form, alone, each
from ....problems.text import Token, text_lines
from ..printed import Line, characters, page
from ..puzzlink import NUMBERS, Link, puzzlink_form
from .common import build, plain_cells, refuse

_SIZE, _CELLS = 9, 81

# .ss: nine lines ``1..|.2.|..3``, with rules of ``-`` between the boxes; people write smaller boards so, too
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


def _side(cells: Sequence[Token]) -> int:
    """That of the board with a first row of these cells."""
    return len(cells) if len(cells) in SIZES else _SIZE


def _read_ss(text: str) -> tuple[Sudoku, ...]:
    lines = [*_board_lines(text)]
    rows = [characters(line) for line in lines]
    side = _side(rows[0]) if rows else _SIZE
    allowed = set(_BLANKS) | {"|"} | set(map(str, range(1, side + 1)))
    for line, row in zip(lines[:side], rows, strict=False):
        if len(row) != side or not allowed.issuperset(line.text.strip()):
            raise ParseError(line.number, 1, f"expected a row such as 1..|.2.|..3, found {line.text[:40]!a}")
    if len(lines) < side:
        end = len(lines[-1].text) + 1
        raise ParseError(lines[-1].number, end, f"expected {side} rows, found the end after {len(lines)}")
    for line in lines[side:]:
        raise ParseError(line.number, 1, f"expected the end of the board, found {line.text[:40]!a}")
    board = from_cells([None if cell.text in _BLANKS else int(cell.text) for row in rows for cell in row])
    return (with_drawn_boxes(board, rows, text_lines(text)),)


def _write_ss(problem: Sudoku) -> str:
    plain_cells(problem, "an .ss file", (_SIZE,))
    lines = ["|".join(map("".join, rows_of(compact_line(row, "."), 3))) for row in problem.givens]
    return "\n".join([*lines[:3], "-----------", *lines[3:6], "-----------", *lines[6:], ""])


SS: Form[Sudoku, Grid] = Form(
    name="ss",
    about="Simple Sudoku's .ss: lines such as '1..|.2.|..3' and rules of '-', perhaps in a frame",
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


# Killer sudokus: ``3x3::k:4096:4096:...:``
#
# A number is 256 times the sum of the cell's cage plus the cage's own number; below 256 the cell is in no
# cage. Other programs write 256 times the cage's number, which is that of its first cell, plus the sum; these
# have no number that would be right the other way. ``3x3:d:k:`` has diagonals. Givens are not stated.
#
# Source: the description of the format at the Sudocue forum, and the public code of solvers.


_LARGEST_SUM = 45
_DIAGONALS = (Diagonal("down"), Diagonal("up"))
_START = re.compile(r"3x3:(d?):k:")
_CAGES = 256
"""More than there can be cages."""


def _read_killer(token: Token) -> Sudoku:
    start = _START.match(token.text)
    if start is None:
        raise token.error("3x3::k: or 3x3:d:k:")
    found = list(re.finditer("[^:]*", token.text[start.end() :].removesuffix(":")))
    words = [token.part(start.end() + one.start(), start.end() + one.end()) for one in found if one.group()]
    for word in words[_CELLS:]:
        raise word.error(f"the end after {_CELLS} cells")
    if len(words) < _CELLS:
        raise token.part(len(token.text)).error(f"{_CELLS} cells", f"the end after {len(words)}")
    cages = _by_first_cell(words)
    if cages is None:
        what = "256 times a sum and the number of a cage"
        numbers = [word.integer(0, (_LARGEST_SUM + 1) * _CAGES - 1, what) for word in words]
        cages = {}
        for at, number in enumerate(numbers):
            if number >= _CAGES:
                _, cells = cages.setdefault(number, (number // _CAGES, []))
                cells.append(divmod(at, _SIZE))
    constraints: list[Constraint] = [*_DIAGONALS] if start[1] else []
    constraints += [Cage(tuple(cells), total) for total, cells in cages.values()]
    return build(((None,) * _SIZE,) * _SIZE, None, constraints, token)


def _by_first_cell(words: Sequence[Token]) -> dict[int, tuple[int, list[Cell]]] | None:
    """The sums and cells of cages that are called by their first cells; None if they are not."""
    numbers = [int(word.text) if re.fullmatch("[0-9]{1,5}", word.text) else -1 for word in words]
    firsts = [number // _CAGES for number in numbers]
    if any(not 0 <= first <= at or firsts[first] != first for at, first in enumerate(firsts)):
        return None
    cages: dict[int, tuple[int, list[Cell]]] = {}
    for at, first in enumerate(firsts):
        total, cells = cages.setdefault(first, (numbers[at] % _CAGES, []))
        cells.append(divmod(at, _SIZE))
        if numbers[at] % _CAGES not in (0, total) or total > _LARGEST_SUM:
            return None
    return {first: cage for first, cage in cages.items() if cage[0]}


def _write_killer(problem: Sudoku) -> str:
    usual = problem.is_usual and problem.size == _SIZE and (problem.box_rows, problem.box_columns) == (3, 3)
    if not usual or any(filled(problem.givens)):
        raise ValueError("a killer string states 9x9 boards with the usual boxes and no givens")
    diagonals = [one for one in problem.constraints if one in _DIAGONALS]
    cages = [one for one in problem.constraints if isinstance(one, Cage) and one.total]
    refuse((one for one in problem.constraints if one not in (*diagonals, *cages)), "a killer string")
    if len(diagonals) == 1:
        raise ValueError("a killer string states both diagonals or none")
    numbers = dict.fromkeys(problem.layout.cells(), 0)
    for at, cage in enumerate(cages):
        for cell in cage.cells:
            if numbers[cell]:
                raise ValueError("a killer string states no cages that share a cell")
            numbers[cell] = (cage.total or 0) * _CAGES + at
    return ":".join(["3x3", "d" * bool(diagonals), "k", *map(str, numbers.values()), ""])


KILLER: Form[Sudoku, Grid] = line_form(
    name="killer",
    about="killer sudokus in one line, 3x3::k: and a number for the cage of each cell",
    word="a killer string",
    recognises=lambda text: _START.match(text.lstrip()) is not None,
    read=_read_killer,
    write=_write_killer,
    show=show_one_line,
)


# puzz.link
#
# The body lists the cells row by row: a given is one hexadecimal digit, ``-`` and two, or ``+`` and three;
# ``.`` is a cell with a question mark, which states no digit; ``g`` to ``z`` are 1 to 20 blank cells. Only
# boards whose boxes are the same in puzz.link are supported.
#
# Source: the public code of the pzpr program, which puzz.link runs.


_SIZES = (4, 6, 9, 16, 25)
_CELLS_PUZZLINK = NUMBERS._replace(blank=".")


def _read_link(link: Link) -> Sudoku:
    size = link.width
    if link.height != size or size not in _SIZES:
        raise link.error(f"a square board of side {', '.join(map(str, _SIZES))}")

    cells = _CELLS_PUZZLINK.read(link.body, size * size, size, "a given")
    link.body.end(f"{size * size} cells")
    return from_cells(cells)


def _write_link(problem: Sudoku) -> tuple[int, int, str]:
    cells = plain_cells(problem, "puzz.link", _SIZES)
    return problem.size, problem.size, _CELLS_PUZZLINK.write(cells)


PUZZLINK: Form[Sudoku, Grid] = puzzlink_form(
    ("sudoku",), "SIZE/SIZE/BODY", _read_link, _write_link, show_rows
)
