"""Queens on up to five rows, some placed, some squares blocked; by every way to put one in each row."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from coversat.problems import Queens
from coversat.problems.grid import Cell

from . import Instance, instance


def queens(name: str, size: int, placed: tuple[Cell, ...] = (), blocked: tuple[Cell, ...] = ()) -> Instance:
    return instance(name, Queens(size, placed, blocked), product(range(size), repeat=size))


def instances() -> Iterator[Instance]:
    yield queens("one square", 1)
    yield queens("one square, blocked", 1, (), ((0, 0),))
    yield queens("three rows", 3)
    yield queens("four rows", 4)
    yield queens("a queen placed", 4, ((1, 3),))
    yield queens("a square blocked", 4, (), ((0, 1),))
    yield queens("two in a row", 4, ((0, 1), (0, 2)))
    yield queens("two on a diagonal", 5, ((0, 0), (3, 3)))
    yield queens("a row blocked", 4, (), ((2, 0), (2, 1), (2, 2), (2, 3)))
    yield queens("placed and blocked", 5, ((2, 4),), ((0, 1), (4, 4)))
    yield queens("five rows, some blocked", 5, (), ((0, 0), (1, 1), (4, 0), (3, 0)))


def drawn(chance: random.Random) -> Queens:
    """Up to eight rows; some squares blocked, and up to two queens anywhere."""
    size = chance.randint(1, 8)
    squares = chance.sample(list(product(range(size), repeat=2)), size * size)
    placed = squares[: chance.choice((0, 0, 1, 2))]
    blocked = squares[2 : 2 + chance.randrange(size * size // 2 + 1)]
    return Queens(size, tuple(placed), tuple(blocked))
