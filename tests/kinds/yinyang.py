"""Yin-Yang up to three by four cells, by every colouring."""

from functools import partial

from coversat.problems import YinYang

from . import boards, drawn_clues, shadings

PROJECTED = {"cnf:tree"}
BOARDS = {
    "one cell": "-",
    "three parts of a line": "w b w",
    "a checkerboard": "w b / b w",
    "two by two": "w - / - -",
    "unique": "w b - / w - b",
    "three by three": "w - b / - - - / - - -",
    "three by four": "- b - - / w - - b / - - w -",
}
instances = partial(boards, YinYang, BOARDS, shadings)
drawn = partial(drawn_clues, YinYang, "----wb", (1, 3), (1, 4))
