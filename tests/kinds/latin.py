"""Latin squares up to order four."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

from coversat.problems import Latin
from coversat.problems.grid import Grid

from . import Instance, filled_cells, grid, instance
from .sudoku import filled_rows

parts = filled_cells


@cache
def grids(order: int) -> tuple[Grid, ...]:
    """Up to order three, every grid whose rows are permutations; beyond, every Latin square."""
    if order > 3:
        return tuple(filled_rows(((None,) * order,) * order))
    return tuple(product(permutations(range(1, order + 1)), repeat=order))


def latin(name: str, *rows: str) -> Instance:
    problem = Latin(grid(*rows))
    return instance(name, problem, grids(problem.order))


def instances() -> Iterator[Instance]:
    yield latin("one cell", "0")
    yield latin("one cell, given", "1")
    yield latin("order two", "00", "00")
    yield latin("one given", "00", "01")
    yield latin("order three", "000", "000", "000")
    yield latin("a clash in a row", "100", "303", "000")
    yield latin("a clash in a column", "200", "000", "200")
    yield latin("no answer, no clash", "120", "003", "000")
    yield latin("order four, several", "1230", "2000", "0010", "0000")
    yield latin("order four, unique", "1200", "0040", "3000", "0021")


def cyclic(order: int, chance: random.Random) -> list[list[int]]:
    """A Latin square: the cyclic one with its rows, columns and digits changed about."""
    rows, columns, digits = (chance.sample(range(order), order) for _ in range(3))
    return [[digits[(r + c) % order] + 1 for c in columns] for r in rows]


def some_of(square: list[list[int]], share: float, chance: random.Random) -> Grid:
    """About this share of the cells; in every fifth grid some of them are any digit."""
    wrong = 0.2 if chance.random() < 0.2 else 0.0

    def cell(digit: int) -> int | None:
        if chance.random() >= share:
            return None
        return chance.randint(1, len(square)) if chance.random() < wrong else digit

    return tuple(tuple(map(cell, row)) for row in square)


def drawn(chance: random.Random) -> Latin:
    """Up to order seven, some cells of a square."""
    order = chance.randint(1, 7)
    return Latin(some_of(cyclic(order, chance), chance.choice((0.3, 0.4, 0.5)), chance))
