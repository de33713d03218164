"""Futoshiki up to three by three cells, by every choice of numbers."""

from functools import partial

from coversat.problems import Futoshiki

from . import boards, drawn_board, fillings, has_repeats, with_few

BOARDS = {
    "one cell": "futoshiki 1 1 / -",
    "two by two": "futoshiki 2 2 / > - / - -",
    "no clue": "futoshiki 2 2 / - - / - -",
    "signs that clash": "futoshiki 2 2 / >v - / > -",
    "a number and a sign": "futoshiki 2 2 / 2< - / - -",
    "unique": "futoshiki 3 3 / < < - / ^ - - / - - -",
    "several answers": "futoshiki 3 3 / - ^ - / - - v / 1 - -",
}
instances = partial(boards, Futoshiki, BOARDS, with_few(fillings, has_repeats))
drawn = partial(drawn_board, Futoshiki, (2, 3))
