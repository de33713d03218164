"""Sudoku's relatives: combinations of constraints, routes and texts, beside a second definition."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations, permutations, product

import pytest
from each import each
from family import (
    EXAMPLES,
    assert_routes_find,
    assert_texts_come_back,
    family_routes,
)
from kinds import grid as digit_grid
from kinds import right
from kinds.sudoku import filled_rows
from parsing import mistakes

from coversat.answering.questions import count_answers as count
from coversat.answering.questions import decide as check
from coversat.answering.routes import find_route
from coversat.answering.running import run
from coversat.base.errors import ParseError, ReductionError
from coversat.kinds.sudoku.constraints import Constraint
from coversat.kinds.sudoku.constraints.everywhere import AntiKing, AntiKnight
from coversat.kinds.sudoku.constraints.sets import Diagonal, Regions, Windoku
from coversat.kinds.sudoku.constraints.sums import Cage
from coversat.kinds.sudoku.model import sudoku_to_cnf, sudoku_to_cover
from coversat.primitives import AllDifferent, Binary, Sum
from coversat.problems import Sudoku, problem_class, read
from coversat.problems.grid import Cell, Grid, filled, grid_of
from coversat.problems.layout import default_box
from coversat.problems.problem import Violation
from coversat.reductions.encoders import ENCODERS
from coversat.reductions.strengthening import shortened
from coversat.solvers.findings import Verdict

ENCODED = tuple(f"cnf:{name}/" for name in ENCODERS)
"""Refused without a constraint to encode; `test_constraints` has those."""
CELLS = tuple(product(range(4), repeat=2))
NOTHING = ((None,) * 4,) * 4


@cache
def latin_squares(givens: Grid) -> tuple[Grid, ...]:
    """All with these givens."""
    return tuple(filled_rows(givens))


def differ(grid: Grid, cells: list[Cell]) -> bool:
    return len({grid[r][c] for r, c in cells}) == len(cells)


def has_boxes(grid: Grid) -> bool:
    return all(
        differ(grid, [(top + r, left + c) for r, c in product(range(2), repeat=2)])
        for top, left in product((0, 2), repeat=2)
    )


def obeys(grid: Grid, constraint: Constraint) -> bool:
    """A second definition of the rules, for 4x4 and for cages and regions of any size."""
    apart = [
        (abs(a[0] - b[0]), abs(a[1] - b[1]))
        for a, b in combinations(product(range(len(grid)), repeat=2), 2)
        if grid[a[0]][a[1]] == grid[b[0]][b[1]]
    ]
    match constraint:
        case Diagonal(way="down"):
            return differ(grid, [(0, 0), (1, 1), (2, 2), (3, 3)])
        case Diagonal(way="up"):
            return differ(grid, [(0, 3), (1, 2), (2, 1), (3, 0)])
        case Windoku():
            return differ(grid, [(1, 1), (1, 2), (2, 1), (2, 2)])
        case AntiKnight():
            return not {(1, 2), (2, 1)} & set(apart)
        case AntiKing():
            return (1, 1) not in apart
        case Cage():
            total = sum(grid[r][c] for r, c in constraint.cells)
            return differ(grid, list(constraint.cells)) and constraint.total in (None, total)
        case Regions():
            seen = {
                (label, grid[r][c]) for r, row in enumerate(constraint.labels) for c, label in enumerate(row)
            }
            return len(seen) == len(grid) ** 2
    raise AssertionError(constraint)


def expected(problem: Sudoku) -> frozenset[Grid]:
    return frozenset(
        grid
        for grid in latin_squares(problem.givens)
        if (problem.box_rows == 1 or has_boxes(grid))
        and all(obeys(grid, constraint) for constraint in problem.constraints)
    )


def violations(constraint: Constraint, grid: Grid) -> list[Violation]:
    """On a board with boxes."""
    size = len(grid)
    problem = Sudoku(*default_box(size), grid)
    return constraint.violations(dict(filled(grid)), problem.layout)


def groups(constraint: Constraint, size: int) -> list[AllDifferent]:
    """What the encoders get of it."""
    layout = Sudoku(*default_box(size), ((None,) * size,) * size).layout
    return [one for one in constraint.primitives(layout) if isinstance(one, AllDifferent)]


def takes_all(route: str) -> bool:
    return not route.startswith(("search/blanks", "search/boards", "cnf:implied/", *ENCODED))


LONGER = [route.name for route in family_routes("sudoku") if len(route.path) > 1 and takes_all(route.name)]


def takes_turns(number: int) -> Callable[[str], bool]:
    """Which routes a board goes through: those of one reduction, and every third of the longer ones."""
    return lambda route: takes_all(route) and (route not in LONGER or (LONGER.index(route) + number) % 3 == 0)


def assert_right(problem: Sudoku, chosen: Callable[[str], bool]) -> frozenset[Grid]:
    answers = expected(problem)
    assert right(problem, latin_squares(problem.givens)) == answers
    assert_routes_find(problem, answers, chosen)
    assert_texts_come_back(problem, answers)
    return answers


SPIRAL = Regions(tuple(tuple(map(ord, row)) for row in ("AAAB", "CCAB", "CDDB", "CDDB")))
STAIRS = Regions(tuple(tuple(map(ord, row)) for row in ("AAAA", "BBBC", "DBCC", "DDDC")))

ALONE: list[Constraint] = [
    Diagonal("down"), Diagonal("up"), Windoku(), AntiKnight(), AntiKing(), Cage(((0, 0), (0, 1)), 5),
    Cage(((0, 0), (1, 1), (2, 2))), Cage(((0, 1), (1, 1), (1, 2), (2, 2)), 10), Cage(((0, 1), (1, 1)), 8),
    Cage(((3, 3),), 4), SPIRAL, STAIRS,
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("constraint", ALONE, ids=lambda found: found.lines()[0])
def test_each_alone_by_all_routes(constraint: Constraint) -> None:
    """On the empty board, with boxes; regions without boxes too."""
    answers = assert_right(Sudoku(2, 2, NOTHING, (constraint,)), takes_all)
    assert len(answers) < 288
    if isinstance(constraint, Regions):
        assert answers < assert_right(Sudoku(1, 4, NOTHING, (constraint,)), takes_all)


def random_constraints(rng: random.Random, grid: Grid) -> Iterator[Constraint]:
    """Up to four constraints, most of which `grid` obeys."""
    simple: list[Constraint] = [Diagonal("down"), Diagonal("up"), Windoku(), AntiKnight(), AntiKing()]
    simple.append(rng.choice((SPIRAL, STAIRS)))
    fitting = [constraint for constraint in simple if obeys(grid, constraint)]
    yield from rng.sample(fitting, min(len(fitting), rng.randrange(3)))
    if rng.random() < 0.3:
        yield rng.choice(simple)  # perhaps once more
    for _ in range(rng.randrange(3)):
        cells = rng.sample(CELLS, rng.randint(1, 4))
        total = sum(grid[r][c] for r, c in cells) + (rng.random() < 0.1)
        yield Cage(tuple(cells), rng.choice((min(total, 10), None)))


def test_more_digits_than_cells_in_a_line() -> None:
    """No encoding may count on a digit's being somewhere in each row; brute force over rows that differ."""
    problem = Sudoku.parse("digits 1-5\n1234\n.5..\n2.4.\n.1..\n")
    rows = [
        [
            row
            for row in permutations(range(1, 6), 4)
            if all(given in (None, digit) for given, digit in zip(line, row, strict=False))
        ]
        for line in problem.givens
    ]
    answers = frozenset(
        grid
        for grid in product(*rows)
        if has_boxes(grid) and all(len(set(column)) == 4 for column in zip(*grid, strict=True))
    )
    assert 1 < len(answers) < 100
    assert_routes_find(problem, answers, takes_all)


@pytest.mark.thorough
def test_random_combinations() -> None:
    seen = set()
    counts = set()
    for seed in range(24):
        rng = random.Random(seed)
        grid = rng.choice([grid for grid in latin_squares(NOTHING) if has_boxes(grid) or seed % 3 == 0])
        constraints = tuple(random_constraints(rng, grid))
        boxes = (2, 2)
        if seed % 3 == 0 and any(isinstance(found, Regions) for found in constraints):
            boxes = (1, 4)
        givens = tuple(tuple(d if rng.random() < 0.15 else None for d in row) for row in grid)
        answers = assert_right(Sudoku(*boxes, givens, constraints), takes_turns(seed))
        counts.add(min(len(answers), 2))
        seen |= {type(constraint) for constraint in constraints}
    assert counts == {0, 1, 2}
    assert seen == {Diagonal, Windoku, AntiKnight, AntiKing, Cage, Regions}


@pytest.mark.thorough
def test_a_jigsaw_of_side_five() -> None:
    """A side for which there are no boxes."""
    labels = Regions(tuple(tuple(map(ord, row)) for row in ("AAABB", "ACABB", "CCCDB", "EECDD", "EEEDD")))
    problem = Sudoku(1, 5, ((1, 2, 3, 4, 5), *((None,) * 5,) * 4), (labels,))
    assert len(assert_right(problem, takes_turns(0))) > 1


@each("name", ["search/blanks", "search/boards"])
def test_the_plain_searches_refuse_constraints(name: str) -> None:
    problem = Sudoku(2, 2, NOTHING, (AntiKing(),))
    with pytest.raises(ReductionError, match="search/scan"):
        run(problem, find_route("sudoku", name))


def test_unfinished_grids() -> None:
    """What is filled is judged, whatever the blank cells will hold; a sum out of reach is seen early."""
    cage = Cage(((0, 0), (0, 1), (0, 2)), 6)
    assert not violations(cage, NOTHING)
    for row, wrong in (("1000", 0), ("4000", 0), ("4020", 1), ("1100", 1), ("1240", 1)):
        assert len(violations(cage, (*digit_grid(row), *NOTHING[1:]))) == wrong
    for constraint in (Diagonal("down"), Diagonal("up"), Windoku(), AntiKnight(), AntiKing(), SPIRAL):
        assert not violations(constraint, NOTHING)


def test_each_two_cells() -> None:
    """A digit on two cells and nothing else, for all cells of a board of six rows."""
    cells = list(product(range(6), repeat=2))
    knights = groups(AntiKnight(), 6)
    for one, other in combinations(cells, 2):
        grid = grid_of(6, 6, ((one, 5), (other, 5)))
        apart = tuple(sorted((abs(one[0] - other[0]), abs(one[1] - other[1]))))
        assert bool(violations(AntiKnight(), grid)) == (apart == (1, 2))
        assert bool(violations(AntiKing(), grid)) == (apart in ((0, 1), (1, 1)))
        shared = [group for group in knights if {one, other} <= {*group.cells}]
        assert len(shared) == (apart == (1, 2))


def test_windows_and_moves_on_nine_rows() -> None:
    """Windoku's four windows as they are printed, and how many knight's moves a board of nine has."""
    windows = {group.cells for group in groups(Windoku(), 9)}
    corners = {(1, 1), (1, 5), (5, 1), (5, 5)}
    assert {cells[0] for cells in windows} == corners
    assert all(
        {(r + 2, c + 2) for r, c in [cells[0]]} == {cells[-1]} and len(cells) == 9 for cells in windows
    )
    assert len(groups(AntiKnight(), 9)) == 4 * 8 * 7


def test_equal_sudokus_are_equal_values() -> None:
    one = Sudoku(2, 2, NOTHING, (Cage(((0, 1), (0, 0)), 3), AntiKing(), AntiKing(), SPIRAL))
    spiral = Regions(((7, 7, 7, 2), (5, 5, 7, 2), (5, 1, 1, 2), (5, 1, 1, 2)))
    other = Sudoku(2, 2, NOTHING, (spiral, AntiKing(), Cage(((0, 0), (0, 1)), 3)))
    with pytest.raises(ValueError, match="more than one set"):
        Sudoku(2, 2, NOTHING, (SPIRAL, STAIRS))
    assert one == other
    assert hash(one) == hash(other)


def test_published_killer() -> None:
    """The example of Wikipedia's article, with its solution."""
    (problem,) = read((EXAMPLES / "sudoku" / "killer.txt").read_text()).problems
    solution = "215647398 368952174 794381652 586274931 142593867 973816425 821739546 659428713 437165289"
    found = check(problem)
    assert found.verdict is Verdict.UNIQUE
    assert found.answers == (tuple(tuple(map(int, row)) for row in solution.split()),)


@each("name", ["windoku-x", "anti-king-knight", "jigsaw"])
def test_examples(name: str) -> None:
    (problem,) = read((EXAMPLES / "sudoku" / f"{name}.txt").read_text()).problems
    assert isinstance(problem, Sudoku)
    assert problem.constraints
    answers = set()
    for route in ("cover/bitset", "cnf:extended/cadical195", "cnf:minimal/cadical195"):
        found = check(problem, find_route("sudoku", route))
        assert found.verdict is Verdict.UNIQUE
        answers |= {*found.answers}
    assert len(answers) == 1


def test_plain_sudokus_have_the_published_formulas() -> None:
    """Lynce and Ouaknine's clause counts without the givens: minimal 8,829, extended 11,988."""
    problem = Sudoku(3, 3, ((None,) * 9,) * 9)
    for name, clauses in (("cnf:minimal", 8829), ("cnf:extended", 11988)):
        assert len(find_route("sudoku", f"{name}/cadical195").reduce(problem).target.clauses) == clauses


def test_a_form_without_constraints_refuses_them() -> None:
    problem = Sudoku(2, 2, NOTHING, (Windoku(),))
    forms = {form.name: form for form in problem_class("sudoku").forms}
    with pytest.raises(ValueError, match="constraint"):
        forms["oneline"].write([problem])


BOARD = "0000\n0000\n0000\n0000\n"


test_errors = mistakes(
    "line column reason",
    [
        (BOARD + "0000", 5, 1, "the end of the text after 4 rows, or a constraint such as cage or thermo"),
        (BOARD + "thermometer r1c1", 5, 1, "or a constraint (perhaps 'thermo'"),
        (BOARD + "windoku now", 5, 9, "the end of the line"),
        (BOARD + "diagonal left", 5, 10, "'diagonal down'"),
        (BOARD + "regions\nAABB\nAABB\nCCDD\nCCD", 9, 3, "4 cells"),
        (BOARD + "regions\nAABB\nAABB\nCCDD\nCCDC", 5, 1, "regions of one size, up to 4 cells"),
        (BOARD + "regions\nAABB\nAA*B\nCCDD\nCCDD", 7, 3, "a region's letter"),
        (BOARD + "regions\nAABB\nAABB\nCCDD\nCCDD\n" * 2, 10, 1, "one set of regions"),
        (BOARD + "cage", 5, 5, "a cell"),
        (BOARD + "cage 11 r1c1", 5, 1, "all digits add up to 10"),
        (BOARD + "sum 33 r1c1 r1c2", 5, 1, "its cells add up to at least 2 and at most 8"),
        (BOARD + "cage 5 r1c5", 5, 8, "from r1c1 to r4c4"),
        (BOARD + "cage 5 r1c1 r1c1", 5, 13, "another cell"),
        (BOARD + "cage r1c1 r1c2 r2c1 r2c2 r3c3", 5, 1, "1 to 4 different ones"),
        ("boxes none\n" + "0000000\n" * 7 + "windoku", 9, 1, "boards of 7 rows have no boxes"),
    ],
    Sudoku.parse,
)


def test_impossible_values() -> None:
    cages = [Cage(((0, 4),)), Cage(((0, 0),), 11), Cage(()), Cage(((0, 0), (0, 0))), Cage(((0, 0),), 0)]
    for constraint in (*cages, Regions(((1,) * 4,) * 4), Regions(())):
        with pytest.raises(ValueError, match=r"cage|region"):
            Sudoku(2, 2, NOTHING, (constraint,))


def test_a_cell_paired_with_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a formula and as a cover: a digit that may not be paired with itself does not occur."""
    three = Binary((((0, 0), (0, 0)),), lambda one, two: one == two == 3)
    monkeypatch.setattr(AntiKing, "model", lambda *_: iter([three]))
    problem = Sudoku(2, 2, NOTHING, (AntiKing(),))
    for reduce in (sudoku_to_cover, partial(sudoku_to_cnf, extended=True)):
        target = reduce(problem).target
        assert count(target).at_least == 288 // 4


def test_sums_without_what_is_known_of_whole_units() -> None:
    """On finished boards they agree; a row and a cell more is a sum of one cell."""
    chance = random.Random(5)
    layout = Sudoku(2, 2, NOTHING).layout
    units = [cells for _, cells in layout.units()]
    grids = [grid for grid in latin_squares(NOTHING) if has_boxes(grid)]
    row = Sum((*((1, (0, c)) for c in range(4)), (1, (2, 2))), (12,))
    assert shortened(row, units, 10) == Sum(((1, (2, 2)),), (2,))
    shorter = 0
    for _ in range(60):
        cells = chance.choices(CELLS, k=chance.randint(3, 12))
        whole = Sum(tuple((chance.choice((1, 1, 1, -2)), cell) for cell in cells), range(8, 17))
        short = shortened(whole, units, 10)
        shorter += len(short.terms) < len({cell for _, cell in whole.terms})
        for grid in grids[::7]:
            first, second = (
                sum(factor * grid[cell[0]][cell[1]] for factor, cell in one.terms) in one.totals
                for one in (whole, short)
            )
            assert first == second
    assert shorter > 5


@each("total", [9, 10])
def test_a_sum_of_which_nothing_is_left(total: int) -> None:
    """The sum of a whole row is known, right or wrong, by every route."""
    row = Sudoku.parse(f"1234\n....\n....\n....\nsum {total} r2c1 r2c2 r2c3 r2c4\n")
    grids = [grid for grid in latin_squares(row.givens) if has_boxes(grid)]
    assert len(grids) == 288 // 24
    expected = frozenset(grids if total == 10 else ())
    assert_routes_find(row, expected, lambda name: takes_all(name) or name.startswith(ENCODED))


@each(
    ("line", "written"),
    [
        ("kropki black r1c1 r1c2", "ratio [RATIO] CELL CELL, such as 'ratio "),
        ("kropki white r1c1 r1c2", "difference [DIFFERENCE] CELL CELL, such as 'difference "),
        ("dot r1c1 r1c2", "difference "),
        ("V r1c1 r1c2", "xv x|v|SUM CELL CELL, such as 'xv x "),
        ("killer 10 r1c1 r1c2", "cage [SUM] CELLS, such as 'cage "),
        ("german-whispers r1c1 r1c2", "whisper [DIFFERENCE] CELLS, such as 'whisper "),
        ("antiknight", "a line 'anti-knight'"),
        ("anti knight", "a line 'anti-knight'"),
        ("extra-region r1c1 r1c2", "all-different CELLS, such as 'all-different "),
        ("sandwich row1 5", "sandwich SUM left|top N, such as 'sandwich "),
    ],
)
def test_words_of_setters_lead_to_the_line_that_is_meant(line: str, written: str) -> None:
    with pytest.raises(ParseError) as raised:
        Sudoku.parse(f"{BOARD}{line}\n")
    assert raised.value.hint.startswith(written)
