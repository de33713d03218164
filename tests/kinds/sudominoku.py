"""Sudominokus of order four: six dominoes and four singles; and of order six."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, product

from coversat.problems import Sudominoku
from coversat.problems.dominoes import Domino
from coversat.problems.grid import Cell, Grid

from . import Instance, filled_cells, instance
from .sudoku import filled_rows, grids_of_4

parts = filled_cells
PROJECTED = {"cnf:factored", "cnf:apart", "cover"}
# Different digits on one cell are ruled out by its item, and by its colour once more.
ITEMS = {"cell": r"(shown@)?[A-Z]\d+", **{unit: f"{unit}.*" for unit in ("row", "column", "box", "domino")}}

CELLS_4 = tuple(product(range(4), range(4)))


def tilings(cells: frozenset[Cell]) -> Iterator[tuple[tuple[Cell, Cell], ...]]:
    """Every way to lay dominoes on exactly these cells."""
    if not cells:
        yield ()
        return
    r, c = first = min(cells)
    for second in ((r, c + 1), (r + 1, c)):
        if second in cells:
            for rest in tilings(cells - {first, second}):
                yield ((first, second), *rest)


def layings(problem: Sudominoku, grid: Grid) -> list[tuple[tuple[Cell, Cell], ...]]:
    """Every way to lay the set's other dominoes so that, with the given ones, they show `grid`.

    By brute force over all tilings; what `Sudominoku.tiling` is measured by.
    """
    given = [sorted(domino.digits) for domino in problem.dominoes]
    taken = {*problem.singles, *(cell for domino in problem.dominoes for cell in domino.cells)}
    cells = frozenset(product(range(problem.size), range(problem.size))) - taken
    everything = sorted(map(list, combinations(range(1, problem.size + 1), 2)))

    def shown(tiling: Iterable[tuple[Cell, Cell]]) -> list[list[int]]:
        return [sorted(grid[r][c] for r, c in laid) for laid in tiling]

    return [tiling for tiling in tilings(cells) if sorted([*given, *shown(tiling)]) == everything]


def sudominoku(name: str, singles: str, *dominoes: str) -> Instance:
    """Cells as ``A1``, dominoes as ``1A1 2A2``; 4x4, or 6x6 with 2x3 boxes where there are six singles."""

    def cell(word: str) -> Cell:
        return ord(word[0]) - ord("A"), int(word[1]) - 1

    laid = []
    for domino in dominoes:
        one, other = domino.split()
        laid.append(Domino((cell(one[1:]), cell(other[1:])), (int(one[0]), int(other[0]))))
    cells = tuple(map(cell, singles.split()))
    problem = Sudominoku(2, len(cells) // 2, tuple(laid), cells)
    grids = grids_of_4() if problem.size == 4 else filled_rows(problem.givens)
    return instance(name, problem, grids)


def drawn(chance: random.Random) -> Sudominoku:
    """4x4: singles and perhaps dominoes of some grid; every third time anywhere, so that they may clash."""
    grid = chance.choice(grids_of_4())
    places = chance.sample(CELLS_4, 16)
    singles = [next(cell for cell in places if grid[cell[0]][cell[1]] == digit) for digit in range(1, 5)]
    if chance.random() < 1 / 3:
        singles = places[:4]
    free = set(CELLS_4) - set(singles)
    dominoes = []
    for r, c in chance.sample(sorted(free), chance.randrange(5)):
        second = chance.choice([(r, c + 1), (r + 1, c)])
        if {(r, c), second} <= free:
            free -= {(r, c), second}
            dominoes.append(Domino(((r, c), second), (grid[r][c], grid[second[0]][second[1]])))
    return Sudominoku(2, 2, tuple(dominoes), tuple(singles))


def instances() -> Iterator[Instance]:
    yield sudominoku("singles in a row", "A1 A2 A3 A4")
    yield sudominoku("singles in the corners", "A1 A4 D1 D4")
    yield sudominoku("single cut off", "A2 B1 C4 D3")
    yield sudominoku("one domino given", "A1 A2 A3 A4", "3B1 4B2")
    yield sudominoku("domino given twice", "A1 A2 A3 A4", "3B1 4B2", "4C3 3C4")
    yield sudominoku("dominoes clash in a row", "A1 A2 A3 A4", "3B1 4B2", "4B3 2B4")
    yield sudominoku("domino clashes with a single", "A1 A2 A3 A4", "1B1 3B2")
    # Drawn by chance; all but the first have answers.
    yield sudominoku("drawn 1", "C2 C4 D3 A2", "2B3 4C3")
    yield sudominoku("drawn 2", "D4 D1 B1 A1")
    yield sudominoku("drawn 3", "C4 D4 B1 B4")
    yield sudominoku("drawn 4", "B4 C1 B1 C4", "3C2 1C3")
    yield sudominoku("drawn 5", "A2 A1 D1 D2")
    yield sudominoku("drawn 6", "B1 A2 A1 B2", "2B3 3C3")
    given = "4A4 1B4", "5A5 2B5", "4B1 5B2", "6B3 1C3", "5C4 6C5", "1D6 5E6", "1F5 2F6"
    yield sudominoku("6x6, one grid, two tilings", "A1 C1 B6 C6 D1 A6", *given)
    given = "4A4 1B4", "6D2 4D3", "2D4 6E4", "3D5 4E5", "1E2 2E3", "3F4 1F5"
    yield sudominoku("6x6, two grids", "A1 F6 B6 C6 D1 A6", *given)
