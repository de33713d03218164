"""Masyu up to four by four cells, by every border of faces."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Masyu

from . import Instance, board_of, drawn_lines, instance

PROJECTED = {"cnf:tree"}


def masyu(name: str, *rows: str) -> Instance:
    problem = board_of(Masyu, rows)
    return instance(name, problem, drawn_lines(problem.rows, problem.columns))


def instances() -> Iterator[Instance]:
    yield masyu("one cell", "-")
    yield masyu("a line has no loop", "- w -")
    yield masyu("a black circle needs room", "b -", "- -")
    yield masyu("several loops", "- - -", "- - -")
    yield masyu("white circles", "- w -", "w - -", "- - -")
    yield masyu("black in a corner", "b - - -", "- - - -", "- - - w")
    yield masyu("two or more", "b - - -", "- - - w", "- - - -", "- w - -")
    yield masyu("unique", "- - - b", "- - - -", "b - w -")


def drawn(chance: random.Random) -> Masyu:
    """Few circles on a small board."""
    columns = chance.randint(2, 4)
    return board_of(
        Masyu,
        [" ".join(chance.choice("-----bw") for _ in range(columns)) for _ in range(chance.randint(2, 4))],
    )
