"""Sudokus of order four and six."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product

from constraint_cases import cases

from coversat.kinds.sudoku.constraints import Constraint, words
from coversat.kinds.sudoku.constraints.clues import Sandwich
from coversat.kinds.sudoku.constraints.counts import Quadruple
from coversat.kinds.sudoku.constraints.relations import Thermo
from coversat.kinds.sudoku.constraints.sum_lines import Arrow
from coversat.kinds.sudoku.constraints.sums import Cage, LittleKiller
from coversat.problems import Sudoku
from coversat.problems.grid import Cell, Grid
from coversat.reductions.encoders import ENCODERS

from . import Instance, filled_cells, grid, instance, right

parts = filled_cells
ELSEWHERE = ("boards", *(f"cnf:{name}" for name in (*ENCODERS, "implied")))
"""What does not take other orders, and what wants constraints; other tests look at these."""
IMPLIED = ("cage#@r#c#+r#c#",)
"""A cage holds as many digits as it has cells, so that its digits leave room for one set of the others."""


def filled_rows(givens: Grid) -> Iterator[Grid]:
    """Every grid with the givens in which rows and columns hold each digit once; boxes are not looked at."""
    size = len(givens)
    rows = [
        [
            row
            for row in permutations(range(1, size + 1))
            if all(given in (None, digit) for given, digit in zip(line, row, strict=True))
        ]
        for line in givens
    ]

    def below(above: Grid) -> Iterator[Grid]:
        if len(above) == size:
            yield above
            return
        for row in rows[len(above)]:
            if all(digit not in column for digit, *column in zip(row, *above, strict=True)):
                yield from below((*above, row))

    return below(())


EMPTY_4 = ((None,) * 4,) * 4


@cache
def grids_of_4() -> tuple[Grid, ...]:
    """All finished 4x4 sudokus."""
    return tuple(sorted(right(Sudoku(2, 2, EMPTY_4), filled_rows(EMPTY_4))))


@cache
def grids_of_4_from_0() -> tuple[Grid, ...]:
    """The same with the digits 0 to 3."""
    return tuple(tuple(tuple(digit - 1 for digit in row if digit) for row in one) for one in grids_of_4())


def from_0(name: str, *lines: str) -> Instance:
    """A board of digits 0 to 3."""
    problem = Sudoku.parse("\n".join(("digits 0-3", *lines, "")))
    return instance(name, problem, grids_of_4_from_0(), ("blanks", *ELSEWHERE))


def sudoku_4(name: str, *rows: str) -> Instance:
    problem = Sudoku(2, 2, grid(*rows))
    return instance(name, problem, grids_of_4(), ELSEWHERE)


def with_constraints(name: str, *rows: str, constraints: tuple[Constraint, ...]) -> Instance:
    problem = Sudoku(2, 2, grid(*rows), constraints)
    several = sum(isinstance(one, LittleKiller) for one in constraints) > 1
    return instance(name, problem, grids_of_4(), ("boards", "blanks", *(() if several else ("cnf:implied",))))


def with_clues(answer: Grid, cells: Iterable[Cell]) -> Grid:
    """The answer with all but `cells` blanked."""
    chosen = set(cells)
    return tuple(
        tuple(d if (r, c) in chosen else None for c, d in enumerate(row)) for r, row in enumerate(answer)
    )


GRID_2X3 = grid("123456", "456123", "231564", "564231", "312645", "645312")
GRID_3X2 = grid("125634", "341256", "563412", "216543", "432165", "654321")


def sudoku_6(box: tuple[int, int], answer: Grid, blanks: int, seed: int) -> Instance:
    cells = random.Random(seed).sample(sorted(product(range(6), range(6))), 36 - blanks)
    problem = Sudoku(*box, with_clues(answer, cells))
    name = f"{box[0]}x{box[1]} boxes, {blanks} blanks"
    return instance(name, problem, filled_rows(problem.givens), ELSEWHERE)


def instances() -> Iterator[Instance]:
    yield sudoku_4("no clue", "0000", "0000", "0000", "0000")
    yield sudoku_4("unique", "1000", "0020", "0300", "0004")
    yield sudoku_4("several answers", "1200", "0000", "0000", "0030")
    yield sudoku_4("finished", "1234", "3412", "2143", "4321")
    line, arrow, cage = (
        Thermo(((0, 0), (1, 1), (2, 1))),
        Arrow(((3, 3), (2, 3), (2, 2))),
        Cage(((0, 2), (0, 3)), 5),
    )
    sums = tuple(
        LittleKiller(total, "down-right", ((r, c),)) for total, r, c in ((7, 1, 0), (10, 0, 0), (7, 0, 1))
    )
    corner, between = Quadruple((1, 2), ((1, 1),)), Sandwich(("left", 1), 5)
    for name, first, constraints in (
        ("a line", "1000", (line,)),
        ("an arrow", "1000", (arrow,)),
        ("a cage", "1000", (cage,)),
        ("a corner", "1000", (corner,)),
        ("a sandwich", "1000", (between,)),
        ("a sum and a line", "1000", (cage, line)),
        ("a unique line", "1400", (line, arrow, cage)),
        ("constraints that clash", "3000", (line, arrow, between)),
        ("sums", "0000", sums),
    ):
        yield with_constraints(name, first, "0000", "0000", "0040", constraints=constraints)
    yield sudoku_4("clash in a row", "1001", "0000", "0000", "0000")
    yield sudoku_4("clash in a column", "0100", "0000", "0000", "0100")
    yield sudoku_4("clash in a box", "2000", "0200", "0000", "0000")
    yield sudoku_4("no answer, no clash", "1230", "0000", "0004", "0000")
    yield from_0("digits from 0, unique", "0...", "..1.", ".2..", "...3")
    yield from_0("digits from 0, several answers", "01..", "....", "....", "..2.")
    yield from_0("digits from 0, a clash", "0..0", "....", "....", "....")
    yield sudoku_6((2, 3), GRID_2X3, 18, 1)
    yield sudoku_6((2, 3), GRID_2X3, 24, 2)
    yield sudoku_6((3, 2), GRID_3X2, 18, 3)
    yield sudoku_6((3, 2), GRID_3X2, 22, 4)


def shuffled(chance: random.Random, height: int, width: int) -> list[list[int]]:
    """A finished sudoku: the cyclic one with its digits, rows and columns changed about."""
    size = height * width

    def lines(outer: int, inner: int) -> list[int]:
        return [
            inner * o + i
            for o in chance.sample(range(outer), outer)
            for i in chance.sample(range(inner), inner)
        ]

    digits = chance.sample(range(1, size + 1), size)
    rows, columns = lines(width, height), lines(height, width)
    return [[digits[(width * (r % height) + r // height + c) % size] for c in columns] for r in rows]


SHAPES = ((2, 2, 5), (2, 3, 13), (2, 3, 10), (3, 3, 32))


def plain(chance: random.Random) -> Sudoku:
    """4x4, 6x6 and 9x9 with more or fewer givens; in every fourth one of them is changed."""
    height, width, givens = chance.choice(SHAPES)
    size = height * width
    answer = shuffled(chance, height, width)
    chosen = chance.sample(list(product(range(size), repeat=2)), givens + chance.randrange(-2, 3))
    board: list[list[int | None]] = [[None] * size for _ in range(size)]
    for r, c in chosen:
        board[r][c] = answer[r][c]
    if chance.random() < 0.25:
        r, c = chosen[0]
        board[r][c] = chance.randrange(1, size + 1)
    return Sudoku(height, width, tuple(map(tuple, board)))


def drawn(chance: random.Random) -> Sudoku:
    """Every other one with constraints, of the small boards that these are tested on, and some givens."""
    if chance.random() < 0.5:
        return plain(chance)
    problem = chance.choice(cases(chance.choice(words())))
    others = [case for word in words() for case in cases(word) if case.layout == problem.layout]
    constraints = {*problem.constraints, *chance.choice(others).constraints}
    rows = [list(row) for row in problem.givens]
    share = chance.choice((0.1, 0.2))
    for r, row in enumerate(rows):
        for c in range(len(row)):
            if chance.random() < share:
                rows[r][c] = chance.randrange(problem.layout.lowest, problem.layout.highest + 1)
    return replace(problem, givens=tuple(map(tuple, rows)), constraints=tuple(constraints))
