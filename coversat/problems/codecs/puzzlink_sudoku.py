"""Sudoku as a link of puzz.link.

The body lists the cells row by row: a given is one hexadecimal digit, ``-`` and two, or ``+`` and three;
``.`` is a cell with a question mark, which says nothing of its digit; ``g`` to ``z`` are 1 to 20 blank cells.
Boards are those whose boxes puzz.link draws as they are drawn here.

Source: the public code of the pzpr program, which puzz.link runs.
"""

from __future__ import annotations

from ...kinds.sudoku.rules import Sudoku
from ..grid import Grid
from ..problem import Form
from .puzzlink import NUMBERS, Link, puzzlink_form
from .sudoku_cells import from_cells, plain_cells, show_rows

_SIZES = (4, 6, 9, 16, 25)
_CELLS = NUMBERS._replace(blank=".")


def _read(link: Link) -> Sudoku:
    size = link.width
    if link.height != size or size not in _SIZES:
        raise link.error(f"a square board of side {', '.join(map(str, _SIZES))}")

    cells = _CELLS.read(link.body, size * size, size, "a given")
    link.body.end(f"{size * size} cells")
    return from_cells(cells)


def _write(problem: Sudoku) -> tuple[int, int, str]:
    cells = plain_cells(problem, "puzz.link", _SIZES)
    return problem.size, problem.size, _CELLS.write(cells)


FORM: Form[Sudoku, Grid] = puzzlink_form("sudoku", "SIZE/SIZE/BODY", _read, _write, show_rows)
