"""Killer sudokus in a line: ``3x3::k:`` and a number for each cell, as many programs have it.

Source: the description of the format at the Sudocue forum, and the public code of solvers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....kinds.sudoku.constraints import Constraint
from ....kinds.sudoku.constraints.sets import Diagonal
from ....kinds.sudoku.constraints.sums import Cage
from ....kinds.sudoku.rules import Sudoku
from ....kinds.sudoku.text import show_one_line
from ....problems.forms.lines import line_form
from ....problems.grid import Cell, Grid, filled
from ....problems.problem import Form
from ....problems.text import Token
from .common import build, refuse

_SIZE = 9
_CELLS = _SIZE**2
_LARGEST_SUM = 45
_DIAGONALS = (Diagonal("down"), Diagonal("up"))


# ``3x3::k:4096:4096:...:``
#
# A number is 256 times the sum of the cell's cage plus the cage's own number; below 256 the cell is in no
# cage. Other programs write 256 times the cage's number, which is that of its first cell, plus the sum; these
# have no number that would be right the other way. ``3x3:d:k:`` has diagonals. Givens are not stated.

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
