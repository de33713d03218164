"""Generators of the kinds that are single modules: Latin squares and skyscrapers."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

from ..problems.board import seen_from
from ..problems.grid import Numbers
from ..setter.facts import Clock
from ..setter.removal import EmptyBoard
from ..setter.spec import Spec, SpecError
from .latin import Latin
from .skyscrapers import SIDES, Clues, Skyscrapers

CHECKS_latin = ("search/backtracking", "cover/bitset")
"""The two routes that check each puzzle: no reduction is in both."""

LATIN_ORDERS = range(2, 9)
"""The orders that the search can check."""

Place = tuple[int, int, int]


def attempt_latin(spec: Spec, rng: random.Random, clock: Clock) -> Latin | None:
    """A Latin square to complete; None if the requested number of givens was not reached."""
    if spec.boxes is not None:
        raise SpecError("a Latin square has no boxes")
    order, _ = spec.board_size("a Latin square is made", 6, LATIN_ORDERS, square=True)
    square = random_latin_square(order, rng)
    givens = board(order).thinned(square, spec, fewest_givens(order), rng, clock)
    return None if givens is None else Latin(givens)


@cache
def board(order: int) -> EmptyBoard:
    """The empty square of this order, cached."""
    return EmptyBoard(Latin(((None,) * order,) * order), order)


def fewest_givens(order: int) -> int:
    """A lower bound of the givens that determine a Latin square, up to order 8.

    References
    ----------
    R. Bean, The size of the smallest uniquely completable set in order 8 Latin squares, JCMCC 52, 2005.
    """
    return order**2 // 4


def random_latin_square(order: int, rng: random.Random) -> Numbers:
    """A random Latin square, nearly uniformly distributed.

    Jacobson and Matthews' walk: it changes two rows, columns and digits at a time, and passes through
    *improper* squares, in which one cell holds two digits minus a third. It is connected, and in the limit
    uniform on the proper ones.

    Parameters
    ----------
    order : int
        From 1.
    rng : random.Random

    References
    ----------
    M. T. Jacobson and P. Matthews, Generating uniformly distributed random Latin squares, Journal of
    Combinatorial Designs 4, 1996.
    """
    # cube[r, c, d] is 1 if cell (r, c) holds d; its lines in all three directions add up to 1.
    cube = Counter((r, c, (r + c) % order) for r in range(order) for c in range(order))
    improper: Place | None = None
    steps = 0
    while order > 1 and (steps < order**3 or improper is not None):
        improper = _step(cube, improper or _empty_place(cube, order, rng), order, rng)
        steps += 1
    digits = {(r, c): d + 1 for (r, c, d), value in cube.items() if value}
    return tuple(tuple(digits[r, c] for c in range(order)) for r in range(order))


def _step(cube: Counter[Place], start: Place, order: int, rng: random.Random) -> Place | None:
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


def _empty_place(cube: Counter[Place], order: int, rng: random.Random) -> Place:
    while True:
        place = (rng.randrange(order), rng.randrange(order), rng.randrange(order))
        if cube[place] == 0:
            return place


CHECKS_skyscrapers = ("search/backtracking", "cover/bitset")
"""The two routes that verify each puzzle; no reduction is in both."""

SKYSCRAPERS_ORDERS = range(3, 6)
"""The sizes that the search can verify in seconds."""

NODES = 20_000
"""The node limit of a check for uniqueness; beyond it the clue stays."""


def attempt_skyscrapers(spec: Spec, rng: random.Random, clock: Clock) -> Skyscrapers | None:
    """A puzzle in which no given cell and no clue is redundant, unless `spec` states the number of cells.

    None if more cells are needed.
    """
    if spec.boxes is not None:
        raise SpecError("skyscrapers have no boxes")
    rows, _ = spec.board_size("skyscrapers are made", 5, SKYSCRAPERS_ORDERS, square=True)
    if spec.symmetry not in (None, "none"):
        raise SpecError("skyscrapers are made without symmetry")
    if spec.givens is not None and not 0 <= spec.givens <= rows * rows:
        raise SpecError(f"a {rows}x{rows} board has no {spec.givens} givens")
    puzzle = _with_all_clues(random_latin_square(rows, rng))
    cells = list(range(rows * rows))
    clues = list(range(rows * rows, len(puzzle.given_names())))
    rng.shuffle(cells)
    rng.shuffle(clues)
    left = {*cells, *clues}
    for number in [*cells, *clues]:
        clock.report(f"{len(left)} givens and clues left")
        if number in cells and len(left) - len(clues) == spec.givens:
            continue
        answers = clock.two_answers(puzzle.with_givens(left - {number}), NODES)
        if answers is not None and len(answers) == 1:
            left.remove(number)
    if spec.givens is not None and len(left.intersection(cells)) > spec.givens:
        return None
    return puzzle.with_givens(left)


def _with_all_clues(grid: Numbers) -> Skyscrapers:
    order = len(grid)

    def clues(side: str) -> Clues:
        lines = (seen_from(SIDES[side][0], at, order, order) for at in range(order))
        return tuple(_seen([grid[r][c] for r, c in cells]) for cells in lines)

    return Skyscrapers(grid, *map(clues, ("above", "below", "left", "right")))


def _seen(heights: list[int]) -> int:
    return sum(height > max(heights[:at], default=0) for at, height in enumerate(heights))
