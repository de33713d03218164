"""Hitori up to three by four cells, by every choice of shaded cells."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Hitori

from . import Instance, board_of, instance, shadings

PROJECTED = {"cnf:tree"}


def hitori(name: str, *rows: str) -> Instance:
    problem = board_of(Hitori, rows)
    return instance(name, problem, shadings(problem))


def instances() -> Iterator[Instance]:
    yield hitori("one cell", "1")
    yield hitori("nothing to shade", "1 2", "2 1")
    yield hitori("a line of equal numbers", "1 1 1 1")
    yield hitori("a corner would be cut off", "1 2 1", "2 1 1", "1 1 2")
    yield hitori("three by three", "1 1 2", "2 3 1", "3 3 3")
    yield hitori("cells without a number", "1 - 1", "- - -", "1 - 1")
    yield hitori("three by four", "1 2 2 4", "3 2 1 4", "1 3 2 2")


def drawn(chance: random.Random) -> Hitori:
    """Numbers by chance, no larger than the longer side."""
    rows, columns = chance.randint(1, 3), chance.randint(1, 4)
    numbers = "1234"[: max(rows, columns)]
    return board_of(Hitori, [" ".join(chance.choice(numbers) for _ in range(columns)) for _ in range(rows)])
