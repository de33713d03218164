"""Suguru up to three by three cells, by every choice of numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Suguru

from . import Instance, board_of, drawn_board, filled_cells, instance, shadings

parts = filled_cells


def suguru(regions: str, name: str, *rows: str) -> Instance:
    problem = board_of(Suguru, rows, regions.split("/"))
    return instance(name, problem, shadings(problem, problem.values))


def instances() -> Iterator[Instance]:
    yield suguru("1", "one cell", "-")
    yield suguru("1 1", "two cells", "- -")
    yield suguru("1 2", "no answer", "- -")
    yield suguru("1 1 2 2", "unique", "1 - - -")
    yield suguru("1 1 1/2 2 2", "regions of three", "- - -", "- 1 -")
    yield suguru("1 1 2/1 2 2/1 2 3", "three by three", "- - -", "- - 3", "- - -")


def drawn(chance: random.Random) -> Suguru:
    """A board of 8 cells at most."""
    return drawn_board(Suguru, (2, 4), chance)
