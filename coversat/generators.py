"""Random instances, the same for the same seed."""

from __future__ import annotations

import random

from .problems.grid import Grid
from .problems.latin import Latin


def random_latin_square(order: int, seed: int) -> Grid:
    """A Latin square, nearly every one as likely as any other.

    Jacobson and Matthews' walk: it changes two rows, columns and digits at a time, and passes through
    *improper* squares, in which one cell holds two digits less a third.  It is connected, and in the
    limit uniform on the proper ones.

    Parameters
    ----------
    order : int
        From 1.
    seed : int

    References
    ----------
    M. T. Jacobson and P. Matthews, Generating uniformly distributed random Latin squares, Journal of
    Combinatorial Designs 4, 1996.
    """
    rng = random.Random(seed)
    # cube[r][c][d] is 1 where cell (r, c) holds d; the lines of the cube in all three directions add up to 1.
    cube = [[[int((r + c) % order == d) for d in range(order)] for c in range(order)] for r in range(order)]
    improper: tuple[int, int, int] | None = None
    taken = 0
    while order > 1 and (taken < order**3 or improper is not None):
        r, c, d = improper or _empty_place(cube, order, rng)
        others = range(order)
        row = rng.choice([x for x in others if cube[x][c][d] == 1])
        column = rng.choice([x for x in others if cube[r][x][d] == 1])
        digit = rng.choice([x for x in others if cube[r][c][x] == 1])
        for x in (r, row):
            for y in (c, column):
                for z in (d, digit):
                    away = (x != r) + (y != c) + (z != d)
                    cube[x][y][z] += -1 if away % 2 else 1
        improper = (row, column, digit) if cube[row][column][digit] < 0 else None
        taken += 1
    return tuple(tuple(line.index(1) + 1 for line in face) for face in cube)


def _empty_place(cube: list[list[list[int]]], order: int, rng: random.Random) -> tuple[int, int, int]:
    while True:
        r, c, d = (rng.randrange(order) for _ in range(3))
        if cube[r][c][d] == 0:
            return r, c, d


HARDEST = 1.7
"""Holes for each order^1.55: about where the time that solvers take is largest."""


def latin_square_with_holes(order: int, seed: int, holes: int | None = None) -> Latin:
    """A quasigroup with holes: a random Latin square from which random cells are taken.

    It always has an answer.  The hardest have about 1.7 n^1.55 holes, for fewer are soon filled by what
    follows from the others, and more leave many answers (the phase transition of the backbone).

    Parameters
    ----------
    order : int
    seed : int
    holes : int, optional
        As many as are hardest where none is given, but no more than there are cells.

    Raises
    ------
    ValueError
        For a number of holes below 0 or above the number of cells.

    References
    ----------
    D. Achlioptas, C. Gomes, H. Kautz and B. Selman, Generating satisfiable problem instances, AAAI 2000.
    """
    if holes is None:
        holes = min(round(HARDEST * order**1.55), order**2)
    if not 0 <= holes <= order**2:
        raise ValueError(f"{holes} holes in {order**2} cells")
    square = random_latin_square(order, seed)
    cells = [(r, c) for r in range(order) for c in range(order)]
    # A stream of its own: the same square whatever the number of holes, and holes that only grow.
    order_of_holes = random.Random(f"holes {seed}").sample(cells, len(cells))
    taken = set(order_of_holes[:holes])
    givens = (tuple(0 if (r, c) in taken else d for c, d in enumerate(row)) for r, row in enumerate(square))
    return Latin(tuple(givens))
