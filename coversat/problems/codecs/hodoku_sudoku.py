"""Sudoku as lines of HoDoKu's library: ``:TECHNIQUE:CANDIDATES:CELLS:DELETED:ELIMINATIONS:REST``.

The cells are 81 digits, with ``.`` or ``0`` for a blank; ``+`` before a digit says that it was placed while
solving and is no given.  Only the givens make the puzzle: what was placed, and the candidates that were
deleted, are somebody's way through it.

Source: HoDoKu's public documentation and code.
"""

from __future__ import annotations

import re

from ...kinds.sudoku.rules import Sudoku, one_line
from ..grid import Grid
from ..problem import Form, each
from ..text import Token, token_lines
from .characters import Characters
from .sudoku_cells import from_cells, plain_cells, show_one_line

_HEAD = re.compile(r":[0-9]{4}[^:\s]*:[^:\s]*:")
_CELL = re.compile(r"\+[1-9]|[0-9.]")
_COLON = re.compile(":")
_CELLS = 81


def _read(text: str) -> tuple[Sudoku, ...]:
    # Later fields may hold spaces; no mistake in them changes the puzzle.
    return tuple(_line(tokens[0]) for tokens in token_lines(text))


def _line(token: Token) -> Sudoku:
    characters = Characters(token)
    characters.take(_HEAD, "a line ':TECHNIQUE:CANDIDATES:CELLS:...', such as ':0000:x:...'")
    cells = []
    for number in range(1, _CELLS + 1):
        mark = characters.take(_CELL, f"cell {number} of {_CELLS}: a digit, '+' and a digit, or '.'")
        cells.append(0 if mark[0] in "+." else int(mark))
    characters.take(_COLON, f"':' after {_CELLS} cells")
    return from_cells(cells)


def _write(problem: Sudoku) -> str:
    plain_cells(problem, "HoDoKu's library", (9,))
    return f":0000:x:{one_line(problem.givens, '.')}:::\n"


FORM: Form[Sudoku, Grid] = Form(
    name="hodoku",
    about="lines of HoDoKu's library, one a puzzle: ':0000:x:CELLS:::'",
    recognises=lambda text: _HEAD.match(text.lstrip()) is not None,
    read=_read,
    write=each(_write),
    show=show_one_line,
    several=True,
)
