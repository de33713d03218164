"""Hitori up to three by four cells, by every choice of shaded cells."""

from functools import partial

from coversat.problems import Hitori

from . import boards, drawn_clues, has_neighbours, shadings, with_few

BOARDS = {
    "one cell": "1",
    "nothing to shade": "1 2 / 2 1",
    "a line of equal numbers": "1 1 1 1",
    "a corner would be cut off": "1 2 1 / 2 1 1 / 1 1 2",
    "three by three": "1 1 2 / 2 3 1 / 3 3 3",
    "cells without a number": "1 - 1 / - - - / 1 - 1",
    "three by four": "1 2 2 4 / 3 2 1 4 / 1 3 2 2",
}
instances = partial(boards, Hitori, BOARDS, with_few(shadings, has_neighbours))
drawn = partial(drawn_clues, Hitori, "1234", (1, 3), (1, 4))
