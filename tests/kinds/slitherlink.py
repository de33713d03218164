"""Slitherlinks up to three by four cells, by every choice of the cells inside."""

from functools import partial

from coversat.problems import Slitherlink

from . import boards, drawn_clues, shadings

PROJECTED = {"cnf:tree"}
BOARDS = {
    "one cell": "-",
    "no loop is left": "0",
    "an impossible clue": "3",
    "two cells": "3 3",
    "several loops": "- - / - -",
    "three by three": "3 2 3 / - - - / - - -",
    "a hole is no loop": "2 2 2 / 2 - 2 / 2 2 2",
    "unique": "2 - - 2 / - 3 - - / 2 - 1 -",
}
instances = partial(boards, Slitherlink, BOARDS, shadings)
drawn = partial(drawn_clues, Slitherlink, "-----01223", (1, 3), (1, 4))
