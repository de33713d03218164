"""Sudoku in links of puzz.link.

The body lists the cells row by row: a given is one hexadecimal digit, ``-`` and two, or ``+`` and three;
``.`` is a cell with a question mark, which states no digit; ``g`` to ``z`` are 1 to 20 blank cells. Only
boards whose boxes are the same in puzz.link are supported.

Source: the public code of the pzpr program, which puzz.link runs.
"""

from __future__ import annotations

from ....kinds.sudoku.rules import Sudoku, from_cells
from ....kinds.sudoku.text import show_rows
from ....problems.grid import Grid
from ....problems.problem import Form
from ..puzzlink import NUMBERS, Link, puzzlink_form
from .common import plain_cells

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


PUZZLINK: Form[Sudoku, Grid] = puzzlink_form("sudoku", "SIZE/SIZE/BODY", _read_link, _write_link, show_rows)
