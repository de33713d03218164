"""Simple loops up to four by five cells, by every border of faces."""

from functools import partial

from coversat.problems import SimpleLoop

from . import boards, drawn_clues, drawn_lines, has_crossing, with_few

BOARDS = {
    "one cell": "-",
    "a small loop": "- - / - -",
    "only blocked cells": "x x / x x",
    "an odd number of cells": "- - - / - - - / - - -",
    "unique": "- - - - / - x x - / - - - -",
    "two rows": "- - - - / - - - -",
    "two parts": "- - x - - / - - x - -",
    "four by four": "- - - - / - - - - / - - - - / - - - -",
    "four by five": "- - - - - / - x - - - / - - - x - / - - - - -",
}
instances = partial(boards, SimpleLoop, BOARDS, with_few(drawn_lines, has_crossing))
drawn = partial(drawn_clues, SimpleLoop, "-------x", (2, 4), (2, 4))
