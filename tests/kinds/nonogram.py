"""Nonograms up to three by three, by every board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

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
