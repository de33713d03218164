"""Fillomino up to two by three cells, by every choice of numbers."""

from functools import partial

from coversat.problems import Fillomino
from coversat.problems.grid import Grid

from . import boards, drawn_board, filled_cells, fillings, with_few

parts = filled_cells


def does_not_divide(grid: Grid) -> bool:
    """A number that does not stand in whole areas, whatever these are."""
    numbers = [number for row in grid for number in row]
    return any(numbers.count(number) % number for number in {*numbers})


BOARDS = {
    "one cell": "-",
    "two cells": "- -",
    "no answer": "1 1",
    "too large a number": "5 - / - -",
    "two by two": "- - / - -",
    "unique": "1 - / - 3",
    "two clues in one area": "3 - 3",
    "two areas of one size": "1 2 - 1",
    "two by three": "- 2 - / - - -",
    "areas without clues": "- - - / - - 1",
    "three by two": "4 - / - - / - 2",
}
instances = partial(boards, Fillomino, BOARDS, with_few(fillings, does_not_divide))
drawn = partial(drawn_board, Fillomino, (2, 4))
