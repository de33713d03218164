"""Killer sudoku as one string, ``3x3::k:4096:4096:...:``, a number for each of its 81 cells.

The number is 256 times the sum of the cell's cage and the cage's own number; below 256 the cell is in no
cage.  ``3x3:d:k:`` has diagonals.  Givens are not stated.

Source: the description of the format at the Sudocue forum, as the public code of solvers reads it.
"""

from __future__ import annotations

import re

from ...kinds.sudoku.rules import Sudoku
from ..constraint import Constraint
from ..constraints.cage import Cage
from ..constraints.diagonal import Diagonal
from ..grid import Cell, Grid
from ..problem import Form
from ..text import Token
from .lines import line_form
from .sudoku_cells import show_one_line
from .sudoku_rules import refuse

_START = re.compile(r"3x3:(d?):k:")
_SIZE = 9
_CAGES = 256
"""More than there can be cages."""
_LARGEST_SUM = 45
_DIAGONALS = (Diagonal("up"), Diagonal("down"))


def _read(token: Token) -> Sudoku:
    start = _START.match(token.text)
    if start is None:
        raise token.error("3x3::k: or 3x3:d:k:")
    numbers = list(re.finditer("[^:]*", token.text[start.end() :].removesuffix(":")))
    words = [token.part(start.end() + one.start(), start.end() + one.end()) for one in numbers if one.group()]
    cages: dict[int, list[Cell]] = {}
    for at, word in enumerate(words[: _SIZE**2]):
        number = word.integer(0, (_LARGEST_SUM + 1) * _CAGES - 1, "256 times a sum and the number of a cage")
        if number >= _CAGES:
            cages.setdefault(number, []).append(divmod(at, _SIZE))
    for word in words[_SIZE**2 :]:
        raise word.error(f"the end after {_SIZE**2} cells")
    if len(words) < _SIZE**2:
        raise token.part(len(token.text)).error(f"{_SIZE**2} cells", f"the end after {len(words)}")
    found: list[Constraint] = [*_DIAGONALS] if start[1] else []
    for number, cells in cages.items():
        found.append(Cage(tuple(cells), number // _CAGES))
    blank = ((0,) * _SIZE,) * _SIZE
    layout = Sudoku(3, 3, blank).layout
    if fault := next(filter(None, (one.fault(layout) for one in found)), None):
        raise token.error("cages that a sudoku can have", fault)
    return Sudoku(3, 3, blank, tuple(found))


def _write(problem: Sudoku) -> str:
    usual = problem.is_usual and problem.size == _SIZE and (problem.box_rows, problem.box_columns) == (3, 3)
    if not usual or any(map(any, problem.givens)):
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


FORM: Form[Sudoku, Grid] = line_form(
    name="killer",
    about="killer sudokus in one line, 3x3::k: and a number for the cage of each cell",
    word="a killer string",
    recognises=lambda text: _START.match(text.lstrip()) is not None,
    read=_read,
    write=_write,
    show=show_one_line,
)
