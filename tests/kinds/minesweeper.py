"""Minesweeper up to three by four cells, by every choice of mines."""

from functools import partial

from coversat.problems import Minesweeper

from . import boards, drawn_board, shadings

BOARDS = {
    "no mine": "minesweeper 1 1 0 / -",
    "one mine": "minesweeper 1 1 1 / -",
    "too many around": "minesweeper 1 2 2 / 8 -",
    "any of two": "minesweeper 2 2 1 / 1 - / - #",
    "unique": "minesweeper 3 3 2 / 1 - - / - 2 - / - - 1",
    "none around a zero": "minesweeper 2 3 2 / 0 - - / - - -",
    "without a total": "minesweeper 2 3 / 1 - - / - # 1",
    "several": "minesweeper 2 4 3 / - 2 - - / - - - 1",
}
instances = partial(boards, Minesweeper, BOARDS, shadings)
drawn = partial(drawn_board, Minesweeper, (3, 4))
ITEMS = {
    "cell": r"r\d+c\d+",
    "value of a cell": r"digit@r\d+c\d+",
    "open cell": r"r\d+c\d+isopen",
    "around": r"\d+mines?aroundr\d+c\d+",
    "in all": r"\d+minesinall|1mineinall",
}
