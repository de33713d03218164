"""Suguru up to two by three cells, by every choice of numbers."""

from functools import partial

from coversat.problems import Suguru

from . import boards, drawn_board, filled_cells, fillings

parts = filled_cells
BOARDS = {
    "one cell": "- | 1",
    "two cells": "- - | 1 1",
    "no answer": "- - | 1 2",
    "cells that do not touch": "- - 3 | 1 1 1",
    "unique": "1 - - - | 1 1 2 2",
    "regions of three": "- - - / - 1 - | 1 1 1 / 2 2 2",
    "two by three": "- 3 - / - - - | 1 1 2 / 1 1 2",
    "three by two": "- 1 / - - / - 2 | 1 1 / 1 1 / 2 2",
}
instances = partial(boards, Suguru, BOARDS, fillings)
drawn = partial(drawn_board, Suguru, (2, 4))
