"""The contract of problems, reductions and solvers: every route finds the same set of right answers.

The expected answers come from `instances`: listed by brute force, judged by the rules alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations, cycle, product
from typing import Any

import pytest
from instances import (
    GRID_2X3,
    GRID_3X2,
    KINDS,
    PUZZLES,
    Instance,
    cnf,
    covers,
    grids_of_4,
    instances,
    kakuro,
    layings,
    right,
    seen,
    sudominoku,
    with_clues,
)

from coversat.errors import ReductionError
from coversat.problems import Problem, Sudoku
from coversat.routes import Route, find_route, routes, run
from coversat.solvers.sat import SAT_SOLVERS

FIRST_SAT = SAT_SOLVERS[0].name
SLOW = ("kissat404",)
"""Solvers that start anew for each model: instances with many answers would take seconds."""
FEW = 30

ROUTES = [route for kind in KINDS for route in routes(kind)]
ONE_SAT = [route for route in ROUTES if route.solver.kind != "cnf" or route.solver.name == FIRST_SAT]
SAT = [
    next(route for route in ROUTES if route.kind == kind and route.solver.name == solver.name)
    for kind in KINDS
    for solver in SAT_SOLVERS[1:]
]
"""Every other SAT solver once for each kind, by the first reduction."""


def name_of(value: Any) -> str:
    return f"{value.kind}-{value.name}" if isinstance(value, Route) else str(value)


def found_by(route: Route, problem: Problem[Any]) -> frozenset[Any]:
    """What the route's answers show; the search must have seen its end, and shown nothing twice."""
    outcome = run(problem, route).outcome
    assert outcome.exhausted
    assert not any(problem.violations(answer) for answer in outcome.answers)
    shown = [seen(problem, answer) for answer in outcome.answers]
    assert len(set(shown)) == len(shown)
    return frozenset(shown)


def assert_right(route: Route, instance: Instance) -> None:
    if instance.refuses(route.name):
        with pytest.raises(ReductionError):
            run(instance.problem, route)
    else:
        assert found_by(route, instance.problem) == instance.answers, instance.name


def test_the_instances_are_what_they_should_be() -> None:
    """Known numbers, and every kind has instances without, with one and with several answers."""
    assert len(grids_of_4()) == 288
    for grid, box in ((GRID_2X3, (2, 3)), (GRID_3X2, (3, 2))):
        assert not Sudoku(*box, ((0,) * 6,) * 6).violations(grid)
    for kind, those in instances().items():
        assert all(instance.problem.kind == kind for instance in those)
        assert {0, 1, 2} <= {min(len(instance.answers), 2) for instance in those}
        assert len({instance.name for instance in those}) == len(those)
    # Printed in TAOCP 7.2.2.1: (6) has the cover {c e, a d f, b g}, (49) the cover {q x:A, p r x:A y}.
    by_name = {instance.name: instance.answers for instance in covers()}
    assert by_name["knuth's six options"] == {(0, 3, 4)}
    assert by_name["knuth's colours"] == {(1, 3)}


def test_every_kind_of_route_is_there() -> None:
    """Direct, by exact cover, by CNF, by both one after the other; and each SAT solver's name."""
    for kind in PUZZLES:
        of_kind = [route for route in ROUTES if route.kind == kind]
        shapes = {tuple(rule.target for rule in route.rules) for route in of_kind}
        assert shapes == {(), ("cover",), ("cnf",), ("cover", "cnf"), ("cnf", "cover")}
        assert {s.name for s in SAT_SOLVERS} <= {route.solver.name for route in of_kind}
    names = [(route.kind, route.name) for route in ROUTES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("route", ONE_SAT, ids=name_of)
def test_every_reduction_and_search_finds_every_answer(route: Route) -> None:
    # By a formula to exact cover: large covers, so every other instance has to do.
    step = 2 if [rule.target for rule in route.rules] == ["cnf", "cover"] else 1
    for instance in instances()[route.kind][::step]:
        assert_right(route, instance)


@pytest.mark.parametrize("route", SAT, ids=name_of)
def test_every_sat_solver_finds_every_answer(route: Route) -> None:
    for instance in instances()[route.kind]:
        if len(instance.answers) <= FEW or route.solver.name not in SLOW:
            assert_right(route, instance)


def assert_sudoku_right(puzzle: Sudoku, names: Iterable[str]) -> None:
    clues = [(r, c, digit) for r, row in enumerate(puzzle.givens) for c, digit in enumerate(row) if digit]
    with_these = (grid for grid in grids_of_4() if all(grid[r][c] == digit for r, c, digit in clues))
    expected = right(puzzle, with_these)
    for name in names:
        assert found_by(find_route("sudoku", name), puzzle) == expected, puzzle.render()


def test_all_4x4_grids_with_clues() -> None:
    """From each of the 288 grids a set of clues, of every size; the reductions take turns."""
    taking_turns = cycle(route.name for route in ONE_SAT if route.kind == "sudoku")
    for number, grid in enumerate(grids_of_4()):
        cells = random.Random(number).sample(sorted(product(range(4), range(4))), number % 17)
        puzzle = Sudoku(2, 2, with_clues(grid, cells))
        assert_sudoku_right(puzzle, ["search/blanks", "cover/bitset", next(taking_turns), next(taking_turns)])


def test_all_sets_of_up_to_two_clues() -> None:
    """Renaming the digits aside; those that contradict each other too."""
    cells = sorted(product(range(4), range(4)))
    sets: list[dict[tuple[int, int], int]] = [{cell: 1} for cell in cells]
    sets += [{one: 1, other: digit} for one, other in combinations(cells, 2) for digit in (1, 2)]
    for clues in sets:
        puzzle = Sudoku(2, 2, tuple(tuple(clues.get((r, c), 0) for c in range(4)) for r in range(4)))
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


@pytest.mark.parametrize("kind", PUZZLES)
def test_an_answer_with_one_cell_changed_is_wrong(kind: str) -> None:
    for instance in instances()[kind]:
        for answer in sorted(instance.answers)[:5]:
            for r, row in enumerate(answer):
                for c, digit in enumerate(row):
                    for other in {0, digit % 9 + 1, 10} - {digit}:
                        line = (*row[:c], other, *row[c + 1 :])
                        changed = (*answer[:r], line, *answer[r + 1 :])
                        assert changed in instance.answers or instance.problem.violations(changed)


@pytest.mark.parametrize("kind", ["cover", "cnf"])
def test_an_answer_with_one_choice_changed_is_wrong(kind: str) -> None:
    """An option more or less, a literal turned round or left out: right only where brute force says so."""
    for instance in instances()[kind]:
        problem = instance.problem
        if getattr(problem, "projection", None) is not None:
            continue
        for answer in instance.answers:
            if kind == "cover":
                changed = [tuple(sorted({*answer} ^ {at})) for at in range(len(problem.options))]
            else:
                changed = [tuple(-x if x == y else x for x in answer) for y in answer]
            for other in changed:
                assert bool(problem.violations(other)) == (other not in instance.answers)


@pytest.mark.parametrize("wrong", [(), ((1, 2), (2, 1)), ((1, 2, 3, 4),) * 3, ((1, 2, 3, 4, 1),) * 4])
def test_an_answer_of_another_shape_is_wrong(wrong: Any) -> None:
    for instance in (instances()["sudoku"][0], instances()["sudominoku"][0]):
        assert instance.problem.violations(wrong)
    board = kakuro("", r"# 4\ 6\ / \3 . . / \7 . .").problem
    assert board.violations(wrong)


def test_tilings_are_those_of_brute_force() -> None:
    """The rules check finds a tiling exactly where brute force over all tilings finds one."""
    problems = [i.problem for i in instances()["sudominoku"] if i.problem.size == 4]
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


def test_a_wrong_instance_would_be_seen() -> None:
    """The check of this file, run on an instance whose list of answers lacks one."""
    instance = cnf("", 2, (1, 2))
    short = Instance("", instance.problem, instance.answers - {(1, 2)})
    with pytest.raises(AssertionError):
        assert_right(find_route("cnf", FIRST_SAT), short)
