"""Akari up to three by four cells, by every choice of bulbs."""

from functools import partial

from coversat.problems import Akari

from . import boards, drawn_board, has_neighbours, shadings, with_few

BOARDS = {
    "one cell": "-",
    "a black cell alone": "x",
    "a clue that cannot hold": "1",
    "two answers": "- -",
    "unique": "- 2 - / x - x",
    "clues in a corner": "- 1 - / 1 - - / - - 0",
    "zero": "- 0 - / - - -",
    "three by four": "- - - 2 / x - - - / - 1 - -",
}
instances = partial(boards, Akari, BOARDS, with_few(shadings, has_neighbours))
drawn = partial(drawn_board, Akari, (3, 4))
