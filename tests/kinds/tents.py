"""Tents up to three by four cells, by every choice of tents."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.problems import Tents

from . import Instance, drawn_board, instance, shadings

PROJECTED = ("cnf:mixed", "cnf:regular", "cnf:mdd", "cnf:table", "cnf:totalizer", "cnf:order")


def tents(name: str, *rows: str) -> Instance:
    problem = Tents.parse("\n".join([f"tents {len(rows) - 2} {len(rows[0].split())}", *rows]))
    return instance(name, problem, shadings(problem))


def instances() -> Iterator[Instance]:
    yield tents("a tree alone", "-", "-", "x")
    yield tents("beside a tree", "- -", "-", "x -")
    yield tents("two sides", "- - -", "-", "- x -")
    yield tents("two trees, one tent apart", "- - - -", "-", "- x x -")
    yield tents("a tent of its own", "- - -", "- -", "x x x", "- - -")
    yield tents("unique", "1 0 1", "- - -", "x - -", "- - -", "- x -")
    yield tents("numbers that clash", "0 - -", "- 0", "- x -", "- - -")


def drawn(chance: random.Random) -> Tents:
    """A board of 12 cells at most."""
    return drawn_board(Tents, (3, 4), chance)
