"""The search by boards, in both of its forms, against a plain backtracking of this file's own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import plain_boards as boards
import pytest
from cover_cases import decided
from kinds import grid

import coversat
from coversat.answering.routes import find_route
from coversat.answering.running import run
from coversat.base.deadline import Deadline
from coversat.base.errors import LimitReachedError, ReductionError
from coversat.base.registry import compiled
from coversat.kinds.sudoku.model import sudoku_to_cover
from coversat.problems import Sudoku
from coversat.solvers import Limits
from coversat.solvers.cover.bitset_cover import PreparedCover
from coversat.solvers.solver import Meter

KERNEL = compiled("coversat.kinds.sudoku", "_boards_kernel")
ENGINES = [boards.answers, *([KERNEL.answers] if KERNEL else [])]
EVERY_ENGINE = pytest.mark.parametrize("engine", ENGINES, ids=["python", "compiled"][: len(ENGINES)])
COMPILED = pytest.mark.skipif(KERNEL is None, reason="not compiled")

BOX = [r // 3 * 3 + c // 3 for r in range(9) for c in range(9)]


def by_backtracking(line: str) -> Iterator[str]:
    """Every answer: the cell with the fewest digits that its row, column and box leave, with each of them."""
    rows, columns, boxes = ([set("123456789") for _ in range(9)] for _ in range(3))
    units = [(rows[cell // 9], columns[cell % 9], boxes[BOX[cell]]) for cell in range(81)]
    board = list(line)
    for cell, digit in enumerate(line):
        if digit != ".":
            if not all(digit in unit for unit in units[cell]):
                return
            for unit in units[cell]:
                unit.remove(digit)

    def fill(blanks: set[int]) -> Iterator[str]:
        if not blanks:
            yield "".join(board)
            return
        best = min(blanks, key=lambda cell: (len(set.intersection(*units[cell])), cell))
        for digit in sorted(set.intersection(*units[best])):
            board[best] = digit
            for unit in units[best]:
                unit.remove(digit)
            yield from fill(blanks - {best})
            for unit in units[best]:
                unit.add(digit)

    yield from fill({cell for cell in range(81) if line[cell] == "."})


def finished(rng: random.Random) -> str:
    """The cyclic grid with its digits, rows and columns changed about."""

    def order() -> list[int]:
        return [3 * o + i for o in rng.sample(range(3), 3) for i in rng.sample(range(3), 3)]

    digits, rows, columns = rng.sample("123456789", 9), order(), order()
    return "".join(digits[(3 * (r % 3) + r // 3 + c) % 9] for r in rows for c in columns)


def puzzles(rng: random.Random, fewest: int = 24) -> Iterator[str]:
    """Some cells of a finished grid; in every fourth one of them is another digit."""
    while True:
        grid = finished(rng)
        kept = rng.sample(range(81), rng.randrange(fewest, 46))
        cells = [digit if cell in kept else "." for cell, digit in enumerate(grid)]
        if rng.random() < 0.25:
            cells[kept[0]] = rng.choice("123456789")
        yield "".join(cells)


def found_by(engine: object, line: str, most: int) -> tuple[list[str], int]:
    """The first answers, and the nodes they took."""
    meter = Meter(Limits())
    return list(islice(engine(line, meter), most)), meter.nodes  # type: ignore[operator]


@pytest.mark.thorough
@pytest.mark.parametrize("count", [60, pytest.param(3000, marks=pytest.mark.slow)])
@EVERY_ENGINE
def test_the_answers_are_those_of_plain_backtracking(engine: object, count: int) -> None:
    numbers = set()
    for line in islice(puzzles(random.Random(count)), count):
        expected = list(islice(by_backtracking(line), 20))
        found, _ = found_by(engine, line, 200)
        assert len(found) == len(set(found))
        if len(expected) < 20:
            assert sorted(found) == sorted(expected)
        else:
            assert set(expected) <= set(found) or len(found) == 200
        numbers.add(min(2, len(found)))
    assert numbers == {0, 1, 2}


@EVERY_ENGINE
@pytest.mark.parametrize("cells", [(0, 1), (0, 8), (4, 76), (60, 80)], ids=["mini", "row", "column", "box"])
def test_givens_that_clash_are_seen_before_the_first_step(engine: object, cells: tuple[int, int]) -> None:
    line = "".join("1" if cell in cells else "2" if cell == 40 else "." for cell in range(81))
    assert found_by(engine, line, 2) == ([], 0)
    assert found_by(engine, line.replace("1", ".", 1), 2)[0]


@pytest.mark.thorough
@COMPILED
@pytest.mark.parametrize("count", [150, pytest.param(100_000, marks=pytest.mark.slow)])
def test_the_twins_take_the_same_steps(count: int) -> None:
    """The same answers in the same order, and as many nodes, whatever their number."""
    for line in islice(puzzles(random.Random(2), 17), count):
        assert found_by(boards.answers, line, 4) == found_by(KERNEL.answers, line, 4), line  # type: ignore[union-attr]


@COMPILED
def test_a_digit_that_is_unchanged_is_looked_at_again_beside_one_that_changed() -> None:
    """Where two digits are alone in one cell of a wrong branch, 1,949 nodes instead of 1,425."""
    line = "4.8.27...72.3..8........1...1.7.2..............5.........2.....3.......1.4......."
    assert found_by(boards.answers, line, 4) == found_by(KERNEL.answers, line, 4)  # type: ignore[union-attr]


@EVERY_ENGINE
def test_nothing_given_and_everything(engine: object) -> None:
    found, nodes = found_by(engine, "." * 81, 50)
    assert len(set(found)) == 50
    assert nodes >= 50
    grid = finished(random.Random(1))
    assert found_by(engine, grid, 2) == ([grid], 0)
    assert found_by(engine, f"{grid[1]}{grid[1:]}", 2)[0] == []


@EVERY_ENGINE
def test_limits_are_felt(engine: object) -> None:
    everything = engine("." * 81, Meter(Limits(nodes=300)))  # type: ignore[operator]
    with pytest.raises(LimitReachedError, match="300 nodes"):
        list(everything)
    with pytest.raises(LimitReachedError, match=r"0\.01 seconds"):
        list(engine("." * 81, Meter(Limits(deadline=Deadline(0.01)))))  # type: ignore[operator]


@pytest.mark.thorough
@COMPILED
def test_many_lines_are_decided_as_each_alone() -> None:
    lines = list(islice(puzzles(random.Random(3), 17), 300))
    counts, answers, seconds = KERNEL.decided("".join(lines).encode(), 2, 10_000)  # type: ignore[union-attr]
    at = 0
    for line, count in zip(lines, counts, strict=True):
        expected, _ = found_by(boards.answers, line, 2)
        assert [answers[a : a + 81].decode() for a in range(at, at + 81 * count, 81)] == expected
        at += 81 * count
    assert at == len(answers)
    assert len(seconds) == len(lines)
    assert all(second > 0 for second in seconds)
    assert set(counts) == {0, 1, 2}


@COMPILED
def test_a_line_that_needs_more_nodes_is_left_alone() -> None:
    """Those before and behind it are decided; what was found of it is not told."""
    grid = finished(random.Random(1))
    for nodes in (1, 3, 40):
        counts, answers, _ = KERNEL.decided(f"{grid}{'.' * 81}{grid}".encode(), 2, nodes)  # type: ignore[union-attr]
        assert list(counts) == [1, 255, 1]
        assert answers.decode() == grid + grid


def test_as_a_route() -> None:
    line = next(
        line
        for line in puzzles(random.Random(5), 24)
        if 1 < len(list(islice(by_backtracking(line), 30))) < 30
    )
    rows = [line[at : at + 9] for at in range(0, 81, 9)]
    found = run(Sudoku(3, 3, grid(*rows)), find_route("sudoku", "search/boards")).findings
    lines = ["".join(str(digit) for row in answer for digit in row) for answer in found.answers]
    assert sorted(lines) == sorted(by_backtracking(line))
    assert (found.exhausted, found.route) == (True, "search/boards")


@COMPILED
@pytest.mark.parametrize("count", [400, pytest.param(100_000, marks=pytest.mark.slow)])
def test_the_cover_engine_finds_as_many(count: int) -> None:
    """Up to two, by an engine and a reduction that share nothing with this search."""
    cover = PreparedCover(sudoku_to_cover(Sudoku(3, 3, ((None,) * 9,) * 9)).target)
    rng, nodes = random.Random(count), 20_000
    undecided = 0
    for _ in range(0, count, 400):
        lines = list(islice(puzzles(rng, 20), 400))
        given = [[9 * at + int(digit) - 1 for at, digit in enumerate(line) if digit != "."] for line in lines]
        counts, *_ = KERNEL.decided("".join(lines).encode(), 2, nodes)  # type: ignore[union-attr]
        found = (decided(cover, forced, 2, nodes) for forced in given)
        for line, mine, theirs in zip(lines, counts, found, strict=True):
            if mine == 255 or not (theirs.exhausted or len(theirs.answers) == 2):
                undecided += 1
            else:
                assert mine == len(theirs.answers), line
    assert undecided < count / 100


def test_without_compiled_modules_another_search_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVERSAT_PURE", "1")
    puzzle = Sudoku.parse("." * 40 + "5" + "." * 40)
    with pytest.raises(ReductionError, match="search/boards is compiled, and this installation is in plain"):
        run(puzzle, find_route("sudoku", "search/boards"))
    assert coversat.check(puzzle).route == "cover/bitset"
