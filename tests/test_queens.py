"""Queens: published counts, brute force over all placings, texts."""

from __future__ import annotations

import random
from itertools import product

import pytest
from family import assert_error, assert_examples, assert_routes_find, assert_texts_come_back, right

from coversat.answers import count
from coversat.findings import Verdict
from coversat.problems import Queens
from coversat.setter.explain import NoAnswer, explain

# OEIS A000170
COUNTS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352}


@pytest.mark.parametrize("size", COUNTS)
def test_published_counts(size: int) -> None:
    assert count(Queens(size)).at_least == COUNTS[size]


def test_givens_can_be_taken_away() -> None:
    problem = Queens(5, ((0, 0), (1, 3)), ((2, 4),))
    assert problem.given_names() == ("queen at r1c1", "queen at r2c4", "r3c5 blocked")
    assert problem.given_cells() == (((0, 0),), ((1, 3),), ((2, 4),))
    assert problem.with_givens({1, 2}) == Queens(5, ((1, 3),), ((2, 4),))
    assert problem.with_givens({0}) == Queens(5, ((0, 0),))
    found = explain(Queens(5, ((0, 0), (3, 3)), ((2, 4),)))
    assert isinstance(found, NoAnswer)
    assert found.clash == ((0, "queen at r1c1"), (1, "queen at r4c4"))


@pytest.mark.slow
def test_placed_and_blocked() -> None:
    """Random squares, which contradict each other as often as not; two queens in a row too."""
    counts = set()
    everything = list(product(range(5), repeat=5))
    for seed in range(30):
        rng = random.Random(seed)
        squares = rng.sample(sorted(product(range(5), repeat=2)), 6)
        placed = seed % 3
        problem = Queens(5, tuple(squares[:placed]), tuple(squares[placed:]))
        expected = right(problem, everything)
        # The rules once more, said in another way.
        assert expected == {
            answer
            for answer in everything
            if len(set(answer)) == len({r + c for r, c in enumerate(answer)}) == 5
            and len({r - c for r, c in enumerate(answer)}) == 5
            and set(problem.placed) <= set(enumerate(answer))
            and not set(problem.blocked) & set(enumerate(answer))
        }
        assert_routes_find(problem, expected)
        assert_texts_come_back(problem, expected)
        counts.add(min(len(expected), 2))
    assert counts == {0, 1, 2}
    assert_routes_find(Queens(4, ((0, 1), (0, 2))), frozenset())


def test_wrong_answers() -> None:
    problem = Queens(4, ((0, 1),), ((3, 3),))
    assert not problem.violations((1, 3, 0, 2))
    for wrong in [(), (1, 3, 0), (1, 3, 0, 3), (2, 0, 3, 1), (1, 3, 0, 8), (1, 3, 0, -9)]:
        assert problem.violations(wrong)


def test_answers_are_read() -> None:
    problem = Queens(4)
    assert problem.parse_answer("2 4 1 3\n") == (1, 3, 0, 2)
    assert problem.parse_answer(".Q..\n...Q\nQ...\n..Q.") == (1, 3, 0, 2)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("queens", 1, 7, "2 tokens"),
        ("queens 0", 1, 8, "from 1 to"),
        ("queens 2 2", 1, 10, "end of the line"),
        ("queens 2\n..", 2, 3, "row 2 of 2"),
        ("queens 2\n...\n..", 2, 3, "2 cells"),
        ("queens 2\n..\n.x", 3, 2, "'#' (blocked)"),
        ("queens 2\n..\n..\n..", 4, 1, "end of the text"),
    ],
)
def test_errors(text: str, line: int, column: int, expected: str) -> None:
    assert_error("queens", text, line, column, expected)


def test_impossible_values() -> None:
    for arguments in [(0,), (2, ((0, 2),)), (2, ((0, 0), (0, 0))), (2, ((0, 0),), ((0, 0),))]:
        with pytest.raises(ValueError, match=r"square|rows"):
            Queens(*arguments)


def test_examples() -> None:
    assert_examples("queens", {"eight.txt": [Verdict.MULTIPLE], "placed.txt": [Verdict.UNIQUE]})
