"""Latin squares up to order four."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

from coversat.problems import Latin
from coversat.problems.grid import Grid

from . import Instance, filled_cells, instance
from .sudoku import filled_rows

parts = filled_cells


@cache
def grids(order: int) -> tuple[Grid, ...]:
    """Up to order three, every grid whose rows are permutations; beyond, every Latin square."""
    if order > 3:
        return tuple(filled_rows(((0,) * order,) * order))
    return tuple(product(permutations(range(1, order + 1)), repeat=order))


def latin(name: str, *rows: str) -> Instance:
    problem = Latin(tuple(tuple(map(int, row)) for row in rows))
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
