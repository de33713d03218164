"""Masyu up to four by four cells, by every border of faces."""

from functools import partial

from coversat.problems import Masyu

from . import boards, drawn_clues, drawn_lines, has_crossing, with_few

BOARDS = {
    "one cell": "-",
    "a small loop": "- - / - -",
    "a line has no loop": "- w -",
    "a black circle needs room": "b - / - -",
    "several loops": "- - - / - - -",
    "white circles": "- w - / w - - / - - -",
    "black in a corner": "b - - - / - - - - / - - - w",
    "two or more": "b - - - / - - - w / - - - - / - w - -",
    "unique": "- - - b / - - - - / b - w -",
}
instances = partial(boards, Masyu, BOARDS, with_few(drawn_lines, has_crossing))
drawn = partial(drawn_clues, Masyu, "-----bw", (2, 4), (2, 4))
