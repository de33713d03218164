"""Binairo up to four by four cells, by every choice of 1s and 2s."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import permutations, product

from coversat.problems import Binairo
from coversat.problems.grid import Grid

from . import boards, drawn_board, filled_cells, fillings

parts = filled_cells


def candidates(problem: Binairo) -> Iterable[Grid]:
    """Every filling of a board of two rows; of more, those whose rows hold as many 1s as 2s."""
    if problem.rows < 3:
        return fillings(problem)
    half = problem.columns // 2
    return product(sorted(set(permutations((1, 2) * half))), repeat=problem.rows)


BOARDS = {
    "two by two": "- - / - -",
    "unique": "1 - / - -",
    "a clash": "1 1 / - -",
    "two by four": "- - 1 1 / - - - -",
    "three in a row": "1 1 1 - / - - - -",
    "two by six": "1 - - - 2 - / - - - - - -",
    "four by four": "1 - - - / - - 2 - / - 1 - - / - - - 2",
}
instances = partial(boards, Binairo, BOARDS, candidates)
drawn = partial(drawn_board, Binairo, (2, 4))
