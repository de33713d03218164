"""Numbrix up to two by three cells, by every choice of numbers."""

from functools import partial

from coversat.problems import Numbrix
from coversat.problems.grid import Grid

from . import boards, drawn_board, fillings, with_few


def has_one_twice(grid: Grid) -> bool:
    numbers = [number for row in grid for number in row]
    return len({*numbers}) < len(numbers)


BOARDS = {
    "one cell": "numbrix 1 1 / -",
    "one row": "numbrix 1 4 / - - - -",
    "two by two": "numbrix 2 2 / - - / - 1",
    "unique": "numbrix 2 3 / 1 - - / 6 - -",
    "several answers": "numbrix 2 3 / - - - / - - 1",
    "too far away": "numbrix 2 3 / 1 - - / - - 2",
    "the same number twice": "numbrix 2 2 / 1 - / - 1",
    "a number too large": "numbrix 1 2 / - 3",
}
instances = partial(boards, Numbrix, BOARDS, with_few(fillings, has_one_twice))
drawn = partial(drawn_board, Numbrix, (2, 3))
