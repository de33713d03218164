"""Nurikabe up to three by four cells, by every choice of the sea."""

from functools import partial

from coversat.problems import Nurikabe

from . import boards, drawn_clues, has_square, shadings, with_few

BOARDS = {
    "one cell": "-",
    "a square of sea": "- - / - -",
    "one island": "- 2 / - -",
    "numbers side by side": "1 1 / - -",
    "a size that is unknown": "? - - / - - 1",
    "three by three": "- - 2 / - - - / 2 - -",
    "three by four": "2 - - - / - - - 3 / - 1 - -",
}
instances = partial(boards, Nurikabe, BOARDS, with_few(shadings, has_square))
drawn = partial(drawn_clues, Nurikabe, "-------123?", (1, 3), (1, 4))
