"""Slitherlinks up to three by four cells, by every choice of the cells inside."""

from functools import partial
from itertools import pairwise

from coversat.problems import Slitherlink
from coversat.problems.grid import Grid

from . import boards, drawn_clues, shadings, with_few


def meets_itself(grid: Grid) -> bool:
    """Two cells inside and two outside, crosswise around a corner."""
    return any(
        a == d != b == c
        for upper, lower in pairwise(grid)
        for (a, b), (c, d) in zip(pairwise(upper), pairwise(lower), strict=True)
    )


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
instances = partial(boards, Slitherlink, BOARDS, with_few(shadings, meets_itself))
drawn = partial(drawn_clues, Slitherlink, "-----01223", (1, 3), (1, 4))
