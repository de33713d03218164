"""Tents up to three by four cells, by every choice of tents."""

from functools import partial

from coversat.problems import Tents

from . import boards, drawn_board, shadings

PROJECTED = ("cnf:mixed", "cnf:regular", "cnf:mdd", "cnf:table", "cnf:totalizer", "cnf:order")
BOARDS = {
    "a tree alone": "tents 1 1 / - / - / x",
    "beside a tree": "tents 1 2 / - - / - / x -",
    "two sides": "tents 1 3 / - - - / - / - x -",
    "two trees, one tent apart": "tents 1 4 / - - - - / - / - x x -",
    "a tent of its own": "tents 2 3 / - - - / - - / x x x / - - -",
    "unique": "tents 3 3 / 1 0 1 / - - - / x - - / - - - / - x -",
    "numbers that clash": "tents 2 3 / 0 - - / - 0 / - x - / - - -",
}
instances = partial(boards, Tents, BOARDS, shadings)
drawn = partial(drawn_board, Tents, (3, 4))
