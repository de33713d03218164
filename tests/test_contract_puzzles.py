"""Sudokus, sudominokus and kakuros in their hundreds, against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations, product
from typing import Any

import pytest
from family import found_by, says_constraints
from instances import instances
from kinds import right
from kinds.kakuro import kakuro
from kinds.sudoku import grids_of_4, with_clues
from kinds.sudominoku import layings, sudominoku
from test_contract import assert_right

from coversat.answering.routes import all_routes as routes
from coversat.answering.routes import find_route
from coversat.problems import Sudoku
from coversat.solvers.sat.sat import SAT_SOLVERS

FIRST_SAT = SAT_SOLVERS[0].name


def assert_sudoku_right(puzzle: Sudoku, names: Iterable[str]) -> None:
    clues = [(r, c, digit) for r, row in enumerate(puzzle.givens) for c, digit in enumerate(row) if digit]
    with_these = (grid for grid in grids_of_4() if all(grid[r][c] == digit for r, c, digit in clues))
    expected = right(puzzle, with_these)
    for name in names:
        assert found_by(find_route("sudoku", name), puzzle) == expected, puzzle.render()


FEW = range(0, 288, 12)
MANY = sorted(set(range(288)) - set(FEW))


@pytest.mark.parametrize("numbers", [FEW, pytest.param(MANY, marks=pytest.mark.slow)], ids=["few", "many"])
def test_4x4_grids_with_clues(numbers: Iterable[int]) -> None:
    """From each of the 288 grids a set of clues, of every size; the reductions take turns."""
    one_sat = [
        r for r in routes("sudoku") if r.solver.name in (FIRST_SAT, "search/scan") or r.solver.kind == "cover"
    ]
    one_sat = [route for route in one_sat if not says_constraints(route)]
    for number in numbers:
        cells = random.Random(number).sample(sorted(product(range(4), range(4))), number * 5 % 17)
        puzzle = Sudoku(2, 2, with_clues(grids_of_4()[number], cells))
        turn = one_sat[number % len(one_sat)].name
        assert_sudoku_right(puzzle, ["search/blanks", "cover/bitset", turn])


def sets_of_two_clues() -> list[dict[tuple[int, int], int]]:
    """All of up to two, renaming the digits aside; those that contradict each other too."""
    cells = sorted(product(range(4), range(4)))
    alone: list[dict[tuple[int, int], int]] = [{cell: 1} for cell in cells]
    return alone + [{one: 1, other: digit} for one, other in combinations(cells, 2) for digit in (1, 2)]


@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_sets_of_up_to_two_clues(step: int) -> None:
    for clues in sets_of_two_clues()[::step]:
        puzzle = Sudoku(2, 2, tuple(tuple(clues.get((r, c)) for c in range(4)) for r in range(4)))
        assert_sudoku_right(puzzle, ["search/blanks", f"cnf:minimal/{FIRST_SAT}"])


@pytest.mark.parametrize(
    "name", ["search/masks", "cover/bitset", f"cnf:combinations/{FIRST_SAT}", f"cnf:sums/{FIRST_SAT}"]
)
def test_every_pair_of_sums_on_two_by_two(name: str) -> None:
    """All sums across that two cells can have, beside sums down that fit, miss, or fit by the total only."""
    for across in range(3, 18):
        for other in (across, 20 - across):
            for down in (across, 10, 3):
                rest = across + other - down
                if other > 0 and rest > 0:
                    picture = rf"# {down}\ {rest}\ / \{across} . . / \{other} . ."
                    assert_right(find_route("kakuro", name), kakuro("", picture))


@pytest.mark.parametrize("wrong", [(), ((1, 2), (2, 1)), ((1, 2, 3, 4),) * 3, ((1, 2, 3, 4, 1),) * 4])
def test_an_answer_of_another_shape_is_wrong(wrong: Any) -> None:
    for instance in (instances("sudoku")[0], instances("sudominoku")[0]):
        assert instance.problem.violations(wrong)
    board = kakuro("", r"# 4\ 6\ / \3 . . / \7 . .").problem
    assert board.violations(wrong)


def test_tilings_are_those_of_brute_force() -> None:
    """The rules check finds a tiling exactly where brute force over all tilings finds one."""
    problems = [i.problem for i in instances("sudominoku") if i.problem.size == 4]
    several = 0
    for problem in problems:
        for grid in grids_of_4():
            ways = layings(problem, grid)
            given = [(cell, digit) for digit, cell in enumerate(problem.singles, 1)]
            for domino in problem.dominoes:
                given += zip(domino.cells, domino.digits, strict=True)
            if any(grid[r][c] != digit for (r, c), digit in given):
                continue
            assert bool(problem.violations(grid)) == (not ways)
            laid = problem.tiling(grid)
            if laid is not None:
                rest = {domino.cells for domino in laid} - {domino.cells for domino in problem.dominoes}
                assert tuple(sorted(rest)) in map(tuple, map(sorted, ways))
            several += len(ways) > 1
    assert several > 5


def test_a_grid_without_a_tiling_is_wrong_by_every_route() -> None:
    """A right sudoku with right givens; but its corner's neighbours are singles, so no domino fits there."""
    instance = sudominoku("", "A2 B1 C4 D3")
    fits = [g for g in grids_of_4() if (g[0][1], g[1][0], g[2][3], g[3][2]) == (1, 2, 3, 4)]
    assert fits
    for grid in fits:
        (violation,) = instance.problem.violations(grid)
        assert "cannot be laid" in str(violation)
