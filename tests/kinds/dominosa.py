"""Dominosas up to order two, by every tiling of the board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

from coversat.kinds.dominosa import Tiling
from coversat.problems import Dominosa
from coversat.problems.grid import Cell

from . import Instance, instance
from .sudominoku import tilings


@cache
def tilings_of(order: int) -> tuple[Tiling, ...]:
    """Every tiling of the board of an order."""
    return tuple(tilings(frozenset(product(range(order + 1), range(order + 2)))))


def dominosa(name: str, *rows: str) -> Instance:
    problem = Dominosa(tuple(tuple(map(int, row)) for row in rows))
    return instance(name, problem, tilings_of(problem.order))


def instances() -> Iterator[Instance]:
    yield dominosa("one laying", "001", "110")
    yield dominosa("two layings", "000", "111")
    yield dominosa("several", "001", "011")
    yield dominosa("one digit too often", "000", "001")
    yield dominosa("order two, one laying", "2210", "0012", "2101")
    yield dominosa("order two, several", "0011", "2201", "2012")
    yield dominosa("order two, none", "0000", "1111", "2222")
    yield dominosa("order two, none, but often enough", "0210", "1202", "2011")


def drawn(chance: random.Random) -> Dominosa:
    """Up to order four: a set laid by chance, or, now and then, digits anywhere."""
    order = chance.randint(1, 4)
    cells = list(product(range(order + 1), range(order + 2)))
    digits = {cell: chance.randint(0, order) for cell in cells}
    if chance.random() < 0.8:
        dominoes = [(a, b) for a in range(order + 1) for b in range(a + 1)]
        chance.shuffle(dominoes)
        for pair, domino in zip(random_tiling(set(cells), chance), dominoes, strict=True):
            digits |= zip(pair, chance.sample(domino, 2), strict=True)
    return Dominosa(tuple(tuple(digits[r, c] for c in range(order + 2)) for r in range(order + 1)))


def random_tiling(cells: set[Cell], chance: random.Random) -> list[tuple[Cell, Cell]]:
    """Dominoes on exactly these cells."""
    while True:
        free, laid = set(cells), []
        while free:
            r, c = first = min(free)
            beside = [cell for cell in ((r, c + 1), (r + 1, c)) if cell in free]
            if not beside:
                break
            second = chance.choice(beside)
            laid.append((first, second))
            free -= {first, second}
        if not free:
            return laid
