"""Links of puzz.link: kakuro and sudoku."""

from __future__ import annotations

import pytest
from codec_cases import kakuros, plain_sudokus
from hypothesis import given, settings

from coversat.errors import ParseError
from coversat.problems import Kakuro, Sudoku, find_form, read
from coversat.problems.kakuro import Clue
from coversat.uniqueness import Verdict, check

BOARD = "# 4\\ 3\\\n\\4 . .\n\\3 . .\n"


@settings(max_examples=60, deadline=None)
@given(kakuros())
def test_kakuro_comes_back(problem: Kakuro) -> None:
    link = find_form("kakuro", "puzzlink").write([problem])
    assert read(link).problems == (problem,)


@settings(max_examples=40, deadline=None)
@given(plain_sudokus((4, 6, 9, 16, 25)))
def test_sudoku_comes_back(problem: Sudoku) -> None:
    link = find_form("sudoku", "puzzlink").write([problem])
    assert read(link).problems == (problem,)


def test_down_comes_before_across() -> None:
    """Two columns of two cells under sums 4 and 3, two rows with sums 4 and 3."""
    (problem,) = read("kakuro/2/2/n4343").problems
    assert problem == read(BOARD).problems[0]
    # A black cell inside: 12 down, 34 across.
    (problem,) = read("kakuro/2/2/cOkl00").problems
    assert Clue(1, 1, 1, 12) in problem.clues
    assert Clue(1, 1, 0, 34) in problem.clues


@pytest.mark.parametrize(
    "prefix",
    [
        "",
        "https://puzz.link/p?",
        "http://pzv.jp/p.html?",
        "https://pzprxs.vercel.app/p?",
        "https://pzplus.tck.mn/p.html?",
    ],
)
def test_prefixes(prefix: str) -> None:
    document = read(f"  {prefix}kakuro/2/2/n4343\n")
    assert document.form.name == "puzzlink"
    assert document.problems[0].format() == read(BOARD).problems[0].format()


def test_none_is_minus_or_zero() -> None:
    assert read("kakuro/2/2/n43-0").problems == read("kakuro/2/2/n430-").problems


def test_black_cells_without_clues_are_dots() -> None:
    """However the link writes them: one white cell between two black ones."""
    (problem,) = read("kakuro/3/1/.k000").problems
    assert read("kakuro/3/1/--k-0-").problems == (problem,)
    assert find_form("kakuro", "puzzlink").write([problem]).endswith("/3/1/.k.0\n")


def test_several_links() -> None:
    form = find_form("kakuro", "puzzlink")
    problems = (*read("kakuro/2/2/n4343").problems, *read("kakuro/1/1/k99").problems)
    assert read(form.write(problems)).problems == problems


def test_given_digits_have_four_notations() -> None:
    """Up to 15 one hexadecimal digit, then two behind a minus or three behind a plus; a question mark."""
    text = "sudoku/16/16/9f-10+001." + "z" * 12 + "q"
    (problem,) = read(text).problems
    assert problem.givens[0][:5] == (9, 15, 16, 1, 0)
    assert not any(map(any, problem.givens[1:]))


def test_a_published_sudoku_has_its_answer() -> None:
    """BOJ 2580's sample, written as a link by hand."""
    rows = "035469278 782105609 060278135 321046897 804913506 596820413 917652080 603701952 258394760"
    (problem,) = read(rows.replace(" ", "\n")).problems
    link = (
        "https://puzz.link/p?sudoku/9/9/"
        "g354692787821g56g9g6g278135321g468978g49135g6"
        "59682g413917652g8g6g37g195225839476g"
    )
    (linked,) = read(link).problems
    assert linked == problem
    assert check(linked).verdict is Verdict.UNIQUE


@pytest.mark.parametrize(
    ("link", "column", "reason"),
    [
        ("kakuro/2/2/", 12, "found the end"),
        ("kakuro/2/2/n434", 16, "a clue of the first row or column, found the end"),
        ("kakuro/2/2/n43434", 17, "the end after"),
        ("kakuro/2/2/z4343", 12, "the end of the board after 4 cells"),
        ("kakuro/2/2/4!k", 13, "a clue across"),
        ("kakuro/0/2/n", 8, "a width from 1 to 999"),
        ("kakuro/2/1000/n", 10, "a height from 1 to 999"),
        ("kakuro/2/2/44...", 1, "row 1 and column 1 has a clue down"),
        ("sudoku/9/8/g", 1, "a square board"),
        ("sudoku/4/4/5v", 12, "a given from 1 to 4"),
        ("sudoku/4/4/-0gv", 12, "a given or blanks"),
        ("sudoku/4/4/w", 12, "the end of the board"),
    ],
)
def test_mistakes_are_named(link: str, column: int, reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as caught:
        read(link)
    assert (caught.value.line, caught.value.column) == (1, column)


def test_what_a_link_cannot_state() -> None:
    form = find_form("kakuro", "puzzlink")
    wide = Kakuro(((False,) * 12, (False,) + (True,) * 11), (Clue(1, 0, 0, 66),))
    with pytest.raises(ValueError, match="sums up to 45"):
        form.write([wide])
    with pytest.raises(ValueError, match="black first row"):
        form.write([Kakuro(((True,),), ())])
    with pytest.raises(ValueError, match="usual boxes"):
        find_form("sudoku", "puzzlink").write([Sudoku(3, 2, ((0,) * 6,) * 6)])
