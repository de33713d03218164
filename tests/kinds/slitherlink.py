"""Slitherlinks up to three by four cells, by every choice of the cells inside."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Slitherlink

from . import Instance, board_of, instance, shadings

PROJECTED = {"cnf:tree"}


def slitherlink(name: str, *rows: str) -> Instance:
    problem = board_of(Slitherlink, rows)
    return instance(name, problem, shadings(problem))


def instances() -> Iterator[Instance]:
    yield slitherlink("one cell", "-")
    yield slitherlink("no loop is left", "0")
    yield slitherlink("an impossible clue", "3")
    yield slitherlink("two cells", "3 3")
    yield slitherlink("several loops", "- -", "- -")
    yield slitherlink("three by three", "3 2 3", "- - -", "- - -")
    yield slitherlink("a hole is no loop", "2 2 2", "2 - 2", "2 2 2")
    yield slitherlink("unique", "2 - - 2", "- 3 - -", "2 - 1 -")


def drawn(chance: random.Random) -> Slitherlink:
    """Each cell of a small board has a clue with probability 1/3."""
    columns = chance.randint(1, 4)
    return board_of(
        Slitherlink,
        [" ".join(chance.choice("-----01223") for _ in range(columns)) for _ in range(chance.randint(1, 3))],
    )
