"""Hard boards: how they are drawn, and their sizes by level; see `hard`."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ...kinds.fillomino import Fillomino
from ...kinds.kakuro.rules import Kakuro
from ...kinds.kenken import Kenken
from ...kinds.nonogram.rules import clues_of
from ...kinds.skyscrapers import Skyscrapers
from ...kinds.star_battle.regions import random_regions as regions_around
from ...kinds.star_battle.rules import StarBattle
from ...problems.board import beside, cells, random_regions
from ...problems.grid import Cell, cell_name
from ...problems.latin_squares import random_latin_square
from .kakuro import run_length, with_sums
from .sudoku import board
from .sudominoku import random_tiling


def _text(kind: str, n: int, clues: Mapping[Cell, int], regions: Sequence[Sequence[int]] = ()) -> str:
    rows = [" ".join(str(clues.get((r, c), "-")) for c in range(n)) for r in range(n)]
    return "\n".join((f"{kind} {n} {n}", *rows, *(" ".join(map(str, row)) for row in regions), ""))


def _cells(n: int, rng: random.Random) -> list[Cell]:
    """The cells of a square board in random order."""
    return rng.sample(list(cells(n, n)), n * n)


# Latin squares and sums


def latin(rng: random.Random, n: int) -> str:
    """A Latin square with holes where another one has small digits: as many in each row and column."""
    most = round(0.42 * n)
    lines = zip(random_latin_square(n, rng), random_latin_square(n, rng), strict=True)
    rows = (
        " ".join("." if other <= most else str(digit) for digit, other in zip(*both, strict=True))
        for both in lines
    )
    return "\n".join((f"latin {n}", *rows, ""))


def kenken(rng: random.Random, n: int) -> str:
    """Sums, and differences in half of the cages of two cells."""
    square = random_latin_square(n, rng)
    blank = Kenken(((None,) * n,) * n, random_regions(n, n, rng, 4, 2))
    clues = {}
    for cage in blank.region_cells().values():
        digits = sorted(square[r][c] for r, c in cage)
        differ = len(digits) == 2 and rng.random() < 0.5
        clues[cage[0]] = f"{digits[1] - digits[0]}-" if differ else f"{sum(digits)}+"
    return blank.with_clues(clues).format()


def skyscrapers(rng: random.Random, n: int) -> str:
    """All clues at the sides, and no digit."""
    blank, square = Skyscrapers.blank_with_answer(n, n, rng)
    return blank.clued_by(blank.held(square)).with_clues(dict.fromkeys(blank.cells())).format()


def killer(wrong: int, rng: random.Random, most: int) -> str:
    """A sudoku without digits, of which two sums are wrong by this much."""
    grid = board(4, 4).random_grid(rng)
    cages = defaultdict(list)
    regions = random_regions(16, 16, rng, most, 2)
    for r, c in cells(16, 16):
        cages[regions[r][c]].append((r, c))
    sums = {tuple(cage): [grid[r][c] or 0 for r, c in cage] for cage in cages.values()}
    sums = {cage: digits for cage, digits in sums.items() if len(set(digits)) == len(digits)}
    more, less = rng.sample(sorted(sums), 2)
    lines = (
        f"cage {sum(digits) + wrong * ((cage == more) - (cage == less))} {' '.join(map(cell_name, cage))}"
        for cage, digits in sums.items()
    )
    return "\n".join((*[" ".join("." * 16)] * 16, *lines, ""))


def sudominoku(rng: random.Random, given: int) -> str:
    """Few dominoes of a full board."""
    while (full := random_tiling((3, 3), board(3, 3).random_grid(rng), rng)) is None:
        pass
    return full.with_givens(rng.sample(range(len(full.dominoes)), given)).format()


def kakuro(rng: random.Random, n: int) -> str:
    """Digits of a pattern without repetitions, of which some 40 a cell are changed at random."""
    white = {(r, c) for r in range(1, n) for c in range(1, n) if rng.random() >= 0.2}

    def fits(cell: Cell) -> bool:
        return all(2 <= run_length(white, cell, step) <= 9 for step in ((0, 1), (1, 0)))

    while wrong := [cell for cell in sorted(white) if not fits(cell)]:
        for cell in wrong:
            if not fits(cell):
                white.remove(cell)
    down, across, digits = (rng.sample(range(9), 9) for _ in range(3))
    filling = {(r, c): 1 + digits[(down[r % 9] + across[c % 9]) % 9] for r, c in sorted(white)}
    blank = Kakuro(tuple(tuple((r, c) in white for c in range(n)) for r in range(n)), ())
    near: dict[Cell, set[Cell]] = defaultdict(set)
    for run in blank.runs:
        for cell in run.cells:
            near[cell].update(set(run.cells) - {cell})
    for cell in rng.choices(list(filling), k=40 * len(filling)):
        digit = rng.randint(1, 9)
        if all(filling[other] != digit for other in near[cell]):
            filling[cell] = digit
    return with_sums(blank, filling).format()


# Counts, areas and paths


def nonogram(rng: random.Random, n: int) -> str:
    """Each cell is black with chance 0.4."""
    return clues_of(tuple(tuple(int(rng.random() < 0.4) for _ in range(n)) for _ in range(n))).format()


def queens(rng: random.Random, n: int) -> str:
    """Each square is open with chance 7/n; at least one in each row and column is."""
    while True:
        rows = ["".join("." if rng.random() < 7 / n else "#" for _ in range(n)) for _ in range(n)]
        if all("." in line for line in (*rows, *map("".join, zip(*rows, strict=True)))):
            return "\n".join((f"queens {n}", *rows, ""))


def fillomino(rng: random.Random, n: int) -> str:
    """Areas of up to nine cells, and 40 % of the numbers."""
    blank, answer = Fillomino.blank_with_answer(n, n, rng, 9)
    held = blank.held(answer)
    return _text("fillomino", n, {cell: held[cell] for cell in blank.cells() if rng.random() < 0.4})


def numberlink(rng: random.Random, n: int) -> str:
    """Half as many random pairs as rows."""
    return _text("numberlink", n, {cell: 1 + at // 2 for at, cell in enumerate(_cells(n, rng)[: n // 2 * 2])})


def nurikabe(rng: random.Random, n: int) -> str:
    """Islands of 8 to 14 cells, until they would take 42 % of the board."""
    clues: dict[Cell, int] = {}
    for cell in _cells(n, rng):
        if sum(clues.values()) < 0.42 * n * n and clues.keys().isdisjoint(beside(n, n)[cell]):
            clues[cell] = rng.randint(8, 14)
    return _text("nurikabe", n, clues)


def heyawake(rng: random.Random, n: int) -> str:
    """Rooms of 3x3 cells with the number 3, but for one room with 4."""
    clues = {(r, c): 3 for r in range(0, n, 3) for c in range(0, n, 3)}
    clues[rng.choice(sorted(clues))] = 4
    return _text("heyawake", n, clues, [[r // 3 * n + c // 3 for c in range(n)] for r in range(n)])


def planted_stars(rng: random.Random, n: int) -> set[Cell]:
    """As many stars in each row and column as there is room for, where n is 2 more than a multiple of 8.

    Of the squares of two rows and columns beside each other each has a star, but for one in each row of
    squares, a knight's move apart. On both sides of it the stars are where they do not touch, by turns.
    """
    shift, half = rng.randrange(n // 2), range(n // 2)
    without = {r: (2 * r + shift) % (n // 2) for r in half}
    over = {c: r for r, c in without.items()}
    return {
        (2 * r + ((r < over[c]) == (over[c] % 2 == 0)), 2 * c + ((c < without[r]) == (without[r] % 2 == 0)))
        for r in half
        for c in half
        if c != without[r]
    }


def star_battle(astray: bool, rng: random.Random, n: int) -> str:
    """Regions around stars, perhaps with one star in another region than its own."""
    stars = planted_stars(rng, n)
    while (regions := regions_around(n, n // 4, stars, rng)) is None:
        pass
    puzzle = StarBattle(n // 4, regions)
    held = {cell: int(cell in stars) for cell in puzzle.cells()}
    moved = puzzle.excluding(dict.fromkeys(held, 0), held, rng) if astray else None
    return (moved or puzzle).format()


Stated = tuple[str, str, tuple[int, ...], str, Callable[[random.Random, int], str]]
"""The kind, what a size counts, the sizes by level, a description, how an instance is made."""
FAMILIES: tuple[Stated, ...] = (
    ("latin", "rows", (30, 35, 38), "42 % holes, as many in each row and column", latin),
    ("kenken", "rows", (9, 10, 11), "cages of two to four cells, sums and differences", kenken),
    ("skyscrapers", "rows", (9, 10, 11), "all clues at the sides and no digit", skyscrapers),
    ("sudoku", "cells of a cage", (2, 3), "16x16, cages and no digit", partial(killer, 0)),
    ("sudoku", "cells of a cage", (2, 3), "the same, two sums wrong by one", partial(killer, 1)),
    ("sudominoku", "dominoes given", (3,), "few dominoes of a full board", sudominoku),
    ("kakuro", "rows", (40, 55, 65), "a fifth of the cells black, and those without a run", kakuro),
    ("nonogram", "rows", (29, 36, 40), "cells black with chance 0.4", nonogram),
    ("queens", "rows", (48, 75, 85), "squares open with chance 7/n", queens),
    ("fillomino", "rows", (16, 18, 20), "areas of up to nine cells, 40 % of the numbers", fillomino),
    ("numberlink", "rows", (12, 15, 17), "n/2 random pairs", numberlink),
    ("nurikabe", "rows", (12, 16, 18), "random islands of 8 to 14 cells", nurikabe),
    ("starbattle", "rows", (18, 26, 34), "a fourth of the rows as stars", partial(star_battle, False)),
    ("starbattle", "rows", (18, 26, 34), "the same, one in another region", partial(star_battle, True)),
    ("heyawake", "rows", (15, 18), "rooms of 3x3 cells with 3, one with 4", heyawake),
)
