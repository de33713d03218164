"""Grid puzzles: published counts, rules beside a second definition, mistakes in texts, impossible values."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Any

import pytest
from each import each
from family import assert_error, assert_examples, assert_routes_find, assert_texts_come_back
from instances import module
from kinds import grid, right
from kinds.dominosa import tilings_of
from kinds.latin import grids
from kinds.nonogram import boards, clue_of
from kinds.skyscrapers import heights_seen

from coversat.answering.questions import count_answers as count
from coversat.answering.routes import default_route
from coversat.answering.running import run
from coversat.kinds.polyomino.rules import Piece
from coversat.kinds.skyscrapers import Skyscrapers
from coversat.problems import Dominosa, Langford, Latin, Nonogram, Polyomino, Queens, StarBattle, read
from coversat.problems.grid import Grid
from coversat.problems.latin_squares import random_latin_square
from coversat.setters.explain.explain import NoAnswer, explain
from coversat.solvers import Limits
from coversat.solvers.findings import Verdict


def rows_as_regions(stars: int, size: int) -> StarBattle:
    return StarBattle(stars, tuple((n,) * size for n in range(size)))


def reduced(order: int) -> Latin:
    """First row and first column in order."""
    return Latin((tuple(range(1, order + 1)), *((n, *(None,) * (order - 1)) for n in range(2, order + 1))))


# OEIS A002860 and A000315 (Latin squares, all and reduced), A000170 (queens), A002464 (permutations whose
# neighbours differ by two or more), A014552 (Langford pairs, a line and its reverse counted once).
PUBLISHED: dict[str, tuple[Callable[[int], Any], dict[int, int]]] = {
    "latin": (lambda n: Latin(((None,) * n,) * n), {1: 1, 2: 2, 3: 12, 4: 576, 5: 161_280}),
    "reduced latin": (reduced, {2: 1, 3: 1, 4: 4, 5: 56, 6: 9408}),
    "queens": (Queens, {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352}),
    "starbattle": (lambda n: rows_as_regions(1, n), {1: 1, 2: 0, 3: 0, 4: 2, 5: 14, 6: 90, 7: 646}),
    "langford": (Langford, {1: 0, 2: 0, 3: 2, 4: 2, 5: 0, 6: 0, 7: 52, 8: 300}),
}


@each("name", PUBLISHED)
def test_published_counts(name: str) -> None:
    problem, counts = PUBLISHED[name]
    for size, expected in counts.items():
        found = count(problem(size))
        assert (found.at_least, found.exhausted) == (expected, True), size


@pytest.mark.slow
def test_published_count_of_order_seven() -> None:
    assert count(reduced(7)).at_least == 16_942_080


def shown_by(problem: Any, answer: Grid) -> bool:
    """Whether a grid agrees with the givens."""
    pairs = zip(problem.givens, answer, strict=True)
    return all(given in (None, digit) for row in pairs for given, digit in zip(*row, strict=True))


def is_latin(answer: Grid) -> bool:
    return all(len({*line}) == len(answer) for line in (*answer, *zip(*answer, strict=True)))


def clues_of(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """From above, from below, from the left and from the right."""
    columns = tuple(zip(*grid, strict=True))
    return tuple(
        tuple(heights_seen(line[::step]) for line in side) for side in (columns, grid) for step in (1, -1)
    )


def is_skyline(problem: Skyscrapers, answer: Grid) -> bool:
    clues = (problem.above, problem.below, problem.left, problem.right)
    pairs = zip(clues, clues_of(answer), strict=True)
    seen = all(clue in (None, number) for side in pairs for clue, number in zip(*side, strict=True))
    return seen and shown_by(problem, answer)


def are_queens(problem: Queens, answer: tuple[int, ...]) -> bool:
    squares = set(enumerate(answer))
    lines = answer, [r + c for r, c in squares], [r - c for r, c in squares]
    agree = set(problem.placed) <= squares and not set(problem.blocked) & squares
    return agree and all(len(set(line)) == problem.size for line in lines)


def is_laid(problem: Dominosa, tiling: Any) -> bool:
    return len({tuple(sorted(problem.digits[r][c] for r, c in edge)) for edge in tiling}) == len(tiling)


def is_painted(problem: Nonogram, board: Grid) -> bool:
    columns = zip(*board, strict=True)
    return (*map(clue_of, board),) == problem.row_clues and (*map(clue_of, columns),) == problem.column_clues


def are_stars(problem: StarBattle, board: Grid) -> bool:
    stars = [(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell]
    units = [r for r, _ in stars], [c for _, c in stars], [problem.regions[r][c] for r, c in stars]
    apart = all(abs(a - c) > 1 or abs(b - d) > 1 for (a, b), (c, d) in combinations(stars, 2))
    return apart and all({*Counter(unit).values()} == {1} and len({*unit}) == problem.size for unit in units)


def one_star_boards(size: int) -> list[Grid]:
    """A star in each row and column; regions and touching are not looked at."""
    orders = permutations(range(size))
    return [tuple(tuple(int(c == column) for c in range(size)) for column in columns) for columns in orders]


def small_squares(problem: Latin) -> Iterable[Grid] | None:
    return grids(problem.order) if problem.order < 5 else None


def small_boards(problem: Nonogram) -> Iterable[Grid] | None:
    rows, columns = len(problem.row_clues), len(problem.column_clues)
    return boards(rows, columns) if rows * columns < 11 else None


Candidates = Callable[[Any], Iterable[Any] | None]
# For each kind: candidates for an answer, or None if there are too many, and which are answers.
DEFINITIONS: dict[str, tuple[Candidates, Callable[[Any, Any], bool]]] = {
    "latin": (lambda p: grids(p.order) if p.order < 5 else None, lambda p, a: is_latin(a) and shown_by(p, a)),
    "skyscrapers": (lambda p: grids(p.order) if p.order < 5 else None, lambda p,
        a: is_latin(a) and is_skyline(p, a)),
    "queens": (lambda p: product(range(p.size), repeat=p.size) if p.size < 6 else None, are_queens),
    "dominosa": (lambda p: tilings_of(p.order) if p.order < 4 else None, is_laid),
    "nonogram": (small_boards, is_painted),
    "starbattle": (lambda p: one_star_boards(p.size) if p.size < 6 and p.stars == 1 else None, are_stars),
}  # fmt: skip


@pytest.mark.thorough
@each("kind", DEFINITIONS)
def test_the_rules_and_the_default_route_follow_the_definition(kind: str) -> None:
    """Random puzzles with no, one and several answers; the order of the answers too."""
    candidates, defined = DEFINITIONS[kind]
    counts: Counter[int] = Counter()
    for number in range(200):
        problem = module(kind).drawn(random.Random(f"{kind} {number}"))
        everything = candidates(problem)
        if everything is not None and (counts.total() < 20 or len(counts) < 3):
            everything = list(everything)
            expected = frozenset(answer for answer in everything if defined(problem, answer))
            assert right(problem, everything) == expected, problem
            found = run(problem, default_route(kind, ordered=True), Limits(answers=30)).findings.answers
            assert list(found) == sorted(expected)[:30]
            counts[min(len(expected), 2)] += 1
    assert counts.keys() == {0, 1, 2}


@pytest.mark.slow
def test_nonograms_together_have_every_board() -> None:
    """All puzzles of a size: each route finds the boards that lead to it."""
    for rows, columns in ((1, 1), (1, 3), (3, 1), (2, 2), (2, 3), (3, 3)):
        puzzles: dict[Nonogram, set[Grid]] = {}
        for board in boards(rows, columns):
            columns_of = zip(*board, strict=True)
            puzzles.setdefault(Nonogram((*map(clue_of, board),), (*map(clue_of, columns_of),)), set()).add(
                board
            )
        for problem, answers in list(puzzles.items())[:: 5 if rows == 3 == columns else 1]:
            assert_routes_find(problem, frozenset(answers))


def test_tilings_are_as_many_as_published() -> None:
    """Kasteleyn: the domino tilings of 2x3, 3x4, 4x5 and 5x6."""
    assert [len(tilings_of(order)) for order in range(1, 5)] == [3, 11, 95, 1183]


# Wrong answers

RIGHT_ONE = (((0, 0), (0, 1)), ((0, 2), (1, 2)), ((1, 0), (1, 1)))
A, B, C = RIGHT_ONE
SQUARE = ((0, 1, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0), (0, 0, 1, 0))
# fmt: off
ANSWERS: list[tuple[Any, list[Any], list[Any]]] = [
    (Latin(((1, None), (None, None))), [((1, 2), (2, 1))], [(), ((1, 2),), ((2, 1), (1, 2)), ((1, 2), (1, 2)),
        ((1, None), (2, 1)), ((1, 0), (2, 1)), ((1, 3), (3, 1)), ((1, 1), (2, 2))]),
    (Queens(4, ((0, 1),), ((3, 3),)), [(1, 3, 0, 2)], [(), (1, 3, 0), (1, 3, 0, 3), (2, 0, 3, 1),
        (1, 3, 0, 8), (1, 3, 0, -9)]),
    (Langford(3), [(2, 3, 1, 2, 1, 3)], [(), (2, 3, 1, 2, 1), (2, 3, 1, 2, 3, 1), (1, 1, 2, 2, 3, 3),
        (2, 3, 4, 2, 1, 3), (0,) * 6, (1, 3, 1, 1, 1, 3)]),
    (Dominosa(((0, 0, 1), (0, 1, 1))), [RIGHT_ONE, (((0, 0), (1, 0)), ((0, 1), (0, 2)), ((1, 1), (1, 2))),
        (((0, 0), (1, 0)), ((0, 1), (1, 1)), ((0, 2), (1, 2)))], [(), (A, B), (B, A, C), (A, B, C[::-1]),
        (A, B, C, C), (A, B, B), (A, B, ((1, 0), (2, 0))), (A, ((0, 2), (1, 1)), C)]),
    (Dominosa(((0, 0, 0), (1, 1, 1))), [], [tuple(((0, c), (1, c)) for c in range(3))]),
    (Nonogram(((1,), (2,)), ((2,), (1,))), [((1, 0), (1, 1))], [(), ((1, 0),), ((0, 1), (1, 1)),
        ((1, 0), (1, 0)), ((1, 0), (1, 2)), ((1,), (1, 1))]),
    (rows_as_regions(1, 4), [SQUARE], [SQUARE[:3], (*SQUARE[:3], (0, 0, 0, 0)), (*SQUARE[:3], (0, 0, 2, 0)),
        tuple(tuple(int(r == c) for c in range(4)) for r in range(4))]),
    (StarBattle(1, ((0, 0, 1, 1), (0, 0, 1, 1), (2, 2, 3, 3), (2, 2, 3, 3))), [SQUARE], []),
    (StarBattle(1, ((0, 0, 1, 2), (3, 3, 3, 3), (3, 3, 3, 3), (3, 3, 3, 3))), [], [SQUARE]),
]
# fmt: on


@each(("problem", "good", "bad"), ANSWERS, ids=lambda value: getattr(value, "kind", ""))
def test_wrong_answers(problem: Any, good: list[Any], bad: list[Any]) -> None:
    for answer in good:
        assert problem.violations(answer) == []
    for answer in bad:
        assert problem.violations(answer), answer


def test_dominoes_that_overlap_are_no_answer() -> None:
    """Of all sets of places on boards of order one, the tilings are right that show each domino once."""
    for digits in ((0, 0, 0), (1, 1, 1)), ((0, 0, 1), (0, 1, 1)):
        board = Dominosa(digits)
        right = {tiling for tiling in tilings_of(1) if is_laid(board, tiling)}
        places = sorted(board.adjacent())
        sets = {some for size in range(len(places) + 1) for some in combinations(places, size)}
        assert {some for some in sets if not board.violations(some)} == right
        assert right


def test_texts_and_answers() -> None:
    assert Dominosa(((0, 0, 1), (0, 1, 1))).answer_rows(RIGHT_ONE) == [[1, 1, 2], [3, 3, 2]]
    for text in ("2 4 1 3\n", ".Q..\n...Q\nQ...\n..Q."):
        assert Queens(4).parse_answer(text) == (1, 3, 0, 2)
    assert StarBattle(1, ((9, 4), (4, 4))) == StarBattle(1, ((0, 1), (1, 1)))
    assert read("langford 3\n\nlangford 4\n").problems == (Langford(3), Langford(4))


def test_large_orders() -> None:
    """Latin squares with numbers; the dominoes of order 20, shuffled and laid side by side."""
    for order in (9, 25, 26, 40):
        square = tuple(tuple((r + c) % order + 1 for c in range(order)) for r in range(order))
        rows = enumerate(square)
        problem = Latin(
            tuple(tuple(d if (r + c) % 3 else None for c, d in enumerate(row)) for r, row in rows)
        )
        assert_texts_come_back(problem, [square] if order <= 25 else [])
        assert problem.parse_answer(problem.render(square)) == square
    dominoes = list(combinations_with_replacement(range(21), 2))
    random.Random(1).shuffle(dominoes)
    flat = [digit for domino in dominoes for digit in domino]
    board = Dominosa(tuple(tuple(flat[at : at + 22]) for at in range(0, len(flat), 22)))
    found = run(board, default_route("dominosa"), Limits(answers=1)).findings.answers
    assert len(found[0]) == 21 * 22 / 2
    assert_texts_come_back(board, found)


def test_givens_can_be_taken_away() -> None:
    latin = Latin(grid("1..", "3.3", "..."))
    assert latin.given_names() == ("given 1 at r1c1", "given 3 at r2c1", "given 3 at r2c3")
    assert latin.with_givens({0, 2}) == Latin(grid("1..", "..3", "..."))
    queens = Queens(5, ((0, 0), (1, 3)), ((2, 4),))
    assert queens.given_names() == ("queen at r1c1", "queen at r2c4", "r3c5 blocked")
    assert queens.given_cells() == (((0, 0),), ((1, 3),), ((2, 4),))
    assert queens.with_givens({1, 2}) == Queens(5, ((1, 3),), ((2, 4),))
    assert queens.with_givens({0}) == Queens(5, ((0, 0),))
    clashes = (
        (latin, ((1, "given 3 at r2c1"), (2, "given 3 at r2c3"))),
        (Queens(5, ((0, 0), (3, 3)), ((2, 4),)), ((0, "queen at r1c1"), (2, "queen at r4c4"))),
    )
    for problem, clash in clashes:
        found = explain(problem)
        assert isinstance(found, NoAnswer)
        assert found.clash == clash


def test_random_squares_are_latin_and_evenly_spread() -> None:
    """The twelve squares of order three: within five standard deviations of 50 each."""
    found = Counter(random_latin_square(3, random.Random(seed)) for seed in range(600))
    assert len(found) == 12
    assert all(abs(number - 50) < 5 * 6.8 for number in found.values())
    for order in (1, 2, 6, 11):
        assert is_latin(random_latin_square(order, random.Random(7)))
    one, same, other = (random_latin_square(6, random.Random(seed)) for seed in (1, 1, 2))
    assert one == same != other


# Mistakes in texts, and values that are no puzzle

MISTAKES: dict[str, list[tuple[str, int, int, str]]] = {
    "latin": [
        ("latin", 1, 6, "2 tokens"),
        ("latin 0", 1, 7, "the order from 1"),
        ("latin 2\n12", 2, 3, "row 2 of 2"),
        ("latin 2\n12\n213", 3, 3, "expected a digit 1 to 2"),
        ("latin 3\n123\n21\n...", 3, 1, "3 cells"),
        ("latin 2\n1 2\n. 3", 3, 3, "a digit (or 0 for a blank) from 1 to 2"),
        ("latin 2\n12\n21\n12", 4, 1, "the end of the text"),
        ("latin 26\n" + "12" * 13, 2, 1, "from 1 to 26"),
    ],
    "skyscrapers": [
        ("skyscrapers", 1, 12, "2 tokens"),
        ("skyscrapers 0", 1, 13, "the order from 1"),
        ("skyscrapers 2\n. .\n. . . 3\n", 3, 7, "from 1 to 2"),
        ("skyscrapers 2\n. .\n. . .\n", 3, 6, "row 1 between its clues"),
        ("skyscrapers 2\n. . .\n", 2, 5, "the clues above"),
        ("skyscrapers 1\n.\n. . .\n", 3, 6, "the clues below"),
        ("skyscrapers 1\n.\n. . .\n.\n.", 5, 1, "the end of the text"),
    ],
    "queens": [("queens", 1, 7, "2 tokens"), ("queens 0", 1, 8, "from 1 to"), ("queens 2 2", 1, 10,
        "end of the line"), ("queens 2\n..", 2, 3, "row 2 of 2"), ("queens 2\n...\n..", 2, 3, "2 cells"),
        ("queens 2\n..\n.x", 3, 2, "'#' (blocked)"), ("queens 2\n..\n..\n..", 4, 1, "end of the text")],
    "langford": [("langford", 1, 9, "number of pairs"), ("langford x", 1, 10, "number of pairs from 1"),
        ("langford 3 4", 1, 12, "the end of the line"), ("langford 3\nqueens 4", 2, 1, "'langford'")],
    "dominosa": [
        ("dominosa", 1, 9, "2 tokens"),
        ("dominosa 21", 1, 10, "the order from 1 to 20"),
        ("dominosa 1\n001", 2, 4, "row 2 of 2"),
        ("dominosa 1\n001\n02A", 3, 2, "a digit 0 to 1"),
        ("dominosa 1\n001\n01", 3, 2, "3 cells"),
        ("dominosa 1\n0 0 1\n0 1 2", 3, 5, "a digit from 0 to 1"),
        ("dominosa 1\n0 0 1 1", 2, 7, "3 cells"),
        ("dominosa 1\n001\n011\n0", 4, 1, "the end of the text"),
    ],
    "nonogram": [
        ("nonogram 5", 1, 10, "the end of the line"),
        ("nonogram", 1, 9, "'rows'"),
        ("nonogram\ncolumns\n1", 2, 1, "'rows'"),
        ("nonogram\nrows\ncolumns\n1", 3, 1, "the clue of a row"),
        ("nonogram\nrows\n1\n", 3, 2, "'columns'"),
        ("nonogram\nrows\n1\ncolumns\n", 4, 8, "the clue of a column"),
        ("nonogram\nrows\n1 0\ncolumns\n1", 3, 3, "a run"),
        ("nonogram\nrows\n1\ncolumns\nx", 5, 1, "a run"),
    ],
    "starbattle": [
        ("starbattle", 1, 11, "2 tokens"),
        ("starbattle 0\nA", 1, 12, "the number of stars from 1"),
        ("starbattle 1", 1, 13, "a row of regions"),
        ("starbattle 1\nAB\nA", 3, 1, "2 cells"),
        ("starbattle 1\nAB\nA-", 3, 2, "a region's letter"),
        ("starbattle 1\nAB\nCD", 2, 1, "2 regions for 2 rows, not 4"),
        ("starbattle 1\nAB\nAB\nAB", 4, 1, "the end of the text"),
    ],
    "polyomino": [
        ("polyomino spin\n.\nI #", 1, 11, "turn, flip, classes"),
        ("polyomino turn turn\n.\nI #", 1, 16, "another of"),
        ("polyomino", 1, 10, "a row of the board"),
        ("polyomino\nI #", 2, 1, "'.' (free)"),
        ("polyomino\n..\n...\nI #", 3, 3, "2 cells"),
        ("polyomino\n..\n", 2, 3, "or a piece"),
        ("polyomino\n..\nI", 3, 1, "perhaps xN"),
        ("polyomino\n..\nI #x#", 3, 4, "'/'"),
        ("polyomino\n..\nI .", 3, 3, "at least one cell"),
        ("polyomino\n..\nI # 2", 3, 5, "xN"),
        ("polyomino\n..\nI # x0", 3, 6, "a number of copies from 1"),
        ("polyomino\n..\nI #\nI #", 4, 1, "another name"),
        ("polyomino\n..\n3 #", 3, 1, "a piece's name"),
    ],
}  # fmt: skip


@each("kind", MISTAKES)
def test_mistakes_in_texts(kind: str) -> None:
    for case in MISTAKES[kind]:
        assert_error(kind, *case)


DOT = Piece.drawn("o", "#")
# fmt: off
IMPOSSIBLE: list[tuple[Callable[..., Any], str, list[tuple[Any, ...]]]] = [
    (Latin, r"square|given", [((),), (((1, 2),),), (((None, 3), (None, None)),), (((0, 1), (1, 0)),)]),
    (lambda *sides: Skyscrapers(((None,),), *sides), r"side|clue",
        [((None,), (None,), (None,), ()), *(((None,), (clue,), (None,), (None,)) for clue in (-1, 0, 2))]),
    (Queens, r"square|rows", [(0,), (2, ((0, 2),)), (2, ((0, 0), (0, 0))), (2, ((0, 0),), ((0, 0),))]),
    (Dominosa, r"rows|digit|rectangle",
        [((),), (((0, 1),),), (((0, 0, 1), (0, 1)),), (((0, 0, 1), (0, 1, 2)),)]),
    (Nonogram, r"board|run", [((), ((1,),)), (((1,),), ()), (((0,),), ((1,),))]),
    (StarBattle, r"stars|board|regions", [(0, ((0,),)), (1, ()), (1, ((0, 1),)), (1, ((0, 0), (0, 0)))]),
    (Polyomino, r"board|piece|name", [((), (DOT,)), (((True,), (True, True)), (DOT,)), (((True,),), ()),
        (((True,),), (DOT, DOT)), (((True,),), (Piece("x", ()),)), (((True,),), (Piece("a b", ((0, 0),)),))]),
]
# fmt: on


@each(("make", "reason", "values"), IMPOSSIBLE, ids=lambda value: getattr(value, "kind", ""))
def test_impossible_values(make: Callable[..., Any], reason: str, values: list[tuple[Any, ...]]) -> None:
    for value in values:
        with pytest.raises(ValueError, match=reason):
            make(*value)


U, M = Verdict.UNIQUE, Verdict.MULTIPLE
VERDICTS = {
    "latin": {"order-9.txt": [U], "order-20.txt": [U]},
    "skyscrapers": {"order-4.txt": [U], "order-7.txt": [U]},
    "queens": {"eight.txt": [M], "placed.txt": [U]},
    "langford": {"pairs.txt": [M] * 3},
    "dominosa": {"order-3.txt": [U], "order-5.txt": [U]},
    "nonogram": {"hen.txt": [U]},
    "starbattle": {"one-star.txt": [U], "two-stars.txt": [U]},
    "polyomino": {"pentominoes-3x20.txt": [M], "six-on-5x6.txt": [M], "copies.txt": [M]},
}


@each("kind", VERDICTS)
def test_examples(kind: str) -> None:
    assert_examples(kind, VERDICTS[kind])
