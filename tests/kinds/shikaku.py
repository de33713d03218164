"""Shikaku up to three by four cells, by every division into areas."""

from functools import partial

from coversat.problems import Shikaku

from . import boards, drawn_board, fillings

BOARDS = {
    "one cell": "1",
    "too large": "2",
    "too small": "- 1",
    "two ways": "2 - / - 2",
    "unique": "2 - 1 / - 3 -",
    "a square": "4 - 2 / - - -",
    "no rectangle fits": "3 - / - 1",
    "of any area": "? - 1 / - ? -",
    "any and a number": "? - / - 2",
    "three by three": "- - 3 / - - - / 6 - -",
}
instances = partial(boards, Shikaku, BOARDS, fillings)
drawn = partial(drawn_board, Shikaku, (3, 3))
