"""Random Latin squares."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from .grid import Numbers

Triple = tuple[int, int, int]
"""A row, a column and a digit, from 0."""


def random_latin_square(order: int, rng: random.Random) -> Numbers:
    """A random Latin square, nearly uniformly distributed.

    Jacobson and Matthews' walk: it changes two rows, columns and digits at a time, and passes through
    *improper* squares, in which one cell holds two digits minus a third. It is connected, and in the limit
    uniform on the proper ones.

    * order: from 1.

    M. T. Jacobson and P. Matthews, Generating uniformly distributed random Latin squares, Journal of
    Combinatorial Designs 4, 1996.
    """
    # cube[r, c, d] is 1 if cell (r, c) holds d; its lines in all three directions add up to 1.
    cube = Counter((r, c, (r + c) % order) for r in range(order) for c in range(order))
    improper: Triple | None = None
    steps = 0
    least = order**3 + (rng.randrange(2) if order == 2 else 0)  # the two squares of order 2 alternate
    while order > 1 and (steps < least or improper is not None):
        improper = _step(cube, improper or _empty_triple(cube, order, rng), order, rng)
        steps += 1
    digits = {(r, c): d + 1 for (r, c, d), value in cube.items() if value}
    return tuple(tuple(digits[r, c] for c in range(order)) for r in range(order))


def _step(cube: Counter[Triple], start: Triple, order: int, rng: random.Random) -> Triple | None:
    """Add one at `start` and repair its lines by a random box; return the far corner if improper."""
    r, c, d = start
    row = rng.choice([x for x in range(order) if cube[x, c, d] == 1])
    column = rng.choice([x for x in range(order) if cube[r, x, d] == 1])
    digit = rng.choice([x for x in range(order) if cube[r, c, x] == 1])
    for corner in product((r, row), (c, column), (d, digit)):
        away = sum(a != b for a, b in zip(start, corner, strict=True))
        cube[corner] += -1 if away % 2 else 1
    far = (row, column, digit)
    return far if cube[far] < 0 else None


def _empty_triple(cube: Counter[Triple], order: int, rng: random.Random) -> Triple:
    while True:
        triple = (rng.randrange(order), rng.randrange(order), rng.randrange(order))
        if cube[triple] == 0:
            return triple
