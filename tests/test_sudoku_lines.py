"""What is said of puzzles together is what is said of each by itself."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from importlib import util
from itertools import islice, product
from typing import Any

import pytest

from coversat import shared_cover
from coversat.answers import check
from coversat.batch.entries import Entry
from coversat.batch.evaluate import evaluate
from coversat.batch.presenting import JsonRows
from coversat.batch.query import Keep, Query
from coversat.batch.sudoku_lines import many_at_a_time
from coversat.errors import WrongAnswerError
from coversat.problems import AnyProblem, Kakuro, Sudoku, Sudominoku
from coversat.problems.kakuro import Clue
from coversat.problems.sudoku import one_line
from coversat.problems.tiling import Domino
from coversat.shared_cover import SharedCover
from coversat.solvers import Limits, Search
from coversat.solvers.bitset_cover import Decided, PreparedCover
from coversat.solvers.solver import Meter

np = pytest.importorskip("numpy")

from coversat.problems.sudoku_arrays import right  # noqa: E402  it needs NumPy

CELLS_4 = list(product(range(4), range(4)))
EMPTY = Sudoku(2, 2, ((0,) * 4,) * 4)


def shuffled(rng: random.Random, height: int, width: int) -> list[list[int]]:
    """A finished sudoku: the cyclic one with its digits, rows and columns changed about."""
    size = height * width

    def lines(outer: int, inner: int) -> list[int]:
        return [
            inner * o + i for o in rng.sample(range(outer), outer) for i in rng.sample(range(inner), inner)
        ]

    digits = rng.sample(range(1, size + 1), size)
    rows, columns = lines(width, height), lines(height, width)
    return [[digits[(width * (r % height) + r // height + c) % size] for c in columns] for r in rows]


def sudokus(rng: random.Random) -> Iterator[Sudoku]:
    """4x4 and 6x6 with more or fewer givens; in every fourth one of them is changed."""
    while True:
        height, width, givens = rng.choice([(2, 2, 5), (2, 3, 13), (2, 3, 10)])
        size = height * width
        grid = shuffled(rng, height, width)
        kept = rng.sample(list(product(range(size), repeat=2)), givens + rng.randrange(-2, 3))
        board = [[0] * size for _ in range(size)]
        for r, c in kept:
            board[r][c] = grid[r][c]
        if rng.random() < 0.25:
            r, c = kept[0]
            board[r][c] = rng.randrange(1, size + 1)
        yield Sudoku(height, width, tuple(map(tuple, board)))


def sudominokus(rng: random.Random) -> Iterator[Sudominoku]:
    """4x4: singles and perhaps dominoes of some grid; in every third, singles anywhere."""
    while True:
        grid = shuffled(rng, 2, 2)
        places = rng.sample(CELLS_4, 16)
        singles = [next(cell for cell in places if grid[cell[0]][cell[1]] == digit) for digit in range(1, 5)]
        if rng.random() < 1 / 3:
            singles = places[:4]
        free = set(CELLS_4) - set(singles)
        dominoes = []
        for r, c in places[: rng.randrange(5)]:
            second = rng.choice([(r, c + 1), (r + 1, c)])
            if {(r, c), second} <= free:
                free -= {(r, c), second}
                dominoes.append(Domino(((r, c), second), (grid[r][c], grid[second[0]][second[1]])))
        yield Sudominoku(2, 2, tuple(dominoes), tuple(singles))


MASKS = ("00000 01110 01110 01110", "0000 0110 0111 0011", "00000 01110 01010 01110", "00000 01111 01111")


def kakuros(rng: random.Random) -> Iterator[Kakuro]:
    """Small boards with the sums of some filling; now and then a sum is changed, or gone."""
    while True:
        white = tuple(tuple(cell == "1" for cell in row) for row in rng.choice(MASKS).split())
        board = Kakuro(white, ())
        filled: dict[Any, int] = {}
        for cell in board.white_cells:
            taken = {filled.get(other) for run in board.runs if cell in run.cells for other in run.cells}
            filled[cell] = rng.choice([digit for digit in range(1, 10) if digit not in taken])
        clues = []
        for run in board.runs:
            r, c = run.cells[0]
            place = (r, c - 1) if run.direction == 0 else (r - 1, c)
            clues.append(Clue(*place, run.direction, sum(filled[cell] for cell in run.cells)))
        if rng.random() < 0.25:
            changed = rng.randrange(len(clues))
            clues[changed] = clues[changed]._replace(total=max(1, clues[changed].total + rng.choice((-1, 1))))
        elif rng.random() < 0.25:
            clues.pop(rng.randrange(len(clues)))
        yield Kakuro(white, tuple(clues))


SOURCES: dict[str, Callable[[random.Random], Iterator[AnyProblem]]] = {
    "sudoku": sudokus,
    "sudominoku": sudominokus,
    "kakuro": kakuros,
}


def in_a_set(problem: AnyProblem, case: int) -> Entry:
    """As a line of a set where it can be one."""
    if isinstance(problem, Sudoku):
        return Entry("set", case, case, one_line(problem.givens, "."), "sudoku", "oneline")
    return Entry("set", case, None, problem, problem.kind, problem.forms[0].name)


def statuses(entries: Sequence[Entry]) -> list[str]:
    found = {at: result.status for at, result in evaluate(Query("check"), Keep(), entries) if result}
    return [found[at] for at in range(len(entries))]


def assert_agree(kind: str, count: int, seed: int) -> None:
    problems = list(islice(SOURCES[kind](random.Random(seed)), count))
    expected = [check(problem).verdict.value for problem in problems]
    assert set(expected) == {"unique", "multiple", "none"}
    assert statuses([in_a_set(problem, case) for case, problem in enumerate(problems, 1)]) == expected


@pytest.mark.parametrize(("kind", "count"), [("sudoku", 400), ("sudominoku", 120), ("kakuro", 60)])
def test_verdicts_agree_with_those_of_one_puzzle(kind: str, count: int) -> None:
    assert_agree(kind, count, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "count"), [("sudoku", 14_000), ("sudominoku", 4_000), ("kakuro", 3_000)])
def test_verdicts_agree_with_those_of_one_puzzle_over_many(kind: str, count: int) -> None:
    assert_agree(kind, count, seed=2)


@pytest.mark.parametrize("command", ["solve", "count"])
def test_other_questions_agree(command: str) -> None:
    query = Query(command, answers=1 if command == "solve" else 7)
    problems = [*islice(sudokus(random.Random(3)), 60), *islice(sudominokus(random.Random(3)), 20)]
    entries = [in_a_set(problem, case) for case, problem in enumerate(problems, 1)]
    for at, result in evaluate(query, JsonRows(), entries):
        if result is not None:
            alone, here = (json.loads(one.shown.out) for one in (query.ask(entries[at], JsonRows()), result))
            assert alone == here


def test_without_arrays_it_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = islice(sudokus(random.Random(4)), 60)
    entries = [in_a_set(problem, case) for case, problem in enumerate(problems, 1)]
    entries.append(entries[0]._replace(content="x" * 16))
    query = Query("check")

    def texts() -> dict[int, str]:
        results = evaluate(query, JsonRows(), entries)
        return {at: result.shown.out for at, result in results if result is not None}

    assert len(list(many_at_a_time(query, JsonRows(), entries))) == 60
    by_arrays = texts()
    assert len(by_arrays) == len(entries)
    monkeypatch.setattr(util, "find_spec", lambda _: None)
    assert not list(many_at_a_time(query, JsonRows(), entries))
    assert texts() == by_arrays


def test_what_needs_many_nodes_is_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_cover, "BUDGET", 1)
    problems = list(islice(sudokus(random.Random(5)), 60))
    entries = [in_a_set(problem, case) for case, problem in enumerate(problems, 1)]
    assert 0 < len(list(many_at_a_time(Query("check"), Keep(), entries))) < len(entries)
    assert statuses(entries) == [check(problem).verdict.value for problem in problems]


def test_what_is_said_of_a_puzzle_does_not_depend_on_the_others() -> None:
    rng = random.Random(7)
    grids = [shuffled(rng, 3, 3) for _ in range(40)]
    cells = list(product(range(9), repeat=2))
    lines = []
    for grid in grids:
        kept = set(rng.sample(cells, rng.randrange(17, 24)))
        lines.append("".join(str(grid[r][c]) if (r, c) in kept else "." for r, c in cells))
    entries = [Entry("set", n, n, line, "sudoku", "oneline") for n, line in enumerate(lines, 1)]
    query = Query("check")

    def texts(size: int) -> list[str]:
        parts = [entries[at : at + size] for at in range(0, len(entries), size)]
        return [
            r.shown.out
            for part in parts
            for _, r in sorted((at, r) for at, r in evaluate(query, JsonRows(), part) if r)
        ]

    assert texts(1) == texts(7) == texts(40)


def test_a_wrong_cover_is_never_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    ones = tuple(range(0, 64, 4))  # the digit 1 everywhere
    grid = [4 * at + digit - 1 for at, digit in enumerate([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])]
    other_given = replace(EMPTY, givens=((4, 0, 0, 0), *EMPTY.givens[1:]))
    for problem, cover in ((EMPTY, ones), (other_given, tuple(grid))):
        alone = lambda *_, cover=cover, **__: Search(iter([cover]), Meter(Limits()))  # noqa: E731
        monkeypatch.setattr(PreparedCover, "answers", alone)
        many = lambda *_, cover=cover: [(Decided((cover,), True, 1), 0.0)] * 20  # noqa: E731
        monkeypatch.setattr(SharedCover, "two_of_each", many)
        entry = in_a_set(problem, 1)
        for entries in ([entry], [entry] * 20, [entry._replace(content=problem)]):
            with pytest.raises(WrongAnswerError):
                list(evaluate(Query("check"), Keep(), entries))


def test_the_rules_in_arrays_are_the_rules() -> None:
    """Every change of a cell, swaps of two cells, and changed givens, judged as `violations` does."""
    rng = random.Random(6)
    for height, width in ((2, 2), (2, 3), (3, 2), (3, 3)):
        size = height * width
        grid = shuffled(rng, height, width)
        cells = list(product(range(size), repeat=2))
        boards = [grid]
        for (r, c), digit in product(cells, range(size + 2)):
            changed = [list(row) for row in grid]
            changed[r][c] = digit
            boards.append(changed)
        for _ in range(300):
            swapped = [
                list(row) for row in rng.choice((grid, shuffled(rng, height, width), grid[1:] + grid[:1]))
            ]
            if rng.random() < 0.7:
                (r, c), (s, d) = rng.sample(cells, 2)
                swapped[r][c], swapped[s][d] = swapped[s][d], swapped[r][c]
            boards.append(swapped)
        givens = [[[d if rng.random() < 0.3 else 0 for d in row] for row in grid] for _ in boards]
        shape = Sudoku(height, width, ((0,) * size,) * size)
        flat = [np.array(those, np.uint8).reshape(len(boards), -1) for those in (givens, boards)]
        expected = [
            not Sudoku(height, width, tuple(map(tuple, given))).violations(tuple(map(tuple, board)))
            for given, board in zip(givens, boards, strict=True)
        ]
        assert True in expected
        assert False in expected
        assert right(shape, *flat).tolist() == expected
