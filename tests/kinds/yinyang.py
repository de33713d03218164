"""Yin-Yang up to three by four cells, by every colouring."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import YinYang

from . import Instance, board_of, instance, shadings

PROJECTED = {"cnf:tree"}


def yin_yang(name: str, *rows: str) -> Instance:
    problem = board_of(YinYang, rows)
    return instance(name, problem, shadings(problem))


def instances() -> Iterator[Instance]:
    yield yin_yang("one cell", "-")
    yield yin_yang("three parts of a line", "w b w")
    yield yin_yang("a checkerboard", "w b", "b w")
    yield yin_yang("two by two", "w -", "- -")
    yield yin_yang("unique", "w b -", "w - b")
    yield yin_yang("three by three", "w - b", "- - -", "- - -")
    yield yin_yang("three by four", "- b - -", "w - - b", "- - w -")


def drawn(chance: random.Random) -> YinYang:
    """Some colours by chance."""
    rows, columns = chance.randint(1, 3), chance.randint(1, 4)
    return board_of(YinYang, [" ".join(chance.choice("----wb") for _ in range(columns)) for _ in range(rows)])
