"""Heyawake up to three by four cells, by every choice of shaded cells."""

from __future__ import annotations

import random
from functools import partial

from coversat.problems import Heyawake

from . import board_of, boards, drawn_regions, has_neighbours, random_rows, shadings, with_few

BOARDS = {
    "one cell": "- | a",
    "too many shaded cells": "2 - / - - | a a / b b",
    "two rooms": "1 - - / - - 1 | a a b / a b b",
    "three rooms in a line": "- - - - | a b b c",
    "rooms that are no rectangles": "2 - - / - - - / - - 1 | a a a / a b b / b b b",
    "unique": "- 1 - / 1 - - | a a a / b b c",
    "a room twice in a line": "- - - / 0 - - / - - - | a b a / a b a / a a a",
    "three by four": "- 1 1 - / - - - - / - 0 1 - | a b b b / c d e e / f d e g",
}
instances = partial(boards, Heyawake, BOARDS, with_few(shadings, has_neighbours))


def drawn(chance: random.Random) -> Heyawake:
    """Rooms by chance, some with small numbers."""
    rows, columns = chance.randint(1, 3), chance.randint(1, 4)
    clues = random_rows("-----012", rows, columns, chance)
    return board_of(Heyawake, clues, drawn_regions(chance, rows, columns))
