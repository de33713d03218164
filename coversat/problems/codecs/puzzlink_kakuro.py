"""Kakuro as a link of puzz.link.

The body leaves out the board's first row and column.  It lists the cells row by row: ``k`` to ``z`` are
1 to 16 white cells, ``.`` is a black cell without clues, and any other black cell is two characters, its
clues down and across.  Then come the clues of the first row, one for each column whose first cell is
white, and those of the first column likewise.  A clue is ``0-9a-j`` for 0 to 19, ``A-Z`` for 20 to 45,
``-`` for none; 0 means none too.

Source: the public code of the pzpr program, which puzz.link runs.
"""

from __future__ import annotations

import re

from ...kinds.kakuro.rules import ACROSS, DOWN, Clue, Kakuro
from ..grid import Grid, rows_of
from ..problem import Form
from .characters import Characters, Runs, cells_of
from .puzzlink import Link, puzzlink_form

_NUMBERS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NUMBER = re.compile(f"[{_NUMBERS}-]")
_WHITES = Runs("klmnopqrstuvwxyz")

_Cell = tuple[int, int] | None
"""A black cell's sums down and across, 0 for none; None for a white cell."""
_BLACK = (0, 0)


def _read(link: Link) -> Kakuro:
    width, height = link.width, link.height
    cells = cells_of(link.body, width * height, _some)
    rows: list[tuple[_Cell, ...]] = [(_BLACK,) * (width + 1)]
    rows += [(_BLACK, *row) for row in rows_of(cells, width)]
    white = tuple(tuple(cell is None for cell in row) for row in rows)
    sums = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row) if cell}
    sums |= {(0, c): (_edge(link.body), 0) for c in range(1, width + 1) if white[1][c]}
    sums |= {(r, 0): (0, _edge(link.body)) for r in range(1, height + 1) if white[r][1]}
    link.body.end("the clues of the first row and column")
    board = Kakuro(white, ())
    clues = [
        Clue(r, c, direction, total)
        for (r, c), both in sums.items()
        for direction, total in zip((DOWN, ACROSS), both, strict=True)
        if total
    ]
    for clue in clues:
        if not board.is_white(clue.first_cell):
            where = f"row {clue.row} and column {clue.column} has a clue {('across', 'down')[clue.direction]}"
            raise link.error(f"white cells next to every clue ({where} without any)")
    return Kakuro(white, tuple(clues))


def _some(characters: Characters) -> list[_Cell]:
    if whites := characters.run(_WHITES):
        return [None] * whites
    if characters.skip("."):
        return [_BLACK]
    down = _sum(characters, "a cell: 'k' to 'z', '.', or two clues")
    return [(down, _sum(characters, "a clue across"))]


def _sum(characters: Characters, expected: str) -> int:
    """A clue's sum; 0 for none."""
    mark = characters.take(_NUMBER, expected)
    return 0 if mark == "-" else _NUMBERS.index(mark)


def _edge(characters: Characters) -> int:
    return _sum(characters, "a clue of the first row or column")


def _write(problem: Kakuro) -> tuple[int, int, str]:
    width, height = problem.columns - 1, problem.rows - 1
    if not width or not height or any(0 in cell for cell in problem.white_cells):
        raise ValueError("puzz.link states boards with a black first row and column and cells beside them")
    totals = {(clue.row, clue.column, clue.direction): clue.total for clue in problem.clues}
    if any(total >= len(_NUMBERS) for total in totals.values()):
        raise ValueError(f"puzz.link states sums up to {len(_NUMBERS) - 1}")

    def mark(row: int, column: int, direction: int) -> str:
        return _NUMBERS[totals.get((row, column, direction), 0)]

    def cell(row: int, column: int) -> str:
        if problem.white[row][column]:
            return ""
        clues = mark(row, column, DOWN) + mark(row, column, ACROSS)
        return "." if clues == "00" else clues

    body = _WHITES.between(cell(r, c) for r in range(1, height + 1) for c in range(1, width + 1))
    body += "".join(mark(0, c, DOWN) for c in range(1, width + 1) if problem.white[1][c])
    body += "".join(mark(r, 0, ACROSS) for r in range(1, height + 1) if problem.white[r][1])
    return width, height, body


FORM: Form[Kakuro, Grid] = puzzlink_form("kakuro", "WIDTH/HEIGHT/BODY", _read, _write)
