"""Sudoku: its text forms, its rules check, its pictures."""

from __future__ import annotations

import pytest
from each import each
from hypothesis import given
from kinds import grid
from kinds.sudoku import GRID_2X3, grids_of_4
from parsing import Malformed, assert_malformed, endings, malformed
from published import BOJ_2239 as COMPACT
from published import BOJ_2239_ANSWER as ANSWER
from published import BOJ_2580 as SPACED
from strategies import sudokus

from coversat import draw, solve
from coversat.base.errors import ParseError
from coversat.problems import Sudoku, find_form, read
from coversat.problems.grid import Grid


def rows(text: str) -> Grid:
    return grid(*text.replace(" ", "").splitlines())


@each(
    ("text", "form", "givens"),
    [
        (COMPACT, "compact", COMPACT),
        (COMPACT.replace("0", "."), "compact", COMPACT),
        (SPACED, "spaced", SPACED),
        (SPACED.replace("0", "."), "spaced", SPACED),
        (SPACED.replace("0", "_"), "spaced", SPACED),
        (COMPACT.replace("\n", "") + "\n", "oneline", COMPACT),
        (COMPACT.replace("\n", "").replace("0", ".") + "\n", "oneline", COMPACT),
    ],
)
def test_the_forms_are_recognised(text: str, form: str, givens: str) -> None:
    for variant in endings(text):
        document = read(variant)
        assert document.form.name == form
        assert document.problems == (Sudoku(3, 3, rows(givens)),)
        assert Sudoku.parse(variant) == document.problems[0]


def test_many_in_one_line_each() -> None:
    line = COMPACT.replace("\n", "")
    document = read(f"# easy\n{line}\n{line} # again\n\n")
    assert document.problems == (Sudoku(3, 3, rows(COMPACT)),) * 2
    assert document.form.write is not None
    assert document.form.write(document.problems) == f"{line}\n{line}\n".replace("0", ".")


@each(
    ("text", "box"),
    [
        ("1000\n0020\n0300\n0004\n", (2, 2)),
        ("100020000300000400000000050000600000", (2, 3)),
        ("boxes 3x2\n" + "100000\n" * 6, (3, 2)),
        ("boxes 2x2\n" + "1 0 0 0\n" * 4, (2, 2)),
        ("00000000\n" * 8, (2, 4)),
        ("000000000000\n" * 12, (3, 4)),
        ("G00000000000000a\n" * 16, (4, 4)),
        ("P" + "0" * 23 + "p\n" + ("0" * 25 + "\n") * 24, (5, 5)),
        ("25 " + "0 " * 24 + "\n" + ("0 " * 25 + "\n") * 24, (5, 5)),
    ],
)
def test_other_sizes(text: str, box: tuple[int, int]) -> None:
    problem = read(text, "sudoku").problems[0]
    assert isinstance(problem, Sudoku)
    assert (problem.box_rows, problem.box_columns) == box
    assert problem.givens[0][0] in (1, 16, 25, None)
    assert Sudoku.parse(problem.format()) == problem


@given(sudokus(3))
def test_formatted_and_parsed(problem: Sudoku) -> None:
    assert Sudoku.parse(problem.format()) == problem


@each("box", [(r, c) for r in range(2, 6) for c in range(2, 6)])
@each("start", [0, 1, 9, 12])
def test_formatted_and_parsed_when_full(box: tuple[int, int], start: int) -> None:
    """Boards of any size with no blanks at all, whose first rows may hold letters only."""
    size = box[0] * box[1]
    problem = Sudoku(*box, tuple(tuple((r + c + start) % size + 1 for c in range(size)) for r in range(size)))
    same = Sudoku(*box, ((size,) * size,) * size)
    for one in (problem, same):
        assert Sudoku.parse(one.format()) == one
        assert read(one.format(), "sudoku").problems == (one,)


@given(sudokus(3))
def test_every_form_reads_what_it_writes(problem: Sudoku) -> None:
    for form in Sudoku.forms:
        try:
            if form.write is None:
                continue  # a jigsaw in two boards
            text = form.write([problem])
        except ValueError:
            continue  # one line states no unusual boxes
        assert form.read(text) == (problem,)
    assert problem.parse_answer(problem.render()) == problem.givens


MALFORMED: list[Malformed] = [
    ("1234\n12\n3412\n4321\n", 2, 3, "4 cells in row 2, found 2"),
    ("1234\n12345\n3412\n4321\n", 2, 5, "4 cells in row 2, found 5"),
    ("1234\n3412\n2143\n", 3, 5, "row 4 of 4, found the end of the text"),
    ("1234\n3412\n2143\n4321\n1234\n", 5, 1, "the end of the text after 4 rows"),
    ("1234\n34y2\n2143\n4321\n", 2, 3, "a digit 1 to 4, 0 or '.', found 'y'"),
    ("1234\n3452\n2143\n4321\n", 2, 3, "a digit 1 to 4"),
    ("1234\n34\u06612\n2143\n4321\n", 2, 3, "a digit 1 to 4, 0 or '.', found '\u0661'"),
    ("1234\n34-2\n2.43\n4321\n", 3, 2, "one sign for all blanks, as '-' above, found '.'"),
    ("1 2 3 4\n3 4 1\n2 1 4 3\n4 3 2 1\n", 2, 5, "4 cells in row 2, found 3"),
    ("1 2 3 4\n3 4 1 2 1\n2 1 4 3\n4 3 2 1\n", 2, 7, "4 cells in row 2, found 5"),
    ("1 2 3 4\n3 5 1 2\n2 1 4 3\n4 3 2 1\n", 2, 3, "a digit (or 0 for a blank) from 1 to 4"),
    ("1 2 3 4\n3 -1 1 2\n2 1 4 3\n4 3 2 1\n", 2, 3, "from 1 to 4, found '-1'"),
    ("1 2 3 4\n3 \u0661 1 2\n2 1 4 3\n4 3 2 1\n", 2, 3, "from 1 to 4"),
    ("12345\n" * 5, 1, 1, "4, 6, 8, 9, 10, 12, 15, 16, 20, 25 cells, found 5"),
    ("boxes 1x4\n1234\n1234\n", 1, 7, "'boxes RxC' with R and C from 2 to 5"),
    ("boxes 2x2x2\n1234\n1234\n", 1, 7, "'boxes RxC'"),
    ("boxes\n1234\n1234\n", 1, 1, "'boxes RxC'"),
    ("boxes 2x3\n1234\n1234\n", 2, 5, "6 cells in row 1, found 4"),
    ("boxes 2x2\n1234\n3412\n", 3, 5, "row 3 of 4, found the end of the text"),
    (COMPACT.replace("\n", "") + "\n" + "0" * 80, 2, 1, "a sudoku in one line (16, 36, 64, 81,"),
    (COMPACT.replace("\n", "") + "\n" + "0" * 40 + "y" + "0" * 40, 2, 41, "a digit 1 to 9"),
    (COMPACT.replace("\n", "") + "\n" + "1" + "-" * 39 + "x" + "-" * 40, 2, 41, "one sign for all blanks"),
]


test_malformed = malformed(MALFORMED, lambda text: read(text, "sudoku"))


def test_contradictory_givens_are_well_formed() -> None:
    assert Sudoku.parse("1100\n1000\n0000\n0000\n").givens[0] == (1, 1, None, None)


@each(
    ("box", "givens"),
    [
        ((3, 3), ((None,) * 4,) * 4),
        ((2, 6), ((None,) * 12,) * 12),
        ((2, 2), ((None,) * 4,) * 3),
        ((2, 2), ((None,) * 5,) * 4),
        ((2, 2), ((5, None, None, None),) * 4),
        ((2, 2), ((-1, None, None, None),) * 4),
        ((2, 2), ((0, 1, 2, 3),) * 4),
    ],
)
def test_values_that_are_no_sudoku(box: tuple[int, int], givens: tuple[tuple[int, ...], ...]) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        Sudoku(*box, givens)


def test_violations() -> None:
    problem = Sudoku.parse(COMPACT)
    answer = rows(ANSWER)
    assert problem.violations(answer) == []
    changed = [list(row) for row in answer]
    changed[0][1] = 1
    texts = "\n".join(map(str, problem.violations(tuple(map(tuple, changed)))))
    for piece in ("1 appears twice in row 1: r1c1 and r1c2", "column 2", "box 1"):
        assert piece in texts
    changed = [list(row) for row in answer]
    changed[0] = [3, 4, 1, *changed[0][3:]]
    texts = "\n".join(map(str, problem.violations(tuple(map(tuple, changed)))))
    assert "r1c1 holds 3, but 1 is given" in texts
    assert "r1c3 holds 1, but 3 is given" in texts
    changed[0][1] = 10
    assert any("r1c2 holds 10, not a digit 1 to 9" in str(v) for v in problem.violations(tuple(changed)))  # type: ignore[arg-type]


def test_each_rule_alone_is_seen() -> None:
    """Grids that break boxes only, columns only, and rows only."""
    empty = Sudoku(2, 2, ((None,) * 4,) * 4)
    latin = ((1, 2, 3, 4), (2, 3, 4, 1), (3, 4, 1, 2), (4, 1, 2, 3))
    assert {str(v).split(" in ")[1][:3] for v in empty.violations(latin)} == {"box"}
    rows_only = ((1, 2, 3, 4), (3, 4, 1, 2), (1, 2, 3, 4), (3, 4, 1, 2))
    assert {str(v).split(" in ")[1][:6] for v in empty.violations(rows_only)} == {"column"}
    columns_only = tuple(zip(*rows_only, strict=True))
    assert {str(v).split(" in ")[1][:3] for v in empty.violations(columns_only)} == {"row"}
    assert all(not empty.violations(grid) for grid in grids_of_4())
    assert Sudoku(3, 2, ((None,) * 6,) * 6).violations(GRID_2X3)


def test_pictures_and_answers() -> None:
    problem = Sudoku.parse("boxes 2x3\n" + "\n".join("".join(map(str, row)) for row in GRID_2X3) + "\n")
    picture = problem.render()
    assert picture.splitlines()[:3] == [" 1 2 3 | 4 5 6", " 4 5 6 | 1 2 3", "-------+-------"]
    assert problem.parse_answer(picture) == GRID_2X3
    assert problem.answer_rows(GRID_2X3) == [list(row) for row in GRID_2X3]
    nine = Sudoku.parse(COMPACT)
    for text in (ANSWER, ANSWER.replace("\n", ""), "\n".join(" ".join(line) for line in ANSWER.split())):
        assert nine.parse_answer(text) == rows(ANSWER)


@each("boxes", [(3, 4), (4, 4), (5, 5)])
def test_answers_with_letters_and_with_numbers(boxes: tuple[int, int]) -> None:
    """The picture of a large answer has letters, its other text numbers: no two mean different digits."""
    size = boxes[0] * boxes[1]
    grid = tuple(tuple((r * 3 + c) % size + 1 for c in range(size)) for r in range(size))
    problem = Sudoku(*boxes, ((None,) * size,) * size)
    picture = problem.render(grid)
    assert " A " in picture
    for text in (picture, picture.lower(), "\n".join(" ".join(map(str, row)) for row in grid)):
        assert problem.parse_answer(text) == grid
    assert_malformed(
        problem.parse_answer, (picture.replace("A", "Z", 1), 1, picture.index("A") + 1, "a digit 1")
    )


test_malformed_answers = malformed(
    [
        ("1234\n3412\n2143\n", 3, 1, "4 rows, found 3"),
        ("1234\n3412\n2143\n4321\n1\n", 5, 1, "the end of the answer after 4 rows"),
        ("1234\n341\n2143\n4321\n", 2, 1, "4 cells, found 3"),
        ("1234\n3412\n2x43\n4321\n", 3, 2, "a digit 1 to 4"),
        ("123434122143432\n", 1, 1, "16 cells, found 15"),
        ("", 1, 1, "4 rows, found 0"),
    ],
    Sudoku(2, 2, ((None,) * 4,) * 4).parse_answer,
)


# Digits from 0

FROM_0 = "digits 0-3\n01..\n..1.\n.0..\n...2\n"
FROM_0_ANSWER = ("0123", "3210", "2031", "1302")
LARGE_FROM_0 = "digits 0-11\n" + "\n".join(
    " ".join(str((r % 3 * 4 + r // 3 + c) % 12) if (r + c) % 3 else "." for c in range(12)) for r in range(12)
)


def test_an_answer_has_the_digits_that_are_seen() -> None:
    (problem,) = read(FROM_0).problems
    assert problem.givens[0] == (0, 1, None, None)
    (answer,) = solve(problem).answers
    assert answer == tuple(tuple(map(int, row)) for row in FROM_0_ANSWER)
    assert problem.answer_rows(answer) == [list(map(int, row)) for row in FROM_0_ANSWER]
    assert find_form("sudoku", "compact").show(problem, answer, 1) == "\n".join(FROM_0_ANSWER)
    assert find_form("sudoku", "spaced").show(problem, answer, 1) == "\n".join(map(" ".join, FROM_0_ANSWER))
    assert problem.parse_answer("\n".join(FROM_0_ANSWER)) == answer
    assert problem.parse_answer(problem.render(answer)) == answer
    assert problem.render().splitlines()[0] == " 0 1 | . ."
    assert draw(problem, answer).svg.count(">0</text>") == 4


def test_a_zero_is_a_digit_and_a_point_a_blank() -> None:
    problem = Sudoku.parse(FROM_0)
    assert problem.parse_answer("0...\n....\n....\n....\n")[0] == (0, None, None, None)
    changed = problem.parse_answer("1023\n3210\n2031\n13.0\n")
    texts = [str(violation) for violation in problem.violations(changed)]
    assert "r4c3 is blank, not a digit 0 to 3" in texts
    assert "r1c1 holds 1, but 0 is given" in texts
    assert "r4c4 holds 0, but 2 is given" in texts
    assert "0 appears twice in column 4: r2c4 and r4c4" in texts


def test_numbers_of_a_board_from_0() -> None:
    problem = Sudoku.parse(LARGE_FROM_0)
    assert problem.givens[0] == (None, 1, 2, None, 4, 5, None, 7, 8, None, 10, 11)
    for form in ("compact", "spaced"):
        text = find_form("sudoku", form).write([problem])
        assert (read(text).problems, read(text).form.name) == ((problem,), form)


test_malformed_from_0 = malformed(
    [
        ("digits 0-3\n0124\n3210\n2031\n1302\n", 2, 4, "a digit 0 to 3, or '.', found '4'"),
        (
            "digits 0-3\n0 1 2 4\n3 2 1 0\n2 0 3 1\n1 3 0 2\n",
            2,
            7,
            "a digit (or '.' for a blank) from 0 to 3",
        ),
    ],
    lambda text: read(text, "sudoku"),
)


MARKS = "".join("..3456..." if at == 4 else "......7.." if at == 80 else "123456789" for at in range(81))


def test_pencil_marks() -> None:
    """A cell of four digits, one of one, and 79 of all; in another order too."""
    expected = Sudoku.parse(".........\n" * 8 + "........7\ncandidates 3 4 5 6 r1c5\n")
    document = read(f"# two\n{MARKS}\n{MARKS.replace('..3456', '.64.35')}\n")
    assert document.form.name == "pencilmarks"
    assert document.problems == (expected, expected)
    assert document.form.write([expected]) == f"{MARKS}\n"
    for lines in ("anti-knight\n", "candidates 1 r9c9\n"):
        with pytest.raises(ValueError, match="pencil marks"):
            document.form.write([Sudoku.parse(expected.format() + lines)])


@each(
    ("text", "column"),
    [
        (MARKS[:-9] + "." * 9, 721),
        (MARKS[:9] + "1" + MARKS[10:17] + "1" + MARKS[18:], 10),
        (MARKS + " more", 731),
        (f"{MARKS}\n{MARKS[1:]}", 1),
    ],
)
def test_mistakes_in_pencil_marks(text: str, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        read(text)
    assert caught.value.column == column


def test_constraints_are_givens_and_regions_are_not() -> None:
    """A jigsaw without its regions would be another puzzle."""
    jigsaw = Sudoku.parse("1...\n....\n....\n....\nregions\nAABB\nAABB\nCCDD\nCCDD\ncage 3 r1c1 r1c2\n")
    assert jigsaw.given_names() == ("given 1 at r1c1", "cage 3 r1c1 r1c2")
    assert jigsaw.with_givens({1}).constraints == jigsaw.constraints
