"""Yin-Yang up to three by four cells, by every colouring."""

from functools import partial

from coversat.problems import YinYang

from . import boards, drawn_clues, has_square, shadings, with_few

BOARDS = {
    "one cell": "-",
    "three parts of a line": "w b w",
    "a checkerboard": "w b / b w",
    "two by two": "w - / - -",
    "unique": "w b - / w - b",
    "three by three": "w - b / - - - / - - -",
    "three by four": "- b - - / w - - b / - - w -",
}
instances = partial(boards, YinYang, BOARDS, with_few(shadings, has_square))
drawn = partial(drawn_clues, YinYang, "----wb", (1, 3), (1, 4))
