"""Shikaku up to three by four cells, by every division into areas."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Shikaku

from . import Instance, board_of, drawn_board, instance, shadings


def shikaku(name: str, *rows: str) -> Instance:
    problem = board_of(Shikaku, rows)
    return instance(name, problem, shadings(problem, problem.values))


def instances() -> Iterator[Instance]:
    yield shikaku("one cell", "1")
    yield shikaku("too large", "2")
    yield shikaku("too small", "- 1")
    yield shikaku("two ways", "2 -", "- 2")
    yield shikaku("unique", "2 - 1", "- 3 -")
    yield shikaku("a square", "4 - 2", "- - -")
    yield shikaku("no rectangle fits", "3 -", "- 1")
    yield shikaku("three by three", "- 3 -", "- - 3", "3 - -")


def drawn(chance: random.Random) -> Shikaku:
    """A board of 9 cells at most."""
    return drawn_board(Shikaku, (3, 3), chance)
