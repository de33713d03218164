"""KenKen up to three by three cells, by every choice of numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Kenken

from . import Instance, board_of, drawn_board, filled_cells, instance, shadings

parts = filled_cells
ITEMS = {"cell": r"r\d+c\d+", "line": r"(row|column).*", "cage": r"cage.*", "digit": r"digit@.*"}


def kenken(regions: str, name: str, *rows: str) -> Instance:
    problem = board_of(Kenken, rows, regions.split("/"))
    return instance(name, problem, shadings(problem, problem.values))


def instances() -> Iterator[Instance]:
    yield kenken("1", "one cell", "1")
    yield kenken("1", "a wrong cell", "2")
    yield kenken("1 1/2 2", "a difference", "1- -", "- -")
    yield kenken("1 2/1 2", "any operation", "2 -", "- -")
    yield kenken("1 1 2/1 3 2/3 3 3", "sum and quotient", "6+ - 3/", "- 12 -", "- - -")
    yield kenken("1 1 1/2 2 2/3 3 3", "three products", "6* - -", "- - -", "0- - -")
    yield kenken("1 2 2/1 2 2/3 3 3", "a cage without a clue", "2- - -", "- - -", "- - -")


def drawn(chance: random.Random) -> Kenken:
    """A board of 9 cells at most."""
    return drawn_board(Kenken, (3, 3), chance)
