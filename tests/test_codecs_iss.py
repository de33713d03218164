"""Strings of Interactive Sudoku Solver, and killer strings."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest
from codec_cases import ALL_FLAGS, variants
from each import each
from hypothesis import given
from hypothesis import strategies as st
from kinds.sudoku import filled_rows
from parsing import mistakes

from coversat.answering.questions import count_answers as count
from coversat.kinds.sudoku.constraints import Constraint, all_constraints, read_one
from coversat.kinds.sudoku.constraints.clues import Sandwich
from coversat.kinds.sudoku.constraints.compound import Hidden
from coversat.kinds.sudoku.constraints.counts import Quadruple
from coversat.kinds.sudoku.constraints.everywhere import AntiKnight
from coversat.kinds.sudoku.constraints.relations import Pair, Thermo
from coversat.kinds.sudoku.constraints.sets import Diagonal, Regions, Windoku
from coversat.kinds.sudoku.constraints.sums import Cage
from coversat.primitives import cells_of
from coversat.problems import Sudoku, find_form, read
from coversat.problems.grid import cell_name, rows_of
from coversat.problems.text import LineReader
from coversat.setters.links.sudoku.iss_constraints import items_of
from coversat.setters.links.sudoku.iss_words import NAMES

ADDRESS = "https://sigh.github.io/Interactive-Sudoku-Solver/"
JIGSAW = "1222222111113244441334443333"
"""Four pieces of seven cells, on four rows."""


TWO_BY_SEVEN = rows_of([at // 28 * 2 + at // 7 % 2 for at in range(196)], 14)
SIX_BY_TWO = (*((0, 0),) * 6, *((1, 1),) * 6)


def written(problem: Sudoku) -> str:
    return find_form("sudoku", "iss").write([problem])


def board(rows: int, columns: int, *box: int, **more: object) -> Sudoku:
    return Sudoku(*(box or (1, columns)), ((None,) * columns,) * rows, **more)  # type: ignore[arg-type]


BLANK = board(9, 9, 3, 3)
THERMO = Thermo(((0, 0), (0, 1)))


def with_givens(problem: Sudoku, **givens: int) -> Sudoku:
    rows = [list(row) for row in problem.givens]
    for name, digit in givens.items():
        rows[int(name[1]) - 1][int(name[3]) - 1] = digit
    return replace(problem, givens=tuple(map(tuple, rows)))


@each(
    ("text", "expected"),
    [
        (".AntiKnight~", board(9, 9, 3, 3, constraints=(AntiKnight(),))),
        (".~R1C1_5~R9C9_1", with_givens(BLANK, r1c1=5, r9c9=1)),
        (".Thermo~R1C1~R1C2 .~r2c2_3", with_givens(board(9, 9, 3, 3, constraints=(Thermo(((0, 0), (0, 1))),)),
            r2c2=3)),
        (".Shape~6x6", board(6, 6, 2, 3)),
        (".Shape~6x6~9", board(6, 6, 2, 3, digits=(1, 9))),
        (".Shape~6x6~9.RegionSize~9", board(6, 6, 3, 3, digits=(1, 9))),
        (".Shape~9x8.NoBoxes", board(9, 8)),
        (".Shape~9x8", board(9, 8)),
        # Boxes of 2x7, whose sides boxes of sudokus do not have, are regions.
        (".Shape~14x14", board(14, 14, constraints=(Regions(TWO_BY_SEVEN),))),
        (".Shape~12x2~12", board(12, 2, digits=(1, 12), constraints=(Regions(SIX_BY_TWO),))),
        (".Shape~4x6", board(4, 6, 2, 3)),
        (".Shape~12x8", board(12, 8, 3, 4)),
        (".Shape~8x12", board(8, 12, 4, 3)),
        (".Shape~9x9~0-8.~R1C1_0~R1C2_8", with_givens(board(9, 9, 3, 3, digits=(0, 8)), r1c1=0, r1c2=8)),
        (f".Shape~4x7.NoBoxes.Jigsaw~4x7~{JIGSAW}", board(4, 7, constraints=(Regions(rows_of(list(map(ord,
            JIGSAW)), 7)),))),
        (".NoBoxes.Jigsaw~" + "".join(str(r // 3 * 3 + c // 3) for r in range(9) for c in range(9)), BLANK),
        (".Cage~0~R1C1~R1C2.Cage~3~R9C9~R9C8", (Cage(((0, 0), (0, 1))), Cage(((8, 7), (8, 8)), 3))),
        (".Cage~~R1C1~R1C2", (Cage(((0, 0), (0, 1))),)),
        (".Diagonal~1.Diagonal~-1.Windoku", (Diagonal("up"), Diagonal("down"), Windoku())),
        (".Quad~R3C6~1~2~4", (Quadruple((1, 2, 4), ((2, 5),)),)),
        (".Sandwich~0~R4.Sandwich~35~C9", (Sandwich(("left", 3), 0), Sandwich(("top", 8), 35))),
        (".SearchPriority~3~R1C1.Windoku", (Windoku(),)),
        # Two copies: one where the origin is, one two cells behind it.
        (".Replicate~F.Thermo~R1C1~R2C1.End", (Thermo(((0, 0), (1, 0))), Thermo(((0, 2), (1, 2))))),
        (".Replicate~B~R2C3.Thermo~R2C3~R2C4.End", (Thermo(((1, 2), (1, 3))),)),
        # The last cell of a row of nine, 27 cells behind the first: 6 bits a character.
        (".Replicate~AAAAI.Thermo~R1C1~R2C2.End", (Thermo(((3, 0), (4, 1))),)),
    ],
)  # fmt: skip
def test_strings(text: str, expected: Sudoku | tuple[Constraint, ...]) -> None:
    if isinstance(expected, tuple):
        expected = board(9, 9, 3, 3, constraints=expected)
    document = read(text)
    assert document.form.name == "iss"
    assert document.problems == (expected,)
    assert read(written(expected)).problems == (expected,)


VARIABLES = [
    # A single variable has no number; a mark between variables is a relation, as they are shown.
    (".Var~A.Var~B~~2x2.Arrow~VA~R1C1~R1C2.GreaterThan~VB4~VB3~VB2~VB1.~VA_3~VB1_1_2", [
        "hidden 5", "arrow r10c1 r1c1 r1c2", "candidates 1 2 r10c2", "candidates 3 r10c1",
        "pair a>b r10c3 r10c2", "pair a>b r10c4 r10c2", "pair a>b r10c5 r10c3",
        "pair a>b r10c5 r10c4", "end"]),
    (".Var~A~two~2.Or.Thermo~VA1~VA2.Thermo~VA2~R1C1.End.Thermo~R1C1~R1C2", [
        "hidden 2", "or", "thermo r10c1 r10c2", "thermo r10c2 r1c1", "end", "end", "thermo r1c1 r1c2"]),
    (".Var~A~~2", []),
    # Regions to be found; an arrow with four arms, and a count of the cells around.
    (".ChaosConstruction.Var~A.ChaosArrow~R1C2~1~CC2~CC3~-~CC2~CC11.ChaosCount~R1C1.Thermo~VA~R3C3", [
        "chaos 9 1", "same-run beyond r1c2 / r10c2 r10c3 / r10c2 r10c11",
        "same-count r1c1 / r10c1 r10c2 r10c10 r10c11", "thermo r10c82 r3c3", "end"]),
    (".ChaosConstruction.ChaosArrow~R2C2", [
        "chaos 9", "same-run r2c2 / r10c11 r10c10 / r10c11 r10c12 r10c13 r10c14 r10c15 r10c16 r10c17 r10c18"
        " / r10c11 r10c2 / r10c11 r10c20 r10c29 r10c38 r10c47 r10c56 r10c65 r10c74", "end"]),
]  # fmt: skip


@each(("text", "lines"), VARIABLES)
def test_variables_are_hidden_cells(text: str, lines: list[str]) -> None:
    (problem,) = read(text).problems
    expected = Sudoku.parse("\n".join(["." * 9] * 9 + lines) + "\n")
    one, two = (_meaning(puzzle) for puzzle in (problem, expected))
    assert one == two
    assert [_meaning(back) for back in read(written(problem)).problems] == [one]


def _meaning(problem: Sudoku) -> list[object]:
    """Constraints, and of relations the pairs of digits."""
    return [_stated(one) for one in problem.constraints]


def _stated(one: Constraint) -> object:
    if isinstance(one, Pair):
        return one.cells, [one.holds(a, b) for a, b in product(range(1, 10), repeat=2)]
    return sorted(map(repr, map(_stated, one.parts))) if isinstance(one, Hidden) else one


def test_digits_that_rows_columns_and_boxes_lack_are_hidden_cells() -> None:
    (problem,) = read(".Shape~4x4~0-4.Doppelganger.Thermo~DGC1~DGR2~DGB4").problems
    assert problem.digits == (0, 4)
    assert problem.format().splitlines()[5:] == [
        *("doppelganger", "hidden 3", "all-different r3c3 r3c4 r4c3 r4c4 r5c1"),
        *("all-different r1c1 r1c2 r1c3 r1c4 r5c2", "all-different r1c2 r2c2 r3c2 r4c2 r5c3"),
        *("thermo r5c2 r5c3 r5c1", "end"),
    ]


def test_large_boards_count_cells_with_letters() -> None:
    (problem,) = read(".Shape~16x16.Thermo~R1C1~RgCg.~RaC1_16").problems
    assert problem.constraints == (Thermo(((0, 0), (15, 15))),)
    assert problem.givens[9][0] == 16
    assert ".Thermo~R1C1~RgCg.~RaC1_16" in written(problem)


def test_white_space_and_remarks_mean_nothing() -> None:
    text = "# a remark\n\n .Shape~\n 4x4\n# another\n.Thermo ~R1C1\n  ~R1 C2\n"
    assert read(text).problems == (board(4, 4, 2, 2, constraints=(Thermo(((0, 0), (0, 1))),)),)


@each("query", ["q=.Thermo~R1C1~R1C2", "q=.Thermo%7ER1C1%7ER1C2", "a=b&q=.Thermo~R1C1~R1C2&c=d"])
def test_a_link_holds_a_string(query: str) -> None:
    assert read(f"{ADDRESS}?{query}").problems == read(".Thermo~R1C1~R1C2").problems


test_a_mistake_in_a_link_has_its_place = mistakes(
    "column reason", [(f"{ADDRESS}?q=.Thermo~R1C1~R1C10", len(ADDRESS) + 17, "a cell")]
)


def test_several_puzzles() -> None:
    one, two = ".Thermo~R1C1~R1C2", ".Shape~4x4.~R1C1_1"
    several = (
        Sudoku(3, 3, BLANK.givens, (Thermo(((0, 0), (0, 1))),)),
        with_givens(board(4, 4, 2, 2), r1c1=1),
    )
    assert read(f"{one}\n\n{two}\n").problems == several
    assert read(f".Shape~9x9{one}\n{two}").problems == several
    assert read(find_form("sudoku", "iss").write(several)).problems == several


@each("name", ["Windoku", "AntiKnight", "AntiKing"])
def test_a_string_may_have_no_argument(name: str) -> None:
    (problem,) = read(f".{name}\n").problems
    assert [NAMES[one.word] for one in problem.constraints] == [name]


def test_a_board_may_stand_first() -> None:
    text = "1...\n....\n....\n...2\n\n.Shape~4x4.Thermo~R1C1~R1C2\n"
    thermo = (Thermo(((0, 0), (0, 1))),)
    assert read(text).problems == (with_givens(board(4, 4, 2, 2, constraints=thermo), r1c1=1, r4c4=2),)
    assert read("1" + "." * 80 + "\n\n.Windoku.~R1C2_2").problems == (
        with_givens(board(9, 9, 3, 3, constraints=(Windoku(),)), r1c1=1, r1c2=2),
    )


test_mistakes_are_named = mistakes(
    "column reason",
    [
        (".Var~a~~2.Cage~3~VA1", 6, "capital letters, found 'a'"),
        (".Var~A~~2.Var~A", 15, "letters of no other variables"),
        (".Var~A~~20x20", 2, "at most 99 variables"),
        (".Var~A~~2.Cage~3~VA3", 18, "a cell, from r1c1 to r9c9, found 'VA3'"),
        (".Thermo~R1C1~R1C2.ThermoKnot", 19, "an item known here, found 'ThermoKnot'"),
        (".Thermo~R1C1~R10C2", 14, "a cell, from r1c1 to r9c9, found 'R10C2'"),
        (".Shape~4x4.Thermo~R1C1~R5C2", 24, "a cell, from R1C1 to R4C4"),
        (".Thermo~R1C1", 13, "at least 2 cells"),
        (".Thermo~", 8, "at least 2 cells"),
        (".~R1C1_5~R1C1_6", 10, "one given for each cell"),
        (".~R1C1_10", 8, "a digit from 1 to 9"),
        (".~R1C1_0", 8, "a digit from 1 to 9"),
        (".Shape~9x9~10-18.Windoku", 12, "digits such as 9 or 0-8"),
        (".Shape~9x9~8.Windoku", 12, "digits such as 9 or 0-8"),
        (".Shape~3x3.Windoku", 8, "rows and columns such as 9x9"),
        (".Shape~17x17.Windoku~", 8, "rows and columns such as 9x9"),
        (".Shape~9x9~~Raw", 13, "a board whose rows and columns hold different digits, found 'Raw'"),
        (".NoBoxes.NoBoxes~", 10, "one .NoBoxes"),
        (".Jigsaw~123", 9, "81 characters, found 3"),
        (".Shape~4x4.Jigsaw~1111222233334443", 19, "pieces of 4 cells"),
        (".RegionSize~x", 13, "the cells of a region from 2 to 9"),
        (".NoBoxes.Sandwich", 10, "a row or column after it"),
        (".Sum~R1~", 6, "the sum from"),
        (".Sandwich~5~X4", 13, "a row or column such as R1"),
        (".Sandwich~5~R10", 14, "the number of the row or column from 1 to 9"),
        (".Diagonal~2", 11, "'diagonal down' or 'diagonal up'"),
        (".Replicate~B.Thermo~R1C1~R2C1", 2, "an item with its .End"),
        (".Thermo~R1C1~R1C2.End", 19, "an item that this could be the end of"),
        (".Replicate~!.Thermo~R1C1~R2C1.End", 12, "a letter, a digit"),
        (".Replicate.Thermo~R1C1~R2C1.End", 2, "its targets"),
        (".Replicate~" + "A" * 13 + "g.Thermo~R1C1~R2C1.End", 34, "a cell whose copies are on the board"),
        (".Or.End.~", 2, "no constraint in it"),
        (".Replicate~A" * 30 + ".End" * 30, 242, "items of at most 20 inside each other"),
        (".Thermo~R1C1~R1C2\n\n....", 1, "expected sudoku"),
        ("." * 16 + "\n\n" + "." * 16 + "\n\n.Shape~4x4", 1, "items of this board"),
        ("." * 81 + "\n\n.Shape~4x4~", 2, "the 9 rows and 9 columns of the board before"),
    ],
)


def example(kind: type[Constraint]) -> Constraint:
    reader = LineReader(kind.example)
    return read_one(reader.line("a constraint"), reader, BLANK.layout, "")


def fillings(problem: Sudoku, count: int) -> list[dict[tuple[int, int], int]]:
    """Random digits, which distinguish two statements of one rule."""
    rng = random.Random(1)
    cells = list(problem.layout.cells())
    few = [{cell: rng.choice(problem.layout.digits) for cell in cells} for _ in range(count)]
    near = [{(r, c): (r * 3 + r // 3 + c) % 9 + 1 for r, c in cells}]
    for _ in range(count):
        swapped = rng.sample(range(1, 10), 9)
        near.append({cell: swapped[digit - 1] for cell, digit in near[0].items()})
    return few + near


@each("kind", list(all_constraints()), ids=lambda kind: kind.word)
def test_every_constraint_comes_back(kind: type[Constraint]) -> None:
    """As the same value, or as others with the same meaning."""
    problem = Sudoku.parse(kind.example_text())
    (one,) = problem.constraints
    if kind is not Regions and not list(items_of(one, problem.layout)):
        with pytest.raises(ValueError, match=f"Interactive Sudoku Solver cannot state {kind.word}"):
            written(problem)
        return
    (back,) = read(written(problem)).problems
    if back == problem:
        return
    layout = problem.layout
    for held in fillings(problem, 60):
        broken = any(again.violations(held, layout) for again in back.constraints)
        assert bool(one.violations(held, layout)) == broken


AS_WRITTEN = {
    "all-different": ".AllDifferent~R2C2~R3C3~R4C4~R4C5~R4C6~R5C6~R6C6~R7C7~R8C8",
    "anti-taxicab": ".AntiTaxicab",
    "arrow": ".Arrow~R2C2~R2C3~R2C4",
    "candidates": ".~R2C2_1_4_7~R3C5_1_4_7",
    "contain": ".ContainAtLeast~1_1_7~R2C2~R3C3~R4C4~R5C5",
    "difference": ".WhiteDot~R2C2~R2C3",
    "disjoint-groups": ".DisjointSets",
    "equal-sum": ".EqualSum~R2C2~R2C3~-~R4C4~R5C4~R6C4~-~R8C8~R8C9",
    "even": ".~R2C2_2_4_6_8",
    "global-modular": ".GlobalMod",
    "greater": ".GreaterThan~R2C2~R2C3",
    "hidden-skyscraper": ".HiddenSkyscraper~C5~6~",
    "index": ".Indexing~C~R2C1~R2C5~R2C9",
    "little-killer": ".LittleKiller~25~R6C9",
    "look-and-say": ".LookAndSay~2305~R2C2~R3C3~R4C4~R5C5",
    "numbered-room": ".NumberedRoom~C3~~7",
    "parity": ".Modular~2~R2C2~R3C2~R4C3~R4C4",
    "or": ".Or.Thermo~R2C2~R2C3~R2C4.Thermo~R2C4~R2C3~R2C2.End",
    "pill-arrow": ".PillArrow~2~R2C2~R2C3~R2C4~R3C4~R4C4",
    "quadruple": ".Quad~R3C6~1~2~4",
    "ratio": ".BlackDot~R2C2~R2C3",
    "same-digits": ".RegionSameValues",
    "same-values": ".SameValues~2~R2C2~R2C3~R3C3~R5C7~R6C7~R7C7",
    "sandwich": ".Sandwich~13~R4",
    "skyscraper": ".Skyscraper~R4~3~",
    "strict-kropki": ".StrictKropki",
    "sum": ".Sum~20_=_1_1_2_-1~R2C2~R3C3~R4C4~R5C5",
    "sum-line": ".SumLine~10~R2C2~R3C2~R4C3~R4C4",
    "whisper": ".Whisper~5~R2C2~R2C3~R3C4~R4C4",
    "x-sum": ".XSum~R2~~20",
    "xv": ".X~R2C2~R2C3",
}
"""What that program writes for our examples, by its grammar."""


@each("word", AS_WRITTEN)
def test_constraints_as_that_program_writes_them(word: str) -> None:
    (one,) = (kind for kind in all_constraints() if kind.word == word)
    assert list(items_of(example(one), BLANK.layout)) == [AS_WRITTEN[word]]


@each(
    ("text", "lines"),
    [
        (".LittleKiller~25~R1C4", ["little-killer 25 down-left r1c4"]),
        (".LittleKiller~25~R4C1", ["little-killer 25 down-right r4c1"]),
        (".LittleKiller~25~R9C4", ["little-killer 25 up-right r9c4"]),
        (".LittleKiller~25~R4C9", ["little-killer 25 up-left r4c9"]),
        (".LittleKiller~45~R1C1", ["little-killer 45 down-right r1c1"]),
        (".LittleKiller~45~R1C9", ["little-killer 45 down-left r1c9"]),
        (".Skyscraper~C1~5~2.XSum~R2~~20", ["skyscraper 2 bottom 1", "skyscraper 5 top 1",
            "x-sum 20 right 2"]),
        (".Sum~0~R4C5~R3C6~R4C5", ["sum 0 r3c6 2*r4c5"]),
        # A cage that names a cell twice counts it twice.
        (".Cage~20~R1C1~R1C2~R1C1", ["cage r1c1 r1c2", "sum 20 2*r1c1 r1c2"]),
        (".Or.Thermo~R1C1~R1C2.And.Thermo~R1C1~R2C1.XSum~C1~20~12.End.XSum~C1~20~12.End", [*("or",
            "thermo r1c1 r1c2", "and", "thermo r1c1 r2c1", "x-sum 20 top 1", "x-sum 12 bottom 1"), *("end",
            "and", "x-sum 20 top 1", "x-sum 12 bottom 1", "end", "end")]),
        (".PillArrow~2~R2C3~R2C2~R2C4~R3C4", ["pill-arrow r2c2 r2c3 / r2c4 r3c4"]),
        (".SumLine~10~R1C1~R1C2~R2C2~R2C1~LOOP", ["sum-line r1c1 r1c2 r2c2 r2c1 r1c1"]),
        (".SameValues~3~R1C1~R2C8~R3C4", ["same-values r1c1 / r2c8 / r3c4"]),
        (".WhiteDot~R1C1~R1C2~R2C2", ["difference r1c1 r1c2", "difference r1c2 r2c2"]),
        (".GreaterThan~R2C2~R1C2~R2C1", ["greater r2c2 r1c2", "greater r2c2 r2c1"]),
        (".X~R1C1~R1C2.V~R2C1~R1C1", ["xv v r1c1 r2c1", "xv x r1c1 r1c2"]),
        (".StrictXV.V~R1C1~R1C2", ["strict-xv r1c1 r1c2", "xv v r1c1 r1c2"]),
        (".StrictKropki.BlackDot~R1C1~R1C2", ["ratio r1c1 r1c2", "strict-kropki r1c1 r1c2"]),
        (".~R1C1_3_1~R2C2_5", ["candidates 1 3 r1c1"]),
    ],
)  # fmt: skip
def test_constraints_from_that_program(text: str, lines: list[str]) -> None:
    shape = ".Shape~9x9~0-8" if ".Sum" in text else ".Shape~9x9"
    (problem,) = read(shape + text).problems
    assert [line for one in problem.constraints for line in one.lines()] == lines


def test_a_jigsaw_may_leave_cells_over() -> None:
    """Two pieces of four cells on a board of 4x4; eight cells are in none."""
    (problem,) = read(".Shape~4x4.NoBoxes.Jigsaw~1122112233333333").problems
    assert problem.regions is None
    assert [one.word for one in problem.constraints] == ["all-different", "all-different"]


@st.composite
def boards(draw: st.DrawFn) -> Sudoku:
    """Boards of all shapes that a string can state."""
    rows, columns = draw(st.integers(1, 16)), draw(st.integers(4, 16))
    lowest = draw(st.sampled_from([0, 1]))
    digits = (lowest, lowest + draw(st.integers(max(rows, columns), 16)) - 1)
    boxes = [(r, c) for r in range(2, 6) for c in range(2, 6) if not (rows % r or columns % c)]
    boxes = [(r, c) for r, c in boxes if r * c <= digits[1] - lowest + 1]
    return board(rows, columns, *draw(st.sampled_from([(1, columns), *boxes])), digits=digits)


@given(boards())
def test_every_board_comes_back(problem: Sudoku) -> None:
    assert read(written(problem)).problems == (problem,)


@given(variants(ALL_FLAGS).filter(lambda problem: problem.size <= 16))
def test_strings_come_back(problem: Sudoku) -> None:
    assert read(written(problem)).problems == (problem,)


def test_what_strings_cannot_state() -> None:
    with pytest.raises(ValueError, match="up to 16"):
        written(board(25, 25, 5, 5))
    jigsaw = Regions(rows_of([min(at % 12 // 4 + at // 24 * 3, 99) for at in range(144)], 12))
    with pytest.raises(ValueError, match="different sizes"):
        written(board(12, 12, 3, 4, constraints=(jigsaw,)))


def killer(cells: dict[int, int], diagonals: str = "") -> str:
    return f"3x3:{diagonals}:k:" + "".join(f"{cells.get(at, 7)}:" for at in range(81))


def test_killer_strings() -> None:
    """The first cell and the one below it add up to 12, the last cell is 9; the others are in no cage."""
    text = killer({0: 12 * 256 + 1, 9: 12 * 256 + 1, 80: 9 * 256 + 2}, "d")
    cages = (Cage(((0, 0), (1, 0)), 12), Cage(((8, 8),), 9))
    document = read(text)
    assert document.form.name == "killer"
    assert document.problems == (board(9, 9, 3, 3, constraints=(Diagonal("up"), Diagonal("down"), *cages)),)
    assert read(find_form("sudoku", "killer").write(document.problems)).problems == document.problems


test_mistakes_in_killer_strings_are_named = mistakes(
    "column reason",
    [
        (killer({}) + "5:", 8 + 162, "the end after 81 cells"),
        (killer({})[:-2], 8 + 160, "81 cells, found the end after 80"),
        (killer({1: 50 * 256}), 10, "256 times a sum"),
        (
            killer(dict.fromkeys(range(10), 45 * 256)),
            1,
            "constraints that the board can have, found cage: 10 cells",
        ),
    ],
)


@each(
    ("problem", "reason"),
    [
        (board(4, 4, 2, 2), "9x9 boards"),
        (with_givens(BLANK, r1c1=1), "no givens"),
        (board(9, 9, 3, 3, constraints=(Diagonal("up"),)), "both diagonals or none"),
        (board(9, 9, 3, 3, constraints=(Cage(((0, 0), (0, 1))),)), "cannot state cage"),
        (board(9, 9, 3, 3, constraints=(Cage(((0, 0),), 1), Cage(((0, 0), (0, 1)), 3))), "share a cell"),
    ],
)
def test_what_killer_strings_cannot_state(problem: Sudoku, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        find_form("sudoku", "killer").write([problem])


# Items beside our lines


NINE = ".........\n" * 9


@each(
    ("text", "lines"),
    [
        (".LittleKiller~47~R3C1", ["little-killer 47 down-right r3c1"]),
        (".LittleKiller~45~R1C1", ["little-killer 45 down-right r1c1"]),
        (".LittleKiller~45~R1C9", ["little-killer 45 down-left r1c9"]),
        (".LittleKiller~9~R8C9", ["little-killer 9 up-left r8c9"]),
        (".LittleKiller~9~R9C8", ["little-killer 9 up-right r9c8"]),
        (".Sum~9~R4C5~R3C6", ["sum 9 r3c6 r4c5"]),
        (".Sum~0_=_1_-1~R4C5~R3C6", ["sum 0 -r3c6 r4c5"]),
        (".Sum~20~R4C6~R5C5~R4C6", ["sum 20 2*r4c6 r5c5"]),
        (".Cage~20~R4C2~R4C3~R4C3", ["cage r4c2 r4c3", "sum 20 r4c2 2*r4c3"]),
        (".LookAndSay~2305~R1C1~R1C2~R2C1", ["look-and-say 2x3 0x5 r1c1 r1c2 r2c1"]),
        (".ContainAtLeast~1_1_7~R1C1~R2C2~R3C3", ["contain 1 1 7 r1c1 r2c2 r3c3"]),
        (".XSum~C1~25~23", ["x-sum 23 bottom 1", "x-sum 25 top 1"]),
        (".FullRank~R1~5~", ["full-rank 5 left 1"]),
        (".FullRankTies~none", ["lines-differ"]),
        (".FullRankTies~only-unclued.AntiKnight", ["anti-knight"]),
        (".FullRankTies~any.AntiKnight", ["anti-knight"]),
        (".FullRank~R1~5~.FullRankTies~any", ["full-rank 5 left 1 shared"]),
        (".FullRankTies~any.Or.FullRank~R1~5~.FullRank~C1~5~.End", ["or", "full-rank 5 left 1 shared",
            "full-rank 5 top 1 shared", "end"]),
    ],
)  # fmt: skip
def test_items_and_lines(text: str, lines: list[str]) -> None:
    (problem,) = read(text).problems
    assert [line for one in problem.constraints for line in one.lines()] == lines
    assert read(NINE + "\n".join(lines)).problems == (problem,)
    assert read(written(problem)).problems == (problem,)


@each("start", ["down-right r1c4", "up-left r9c2", "up-right r9c1", "down-left r2c9"])
def test_a_diagonal_is_named_by_one_of_its_ends(start: str) -> None:
    (problem,) = read(NINE + f"little-killer 12 {start}\n").problems
    (again,) = read(written(problem)).problems
    one, other = problem.constraints[0], again.constraints[0]
    assert {*one.scope(problem.layout)} == {*other.scope(problem.layout)}


@each(
    ("board", "line"),
    [
        (NINE, "full-rank 3 left 1 shared\nfull-rank 4 left 2"),
        (NINE, "full-rank 3 left 1 shared\nlines-differ"),
        (NINE, "little-killer 3 down-left r1c1"),
        ("boxes 3x4\n" + "............\n" * 12, "look-and-say 1x10 r1c1"),
    ],
)
def test_what_cannot_be_stated_there(board: str, line: str) -> None:
    word = line.split()[0]
    with pytest.raises(ValueError, match=f"cannot state {word}"):
        written(read(board + line + "\n").problems[0])


test_mistakes_in_items = mistakes(
    "column reason",
    [
        (".LookAndSay~233~R1C1", 13, "pairs of digits"),
        (".LookAndSay~2323~R1C1", 15, "another digit"),
        (".FullRankTies~some", 15, "'none', 'only-unclued' or 'any'"),
    ],
)


def test_boxes_cut_a_region_sum_line_where_there_are_any() -> None:
    """A jigsaw cuts it only on a board without boxes, as in the other program; counted by brute force."""
    line = "RegionSumLine~R2C3~R1C3~R2C4"
    for boxes, expected in (("", by_force(True)), (".NoBoxes", by_force(False))):
        (problem,) = read(f".Shape~4x4{boxes}.Jigsaw~{LABELS}.{line}").problems
        assert count(problem).at_least == expected
    assert by_force(True) == 72


LABELS = "0111001203223332"


def by_force(has_boxes: bool) -> int:
    found = 0
    for rows in filled_rows(((None,) * 4,) * 4):
        board = [digit for row in rows for digit in row]
        box = [[at for at in range(16) if (at // 8, at % 4 // 2) == two] for two in product((0, 1), repeat=2)]
        units = [[at for at in range(16) if LABELS[at] == label] for label in "0123"]
        units += box if has_boxes else []
        if all(len({board[at] for at in unit}) == 4 for unit in units):
            parts = [at // 8 * 2 + at % 4 // 2 if has_boxes else LABELS[at] for at in (6, 2, 7)]
            sums: list[int] = []
            for number, at in enumerate((6, 2, 7)):
                if number and parts[number] == parts[number - 1]:
                    sums[-1] += board[at]
                else:
                    sums.append(board[at])
            found += len(set(sums)) == 1
    return found


def test_windows_of_boards_without_square_boxes() -> None:
    """As many as fit with a line of cells around each: one on 6x6, two on 8x8."""
    for size, corners in ((6, ["r2c2"]), (8, ["r2c2", "r5c2"])):
        (problem,) = read(f".Shape~{size}x{size}.Windoku").problems
        (constraint,) = problem.constraints
        groups = [cells_of(one) for one in constraint.primitives(problem.layout)]
        assert [cell_name(next(cells)) for cells in groups] == corners
        assert read(written(problem)).problems == (problem,)
