"""Langford pairs: published counts, brute force over all arrangements, texts."""

from __future__ import annotations

import pytest
from family import assert_error, assert_examples, assert_routes_find

from coversat.findings import Verdict
from coversat.problems import Langford, read
from coversat.routing import default_route, run

# OEIS A014552: a line and the same read backwards count once.
COUNTS = {1: 0, 2: 0, 3: 1, 4: 1, 5: 0, 6: 0, 7: 26, 8: 150}


@pytest.mark.parametrize("pairs", COUNTS)
def test_published_counts(pairs: int) -> None:
    found = run(Langford(pairs), default_route("langford")).findings
    assert len({min(line, line[::-1]) for line in found.answers}) == COUNTS[pairs]
    assert len(found.answers) == 2 * COUNTS[pairs]


@pytest.mark.slow
def test_seven_by_every_route() -> None:
    found = run(Langford(7), default_route("langford")).findings
    assert_routes_find(Langford(7), frozenset(found.answers))


def test_wrong_answers() -> None:
    problem = Langford(3)
    assert not problem.violations((2, 3, 1, 2, 1, 3))
    for wrong in [(), (2, 3, 1, 2, 1), (2, 3, 1, 2, 3, 1), (1, 1, 2, 2, 3, 3), (2, 3, 4, 2, 1, 3), (0,) * 6]:
        assert problem.violations(wrong)
    assert problem.violations((1, 3, 1, 1, 1, 3))


def test_several_in_one_text() -> None:
    assert read("langford 3\n\nlangford 4\n").problems == (Langford(3), Langford(4))


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("langford", 1, 1, "one number"),
        ("langford x", 1, 10, "the number of pairs from 1"),
        ("langford 3 4", 1, 12, "one number"),
        ("langford 3\nqueens 4", 2, 1, "'langford'"),
    ],
)
def test_errors(text: str, line: int, column: int, expected: str) -> None:
    assert_error("langford", text, line, column, expected)


def test_examples() -> None:
    assert_examples("langford", {"pairs.txt": [Verdict.MULTIPLE] * 3})
