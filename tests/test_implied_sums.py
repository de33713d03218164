"""Sums that follow from several, and sums in parts: true on finished boards, asked where it takes long."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice, product

import pytest
from each import each
from test_constraints import finished

from coversat.answering import questions as answers
from coversat.answering.questions import decide as check
from coversat.answering.routes import find_route
from coversat.answering.turns import turns
from coversat.base.errors import ReductionError
from coversat.kinds.sudoku.model import sudoku_to_cnf, sudoku_to_cnf_implied
from coversat.primitives import AllDifferent, Count, Sum, Total, cells_of, total_of
from coversat.primitives.meaning import value_of
from coversat.problems import Sudoku
from coversat.problems.grid import Cell, filled
from coversat.problems.layout import Layout
from coversat.reductions import encodings_from
from coversat.reductions.strengthening import MOST_IMPLIED, implied_sums, in_parts
from coversat.solvers import Limits
from coversat.solvers import found_by as solve
from coversat.solvers.findings import Verdict
from coversat.solvers.sat.sat import SAT_SOLVERS
from coversat.solvers.strategy import Turn

FOUR = Sudoku.parse("....\n" * 4)
NINE = Sudoku.parse(".........\n" * 9)
JIGSAW = Sudoku.parse("digits 0-3\nboxes none\n" + "....\n" * 4 + "regions\naaab\naccb\ndccb\ndddb\n")
WIDE = Sudoku.parse("grid 3x6\ndigits 1-6\nboxes none\n" + "......\n" * 3)
RULE = next(rule for rule in encodings_from("sudoku") if rule.name == "cnf:implied")
WAYS = ("down-right r2c1", "down-right r1c1", "down-right r1c2")


def holds(said: Sum, held: dict[Cell, int]) -> bool:
    return sum(factor * value_of(term, held) for factor, term in said.terms) in said.totals


@pytest.mark.thorough
@each("problem", [FOUR, NINE, JIGSAW, WIDE])
def test_what_follows_is_true_where_the_sums_are(problem: Sudoku) -> None:
    chance = random.Random(4)
    layout = problem.layout
    board = list(layout.cells())
    told = 0
    for grid in answers.find_answers(problem, limits=Limits(answers=25)).answers:
        held = dict(filled(grid))
        cut = sorted(board, key=lambda cell: (cell[0] // 2, chance.random()))
        pieces = [tuple(cut[start : start + 5]) for start in range(0, len(cut), 5)]
        sums = [total_of(cells, sum(held[cell] for cell in cells)) for cells in pieces]
        chance.shuffle(sums)
        for one in implied_sums(sums, layout):
            told += 1
            assert holds(one, held)
            assert holds(in_parts(one, layout), held)
            assert one not in sums
    assert told > 15


def test_the_rule_of_45() -> None:
    """Two sums in a box leave out a cell of it; three in two rows reach beyond them by one."""
    layout = NINE.layout
    box = [(r, c) for r in range(3) for c in range(3)]
    inside = [total_of(tuple(box[:4]), 15), total_of(tuple(box[4:8]), 23)]
    assert implied_sums(inside, layout) == [Sum(((-1, (2, 2)),), (-7,))]
    row = [(3, c) for c in range(9)]
    outside = [total_of(tuple(row[:5]), 20), total_of((*row[5:], (5, 0)), 33)]
    assert implied_sums(outside, layout) == [Sum(((1, (5, 0)),), (8,))]
    # The cells of a cage differ besides.
    cages = [AllDifferent(tuple(box[:4]), 15), AllDifferent(tuple(box[4:8]), 23)]
    assert implied_sums(cages, layout) == implied_sums(inside, layout)
    assert implied_sums([AllDifferent(cells) for cells in (tuple(box[:4]), tuple(box[4:8]))], layout) == []
    # What overlaps, one sum alone, several totals, factors and counts say nothing together.
    for said in (
        [inside[0], total_of(tuple(box[3:8]), 23)],
        inside[:1],
        [inside[0], Sum(inside[1].terms, (22, 23))],
        [inside[0], Sum((*inside[1].terms[1:], (2, box[4])), (23,))],
        [inside[0], Count(tuple(box[4:8]), (1,), (1,))],
    ):
        assert implied_sums(said, layout) == []


def test_boxes_and_regions_that_overlap_are_no_whole_together() -> None:
    labels = ((0, 0, 0, 1), (0, 2, 2, 1), (3, 2, 2, 1), (3, 3, 3, 1))
    layout = Layout(4, 4, 1, 4, 2, 2, labels)
    cells = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]
    sums = [total_of(tuple(cells[:3]), 6), total_of((*cells[3:], (3, 3)), 9)]
    grids = [
        grid
        for grid in finished(FOUR)
        if all(sum(grid[r][c] for _, (r, c) in one.terms) in one.totals for one in sums)
    ]
    grids = [grid for grid in grids if len({(labels[r][c], grid[r][c]) for r, c in layout.cells()}) == 16]
    assert grids
    for one in implied_sums(sums, layout):
        assert all(holds(one, dict(filled(grid))) for grid in grids)


def test_no_more_than_a_few_are_told_and_a_loose_one_is_not() -> None:
    layout = NINE.layout
    pairs = [total_of(((r, c), (r, c + 1)), 6) for r in range(9) for c in (0, 2, 4, 6)]
    assert len(implied_sums(pairs, layout)) == MOST_IMPLIED
    loose = [total_of(tuple((r + below, r) for r in range(9 - below)), 5 * (9 - below)) for below in (0, 1)]
    assert implied_sums(loose, layout) == []


def test_a_board_with_many_digits_has_smaller_parts() -> None:
    """Of sixteen digits there are 560 sets of three."""
    cells = (*((0, c) for c in range(9)), (4, 4), (4, 4), (7, 8))
    said = Sum(tuple((1 if cell[0] else 2, cell) for cell in cells), (100,))
    nine, sixteen = (in_parts(said, Layout(size, size, 1, size, 3, 3)) for size in (9, 16))
    assert [len(one.cells) if isinstance(one, Total) else 0 for _, one in nine.terms] == [0, 9, 0, 0]
    assert max(len(one.cells) for _, one in sixteen.terms if isinstance(one, Total)) == 2
    for found in (nine, sixteen):
        assert sorted(cells_of(found)) == sorted(cells)
        assert found.totals == (100,)


def puzzle(totals: tuple[int, ...]) -> Sudoku:
    lines = (f"little-killer {total} {way}\n" for total, way in zip(totals, WAYS, strict=True))
    return Sudoku.parse("....\n" * 4 + "".join(lines))


@pytest.mark.thorough
def test_the_formula_has_the_answers_of_the_board() -> None:
    """By the judgement of every finished board; each is shown by one model."""
    numbers = set()
    for totals in product((4, 7, 8), (6, 7, 10, 13), (5, 6, 8)):
        problem = puzzle(totals)
        if not RULE.fits(problem):
            continue
        right = sorted(grid for grid in finished(FOUR) if not problem.violations(grid))
        reduction = sudoku_to_cnf_implied(problem)
        assert reduction.parsimonious
        assert reduction.given_clauses is None
        assert len(reduction.target.clauses) > len(sudoku_to_cnf(problem, extended=True).target.clauses)
        found = solve(SAT_SOLVERS[0], replace(reduction.target, projection=None))
        assert sorted(map(reduction.decode, found.answers)) == right
        numbers.add(min(len(right), 2))
    assert numbers == {0, 2}, "boards with no answer, and with several"


def test_nothing_that_follows_is_no_formula() -> None:
    for problem in (FOUR, Sudoku.parse("....\n" * 4 + f"little-killer 10 {WAYS[0]}\n")):
        with pytest.raises(ReductionError, match="no further sums follow"):
            sudoku_to_cnf_implied(problem)


def test_it_is_asked_when_the_usual_formula_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = puzzle((4, 10, 5))
    *_, usual, longer = turns(problem)
    assert (usual.route, longer) == ("cnf:extended", Turn("cnf:implied"))
    alone = Sudoku.parse("....\n" * 4 + f"little-killer 8 {WAYS[0]}\n")
    assert {turn.route for turn in [*turns(alone)][-2:]} == {"cnf:extended"}, "no sums follow from one"
    expected = check(problem, find_route("sudoku", "search/scan")).verdict
    for tried, by in ((usual, "cnf:extended"), (usual._replace(until=0), "cnf:implied")):
        monkeypatch.setattr(answers, "turns", lambda _, tried=tried: iter((tried, longer)))
        found = check(problem)
        assert (found.route, found.verdict) == (f"{by}/cadical195", expected)
        assert set(found.answers) <= {grid for grid in finished(FOUR) if not problem.violations(grid)}
        assert check(problem, limits=Limits(nodes=0)).verdict is Verdict.UNKNOWN


def test_a_cover_of_sums_has_one_turn() -> None:
    """Then the usual formula is asked."""
    cage = Sudoku.parse("....\n" * 4 + "cage 5 r1c1 r1c2\n")
    assert check(cage).route == "cover/bitset"
    assert [turn.route for turn in turns(cage)] == ["cover/bitset", "cnf:extended", "cnf:extended"]
    assert [turn.route for turn in islice(turns(FOUR), 3)] == [
        "cover/bitset",
        "cover/cnf:segments",
        "cover/bitset",
    ]
