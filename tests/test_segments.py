"""The formula of a cover with a variable for the options that two items share."""

from __future__ import annotations

import random
from itertools import product

import pytest
from cover_cases import brute_force, langford, plain, queens

from coversat.answering.routes import find_path, find_route
from coversat.answering.running import begin_two, run
from coversat.problems import Sudoku
from coversat.problems.exact_cover.rules import ExactCover
from coversat.reductions.paths import apply_path
from coversat.solvers import Limits

SEGMENTS, REMAINING = find_path("cover", "cnf:segments"), find_path("cover", "cnf:remaining")
STABLE = "cadical153-stable"


def crossing(chance: random.Random) -> ExactCover:
    """Lines that cross columns, one of these secondary; up to three options where two meet, some coloured."""
    places = product("abc", "xyz")
    options = [
        " ".join((line, column, *chance.choice(((), ("s",), ("t:1",), ("t:2",)))))
        for line, column in places
        for _ in range(chance.randint(0, 3))
    ]
    return plain("abcxy", options[:14], "zst")


@pytest.mark.thorough
def test_segments_keep_the_covers() -> None:
    """Those of brute force, each in one model."""
    chance, divided = random.Random(5), 0
    for _ in range(40):
        cover = crossing(chance)
        divided += apply_path(SEGMENTS, cover).solver == STABLE
        found = run(cover, find_route("cover", f"cnf:segments/{STABLE}")).findings.answers
        assert sorted(found) == sorted(brute_force(cover))
        assert apply_path(SEGMENTS, cover).parsimonious
    assert divided > 10


def test_formulas_without_segments_are_those_of_what_remains() -> None:
    """Squares of a board have one line in common, pairs of Langford at most two places."""
    for cover in (queens(6), langford(7)):
        divided, rest = (apply_path(rules, cover) for rules in (SEGMENTS, REMAINING))
        assert divided.solver is None
        assert tuple(divided.target.clauses) == tuple(rest.target.clauses)


def test_a_sudoku_with_few_givens_goes_to_the_solver_for_segments() -> None:
    """Both answers obey the rules, or it raises an error."""
    problem = Sudoku.parse("1" + "0" * 39 + "2" + "0" * 39 + "3\n")
    stream = begin_two(problem, find_route("sudoku", "cover/cnf:segments"), Limits())
    stream.turn()
    assert stream.findings().at_least == 2
    assert stream.findings().route == f"cover/cnf:segments/{STABLE}"
