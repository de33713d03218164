"""Dominosas up to order two, by every tiling of the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from coversat.problems import Dominosa
from coversat.problems.dominosa import Tiling

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
