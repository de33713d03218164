"""Nonograms up to three by three, by every board."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby, product

from coversat.problems import Nonogram
from coversat.problems.grid import Grid

from . import Instance, instance


def boards(rows: int, columns: int) -> Iterator[Grid]:
    """Every way to blacken cells."""
    return product(product((0, 1), repeat=columns), repeat=rows)


def nonogram(name: str, rows: str, columns: str) -> Instance:
    """Clues as ``1 1, 3, -``."""

    def clues(text: str) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(map(int, clue.replace("-", "").split())) for clue in text.split(","))

    problem = Nonogram(clues(rows), clues(columns))
    return instance(name, problem, boards(len(problem.row_clues), len(problem.column_clues)))


def instances() -> Iterator[Instance]:
    yield nonogram("one cell, black", "1", "1")
    yield nonogram("one cell, white", "-", "-")
    yield nonogram("one cell, contradiction", "1", "-")
    yield nonogram("one in each line", "1, 1", "1, 1")
    yield nonogram("permutations", "1, 1, 1", "1, 1, 1")
    yield nonogram("one row", "1 1", "1, -, 1")
    yield nonogram("one column", "1, -, 1", "1 1")
    yield nonogram("a run too long", "5, -", "1, 1")
    yield nonogram("sums that do not fit", "1, 1, 1", "1, 1, -")
    yield nonogram("sums that fit, no board", "3, -, 3", "1, 2 , 3")
    yield nonogram("a ring", "3, 1 1, 3", "3, 1 1, 3")
    yield nonogram("several", "2, 1, 1", "1, 1, 2")
    yield nonogram("runs that must not touch", "1 1, 1 1", "2, 1, 1")
    yield nonogram("two by three", "2, 1", "1, 1, 1")
    yield nonogram("runs in their order", "1 2, 2 1", "2, 1, 1, 2")


def clue_of(line: tuple[int, ...]) -> tuple[int, ...]:
    """The lengths of its black runs."""
    return tuple(len(list(run)) for black, run in groupby(line) if black)


def drawn(chance: random.Random) -> Nonogram:
    """The clues of some board up to six by six; in every fifth, one of them has another run."""
    rows, columns, share = chance.randint(1, 6), chance.randint(1, 6), chance.choice((0.4, 0.6, 0.75))
    board = [tuple(int(chance.random() < share) for _ in range(columns)) for _ in range(rows)]
    clues = [list(map(clue_of, board)), list(map(clue_of, zip(*board, strict=True)))]
    if chance.random() < 0.2:
        side = chance.choice(clues)
        at = chance.randrange(len(side))
        side[at] = (*side[at][1:], chance.randint(1, 3))
    return Nonogram(tuple(clues[0]), tuple(clues[1]))
