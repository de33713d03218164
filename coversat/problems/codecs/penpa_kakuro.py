"""Kakuro as a link of Penpa+: black cells are symbols, clues are corner numbers.

A corner number's name is four times a corner's number and its place: 1 at the top right of its cell is the
clue across, 2 at the bottom left the clue down.
"""

from __future__ import annotations

from ...kinds.kakuro.rules import ACROSS, DOWN, Clue, Kakuro
from ..grid import Grid
from ..problem import Form
from ..text import Token
from .lines import line_form
from .penpa import grid_name, notes, numbered, read_drawing, written

_CLUES, _SYMBOLS = "z1", "zY"
_DIRECTIONS = {1: ACROSS, 2: DOWN}
_LARGEST = 999


def _read(token: Token) -> Kakuro:
    drawing = read_drawing(token)
    drawing.only((_CLUES, _SYMBOLS), ("kakuro",))
    black = set()
    for number, symbol in numbered(drawing.parts.get(_SYMBOLS)):
        shape = symbol.items()[1:2]
        if not shape or shape[0].data != "kakuro":
            raise symbol.error("the symbol of a black cell")
        black.add(drawing.cell(number, symbol))
    white = tuple(tuple((r, c) not in black for c in range(drawing.columns)) for r in range(drawing.rows))
    board = Kakuro(white, ())
    clues = []
    for number, entry in numbered(drawing.parts.get(_CLUES)):
        corner, place = divmod(number, 4)
        row, column = drawing.cell(corner - drawing.cell_count, entry)
        if place not in _DIRECTIONS:
            raise entry.error("a clue at the top right or the bottom left of its cell")
        clue = Clue(row, column, _DIRECTIONS[place], written(entry, 1, _LARGEST))
        if white[row][column] or not board.is_white(clue.first_cell):
            raise entry.error("a clue on a black cell with white cells beside it")
        clues.append(clue)
    return Kakuro(white, tuple(clues))


FORM: Form[Kakuro, Grid] = line_form(
    name="penpa",
    about="links of Penpa+ to kakuro, one a line",
    recognises=lambda text: grid_name(text) == "kakuro",
    read=_read,
    notes=notes,
)
