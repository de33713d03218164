"""Generators of small kinds: Latin squares, skyscrapers, queens, dominosa and nonograms."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain, product

from ...base.errors import ReductionError
from ...kinds.dominosa import Dominosa, Tiling
from ...kinds.latin import Latin
from ...kinds.nonogram.rules import Nonogram, clues_of
from ...kinds.queens import Columns, Queens
from ...kinds.skyscrapers import SIDES, Clues, Skyscrapers
from ...problems.board import Edge, seen_from
from ...problems.dominoes import Pair
from ...problems.grid import Cell, Numbers
from ..explain.facts import Clock
from .removal import EmptyBoard
from .spec import Spec, SpecError, orbits

CHECKS_latin = ("search/backtracking", "cover/bitset")
"""The two routes that check each puzzle: no reduction is in both."""

LATIN_ORDERS = range(2, 9)
"""The orders that the search can check."""

Place = tuple[int, int, int]


def attempt_latin(spec: Spec, rng: random.Random, clock: Clock) -> Latin | None:
    """A Latin square to complete; None if the requested number of givens was not reached."""
    spec.refuse(Latin.kind, "boxes")
    order, _ = spec.board_size(Latin.kind, 6, LATIN_ORDERS, square=True)
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
    spec.refuse(Skyscrapers.kind, "boxes", "symmetry")
    rows, _ = spec.board_size(Skyscrapers.kind, 5, SKYSCRAPERS_ORDERS, square=True)
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


CHECKS_queens = ("search/backtracking", "cover/bitset")
"""The two routes that check each puzzle: no reduction is in both."""

QUEENS_SIZES = range(4, 17)
"""The sizes that have an answer and that the search can check in seconds."""


def attempt_queens(spec: Spec, rng: random.Random, clock: Clock) -> Queens | None:
    """Some queens of a random answer, none of which can be left out unless `spec` states their number.

    None if more are needed.
    """
    spec.refuse(Queens.kind, "boxes", "symmetry")
    rows, _ = spec.board_size(Queens.kind, 8, QUEENS_SIZES, square=True)
    if spec.givens is not None and not 0 <= spec.givens <= rows:
        raise SpecError(f"a board of {rows} rows has 0 to {rows} given queens, not {spec.givens}")
    left = list(enumerate(_random_queens(rows, rng)))
    for square in rng.sample(left, rows):
        clock.report(f"{len(left)} queens left")
        fewer = [other for other in left if other != square]
        if len(left) == spec.givens:
            break
        answers = clock.two_answers(Queens(rows, tuple(fewer)), NODES)
        if answers is not None and len(answers) == 1:
            left = fewer
    return Queens(rows, tuple(left)) if spec.givens in (None, len(left)) else None


def _random_queens(size: int, rng: random.Random) -> Columns:
    """A queen in each row that no other attacks: rows of random columns, until they all fit."""
    while True:
        queens: list[int] = []
        for r in range(size):
            free = [
                c
                for c in range(size)
                if all(c != other and abs(c - other) != r - row for row, other in enumerate(queens))
            ]
            if not free:
                break
            queens.append(rng.choice(free))
        if len(queens) == size:
            return tuple(queens)


CHECKS_dominosa = ("search/backtracking", "cover/bitset")
"""The two routes that check each puzzle: no reduction is in both."""

DOMINOSA_ORDERS = range(1, 8)
"""The orders that the search can check in seconds."""
EXCHANGES = 300
"""The number of exchanges of dominoes after which an attempt fails."""


def attempt_dominosa(spec: Spec, rng: random.Random, clock: Clock) -> Dominosa | None:
    """A board with one answer: dominoes laid at random, which change places where two answers differ.

    None if that does not make it unique.
    """
    spec.refuse(Dominosa.kind, "boxes", "givens", "symmetry")
    rows, columns = spec.size or (7, 8)
    if columns != rows + 1 or rows - 1 not in DOMINOSA_ORDERS:
        first, last = DOMINOSA_ORDERS[0] + 1, DOMINOSA_ORDERS[-1] + 1
        raise SpecError(
            f"dominosa has the sizes {first}x{first + 1}, {first + 1}x{first + 2}, ... to {last}x{last + 1}, "
            f"not {rows}x{columns}"
        )
    tiling = random_tiling(rows, columns, rng)
    dominoes = [_turned((a, b), rng) for a in range(rows) for b in range(a + 1)]
    rng.shuffle(dominoes)
    for _ in range(EXCHANGES):
        problem = _laid(tiling, dominoes, rows, columns)
        answers = clock.two_answers(problem, NODES)
        if answers is None or len(answers) == 1:
            return None if answers is None else problem
        other = next(answer for answer in answers if answer != tiling)
        different = [at for at, edge in enumerate(tiling) if edge not in other]
        clock.report(f"{len(different)} dominoes differ between two answers")
        one, another = rng.choice(different), rng.randrange(len(dominoes))
        dominoes[one], dominoes[another] = _turned(dominoes[another], rng), _turned(dominoes[one], rng)
    return None


def random_tiling(rows: int, columns: int, rng: random.Random) -> Tiling:
    """A board covered by dominoes; one side is even. Two side by side are turned, again and again."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    mate: dict[Cell, Cell] = {(r, c): (r, c ^ 1) if columns % 2 == 0 else (r ^ 1, c) for r, c in cells}
    for _ in range(20 * len(cells)):
        r, c = rng.randrange(rows - 1), rng.randrange(columns - 1)
        a, b, below, beside = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        if (mate[a], mate[below]) == (b, beside):
            mate |= {a: below, below: a, b: beside, beside: b}
        elif (mate[a], mate[b]) == (below, beside):
            mate |= {a: b, b: a, below: beside, beside: below}
    return tuple((cell, mate[cell]) for cell in cells if cell < mate[cell])


def _turned(domino: Pair, rng: random.Random) -> Pair:
    return domino if rng.random() < 0.5 else domino[::-1]


def _laid(tiling: Sequence[Edge], dominoes: Sequence[Pair], rows: int, columns: int) -> Dominosa:
    digits = {
        cell: digit
        for edge, domino in zip(tiling, dominoes, strict=True)
        for cell, digit in zip(edge, domino, strict=True)
    }
    return Dominosa(tuple(tuple(digits[r, c] for c in range(columns)) for r in range(rows)))


CHECKS_nonogram = ("cover/bitset", "cnf:starts/cadical195")
"""The two routes that check each puzzle: no reduction is in both."""

NONOGRAM_SIDES = range(2, 21)
"""The range of a side's length."""
BLACK_SHARE = 0.55
"""The approximate share of black cells at first."""
CHANGES = 300
"""The number of changed cells after which another picture is tried."""
NONOGRAM_NODES = 50_000
"""The node limit of a search for a second answer; beyond it another picture is tried."""


def attempt_nonogram(spec: Spec, rng: random.Random, clock: Clock) -> Nonogram | None:
    """A nonogram whose picture has the symmetry of `spec`; None if the changes did not make it unique."""
    spec.refuse(Nonogram.kind, "boxes", "givens")
    rows, columns = spec.board_size(Nonogram.kind, 10, NONOGRAM_SIDES)
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    groups = {
        cell: group for group in orbits(cells, spec.symmetry or "none", rows, columns) for cell in group
    }
    picture = dict.fromkeys(cells, 0)
    for group in dict.fromkeys(groups.values()):
        picture |= dict.fromkeys(group, int(rng.random() < BLACK_SHARE))
    for _ in range(CHANGES):
        grid = tuple(tuple(picture[r, c] for c in range(columns)) for r in range(rows))
        problem = clues_of(grid)
        try:
            answers = clock.two_answers(problem, NONOGRAM_NODES)
        except ReductionError:  # too many ways to fill a line
            return None
        if answers is None:
            return None
        if len(answers) == 1:
            return problem if any(chain(*grid)) else None
        other = next(answer for answer in answers if answer != grid)
        different = [(r, c) for r, c in cells if grid[r][c] != other[r][c]]
        clock.report(f"{len(different)} cells differ between two answers")
        # Each change is at a place where two answers differ, so that the clues tell these apart.
        chosen = groups[rng.choice(different)]
        picture |= {cell: 1 - picture[cell] for cell in chosen}
    return None
