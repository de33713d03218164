"""Kurodoko up to three by four cells, by every choice of shaded cells."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Kurodoko

from . import Instance, board_of, instance, shadings

PROJECTED = {"cnf:tree"}


def kurodoko(name: str, *rows: str) -> Instance:
    problem = board_of(Kurodoko, rows)
    return instance(name, problem, shadings(problem))


def instances() -> Iterator[Instance]:
    yield kurodoko("one cell", "-")
    yield kurodoko("alone", "1")
    yield kurodoko("more than the board", "4 -", "- -")
    yield kurodoko("two by three", "- - 3", "2 - -")
    yield kurodoko("no clue", "- - -", "- - -")
    yield kurodoko("three by three", "- - 2", "- - -", "4 5 -")
    yield kurodoko("three by four", "- 5 - -", "- - - -", "- - - 4")


def drawn(chance: random.Random) -> Kurodoko:
    """Small numbers by chance."""
    rows, columns = chance.randint(1, 3), chance.randint(1, 4)
    return board_of(
        Kurodoko, [" ".join(chance.choice("------2345") for _ in range(columns)) for _ in range(rows)]
    )
