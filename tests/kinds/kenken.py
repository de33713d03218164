"""KenKen up to three by three cells, by every choice of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from coversat.problems import Kenken
from coversat.problems.grid import Grid

from . import boards, drawn_board, filled_cells, fillings
from .latin import grids

parts = filled_cells
ITEMS = {"cell": r"r\d+c\d+", "line": r"(row|column).*", "cage": r"cage.*", "digit": r"digit@.*"}


def candidates(problem: Kenken) -> Iterable[Grid]:
    """Every filling of a small board; of three rows, those whose rows are permutations."""
    return fillings(problem) if problem.rows < 3 else grids(problem.rows)


BOARDS = {
    "one cell": "1 | 1",
    "a wrong cell": "2 | 1",
    "a difference": "1- - / - - | 1 1 / 2 2",
    "any operation": "2 - / - - | 1 2 / 1 2",
    "sum and quotient": "6+ - 3/ / - 12 - / - - - | 1 1 2 / 1 3 2 / 3 3 3",
    "three products": "6* - - / - - - / 0- - - | 1 1 1 / 2 2 2 / 3 3 3",
    "a cage without a clue": "2- - - / - - - / - - - | 1 2 2 / 1 2 2 / 3 3 3",
}
instances = partial(boards, Kenken, BOARDS, candidates)
drawn = partial(drawn_board, Kenken, (3, 3))
