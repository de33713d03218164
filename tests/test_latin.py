"""Latin squares: published counts, brute force, texts, and the generator."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest
from family import assert_error, assert_examples, assert_routes_find, assert_texts_come_back, right

from coversat.findings import Verdict
from coversat.kinds.latin.generator import random_latin_square
from coversat.problems import Latin
from coversat.problems.grid import Grid
from coversat.routing import find_route
from coversat.setter.explain import NoAnswer, explain
from coversat.solvers.bitset_cover import PreparedCover


def completions(problem: Latin) -> int:
    return PreparedCover(find_route("latin", "cover/bitset").reduce(problem).target).count().at_least


def blank(order: int) -> Grid:
    return ((0,) * order,) * order


def reduced(order: int) -> Latin:
    """First row and first column in order."""
    return Latin((tuple(range(1, order + 1)), *((n, *(0,) * (order - 1)) for n in range(2, order + 1))))


# OEIS A002860 (all) and A000315 (reduced)
ALL = {1: 1, 2: 2, 3: 12, 4: 576, 5: 161_280}
REDUCED = {2: 1, 3: 1, 4: 4, 5: 56, 6: 9408}


@pytest.mark.parametrize("order", ALL)
def test_published_counts(order: int) -> None:
    assert completions(Latin(blank(order))) == ALL[order]


@pytest.mark.parametrize("order", REDUCED)
def test_published_counts_of_reduced_squares(order: int) -> None:
    assert completions(reduced(order)) == REDUCED[order]


@pytest.mark.slow
def test_published_count_of_order_seven() -> None:
    assert completions(reduced(7)) == 16_942_080


def rows_that_fit(givens: Grid) -> Iterator[Grid]:
    """Grids with the givens whose rows are permutations; columns are not looked at before the last row."""
    choices = [
        [
            row
            for row in permutations(range(1, len(givens) + 1))
            if all(g in (0, d) for g, d in zip(line, row, strict=True))
        ]
        for line in givens
    ]

    def below(above: Grid) -> Iterator[Grid]:
        if len(above) == len(givens):
            yield above
            return
        for row in choices[len(above)]:
            if len(above) + 1 == len(givens) or all(row != other for other in above):
                yield from below((*above, row))

    return below(())


@pytest.mark.slow
def test_givens() -> None:
    """From right squares and from random digits, which contradict each other as often as not."""
    counts = set()
    for seed in range(24):
        rng = random.Random(seed)
        square = random_latin_square(4, random.Random(seed))
        givens = tuple(
            tuple(
                0 if rng.random() < 0.6 else rng.randint(1, 4) if seed % 3 == 0 and rng.random() < 0.2 else d
                for d in row
            )
            for row in square
        )
        problem = Latin(givens)
        expected = right(problem, rows_that_fit(givens))
        assert expected == {
            grid
            for grid in rows_that_fit(givens)
            if all(len({*line}) == 4 for line in (*grid, *zip(*grid, strict=True)))
        }
        assert_routes_find(problem, expected)
        assert_texts_come_back(problem, expected)
        counts.add(min(len(expected), 2))
    assert counts == {0, 1, 2}


def test_wrong_answers() -> None:
    problem = Latin(((1, 0), (0, 0)))
    assert not problem.violations(((1, 2), (2, 1)))
    for wrong in [
        (),
        ((1, 2),),
        ((2, 1), (1, 2)),
        ((1, 2), (1, 2)),
        ((1, 0), (2, 1)),
        ((1, 3), (3, 1)),
        ((1, 1), (2, 2)),
    ]:
        assert problem.violations(wrong)


def test_large_orders_are_written_as_numbers() -> None:
    for order in (9, 25, 26, 40):
        square = tuple(tuple((r + c) % order + 1 for c in range(order)) for r in range(order))
        problem = Latin(
            tuple(tuple(d if (r + c) % 3 else 0 for c, d in enumerate(row)) for r, row in enumerate(square))
        )
        assert_texts_come_back(problem, [square] if order <= 25 else [])
        assert problem.parse_answer(problem.render(square)) == square


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("latin", 1, 6, "2 tokens"),
        ("latin 0", 1, 7, "the order from 1"),
        ("latin 2\n12", 2, 3, "row 2 of 2"),
        ("latin 2\n12\n213", 3, 3, "expected a digit 1 to 2"),
        ("latin 3\n123\n21\n...", 3, 1, "3 cells"),
        ("latin 2\n1 2\n. 3", 3, 3, "a digit (or 0 for a blank) from 1 to 2"),
        ("latin 2\n12\n21\n12", 4, 1, "the end of the text"),
        ("latin 26\n" + "12" * 13, 2, 1, "from 1 to 26"),
    ],
)
def test_errors(text: str, line: int, column: int, expected: str) -> None:
    assert_error("latin", text, line, column, expected)


def test_impossible_values() -> None:
    for givens in [(), ((1, 2),), ((0, 3), (0, 0))]:
        with pytest.raises(ValueError, match=r"square|given"):
            Latin(givens)


def test_givens_can_be_taken_away() -> None:
    problem = Latin(((1, 0, 0), (3, 0, 3), (0, 0, 0)))
    assert problem.given_names() == ("given 1 at r1c1", "given 3 at r2c1", "given 3 at r2c3")
    assert problem.with_givens({0, 2}) == Latin(((1, 0, 0), (0, 0, 3), (0, 0, 0)))
    found = explain(problem)
    assert isinstance(found, NoAnswer)
    assert found.clash == ((1, "given 3 at r2c1"), (2, "given 3 at r2c3"))


def square_of(seed: int) -> Grid:
    return random_latin_square(6, random.Random(seed))


def test_random_squares_are_latin_and_evenly_spread() -> None:
    """The twelve squares of order three: within five standard deviations of 50 each."""
    found = Counter(random_latin_square(3, random.Random(seed)) for seed in range(600))
    assert len(found) == 12
    assert all(abs(count - 50) < 5 * 6.8 for count in found.values())
    for order in (1, 2, 6, 11):
        square = random_latin_square(order, random.Random(7))
        assert not Latin(blank(order)).violations(square)
    assert square_of(1) == square_of(1) != square_of(2)


def test_examples() -> None:
    assert_examples("latin", {"order-9.txt": [Verdict.UNIQUE], "order-20.txt": [Verdict.UNIQUE]})
