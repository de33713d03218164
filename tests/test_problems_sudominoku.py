"""Sudominoku: its text forms, its rules check, its pictures."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from instances import instances
from parsing import Malformed, endings, malformed
from published import BOJ_4574 as SAMPLE
from published import BOJ_4574_ANSWER as ANSWER
from strategies import sudominokus

from coversat.base.errors import ParseError
from coversat.problems import Sudominoku, read
from coversat.problems.dominoes import Domino

DRAWING = """\
sudominoku 2x2
(1) (2) (3) (4)

 3 - 4   .   .

 .   .   1   .
         |
 .   .   2   .
"""


def test_the_published_form() -> None:
    for text in endings(SAMPLE):
        document = read(text)
        assert document.form.name == "boj4574"
        (problem,) = document.problems
        assert isinstance(problem, Sudominoku)
        assert len(problem.dominoes) == 10
        assert Domino(((1, 1), (1, 2)), (6, 1)) in problem.dominoes
        assert problem.singles[:2] == ((2, 4), (0, 2))
        answer = problem.parse_answer(ANSWER)
        assert problem.violations(answer) == []
        assert document.form.show(problem, answer, 1) == ("Puzzle 1\n" + ANSWER).removesuffix("\n")
        assert problem.parse_answer("Puzzle 1\n" + ANSWER) == answer


def test_several_cases_and_none() -> None:
    body = SAMPLE.removesuffix("0\n")
    assert len(read(body * 3 + "0\n").problems) == 3
    with pytest.raises(ParseError, match="at least one puzzle"):
        read("0\n", "sudominoku")


def test_the_drawing() -> None:
    for text in endings(DRAWING):
        document = read(text)
        assert document.form.name == "drawing"
        dominoes = (Domino(((1, 0), (1, 1)), (3, 4)), Domino(((2, 2), (3, 2)), (1, 2)))
        assert document.problems == (Sudominoku(2, 2, dominoes, ((0, 0), (0, 1), (0, 2), (0, 3))),)
        assert document.problems[0].format() == DRAWING


@given(sudominokus())
def test_formatted_and_parsed(problem: Sudominoku) -> None:
    assert Sudominoku.parse(problem.format()) == problem
    assert read(problem.format()).problems == (problem,)


@given(sudominokus(box=(3, 3), fewest=1))
def test_boj4574_reads_what_it_writes(problem: Sudominoku) -> None:
    form = next(form for form in Sudominoku.forms if form.name == "boj4574")
    assert form.write is not None
    if problem.dominoes:
        assert form.read(form.write([problem, problem])) == (problem, problem)
    else:
        # A zero ends the text, so a puzzle without given dominoes cannot be stated.
        with pytest.raises(ValueError, match="at least one"):
            form.write([problem])


def test_any_number_of_given_dominoes() -> None:
    """From 0 to all 36, in the readable form."""
    (problem,) = read(SAMPLE).problems
    assert isinstance(problem, Sudominoku)
    laid = problem.tiling(problem.parse_answer(ANSWER))
    assert laid is not None
    assert len(laid) == 36
    assert sorted(domino.pair for domino in laid) == list(combinations(range(1, 10), 2))
    for count in range(37):
        one = Sudominoku(3, 3, laid[:count], problem.singles)
        assert Sudominoku.parse(one.format()) == one


def test_the_order_and_the_sides_do_not_matter() -> None:
    a, b = Domino(((1, 0), (1, 1)), (3, 4)), Domino(((2, 2), (3, 2)), (1, 2))
    singles = ((0, 0), (0, 1), (0, 2), (0, 3))
    turned = Domino(((1, 1), (1, 0)), (4, 3))
    assert Sudominoku(2, 2, (a, b), singles) == Sudominoku(2, 2, (b, turned), singles)


ONE = "1\n6 B2 1 B3\n"
SINGLES = "C5 A3 D9 I4 A9 E5 A2 C6 I1\n"
TWO = "2\n6 B2 1 B3\n"
MALFORMED: list[Malformed] = [
    (ONE + SINGLES, 3, 27, "a number of dominoes (0 ends the text, 36 exist), found the end of the text"),
    (ONE + SINGLES + "0\n1\n", 5, 1, "the end of the text after the closing 0"),
    (ONE + SINGLES + "x\n", 4, 1, "a number of dominoes"),
    (ONE + SINGLES + "37\n", 4, 1, "from 0 to 36, found '37'"),
    (ONE + SINGLES + "-1\n", 4, 1, "from 0 to 36"),
    (ONE + SINGLES + "\uff10\n", 4, 1, "from 0 to 36, found '\uff10'"),
    (TWO + SINGLES + "0\n", 3, 13, "the end of the line after domino 2 of 2"),
    (TWO, 2, 10, "domino 2 of 2 (DIGIT CELL DIGIT CELL), found the end of the text"),
    (ONE + ONE.split("\n", 1)[1] + SINGLES + "0\n", 3, 10, "the cells of the nine singles: 9 tokens"),
    ("1\n6 B2 1\n" + SINGLES + "0\n", 2, 7, "domino 1 of 1 (DIGIT CELL DIGIT CELL): 4 tokens"),
    ("1\n6 B2 1 B3 5\n" + SINGLES + "0\n", 2, 11, "the end of the line after domino 1 of 1"),
    ("1\n0 B2 1 B3\n" + SINGLES + "0\n", 2, 1, "a digit from 1 to 9"),
    ("1\n6 B2 10 B3\n" + SINGLES + "0\n", 2, 6, "a digit from 1 to 9"),
    ("1\n\uff16 B2 1 B3\n" + SINGLES + "0\n", 2, 1, "a digit from 1 to 9"),
    ("1\n6 B2 6 B3\n" + SINGLES + "0\n", 2, 6, "a digit other than 6"),
    ("1\n6 J2 1 B3\n" + SINGLES + "0\n", 2, 3, "a cell from A1 to I9, found 'J2'"),
    ("1\n6 B0 1 B3\n" + SINGLES + "0\n", 2, 3, "a cell from A1 to I9"),
    ("1\n6 B\uff12 1 B3\n" + SINGLES + "0\n", 2, 3, "a cell from A1 to I9"),
    ("1\n6 b2 1 B3\n" + SINGLES + "0\n", 2, 3, "a cell from A1 to I9"),
    ("1\n6 B10 1 B3\n" + SINGLES + "0\n", 2, 3, "a cell from A1 to I9"),
    ("1\n6 B2 1 C3\n" + SINGLES + "0\n", 2, 8, "a cell next to B2, found 'C3'"),
    ("1\n6 B2 1 B2\n" + SINGLES + "0\n", 2, 8, "a cell next to B2"),
    ("1\n6 A9 1 B1\n" + SINGLES + "0\n", 2, 8, "a cell next to A9"),
    (TWO + "2 B3 3 B4\n" + SINGLES + "0\n", 3, 3, "each half on a cell of its own; line 2 uses this one"),
    (TWO + "2 C2 3 B2\n" + SINGLES + "0\n", 3, 8, "each half on a cell of its own; line 2 uses this one"),
    (ONE + "B2 A3 D9 I4 A9 E5 A2 C6 I1\n0\n", 3, 1, "each single on a cell of its own; line 2 uses this one"),
    (ONE + "C5 C5 D9 I4 A9 E5 A2 C6 I1\n0\n", 3, 4, "each single on a cell of its own; line 3 uses this one"),
    (ONE + "C5 A3 D9 I4 A9 E5 A2 C6\n0\n", 3, 24, "the cells of the nine singles: 9 tokens"),
    (ONE + "C5 A3 D9 I4 A9 E5 A2 C6 I1 I2\n0\n", 3, 28, "the end of the line after the cells"),
    (ONE + "C5 A3 D9 I4 A9 E5 A2 C6 I\n0\n", 3, 25, "a cell from A1 to I9"),
]


test_malformed = malformed(MALFORMED, lambda text: read(text, "sudominoku"))


def drawn(line: int, text: str) -> str:
    lines = DRAWING.splitlines()
    lines[line - 1] = text
    return "\n".join(lines) + "\n"


MALFORMED_DRAWINGS: list[Malformed] = [
    (drawn(1, "sudominoku"), 1, 1, "'sudominoku RxC', R and C from 2 to 5"),
    (drawn(1, "sudominoku 2x6"), 1, 1, "'sudominoku RxC'"),
    (drawn(1, "sudominoku 3x3"), 8, 1, "17 lines of a board, found 7"),
    (DRAWING + "\nmore\n", 9, 1, "7 lines of a board"),
    (drawn(2, "(1) (2) (3) (5)"), 2, 14, "a digit 1 to 4, or '.', found '5'"),
    (drawn(2, "(1) (2) (3) (3)"), 2, 14, "each digit as a single once"),
    (drawn(2, "(1) (2) (3)  4"), 2, 14, "'.' for a cell on no given domino, or (D) for a single"),
    (drawn(2, "(1) (2) (3)  ."), 1, 1, "a single (4) on the board"),
    (drawn(2, "(1) (2) (3) (4"), 2, 14, "both brackets around a single"),
    (drawn(2, "(1) (2) (3) (.)"), 2, 14, "each digit as a single once"),
    (drawn(2, "(1) (2) (3)-(4)"), 2, 10, "each digit as a single once, off the given dominoes"),
    (drawn(2, "(1) (2) (3) (4) x"), 2, 17, "the end of the row, found 'x'"),
    (drawn(4, " 3 - .   .   ."), 4, 6, "a digit on each half of a given domino"),
    (drawn(4, " 3 - 3   .   ."), 4, 2, "two different digits on a domino"),
    (drawn(4, " 3 - 4 - 1   ."), 4, 6, "each cell in one domino"),
    (drawn(4, " 3 = 4   .   ."), 4, 4, "'-' between halves, or a space, found '='"),
    (drawn(4, " 3 - \uff14   .   ."), 4, 6, "a digit 1 to 4, or '.', found '\uff14'"),
    (drawn(7, "         +"), 7, 10, "'|' between halves, or a space, found '+'"),
    (drawn(7, "        ||"), 7, 9, "a space between bars"),
]


test_malformed_drawings = malformed(MALFORMED_DRAWINGS, Sudominoku.parse)


def test_contradictory_givens_are_well_formed() -> None:
    """The same domino twice, and digits that clash."""
    text = "2\n6 B2 1 B3\n6 B4 1 B5\n" + SINGLES + "0\n"
    assert len(Sudominoku.parse(text).dominoes) == 2


SINGLE_CELLS = ((0, 0), (0, 1), (0, 2), (0, 3))


def test_values_that_are_no_sudominoku() -> None:
    for dominoes, singles in [
        ((), SINGLE_CELLS[:3]),
        ((), (*SINGLE_CELLS[:3], (0, 2))),
        ((), (*SINGLE_CELLS[:3], (0, 4))),
        ((Domino(((0, 3), (1, 3)), (1, 2)),), SINGLE_CELLS),
        ((Domino(((1, 0), (1, 2)), (1, 2)),), SINGLE_CELLS),
        ((Domino(((3, 0), (4, 0)), (1, 2)),), SINGLE_CELLS),
        ((Domino(((1, 0), (1, 1)), (1, 1)),), SINGLE_CELLS),
        ((Domino(((1, 0), (1, 1)), (1, 5)),), SINGLE_CELLS),
        ((Domino(((1, 0), (1, 1)), (0, 1)),), SINGLE_CELLS),
    ]:
        with pytest.raises(ValueError, match=r"\w"):
            Sudominoku(2, 2, dominoes, singles)


def test_violations() -> None:
    """Sudoku's rules first, then the givens, then the tiling."""
    problem = Sudominoku.parse(SAMPLE)
    answer = problem.parse_answer(ANSWER)
    rows = [list(row) for row in answer]
    rows[0][0] = 7
    assert any("7 appears twice in row 1" in str(v) for v in problem.violations(tuple(map(tuple, rows))))
    # Digits renamed: a good sudoku with other givens.
    renamed = tuple(tuple(digit % 9 + 1 for digit in row) for row in answer)
    texts = list(map(str, problem.violations(renamed)))
    assert "B2 holds 7, but 6 is given" in texts
    assert "C5 holds 2, but 1 is given" in texts
    assert problem.violations(answer[:8])


def test_a_given_domino_must_be_in_the_tiling() -> None:
    """A grid whose only tilings lay the given digits on other edges is wrong."""
    seen = 0
    for instance in instances("sudominoku"):
        problem = instance.problem
        for answer in instance.answers:
            laid = problem.tiling(answer)
            assert laid is not None
            assert set(problem.dominoes) <= set(laid)
            assert not {cell for domino in laid for cell in domino.cells} & set(problem.singles)
            assert (
                len({domino.pair for domino in laid}) == len(laid) == problem.size * (problem.size - 1) // 2
            )
            for a, b in product(range(problem.size - 1), repeat=2):
                # Give a domino that the grid shows; the grid stays right only where some tiling has it.
                cells = ((a, b), (a, b + 1))
                digits = answer[a][b], answer[a][b + 1]
                taken = {*problem.singles, *(c for domino in problem.dominoes for c in domino.cells)}
                if taken & set(cells):
                    continue
                one = Sudominoku(
                    problem.box_rows,
                    problem.box_columns,
                    (*problem.dominoes, Domino(cells, digits)),
                    problem.singles,
                )
                assert bool(one.violations(answer)) == (one.tiling(answer) is None)
                seen += bool(one.violations(answer))
    assert seen > 5


def test_pictures() -> None:
    problem = Sudominoku.parse(SAMPLE)
    answer = problem.parse_answer(ANSWER)
    picture = problem.render(answer)
    assert problem.parse_answer(picture) == answer
    assert picture.count("-") + picture.count("|") == 36
    assert picture.count("(") == 9
    assert problem.answer_rows(answer) == [list(row) for row in answer]
    assert problem.render().count("-") + problem.render().count("|") == 10


test_malformed_answers = malformed(
    [
        ("Puzzle 1\n" + ANSWER.replace("913426578\n", ""), 9, 1, "9 rows, found 8"),
        (ANSWER.replace("361975842", "36197584"), 2, 1, "9 cells, found 8"),
        (ANSWER.replace("361975842", "36197584x"), 2, 9, "a digit 1 to 9"),
    ],
    Sudominoku.parse(SAMPLE).parse_answer,
)
