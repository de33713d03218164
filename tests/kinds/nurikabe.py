"""Nurikabe up to three by four cells, by every choice of the sea."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Nurikabe

from . import Instance, board_of, instance, shadings

PROJECTED = {"cnf:tree"}


def nurikabe(name: str, *rows: str) -> Instance:
    problem = board_of(Nurikabe, rows)
    return instance(name, problem, shadings(problem))


def instances() -> Iterator[Instance]:
    yield nurikabe("one cell", "-")
    yield nurikabe("a square of sea", "- -", "- -")
    yield nurikabe("one island", "- 2", "- -")
    yield nurikabe("numbers side by side", "1 1", "- -")
    yield nurikabe("a size that is unknown", "? - -", "- - 1")
    yield nurikabe("three by three", "- - 2", "- - -", "2 - -")
    yield nurikabe("three by four", "2 - - -", "- - - 3", "- 1 - -")


def drawn(chance: random.Random) -> Nurikabe:
    """Few small numbers."""
    rows, columns = chance.randint(1, 3), chance.randint(1, 4)
    return board_of(
        Nurikabe, [" ".join(chance.choice("-------123?") for _ in range(columns)) for _ in range(rows)]
    )
