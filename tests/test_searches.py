"""The direct searches: answers in the order of the published programs, contest samples, depth, limits."""

from __future__ import annotations

import random
import sys
from functools import cache
from itertools import product
from typing import Any

import pytest
from each import each
from kinds import grid, sudominoku
from kinds.sudoku import filled_rows
from kinds.sudominoku import tilings
from published import (
    BOJ_2239,
    BOJ_2239_ANSWER,
    BOJ_2580,
    BOJ_2580_ANSWER,
    BOJ_4574,
    BOJ_4574_ANSWER,
    BOJ_4574_SECOND,
    BOJ_4574_SECOND_ANSWER,
    KAKURO2,
    KAKURO2_ANSWER,
)

from coversat.base.deadline import Deadline
from coversat.kinds.kakuro.rules import Clue, Kakuro
from coversat.kinds.kakuro.search import MASKS
from coversat.kinds.sudoku.rules import Sudoku
from coversat.kinds.sudoku.search import BLANKS, DOMAINS, SCAN
from coversat.kinds.sudoku.search_boards import BOARDS
from coversat.kinds.sudominoku.rules import Domino, Sudominoku
from coversat.kinds.sudominoku.search import DIGITS, DOMINOES
from coversat.problems.grid import Cell, Grid
from coversat.solvers import solvers_of
from coversat.solvers.findings import Verdict
from coversat.solvers.solver import Limits
from coversat.solvers.solver import found_by as solve

SUDOKU_SEARCHES = pytest.mark.parametrize("search", [SCAN, BLANKS], ids=lambda search: search.name)
SUDOMINOKU_SEARCHES = pytest.mark.parametrize("search", [DIGITS, DOMINOES], ids=lambda search: search.name)


def answers(search: Any, problem: Any) -> list[Grid]:
    outcome = solve(search, problem)
    assert outcome.exhausted
    return list(outcome.answers)


# Sudoku


def is_sudoku(rows: Grid, box_rows: int, box_columns: int) -> bool:
    size = len(rows)
    boxes = [
        {rows[r + i][c + j] for i in range(box_rows) for j in range(box_columns)}
        for r in range(0, size, box_rows)
        for c in range(0, size, box_columns)
    ]
    return all(len(set(unit)) == size for unit in [*rows, *zip(*rows, strict=True), *boxes])


def sudoku_by_brute_force(puzzle: Sudoku) -> list[Grid]:
    """In lexicographic order."""
    return [
        rows for rows in filled_rows(puzzle.givens) if is_sudoku(rows, puzzle.box_rows, puzzle.box_columns)
    ]


@cache
def grids_of_order_two() -> list[Grid]:
    return sudoku_by_brute_force(Sudoku(2, 2, ((None,) * 4,) * 4))


def pattern(box_rows: int, box_columns: int) -> Grid:
    """A finished grid: each row is the one above, moved on by a box (or by one, between bands)."""
    size = box_rows * box_columns
    return tuple(
        tuple((r % box_rows * box_columns + r // box_rows + c) % size + 1 for c in range(size))
        for r in range(size)
    )


@SUDOKU_SEARCHES
def test_all_sudokus_of_order_two_in_lexicographic_order(search: Any) -> None:
    found = answers(search, Sudoku(2, 2, ((None,) * 4,) * 4))
    assert len(found) == 288
    assert found == sorted(found) == grids_of_order_two()


@SUDOKU_SEARCHES
def test_random_sudokus_of_order_two(search: Any) -> None:
    """Random givens, which contradict each other as often as not."""
    counts = set()
    for seed in range(100):
        rng = random.Random(seed)
        givens = tuple(
            tuple(rng.randint(1, 4) if rng.random() < 0.25 else None for _ in range(4)) for _ in range(4)
        )
        expected = [
            found
            for found in grids_of_order_two()
            if all(givens[r][c] in (None, found[r][c]) for r, c in product(range(4), range(4)))
        ]
        assert answers(search, Sudoku(2, 2, givens)) == expected
        counts.add(len(expected))
    assert {0, 1, 2} < counts


@pytest.mark.thorough
@SUDOKU_SEARCHES
@pytest.mark.parametrize("box", [(2, 3), (3, 2)])
def test_boxes_that_are_no_squares(search: Any, box: tuple[int, int]) -> None:
    several = 0
    for seed in range(2):
        rng = random.Random(seed)
        givens: list[list[int | None]] = [list(row) for row in pattern(*box)]
        for row in givens:
            for c in rng.sample(range(6), 4):
                row[c] = None
        puzzle = Sudoku(*box, tuple(map(tuple, givens)))
        expected = sudoku_by_brute_force(puzzle)
        assert answers(search, puzzle) == expected
        several += len(expected) > 1
    assert several


@SUDOKU_SEARCHES
def test_sudoku_of_twenty_five(search: Any) -> None:
    whole = pattern(5, 5)
    rng = random.Random(25)
    givens = tuple(tuple(digit if rng.random() < 0.8 else None for digit in row) for row in whole)
    assert whole in answers(search, Sudoku(5, 5, givens))


@SUDOKU_SEARCHES
@pytest.mark.parametrize("cells", [((0, 0), (0, 8)), ((0, 0), (8, 0)), ((0, 0), (1, 1))])
def test_givens_that_clash_have_no_answer(search: Any, cells: tuple[Cell, Cell]) -> None:
    """In a row, a column or a box; seen at once, without a search."""
    givens: list[list[int | None]] = [[None] * 9 for _ in range(9)]
    for r, c in cells:
        givens[r][c] = 5
    outcome = solve(search, Sudoku(3, 3, tuple(map(tuple, givens))), Limits(nodes=0))
    assert outcome.verdict is Verdict.NONE


# Sudominoku


def laid_grids(puzzle: Sudominoku) -> list[tuple[Grid, tuple[tuple[Cell, Cell], ...]]]:
    """Each 4x4 digit grid with each tiling that shows it, given dominoes left out."""
    given_pairs = [set(domino.digits) for domino in puzzle.dominoes]
    fixed = {cell: digit for digit, cell in enumerate(puzzle.singles, 1)}
    for domino in puzzle.dominoes:
        fixed |= zip(domino.cells, domino.digits, strict=True)
    ways = list(tilings(frozenset(product(range(4), range(4))) - fixed.keys()))
    found = []
    for rows in grids_of_order_two():
        if all(rows[r][c] == digit for (r, c), digit in fixed.items()):
            for tiling in ways:
                pairs = [{rows[r][c] for r, c in cells} for cells in tiling] + given_pairs
                if all(pairs.count(pair) == 1 for pair in pairs):
                    found.append((rows, tiling))
    return found


def digits_order(rows: Grid, tiling: tuple[tuple[Cell, Cell], ...]) -> list[Any]:
    """What search/digits decides, domino by domino: the digit, right before down, the other digit."""
    return [(rows[r][c], y - r, rows[y][x]) for (r, c), (y, x) in tiling]


def dominoes_order(rows: Grid, tiling: tuple[tuple[Cell, Cell], ...]) -> list[Any]:
    """What search/dominoes decides: right before down, the domino, the smaller digit first."""
    shown = [((y - r), (rows[r][c], rows[y][x])) for (r, c), (y, x) in tiling]
    return [(down, sorted(pair), pair[0] > pair[1]) for down, pair in shown]


@pytest.mark.thorough
@each(("search", "order"), [(DIGITS, digits_order), (DOMINOES, dominoes_order)])
def test_random_sudominokus_of_order_two(search: Any, order: Any) -> None:
    """Each digit grid once, where the program's decisions, tried in order, first show it."""
    several = again = 0
    for seed in range(1200):
        puzzle = sudominoku.drawn(random.Random(seed))
        found = sorted(laid_grids(puzzle), key=lambda pair: order(*pair))
        expected = list(dict.fromkeys(rows for rows, _ in found))
        assert answers(search, puzzle) == expected
        several += len(expected) > 1
        again += len(found) > len(expected)
    assert several > 20
    assert again > 20


@SUDOMINOKU_SEARCHES
@pytest.mark.parametrize(
    "dominoes",
    [
        (Domino(((1, 0), (1, 1)), (3, 4)), Domino(((2, 2), (2, 3)), (4, 3))),
        (Domino(((1, 0), (1, 1)), (3, 4)), Domino(((1, 2), (1, 3)), (4, 2))),
        (Domino(((1, 0), (1, 1)), (3, 4)), Domino(((1, 2), (1, 3)), (2, 4))),
        (Domino(((1, 0), (2, 0)), (3, 2)), Domino(((3, 0), (3, 1)), (3, 1))),
        (Domino(((2, 0), (2, 1)), (3, 4)), Domino(((3, 0), (3, 1)), (4, 1))),
        (Domino(((1, 0), (2, 0)), (2, 3)),),
    ],
    ids=["same domino", "row", "second half", "column", "box", "single"],
)
def test_given_dominoes_that_clash_have_no_answer(search: Any, dominoes: tuple[Domino, ...]) -> None:
    puzzle = Sudominoku(2, 2, dominoes, ((0, 0), (0, 1), (0, 2), (0, 3)))
    assert solve(search, puzzle, Limits(nodes=0)).verdict is Verdict.NONE


# Kakuro


def kakuro_by_brute_force(puzzle: Kakuro) -> list[Grid]:
    """Every filling of the white cells, judged by the definition; in lexicographic order."""
    rows, columns = len(puzzle.white), len(puzzle.white[0])
    white = [cell for cell in product(range(rows), range(columns)) if puzzle.white[cell[0]][cell[1]]]
    totals = {(clue.row, clue.column, clue.direction): clue.total for clue in puzzle.clues}
    lines = []
    for direction, (dr, dc) in enumerate([(0, 1), (1, 0)]):
        for r, c in white:
            if (r - dr, c - dc) not in white:
                line = []
                while (r + dr * len(line), c + dc * len(line)) in white:
                    line.append(white.index((r + dr * len(line), c + dc * len(line))))
                lines.append((line, totals.get((r - dr, c - dc, direction))))
    found = []
    for digits in product(range(1, 10), repeat=len(white)):
        for line, total in lines:
            shown = [digits[at] for at in line]
            if len(set(shown)) < len(shown) or total not in (None, sum(shown)):
                break
        else:
            placed = dict(zip(white, digits, strict=True))
            found.append(tuple(tuple(placed.get((r, c)) for c in range(columns)) for r in range(rows)))
    return found


def random_kakuro(seed: int) -> Kakuro:
    """At most four white cells on a small board, most of the clues, sums near the possible ones."""
    rng = random.Random(seed)
    rows, columns = rng.choice([(1, 4), (2, 3), (3, 2), (3, 3), (3, 4)])
    cells = list(product(range(rows), range(columns)))
    start = rng.randrange(2)  # with 0, runs begin at the edge and have no clue
    white = set(rng.sample([cell for cell in cells if min(cell) >= start] or cells, 1))
    while len(white) < 4 and rng.random() < 0.9:
        r, c = rng.choice(sorted(white))
        near = [(r + 1, c), (r, c + 1), (r - 1, c), (r, c - 1)]
        white |= {cell for cell in rng.sample(near, 1) if cell in cells and min(cell) >= start}
    clues = []
    for r, c in cells:
        for direction, (dr, dc) in enumerate([(0, 1), (1, 0)]):
            length = 1
            while (r + dr * length, c + dc * length) in white:
                length += 1
            if (r, c) not in white and length > 1 and rng.random() < 0.85:
                total = sum(rng.sample(range(1, 10), length - 1)) if rng.random() < 0.95 else 60
                clues.append(Clue(r, c, direction, total))
    board = tuple(tuple((r, c) in white for c in range(columns)) for r in range(rows))
    return Kakuro(board, tuple(clues))


@pytest.mark.thorough
def test_random_kakuros() -> None:
    counts = set()
    for seed in range(200):
        puzzle = random_kakuro(seed)
        expected = kakuro_by_brute_force(puzzle)
        assert answers(MASKS, puzzle) == expected, puzzle.render()
        counts.add(len(expected))
    assert {0, 1, 2} < counts


@each("total", [None, 45])
def test_a_run_of_nine(total: int | None) -> None:
    clues = () if total is None else (Clue(0, 0, 0, total),)
    search = MASKS.search(Kakuro(((False, *[True] * 9),), clues), Limits())
    assert next(search) == ((None, 1, 2, 3, 4, 5, 6, 7, 8, 9),)
    assert next(search) == ((None, 1, 2, 3, 4, 5, 6, 7, 9, 8),)


@each(("length", "total"), [(10, None), (10, 45), (10, 55), (9, 44), (2, 2), (2, 18), (1, 10), (3, 46)])
def test_impossible_runs_have_no_answer(length: int, total: int | None) -> None:
    clues = () if total is None else (Clue(0, 0, 0, total),)
    outcome = solve(MASKS, Kakuro(((False, *[True] * length),), clues), Limits(nodes=0))
    assert outcome.verdict is Verdict.NONE


def test_a_board_without_white_cells_is_its_own_answer() -> None:
    assert answers(MASKS, Kakuro(((False, False),), ())) == [((None, None),)]


def test_the_masks_look_ahead() -> None:
    """17 in two cells is 8 and 9: no other digit is ever placed."""
    outcome = solve(MASKS, Kakuro(((False, True, True),), (Clue(0, 0, 0, 17),)))
    assert outcome.answers == (((None, 8, 9),), ((None, 9, 8),))
    assert outcome.effort["nodes"] == 4


# All of them

EVERY_SEARCH = [
    (SCAN, Sudoku(2, 2, ((None,) * 4,) * 4)),
    (BLANKS, Sudoku(2, 2, ((None,) * 4,) * 4)),
    (BOARDS, Sudoku(3, 3, tuple(tuple(d if d > 4 else None for d in row) for row in pattern(3, 3)))),
    (DOMAINS, Sudoku(2, 2, ((None,) * 4,) * 4)),
    (DIGITS, Sudominoku(2, 2, (), ((0, 0), (0, 1), (0, 2), (0, 3)))),
    (DOMINOES, Sudominoku(2, 2, (), ((0, 0), (0, 1), (0, 2), (0, 3)))),
    (MASKS, Kakuro(((True, True), (True, True)), ())),
]


def test_the_examples_name_every_search() -> None:
    searches = [search for kind in ("sudoku", "sudominoku", "kakuro") for search in solvers_of(kind)]
    assert [search for search, _ in EVERY_SEARCH] == searches
    names = ["scan", "blanks", "boards", "domains", "digits", "dominoes", "masks"]
    assert [search.name for search in searches] == [f"search/{name}" for name in names]
    assert all(search.kind == type(puzzle).kind for search, puzzle in EVERY_SEARCH)


@pytest.mark.thorough
@each(("search", "puzzle"), EVERY_SEARCH, ids=lambda value: getattr(value, "name", ""))
def test_limits(search: Any, puzzle: Any) -> None:
    everything = solve(search, puzzle)
    assert everything.exhausted
    assert len(everything.answers) > 1
    assert len(set(everything.answers)) == len(everything.answers)
    assert not any(puzzle.violations(answer) for answer in everything.answers)
    needed = int(everything.effort["nodes"])
    assert solve(search, puzzle, Limits(nodes=needed)) == everything

    short = solve(search, puzzle, Limits(nodes=needed - 1))
    assert not short.exhausted
    assert short.reason == f"{needed - 1} nodes"
    assert short.answers == everything.answers[: len(short.answers)]

    assert solve(search, puzzle, Limits(nodes=1)).verdict is Verdict.UNKNOWN
    assert solve(search, puzzle, Limits(deadline=Deadline(0))).verdict is Verdict.UNKNOWN

    first = solve(search, puzzle, Limits(answers=1))
    assert first.answers == everything.answers[:1]
    assert not first.exhausted


# Published samples, and depth


def lines(text: str) -> Grid:
    """A grid of one-digit numbers, with or without spaces between them."""
    return grid(*text.replace(" ", "").splitlines())


@SUDOKU_SEARCHES
@pytest.mark.parametrize(("text", "answer"), [(BOJ_2239, BOJ_2239_ANSWER), (BOJ_2580, BOJ_2580_ANSWER)])
def test_published_sudokus(search: Any, text: str, answer: str) -> None:
    assert answers(search, Sudoku.parse(text)) == [lines(answer)]


@pytest.mark.thorough
@SUDOMINOKU_SEARCHES
@pytest.mark.parametrize(
    ("text", "answer"), [(BOJ_4574, BOJ_4574_ANSWER), (BOJ_4574_SECOND, BOJ_4574_SECOND_ANSWER)]
)
def test_published_sudominokus(search: Any, text: str, answer: str) -> None:
    """The second has two tilings of one digit grid, which is one answer."""
    assert answers(search, Sudominoku.parse(text)) == [lines(answer)]


def test_published_kakuro() -> None:
    assert answers(MASKS, Kakuro.parse(KAKURO2)) == [lines(KAKURO2_ANSWER)]


def test_both_sudoku_searches_visit_the_same_nodes() -> None:
    scan, blanks = (solve(search, Sudoku.parse(BOJ_2239)) for search in (SCAN, BLANKS))
    assert scan == blanks


BLOCKS = tuple(tuple(r % 5 > 0 and c % 5 > 0 for c in range(41)) for r in range(41))
DEEP = [
    (SCAN, Sudoku(3, 3, ((None,) * 9,) * 9)),
    (BLANKS, Sudoku(3, 3, ((None,) * 9,) * 9)),
    (DIGITS, Sudominoku.parse(BOJ_4574)),
    (DOMINOES, Sudominoku.parse(BOJ_4574)),
    (MASKS, Kakuro(BLOCKS, ())),
]


@each(("search", "puzzle"), DEEP, ids=lambda value: getattr(value, "name", ""))
def test_depth_is_no_limit(search: Any, puzzle: Any) -> None:
    """The stack grows by less than a frame a level, so that 25x25 boards are safe."""
    frame, depth = sys._getframe(), 0
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + 20)
    try:
        outcome = solve(search, puzzle, Limits(answers=1))
    finally:
        sys.setrecursionlimit(usual)
    assert not puzzle.violations(outcome.answers[0])
