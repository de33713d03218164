"""Minesweeper up to three by four cells, by every choice of mines."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Minesweeper

from . import Instance, drawn_board, instance, shadings


def minesweeper(name: str, mines: int, *rows: str) -> Instance:
    problem = Minesweeper.parse("\n".join([f"minesweeper {len(rows)} {len(rows[0].split())} {mines}", *rows]))
    return instance(name, problem, shadings(problem))


def instances() -> Iterator[Instance]:
    yield minesweeper("no mine", 0, "-")
    yield minesweeper("one mine", 1, "-")
    yield minesweeper("too many around", 2, "8 -")
    yield minesweeper("any of two", 1, "1 -", "- #")
    yield minesweeper("unique", 2, "1 - -", "- 2 -", "- - 1")
    yield minesweeper("none around a zero", 2, "0 - -", "- - -")
    yield minesweeper("several", 3, "- 2 - -", "- - - 1")


def drawn(chance: random.Random) -> Minesweeper:
    """A board of 12 cells at most."""
    return drawn_board(Minesweeper, (3, 4), chance)
