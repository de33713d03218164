"""Numberlinks up to three by three cells, by every choice of the edges between cells."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from coversat.problems import Numberlink

from . import Instance, board_of, instance

PROJECTED = {"cnf:tree"}


def numberlink(name: str, *rows: str) -> Instance:
    problem = board_of(Numberlink, rows)
    return instance(name, problem, edges_drawn(problem.rows, problem.columns))


def edges_drawn(rows: int, columns: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every choice of edges in which no cell has more than two lines."""
    cells = list(product(range(rows), range(columns)))
    edges = [((r, c), (r, c + 1), 2, 4) for r, c in cells if c + 1 < columns]
    edges += [((r, c), (r + 1, c), 1, 8) for r, c in cells if r + 1 < rows]
    for chosen in product((False, True), repeat=len(edges)):
        lines = dict.fromkeys(cells, 0)
        for (a, b, there, back), is_drawn in zip(edges, chosen, strict=True):
            if is_drawn:
                lines[a] += there
                lines[b] += back
        if all(held.bit_count() < 3 for held in lines.values()):
            yield tuple(tuple(lines[r, c] for c in range(columns)) for r in range(rows))


def instances() -> Iterator[Instance]:
    yield numberlink("no numbers", "-")
    yield numberlink("side by side", "1 1")
    yield numberlink("lines would cross", "1 2", "2 1")
    yield numberlink("a line", "1 - - 1")
    yield numberlink("an empty cell, or none", "1 - 1", "- - -")
    yield numberlink("two lines", "1 - 2", "- - -", "1 - 2")
    yield numberlink("three lines", "1 2 -", "- - 3", "1 2 3")


def drawn(chance: random.Random) -> Numberlink:
    """One to three pairs of numbers on a small board."""
    rows, columns = chance.randint(2, 3), chance.randint(2, 3)
    cells = list(product(range(rows), range(columns)))
    chosen = chance.sample(cells, 2 * chance.randint(1, min(3, len(cells) // 2)))
    numbers = {cell: str(at // 2 + 1) for at, cell in enumerate(chosen)}
    return board_of(
        Numberlink, [" ".join(numbers.get((r, c), "-") for c in range(columns)) for r in range(rows)]
    )
