"""Sudoku as a link of puzz.link.

The body lists the cells row by row: a given is one hexadecimal digit, ``-`` and two, or ``+`` and three;
``.`` is a cell with a question mark, which says nothing of its digit; ``g`` to ``z`` are 1 to 20 blank cells.
Boards are those whose boxes puzz.link draws as they are drawn here.

Source: the public code of the pzpr program, which puzz.link runs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase

from ..grid import Grid
from ..problem import Form
from ..sudoku import Sudoku
from ..text import Token
from .characters import each_line
from .puzzlink import is_link, read_link, write_link
from .sudoku_cells import from_cells, plain_cells, show_rows

_SIZES = (4, 6, 9, 16, 25)
_BLANKS = ascii_lowercase[6:]
_CELL = re.compile(r"[0-9a-f]|-[0-9a-f]{2}|\+[0-9a-f]{3}|[.g-z]")


def _read(token: Token) -> Sudoku:
    link = read_link(token, "sudoku")
    size = link.width
    if link.height != size or size not in _SIZES:
        raise link.error(f"a square board of side {', '.join(map(str, _SIZES))}")
    cells: list[int] = []
    while len(cells) < size * size:
        mark = link.body.take(_CELL, "a given or blanks")
        if mark in _BLANKS:
            cells += [0] * (_BLANKS.index(mark) + 1)
        elif mark == ".":
            cells.append(0)
        elif 1 <= (given := int(mark.lstrip("-+"), 16)) <= size:
            cells.append(given)
        else:
            raise link.body.error(f"a given from 1 to {size}", back=len(mark))
    if len(cells) > size * size:
        raise link.body.error(f"the end of the board after {size * size} cells", back=1)
    link.body.end(f"{size * size} cells")
    return from_cells(cells)


def _write(problems: Sequence[Sudoku]) -> str:
    return "".join(map(_link, problems))


def _link(problem: Sudoku) -> str:
    parts = []
    blanks = 0
    for digit in plain_cells(problem, "puzz.link", _SIZES):
        if digit:
            parts.append(_run(blanks))
            parts.append(f"{digit:x}" if digit < 16 else f"-{digit:x}")
        blanks = 0 if digit else blanks + 1
    parts.append(_run(blanks))
    return write_link("sudoku", problem.size, problem.size, "".join(parts))


def _run(length: int) -> str:
    """So many blank cells."""
    whole, rest = divmod(length, len(_BLANKS))
    return _BLANKS[-1] * whole + (_BLANKS[rest - 1] if rest else "")


FORM: Form[Sudoku, Grid] = Form(
    name="puzzlink",
    about="links of puzz.link, one a line: https://puzz.link/p?sudoku/SIZE/SIZE/BODY",
    recognises=lambda text: is_link(text, "sudoku"),
    read=lambda text: each_line(text, "a link", _read),
    write=_write,
    show=show_rows,
)
