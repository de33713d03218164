"""Kakuro: its text forms, its rules check, its pictures."""

from __future__ import annotations

import pytest
from hypothesis import given
from kinds import grid
from parsing import Malformed, endings, malformed
from strategies import kakuros

from coversat.kinds.kakuro.rules import Clue
from coversat.problems import Kakuro, read

PICTURE = r"""
#    1\   12\   #
\4    .    .   6\
#   3\15   .    .
\3    .    #    #
"""
ALGOSPOT = """\
1
3
0 0 0
0 1 1
0 1 1
4
1 2 1 4
1 3 1 6
2 1 0 3
3 1 0 7
"""


def test_the_forms_are_recognised() -> None:
    for text in endings(ALGOSPOT):
        document = read(text)
        assert document.form.name == "algospot"
        (problem,) = document.problems
        assert isinstance(problem, Kakuro)
        assert [(run.name, run.total) for run in problem.runs] == [
            ("r2c2-across", 3),
            ("r3c2-across", 7),
            ("r2c2-down", 4),
            ("r2c3-down", 6),
        ]
        assert document.form.write is not None
        assert document.form.write(document.problems) == ALGOSPOT
    for text in endings("# 4\\ 6\\\n\\3 . .\n\\7 . .\n"):
        document = read(text)
        assert document.form.name == "picture"
        assert document.problems == (problem,)


def test_several_cases() -> None:
    body = ALGOSPOT.removeprefix("1\n")
    document = read("2\n" + body + body)
    assert len(document.problems) == 2


def test_runs() -> None:
    """Of one cell, without a clue, from the edge of the board, cut by black cells; on a non-square board."""
    problem = Kakuro.parse(". . # .\n9\\ # \\5 .\n. # # #\n")
    assert (problem.rows, problem.columns) == (3, 4)
    assert [(run.cells, run.direction, run.total) for run in problem.runs] == [
        (((0, 0), (0, 1)), 0, None),
        (((0, 3),), 0, None),
        (((1, 3),), 0, 5),
        (((2, 0),), 0, None),
        (((0, 0),), 1, None),
        (((0, 1),), 1, None),
        (((0, 3), (1, 3)), 1, None),
        (((2, 0),), 1, 9),
    ]


@given(kakuros())
def test_formatted_and_parsed(problem: Kakuro) -> None:
    text = problem.format()
    try:
        assert Kakuro.parse(text) == problem
    except ValueError:
        # A board of blanks alone, or of one cell, has nothing by which it is recognised.
        assert "#" not in text
        assert "\\" not in text


@given(kakuros(square=True))
def test_algospot_reads_what_it_writes(problem: Kakuro) -> None:
    form = Kakuro.forms[0]
    assert form.name == "algospot"
    assert form.write is not None
    try:
        text = form.write([problem, problem])
    except ValueError:
        # Black lines at the far sides make a board square, and cannot be distinguished from the board's own.
        assert not any(row[-1] for row in problem.white) or not any(problem.white[-1])
    else:
        assert form.read(text) == (problem, problem)


HEAD = "1\n3\n0 0 0\n0 1 1\n0 1 1\n"
MALFORMED: list[Malformed] = [
    (HEAD + "1\n2 2 0 3\n", 7, 1, "a black cell for the clue; this one is white"),
    (HEAD + "2\n2 1 0 3\n2 1 0 3\n", 8, 1, "one clue across on this cell; 3 was given above"),
    (HEAD + "2\n1 2 1 4\n1 2 1 5\n", 8, 1, "one clue down on this cell; 4 was given above"),
    (HEAD + "1\n2 1 0 46\n", 7, 7, "a sum from 1 to 45, found '46'"),
    (HEAD + "1\n2 1 0 0\n", 7, 7, "a sum from 1 to 45, found '0'"),
    (HEAD + "1\n2 1 0 -3\n", 7, 7, "a sum from 1 to 45"),
    (HEAD + "1\n2 1 2 3\n", 7, 5, "a direction from 0 to 1"),
    (HEAD + "1\n4 1 0 3\n", 7, 1, "a row from 1 to 3"),
    (HEAD + "1\n0 1 0 3\n", 7, 1, "a row from 1 to 3"),
    (HEAD + "1\n2 4 0 3\n", 7, 3, "a column from 1 to 3"),
    (HEAD + "1\n1 1 0 3\n", 7, 1, "a clue with a white cell right of it"),
    (HEAD + "1\n1 1 1 3\n", 7, 1, "a clue with a white cell below it"),
    (HEAD + "1\n2 1 0\n", 7, 6, "a clue (y x direction sum): 4 tokens"),
    (HEAD + "1\n2 1 0 3 9\n", 7, 9, "the end of the line after a clue"),
    (HEAD + "2\n2 1 0 3\n", 7, 8, "a clue (y x direction sum), found the end of the text"),
    (HEAD + "1\n2 1 0 3\n3 1 0 7\n", 8, 1, "the end of the text after 1 cases"),
    (HEAD + "x\n", 6, 1, "the number of clues from 0 to 18"),
    (HEAD + "19\n", 6, 1, "the number of clues from 0 to 18"),
    (HEAD, 5, 6, "the number of clues, found the end of the text"),
    ("1\n3\n0 0 0\n0 1 1\n", 4, 6, "row 3 of 3, found the end of the text"),
    ("1\n3\n0 0 0\n0 1\n0 1 1\n0\n", 4, 4, "row 2 of 3: 3 tokens"),
    ("1\n3\n0 0 0\n0 1 1 1\n0 1 1\n0\n", 4, 7, "the end of the line after row 2 of 3"),
    ("1\n3\n0 0 0\n0 2 1\n0 1 1\n0\n", 4, 3, "0 (black) or 1 (white) from 0 to 1, found '2'"),
    ("1\n3\n0 0 0\n0 \uff11 1\n0 1 1\n0\n", 4, 3, "0 (black) or 1 (white)"),
    ("1\n3\n0 1 0\n0 1 1\n0 1 1\n0\n", 3, 3, "a black cell in the first row and column"),
    ("1\n3\n0 0 0\n1 1 1\n0 1 1\n0\n", 4, 1, "a black cell in the first row and column"),
    ("2\n3\n0 0 0\n0 1 1\n0 1 1\n0\n", 6, 2, "the size of the board, found the end of the text"),
    ("1\n0\n", 2, 1, "the size of the board from 1 to"),
    ("1\n-2\n", 2, 1, "the size of the board from 1 to"),
    ("# 4\\ 6\\\n\\3 . .\n\\7 .\n", 3, 5, "a row of cells: 3 tokens"),
    ("# 4\\ 6\\\n\\3 . .\n\\7 . . .\n", 3, 8, "the end of the line after a row of cells"),
    ("# 4\\ 6\\\n\\3 . x\n\\7 . .\n", 2, 6, "'#' (black), '.' (white) or a clue such as 17\\24, found 'x'"),
    ("# 4\\ 6\\\n\\46 . .\n\\7 . .\n", 2, 2, "a sum from 1 to 45"),
    ("# 4\\ 6\\\n\\3 . .\n\\7 . .\n\\3 # #\n", 4, 1, "a clue with a white cell right of it"),
    ("# 4\\ #\n\\3 . 1\\\n\\7 . #\n", 2, 6, "a clue with a white cell below it"),
    ("# 4\\ 6\\\n\\3\\4 . .\n\\7 . .\n", 2, 2, "a sum from 1 to 45, found '3"),
    ("# 4\\ 6\\\n\\\uff13 . .\n\\7 . .\n", 2, 2, "a sum from 1 to 45"),
]


test_malformed = malformed(MALFORMED, lambda text: read(text, "kakuro"))


def test_a_sum_of_0_is_a_missing_one() -> None:
    plain = Kakuro.parse("# 3\\ 4\\\n\\4 . .\n\\3 . .\n")
    assert Kakuro.parse("# 3\\0 4\\0\n0\\4 . .\n0\\3 . .\n") == plain


def test_a_run_longer_than_nine_cells_is_well_formed() -> None:
    problem = Kakuro.parse("\\45" + " ." * 10 + "\n")
    assert len(problem.runs[0].cells) == 10
    assert Kakuro.parse("\\55" + " ." * 10 + "\n").runs[0].total == 55


def test_values_that_are_no_kakuro() -> None:
    for white, clues in [
        ((), ()),
        (((),), ()),
        (((False,), (False, False)), ()),
        (((False, True),), (Clue(0, 1, 0, 3),)),
        (((False, False),), (Clue(0, 0, 0, 3),)),
        (((False, True),), (Clue(0, 0, 1, 3),)),
        (((False, True),), (Clue(0, 0, 0, 3), Clue(0, 0, 0, 4))),
        (((False, True),), (Clue(0, 0, 0, 0),)),
    ]:
        with pytest.raises(ValueError, match=r"\w"):
            Kakuro(white, clues)


def test_the_order_of_clues_does_not_matter() -> None:
    one, other = Clue(0, 0, 0, 3), Clue(0, 0, 1, 4)
    white = ((False, True), (True, False))
    assert Kakuro(white, (one, other)) == Kakuro(white, (other, one))


def test_violations() -> None:
    problem = Kakuro.parse("# 4\\ 6\\\n\\3 . .\n\\7 . .\n")
    assert problem.violations(grid("...", ".12", ".34")) == []
    for answer, piece in [
        (grid("...", ".21", ".25"), "2 appears twice in run r2c2-down"),
        (grid("...", ".12", ".35"), "run r3c2-across adds up to 8, not 7"),
        (grid("...", ".12", ".3."), "r3c3 is blank, not a digit 1 to 9"),
        ((*grid("...", ".12"), (None, -3, 10)), "r3c2 holds -3, not a digit 1 to 9"),
        (grid("1..", ".12", ".34"), "r1c1 is black and holds a digit"),
        (((0, None, None), *grid(".12", ".34")), "r1c1 is black and holds a digit"),
        (grid("...", ".12"), "3 rows and 3 columns"),
    ]:
        assert any(piece in str(violation) for violation in problem.violations(answer)), piece


def test_runs_without_a_clue_still_need_distinct_digits() -> None:
    problem = Kakuro.parse(". .\n# #\n")
    assert not problem.violations(grid("12", ".."))
    assert problem.violations(grid("22", ".."))


def test_pictures_and_answers() -> None:
    problem = Kakuro.parse(PICTURE.strip("\n"))
    assert Kakuro.parse(problem.render()) == problem
    answer = grid("....", ".13.", "..96", ".3..")
    assert problem.violations(answer) == []
    assert problem.parse_answer(problem.render(answer)) == answer
    square = Kakuro.parse(ALGOSPOT)
    right = grid("...", ".12", ".34")
    assert square.parse_answer(square.render(right)) == right
    assert square.parse_answer("0 0 0\n0 1 2\n0 3 4\n") == right
    assert square.answer_rows(right) == [[0, 0, 0], [0, 1, 2], [0, 3, 4]]
    assert Kakuro.forms[0].show(square, right, 1) == "0 0 0\n0 1 2\n0 3 4"
