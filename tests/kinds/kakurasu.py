"""Kakurasu up to three by four cells, by every choice of shaded cells."""

from functools import partial

from coversat.problems import Kakurasu

from . import boards, drawn_board, shadings

BOARDS = {
    "one cell": "kakurasu 1 1 / - / 1 / -",
    "no clue": "kakurasu 1 2 / - - / - / - -",
    "several answers": "kakurasu 2 3 / - - - / 3 - / - - - / - - -",
    "unique": "kakurasu 2 2 / 2 3 / 2 3 / - - / - -",
    "sums that clash": "kakurasu 2 2 / 3 3 / 0 - / - - / - -",
    "no such sum": "kakurasu 1 3 / - - - / 7 / - - -",
    "three by four": "kakurasu 3 4 / 1 5 - 2 / 7 - 2 / - - - - / - - - - / - - - -",
}
instances = partial(boards, Kakurasu, BOARDS, shadings)
drawn = partial(drawn_board, Kakurasu, (3, 4))
