"""Langford pairs up to four, by every order of the numbers.  Read backwards, an answer is another one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from coversat.problems import Langford

from . import Instance, Part, instance

COUNTS = (0, 2)


def parts(problem: Langford, answer: tuple[int, ...], chance: random.Random) -> Iterator[Part]:
    """Some of the numbers that are there twice, at both places; 0 in the other places."""
    twice = [number for number in sorted(set(answer)) if answer.count(number) == 2]
    for size in range(problem.pairs + 1):
        chosen = frozenset(chance.sample(twice, min(size, len(twice))))
        part = tuple(number if number in chosen else 0 for number in answer)

        def holds(other: Any, part: Any = part, chosen: Any = chosen) -> bool:
            return part == tuple(number if number in chosen else 0 for number in other)

        yield part, holds


def lines(pairs: int) -> list[tuple[int, ...]]:
    """Every order of the numbers 1 to n, each twice; of few, every line, with other numbers too."""
    if pairs < 3:
        return list(product(range(pairs + 2), repeat=2 * pairs))
    return sorted(set(permutations([number for number in range(1, pairs + 1) for _ in range(2)])))


def instances() -> Iterator[Instance]:
    for pairs in range(1, 5):
        yield instance(f"{pairs} pairs", Langford(pairs), lines(pairs))


def drawn(chance: random.Random) -> Langford:
    """Up to seven pairs."""
    return Langford(chance.randint(1, 7))
