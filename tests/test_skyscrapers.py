"""Skyscrapers: published puzzles and counts, brute force over all Latin squares of order four, texts."""

from __future__ import annotations

import random
from itertools import product

import pytest
from family import assert_error, assert_examples, assert_routes_find, assert_texts_come_back
from kinds.latin import grids

import coversat.kinds.skyscrapers.model as reduction
from coversat.answers import check, count
from coversat.errors import ReductionError
from coversat.findings import Verdict
from coversat.kinds.skyscrapers.rules import Skyscrapers
from coversat.problems.grid import Grid
from coversat.reductions import own_encodings


def clockwise(*clues: int) -> Skyscrapers:
    """Without givens; the clues from above, from the right, from below and from the left, clockwise."""
    order = len(clues) // 4
    above, right, below, left = (clues[at : at + order] for at in range(0, 4 * order, order))
    return Skyscrapers(((0,) * order,) * order, above, below[::-1], left[::-1], right)


def square(*rows: str) -> Grid:
    return tuple(tuple(map(int, row)) for row in rows)


PUBLISHED = (
    # Codewars, "4 By 4 Skyscrapers", "6 By 6 Skyscrapers" and "7x7 Skyscrapers"
    (clockwise(*map(int, "2213223112233213")), square("1342", "4213", "3421", "2134")),
    (clockwise(*map(int, "0012020003000100")), square("2143", "3412", "4231", "1324")),
    (
        clockwise(*map(int, "000220000630040000440300")),
        square("561432", "413265", "236154", "654321", "125643", "342516"),
    ),
    (
        clockwise(*map(int, "322321123322512243321224")),
        square("214356", "163245", "436512", "652134", "541623", "325461"),
    ),
    (
        clockwise(*map(int, "7000223003000030300500000504")),
        square("1567432", "2745316", "3456721", "4631275", "5312647", "6273154", "7124563"),
    ),
    # HackerRank, "High Rise"
    (
        clockwise(*map(int, "6402003033300405050200004003")),
        square("2164375", "3257461", "4675123", "1326754", "5713246", "6432517", "7541632"),
    ),
)


@pytest.mark.parametrize(
    ("problem", "answer"),
    PUBLISHED,
    ids=lambda value: str(len(value.givens)) if isinstance(value, Skyscrapers) else "",
)
def test_published_puzzles(problem: Skyscrapers, answer: Grid) -> None:
    assert not problem.violations(answer)
    found = check(problem)
    assert (found.verdict, found.answers) == (Verdict.UNIQUE, (answer,))


# OEIS A132393, row 4 and 5: permutations by how many are seen from the left; A002860: Latin squares.
SEEN = {4: (6, 11, 6, 1), 5: (24, 50, 35, 10, 1)}
SQUARES_OF_A_ROW = {4: 576 // 24, 5: 161_280 // 120}


@pytest.mark.parametrize("order", SEEN)
def test_published_numbers_of_permutations(order: int) -> None:
    """Each order of the first row is that of as many Latin squares; and so it is on the other sides."""
    blank, none = ((0,) * order,) * order, (0,) * order
    for clue, permutations in enumerate(SEEN[order], 1):
        sides = [none] * 4
        side = clue % 4
        sides[side] = (*none[1:], clue)
        found = count(Skyscrapers(blank, *sides))
        assert (found.at_least, found.exhausted) == (permutations * SQUARES_OF_A_ROW[order], True)


def seen(heights: tuple[int, ...]) -> int:
    """Those taller than all before them, by the definition."""
    return sum(all(other < height for other in heights[:at]) for at, height in enumerate(heights))


def clues_of(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """Of a whole grid: from above, from below, from the left and from the right."""
    columns = tuple(zip(*grid, strict=True))
    return (
        tuple(map(seen, columns)),
        tuple(seen(column[::-1]) for column in columns),
        tuple(map(seen, grid)),
        tuple(seen(row[::-1]) for row in grid),
    )


def test_the_squares_of_order_four_by_all_of_their_clues() -> None:
    """For each set of sixteen clues that some square has: those squares and no others; some at every run."""
    squares: dict[tuple[tuple[int, ...], ...], set[Grid]] = {}
    for grid in grids(4):
        squares.setdefault(clues_of(grid), set()).add(grid)
    assert sum(map(len, squares.values())) == 576
    for clues in sorted(squares)[::40]:
        problem = Skyscrapers(((0,) * 4,) * 4, *clues)
        assert set(check(problem).answers) <= squares[clues]
        assert count(problem).at_least == len(squares[clues])


def test_some_clues_and_givens() -> None:
    """By brute force over the squares, without the rules check; none, one and several answers."""
    counts = set()
    for seed in range(9):
        chance = random.Random(seed)
        grid = chance.choice(grids(4))
        sides = [list(side) for side in clues_of(grid)]
        for side, at in product(range(4), range(4)):
            if chance.random() < (0.2, 0.5, 0.7)[seed % 3]:
                sides[side][at] = 0
            elif chance.random() < 0.1:
                sides[side][at] = chance.randint(1, 4)
        givens = tuple(tuple(d if chance.random() < 0.1 else 0 for d in row) for row in grid)
        problem = Skyscrapers(givens, *map(tuple, sides))
        expected = frozenset(
            other
            for other in grids(4)
            if all(
                d in (0, e)
                for row, line in zip(givens, other, strict=True)
                for d, e in zip(row, line, strict=True)
            )
            and all(
                clue in (0, number)
                for side, all_clues in zip(sides, clues_of(other), strict=True)
                for clue, number in zip(side, all_clues, strict=True)
            )
        )
        if seed < 3:
            assert_routes_find(problem, expected)
        assert count(problem).at_least == len(expected)
        assert_texts_come_back(problem, sorted(expected)[:2])
        counts.add(min(len(expected), 2))
    assert counts == {0, 1, 2}


def test_what_is_seen() -> None:
    """A wrong answer, clue by clue, in words and cells."""
    problem = Skyscrapers.parse("skyscrapers 3\n2 . .\n3 . . . .\n. . . . 1\n. . . . .\n. . 3\n")
    assert [str(one) for one in problem.violations(square("321", "213", "132"))] == [
        "in column 1 from above 1 are seen, not 2",
        "in column 3 from below 2 are seen, not 3",
        "in row 1 from the left 1 are seen, not 3",
    ]
    assert problem.violations(square("321", "213", "132"))[1].cells == ((2, 2), (1, 2), (0, 2))
    assert problem.given_names()[:2] == ("2 seen in column 1 from above", "3 seen in column 3 from below")
    assert not problem.partial_violations(square("100", "000", "000"))
    assert problem.partial_violations(square("300", "000", "000"))


def test_a_cover_has_what_the_clues_leave() -> None:
    """Four seen of four: they stand in order, so in the line below no cell has what stands above it."""
    (rule,) = own_encodings("skyscrapers")
    problem = Skyscrapers(((0,) * 4,) * 4, *[(0,) * 4] * 2, (4, 0, 2, 0), (0,) * 4)
    names = {option.name for option in rule.apply(problem).target.options}
    assert {name for name in names if name.startswith("r1")} == {f"r1c{n}={n}" for n in (1, 2, 3, 4)}
    assert {name for name in names if name.startswith("r2c2")} == {"r2c2=1", "r2c2=3", "r2c2=4"}
    assert {name for name in names if name.startswith("left1")} == {"left1:r1c1=1+r1c2=2+r1c3=3+r1c4=4"}
    # Two seen: the tallest is not in front, and not hidden by another tallest.
    assert {name for name in names if name.startswith("r3c1")} == {"r3c1=2", "r3c1=3"}


def test_more_skylines_than_are_taken_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seen of four: the first is 1, 2 or 3 high, and the tallest so many places behind it, or fewer."""
    (rule,) = own_encodings("skyscrapers")
    problem = Skyscrapers(((0,) * 4,) * 4, (2, 0, 0, 0), *[(0,) * 4] * 3)
    monkeypatch.setattr(reduction, "MOST_SKYLINES", 6)
    rule.apply(problem)
    monkeypatch.setattr(reduction, "MOST_SKYLINES", 5)
    with pytest.raises(ReductionError, match="more skylines than the 5"):
        rule.apply(problem)


@pytest.mark.parametrize(
    ("text", "line", "column", "expected"),
    [
        ("skyscrapers", 1, 12, "2 tokens"),
        ("skyscrapers 0", 1, 13, "the order from 1"),
        ("skyscrapers 2\n. .\n. . . 3\n", 3, 7, "from 1 to 2"),
        ("skyscrapers 2\n. .\n. . .\n", 3, 6, "row 1 between its clues"),
        ("skyscrapers 2\n. . .\n", 2, 5, "the clues above"),
        ("skyscrapers 1\n.\n. . .\n", 3, 6, "the clues below"),
        ("skyscrapers 1\n.\n. . .\n.\n.", 5, 1, "the end of the text"),
    ],
)
def test_errors(text: str, line: int, column: int, expected: str) -> None:
    assert_error("skyscrapers", text, line, column, expected)


@pytest.mark.parametrize(
    "sides", [((0,), (0,), (0,), ()), ((0,), (0,), (2,), (0,)), ((0,), (-1,), (0,), (0,))]
)
def test_impossible_values(sides: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ValueError, match=r"side|clue"):
        Skyscrapers(((0,),), *sides)


def test_examples() -> None:
    assert_examples("skyscrapers", {"order-4.txt": [Verdict.UNIQUE], "order-7.txt": [Verdict.UNIQUE]})
