"""Kurodoko up to three by four cells, by every choice of shaded cells."""

from functools import partial

from coversat.problems import Kurodoko

from . import boards, drawn_clues, has_neighbours, shadings, with_few

BOARDS = {
    "one cell": "-",
    "alone": "1",
    "more than the board": "4 - / - -",
    "two by three": "- - 3 / 2 - -",
    "without a number": "? - 3 / - ? -",
    "no clue": "- - - / - - -",
    "three by three": "- - 2 / - - - / 4 5 -",
    "three by four": "- 5 - - / - - - - / - - - 4",
}
instances = partial(boards, Kurodoko, BOARDS, with_few(shadings, has_neighbours))
drawn = partial(drawn_clues, Kurodoko, "------2345", (1, 3), (1, 4))
