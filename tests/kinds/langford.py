"""Langford pairs up to four, by every order of the numbers.  Read backwards, an answer is another one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from coversat.problems import Langford

from . import Instance, instance

COUNTS = (0, 2)


def lines(pairs: int) -> list[tuple[int, ...]]:
    """Every order of the numbers 1 to n, each twice."""
    return sorted(set(permutations([number for number in range(1, pairs + 1) for _ in range(2)])))


def instances() -> Iterator[Instance]:
    for pairs in range(1, 5):
        yield instance(f"{pairs} pairs", Langford(pairs), lines(pairs))
