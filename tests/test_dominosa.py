"""Dominosa: brute force over all tilings of small boards, texts, and the largest order."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest
from family import assert_error, assert_examples, assert_routes_find, assert_texts_come_back, right
from kinds.dominosa import tilings_of

from coversat.findings import Verdict
from coversat.problems import Dominosa
from coversat.routing import default_route, run
from coversat.solvers import Limits


def laid(order: int, seed: int) -> Dominosa:
    """A board that shows a random laying of the set; every fourth seed changes a digit."""
    rng = random.Random(seed)
    dominoes = list(combinations_with_replacement(range(order + 1), 2))
    rng.shuffle(dominoes)
    digits = {}
    for edge, domino in zip(rng.choice(tilings_of(order)), dominoes, strict=True):
        digits |= zip(edge, rng.sample(domino, 2), strict=True)
    if seed % 4 == 3:
        digits[rng.choice(sorted(digits))] = rng.randint(0, order)
    return Dominosa(tuple(tuple(digits[r, c] for c in range(order + 2)) for r in range(order + 1)))


@pytest.mark.slow
@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_brute_force(order: int) -> None:
    # The numbers of domino tilings of 2x3, 3x4, 4x5 and 5x6 (Kasteleyn; OEIS A004003 and its kin).
    assert len(tilings_of(order)) == {1: 3, 2: 11, 3: 95, 4: 1183}[order]
    counts = set()
    for seed in range(20 if order < 4 else 8):
        problem = laid(order, seed)
        expected = right(problem, tilings_of(order))
        assert expected == {
            tiling
            for tiling in tilings_of(order)
            if len({tuple(sorted(problem.digits[r][c] for r, c in edge)) for edge in tiling}) == len(tiling)
        }
        assert_routes_find(problem, expected)
        assert_texts_come_back(problem, expected)
        counts.add(min(len(expected), 2))
    assert counts >= {0, 2}


def test_wrong_answers() -> None:
    problem = Dominosa(((0, 0, 1), (0, 1, 1)))
    right_one = (((0, 0), (0, 1)), ((0, 2), (1, 2)), ((1, 0), (1, 1)))
    assert not problem.violations(right_one)
    assert problem.answer_rows(right_one) == [[1, 1, 2], [3, 3, 2]]
    a, b, c = right_one
    for wrong in [(), (a, b), (b, a, c), (a, b, c[::-1]), (a, b, c, c), (a, b, b), (a, b, ((1, 0), (2, 0)))]:
        assert problem.violations(wrong), wrong
    assert problem.violations((a, ((0, 2), (1, 1)), c))
    assert problem.violations((((0, 0), (1, 0)), ((0, 1), (0, 2)), ((1, 1), (1, 2)))) == []
    assert problem.violations((((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2)))) == []
    upright = tuple(((0, c), (1, c)) for c in range(3))
    assert Dominosa(((0, 0, 0), (1, 1, 1))).violations(upright)


def test_the_largest_order() -> None:
    """The set of order 20, shuffled and laid side by side."""
    dominoes = list(combinations_with_replacement(range(21), 2))
    random.Random(1).shuffle(dominoes)
    flat = [digit for domino in dominoes for digit in domino]
    problem = Dominosa(tuple(tuple(flat[at : at + 22]) for at in range(0, len(flat), 22)))
    found = run(problem, default_route("dominosa"), Limits(answers=1)).findings.answers
    assert len(found[0]) == 21 * 22 / 2
    assert_texts_come_back(problem, found)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("dominosa", 1, 9, "2 tokens"),
        ("dominosa 21", 1, 10, "the order from 1 to 20"),
        ("dominosa 1\n001", 2, 4, "row 2 of 2"),
        ("dominosa 1\n001\n02A", 3, 2, "a digit 0 to 1"),
        ("dominosa 1\n001\n01", 3, 2, "3 cells"),
        ("dominosa 1\n0 0 1\n0 1 2", 3, 5, "a digit from 0 to 1"),
        ("dominosa 1\n0 0 1 1", 2, 7, "3 cells"),
        ("dominosa 1\n001\n011\n0", 4, 1, "the end of the text"),
    ],
)
def test_errors(text: str, line: int, column: int, expected: str) -> None:
    assert_error("dominosa", text, line, column, expected)


def test_impossible_values() -> None:
    for digits in [(), ((0, 1),), ((0, 0, 1), (0, 1)), ((0, 0, 1), (0, 1, 2))]:
        with pytest.raises(ValueError, match=r"rows|digit"):
            Dominosa(digits)


def test_examples() -> None:
    assert_examples("dominosa", {"order-3.txt": [Verdict.UNIQUE], "order-5.txt": [Verdict.UNIQUE]})
