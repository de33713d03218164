"""Fillomino up to two by three cells, by every choice of numbers."""

from functools import partial

from coversat.problems import Fillomino

from . import boards, drawn_board, filled_cells, fillings

PROJECTED = {"cnf:tree"}
parts = filled_cells
BOARDS = {
    "one cell": "-",
    "two cells": "- -",
    "no answer": "1 1",
    "too large a number": "5 - / - -",
    "two by two": "- - / - -",
    "unique": "1 - / - 3",
    "two clues in one area": "3 - 3",
    "two by three": "- 2 - / - - -",
    "areas without clues": "- - - / - - 1",
    "three by two": "4 - / - - / - 2",
}
instances = partial(boards, Fillomino, BOARDS, fillings)
drawn = partial(drawn_board, Fillomino, (2, 4))
