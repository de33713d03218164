"""Star battle: published counts, brute force, texts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations

import pytest
from family import assert_error, assert_examples, assert_routes_find, assert_texts_come_back, right

from coversat.answers import count, solve
from coversat.findings import Verdict
from coversat.problems import StarBattle
from coversat.problems.grid import Grid
from coversat.routing import default_route
from coversat.solvers import Limits


def rows_as_regions(stars: int, size: int) -> StarBattle:
    return StarBattle(stars, tuple((n,) * size for n in range(size)))


# OEIS A002464: permutations whose neighbours differ by two or more.
@pytest.mark.parametrize(("size", "answers"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 14), (6, 90), (7, 646)])
def test_published_counts(size: int, answers: int) -> None:
    assert count(rows_as_regions(1, size)).at_least == answers


def one_star_boards(size: int) -> Iterator[Grid]:
    """A star in each row and column; regions and touching are not looked at."""
    for columns in permutations(range(size)):
        yield tuple(tuple(int(c == column) for c in range(size)) for column in columns)


def boards(stars: int, size: int) -> Iterator[Grid]:
    """So many stars in each row, none that touch, and as many in each column."""
    rows = [tuple(int(c in chosen) for c in range(size)) for chosen in combinations(range(size), stars)]
    rows = [row for row in rows if (1, 1) not in pairwise(row)]
    apart = {
        row: [r for r in rows if not any(a and any(r[max(c - 1, 0) : c + 2]) for c, a in enumerate(row))]
        for row in rows
    }

    def below(above: Grid) -> Iterator[Grid]:
        if len(above) == size:
            yield above
            return
        for row in apart[above[-1]] if above else rows:
            left = (size - len(above)) // 2  # a column's stars do not touch either
            if all(stars - left <= sum(column) <= stars for column in zip(*above, row, strict=True)):
                yield from below((*above, row))

    return below(())


def random_regions(size: int, seed: int) -> Grid:
    """Regions grown from random cells, a cell at a time; every third seed, cells at random."""
    rng = random.Random(seed)
    cells = [(r, c) for r in range(size) for c in range(size)]
    region = {cell: n for n, cell in enumerate(rng.sample(cells, size))}
    while len(region) < len(cells):
        r, c = rng.choice(cells)
        near = [region[x] for x in ((r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)) if x in region]
        if (r, c) not in region and (near or seed % 3 == 0):
            region[r, c] = rng.randrange(size) if seed % 3 == 0 else rng.choice(near)
    return tuple(tuple(region[r, c] for c in range(size)) for r in range(size))


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_one_star_by_brute_force(size: int) -> None:
    counts = set()
    for seed in range(15):
        problem = StarBattle(1, random_regions(size, seed))
        expected = right(problem, one_star_boards(size))
        for board in expected:
            stars = [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell]
            assert len({problem.regions[r][c] for r, c in stars}) == size
            assert all(abs(a - c) > 1 or abs(b - d) > 1 for (a, b), (c, d) in combinations(stars, 2))
        assert_routes_find(problem, expected)
        assert_texts_come_back(problem, expected)
        counts.add(min(len(expected), 2))
    assert counts >= ({0, 1, 2} if size == 5 else {0} if size in (2, 3) else {0, 1} if size == 4 else {1})


@pytest.mark.slow
def test_two_stars_by_brute_force() -> None:
    """On eight rows, where two stars first fit; regions around one of the right boards."""
    everything = list(boards(2, 8))
    assert right(rows_as_regions(2, 8), everything) == frozenset(everything)
    for seed in range(3):
        rng = random.Random(seed)
        board = rng.choice(sorted(right(rows_as_regions(2, 8), everything)))
        stars = [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell]
        rng.shuffle(stars)
        region = {star: n // 2 for n, star in enumerate(stars)}
        grid = tuple(tuple(region.get((r, c), (r + c + seed) % 8) for c in range(8)) for r in range(8))
        problem = StarBattle(2, grid)
        expected = right(problem, everything)
        assert board in expected
        # Dancing Links as published takes ten seconds for each of these.
        assert_routes_find(problem, expected, lambda route: route != "cover/dancing-links")
        assert_texts_come_back(problem, expected)


def test_the_smallest_answers_come_first() -> None:
    """Though the solver that is asked unasked finds them in no order."""
    problem = rows_as_regions(1, 6)
    everything = sorted(right(problem, one_star_boards(6)))
    assert solve(problem, limits=Limits(answers=20)).answers == tuple(everything[:20])
    assert not default_route("starbattle").rules
    assert default_route("starbattle", ordered=True).name == "cnf:counters/lexicographic"


def test_wrong_answers() -> None:
    problem = rows_as_regions(1, 4)
    board = ((0, 1, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0), (0, 0, 1, 0))
    assert not problem.violations(board)
    assert problem.violations(board[:3])
    assert problem.violations((*board[:3], (0, 0, 0, 0)))
    assert problem.violations((*board[:3], (0, 0, 2, 0)))
    assert problem.violations(((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)))
    columns = StarBattle(1, ((0, 0, 1, 1), (0, 0, 1, 1), (2, 2, 3, 3), (2, 2, 3, 3)))
    assert not columns.violations(board)
    assert StarBattle(1, ((0, 0, 1, 2), (3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3))).violations(board)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("starbattle", 1, 11, "2 tokens"),
        ("starbattle 0\nA", 1, 12, "the number of stars from 1"),
        ("starbattle 1", 1, 13, "a row of regions"),
        ("starbattle 1\nAB\nA", 3, 1, "2 cells"),
        ("starbattle 1\nAB\nA-", 3, 2, "a region's letter"),
        ("starbattle 1\nAB\nCD", 2, 1, "2 regions for 2 rows, not 4"),
        ("starbattle 1\nAB\nAB\nAB", 4, 1, "the end of the text"),
    ],
)
def test_errors(text: str, line: int, column: int, expected: str) -> None:
    assert_error("starbattle", text, line, column, expected)


def test_impossible_values() -> None:
    for stars, regions in [(0, ((0,),)), (1, ()), (1, ((0, 1),)), (1, ((0, 0), (0, 0)))]:
        with pytest.raises(ValueError, match=r"stars|board|regions"):
            StarBattle(stars, regions)
    assert StarBattle(1, ((9, 4), (4, 4))) == StarBattle(1, ((0, 1), (1, 1)))


def test_examples() -> None:
    unique = [Verdict.UNIQUE]
    assert_examples("starbattle", {"one-star.txt": unique, "two-stars.txt": unique})
