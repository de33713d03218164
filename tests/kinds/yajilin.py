"""Yajilin up to three by four cells, by every border of faces; cells off the loop are shaded."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Yajilin

from . import Instance, board_of, drawn_lines, instance

SHADED = 16
PROJECTED = {"cnf:tree"}


def yajilin(name: str, *rows: str) -> Instance:
    problem = board_of(Yajilin, rows)
    shaded = (
        tuple(
            tuple(held or SHADED * ((r, c) not in problem.clue_at) for c, held in enumerate(row))
            for r, row in enumerate(lines)
        )
        for lines in drawn_lines(problem.rows, problem.columns)
    )
    return instance(name, problem, shaded)


def place_value(held: int) -> int:
    """The places of cells say whether these are shaded; those of edges say where lines are."""
    return held // SHADED


def instances() -> Iterator[Instance]:
    yield yajilin("one cell", "-")
    yield yajilin("only clues", "0e 0s", "0n 0w")
    yield yajilin("two by three", "- - -", "- - -")
    yield yajilin("three by three", "- - -", "- - -", "- - -")
    yield yajilin("a clue in the middle", "- - -", "- 1e -", "- - -")
    yield yajilin("a cell without a number", "- - - -", "- - - -", "- - - x")
    yield yajilin("three by four", "- - - 1s", "- - - -", "- - - -")


def drawn(chance: random.Random) -> Yajilin:
    """Few clues."""
    rows, columns = chance.randint(2, 3), chance.randint(2, 4)
    some = ("0e", "1e", "1s", "1w", "0n", "1n", "x")
    return board_of(
        Yajilin,
        [
            " ".join(chance.choice(some) if chance.random() < 0.12 else "-" for _ in range(columns))
            for _ in range(rows)
        ],
    )
