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
from collections.abc import Sequence
from string import ascii_letters, ascii_lowercase, ascii_uppercase, digits

from ..grid import Grid
from ..kakuro import ACROSS, DOWN, Clue, Kakuro
from ..problem import Form
from ..text import Token
from .characters import Characters, each_line
from .puzzlink import is_link, read_link, write_link

_NUMBERS = digits + ascii_lowercase[:10] + ascii_uppercase
_WHITES = ascii_lowercase[10:]
_CELL = re.compile(f"[{digits}{ascii_letters}.-]")
_NUMBER = re.compile(f"[{_NUMBERS}-]")


def _read(token: Token) -> Kakuro:
    link = read_link(token, "kakuro")
    characters = link.body
    cells: list[bool] = []
    asked: list[tuple[int, int, int, int]] = []
    while len(cells) < link.width * link.height:
        mark = characters.take(_CELL, "a cell: 'k' to 'z', '.', or two clues")
        if mark in _WHITES:
            cells += [True] * (_WHITES.index(mark) + 1)
            continue
        row, column = len(cells) // link.width + 1, len(cells) % link.width + 1
        cells.append(False)
        if mark != ".":
            asked.append((row, column, DOWN, _number(mark)))
            asked.append((row, column, ACROSS, _number(characters.take(_NUMBER, "a clue across"))))
    if len(cells) > link.width * link.height:
        raise characters.error(f"the end of the board after {link.width * link.height} cells", back=1)
    rows = [[False] * (link.width + 1)]
    rows += [[False, *cells[at : at + link.width]] for at in range(0, len(cells), link.width)]
    white = tuple(map(tuple, rows))
    asked += [(0, c, DOWN, _edge(characters)) for c in range(1, link.width + 1) if white[1][c]]
    asked += [(r, 0, ACROSS, _edge(characters)) for r in range(1, link.height + 1) if white[r][1]]
    characters.end("the clues of the first row and column")
    board = Kakuro(white, ())
    clues = [Clue(*clue) for clue in asked if clue[3]]
    for clue in clues:
        if not board.is_white(clue.first_cell):
            where = f"row {clue.row} and column {clue.column} has a clue {('across', 'down')[clue.direction]}"
            raise link.error(f"white cells next to every clue ({where} without any)")
    return Kakuro(white, tuple(clues))


def _number(mark: str) -> int:
    """The clue's sum; 0 for none."""
    return 0 if mark == "-" else _NUMBERS.index(mark)


def _edge(characters: Characters) -> int:
    return _number(characters.take(_NUMBER, "a clue of the first row or column"))


def _write(problems: Sequence[Kakuro]) -> str:
    return "".join(map(_link, problems))


def _link(problem: Kakuro) -> str:
    width, height = problem.columns - 1, problem.rows - 1
    if not width or not height or any(0 in cell for cell in problem.white_cells):
        raise ValueError("puzz.link states boards with a black first row and column and cells beside them")
    totals = {(clue.row, clue.column, clue.direction): clue.total for clue in problem.clues}
    if any(total >= len(_NUMBERS) for total in totals.values()):
        raise ValueError(f"puzz.link states sums up to {len(_NUMBERS) - 1}")

    def mark(row: int, column: int, direction: int) -> str:
        return _NUMBERS[totals.get((row, column, direction), 0)]

    parts = []
    whites = 0
    for r, row in enumerate(problem.white[1:], 1):
        for c, white in enumerate(row[1:], 1):
            if white:
                whites += 1
                continue
            parts.append(_run(whites))
            whites = 0
            clues = mark(r, c, DOWN) + mark(r, c, ACROSS)
            parts.append("." if clues == "00" else clues)
    parts.append(_run(whites))
    parts += [mark(0, c, DOWN) for c in range(1, problem.columns) if problem.white[1][c]]
    parts += [mark(r, 0, ACROSS) for r in range(1, problem.rows) if problem.white[r][1]]
    return write_link("kakuro", width, height, "".join(parts))


def _run(length: int) -> str:
    """So many white cells."""
    whole, rest = divmod(length, len(_WHITES))
    return _WHITES[-1] * whole + (_WHITES[rest - 1] if rest else "")


FORM: Form[Kakuro, Grid] = Form(
    name="puzzlink",
    about="links of puzz.link, one a line: https://puzz.link/p?kakuro/WIDTH/HEIGHT/BODY",
    recognises=lambda text: is_link(text, "kakuro"),
    read=lambda text: each_line(text, "a link", _read),
    write=_write,
    show=lambda problem, answer, case: problem.render(answer),
)
