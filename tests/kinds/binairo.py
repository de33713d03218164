"""Binairo up to four by four cells, by every choice of 1s and 2s."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Binairo

from . import Instance, board_of, drawn_board, filled_cells, instance, shadings

parts = filled_cells


def binairo(name: str, *rows: str) -> Instance:
    problem = board_of(Binairo, rows)
    return instance(name, problem, shadings(problem, (1, 2)))


def instances() -> Iterator[Instance]:
    yield binairo("two by two", "- -", "- -")
    yield binairo("unique", "1 -", "- -")
    yield binairo("a clash", "1 1", "- -")
    yield binairo("two by four", "- - 1 1", "- - - -")
    yield binairo("three in a row", "1 1 1 -", "- - - -")
    yield binairo("two by six", "1 - - - 2 -", "- - - - - -")
    yield binairo("four by four", "1 - - -", "- - 2 -", "- 1 - -", "- - - 2")


def drawn(chance: random.Random) -> Binairo:
    """A board of 16 cells at most."""
    return drawn_board(Binairo, (2, 4), chance)
