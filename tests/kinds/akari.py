"""Akari up to three by four cells, by every choice of bulbs."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Akari

from . import Instance, board_of, drawn_board, instance, shadings


def akari(name: str, *rows: str) -> Instance:
    problem = board_of(Akari, rows)
    return instance(name, problem, shadings(problem))


def instances() -> Iterator[Instance]:
    yield akari("one cell", "-")
    yield akari("a black cell alone", "x")
    yield akari("a clue that cannot hold", "1")
    yield akari("two answers", "- -")
    yield akari("unique", "- 2 -", "x - x")
    yield akari("clues in a corner", "- 1 -", "1 - -", "- - 0")
    yield akari("zero", "- 0 -", "- - -")
    yield akari("three by four", "- - - 2", "x - - -", "- 1 - -")


def drawn(chance: random.Random) -> Akari:
    """A board of 12 cells at most."""
    return drawn_board(Akari, (3, 4), chance)
