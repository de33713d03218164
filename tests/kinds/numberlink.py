"""Numberlinks up to three by three cells, by every choice of the edges between cells."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import product

from coversat.problems import Numberlink

from . import board_of, boards


def edges_drawn(problem: Numberlink) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every choice of edges in which no cell has more than two lines."""
    rows, columns = problem.rows, problem.columns
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


BOARDS = {
    "no numbers": "-",
    "side by side": "1 1",
    "lines would cross": "1 2 / 2 1",
    "a line": "1 - - 1",
    "an empty cell, or none": "1 - 1 / - - -",
    "two lines": "1 - 2 / - - - / 1 - 2",
    "three lines": "1 2 - / - - 3 / 1 2 3",
}
instances = partial(boards, Numberlink, BOARDS, edges_drawn)


def drawn(chance: random.Random) -> Numberlink:
    """One to three pairs of numbers on a small board."""
    rows, columns = chance.randint(2, 3), chance.randint(2, 3)
    cells = list(product(range(rows), range(columns)))
    chosen = chance.sample(cells, 2 * chance.randint(1, min(3, len(cells) // 2)))
    numbers = {cell: str(at // 2 + 1) for at, cell in enumerate(chosen)}
    return board_of(
        Numberlink, [" ".join(numbers.get((r, c), "-") for c in range(columns)) for r in range(rows)]
    )
