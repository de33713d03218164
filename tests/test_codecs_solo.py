"""Game ids of Solo."""

from __future__ import annotations

import pytest
from codec_cases import variants
from hypothesis import given, settings

from coversat.answers import check
from coversat.errors import ParseError
from coversat.findings import Verdict
from coversat.kinds.sudoku.constraints.everywhere import AntiKnight
from coversat.kinds.sudoku.constraints.sets import Diagonal, Regions
from coversat.kinds.sudoku.constraints.sums import Cage
from coversat.problems import Sudoku, find_form, read

BLANK_4 = ((0,) * 4,) * 4
X = (Diagonal("down"), Diagonal("up"))


@settings(max_examples=100, deadline=None)
@given(variants(()))
def test_game_ids_come_back(problem: Sudoku) -> None:
    assert read(find_form("sudoku", "solo").write([problem])).problems == (problem,)


@settings(max_examples=20, deadline=None)
@given(variants(()))
def test_game_ids_with_diagonals_come_back(problem: Sudoku) -> None:
    crossed = Sudoku(problem.box_rows, problem.box_columns, problem.givens, (*problem.constraints, *X))
    text = find_form("sudoku", "solo").write([crossed])
    assert "x" in text.partition(":")[0].removeprefix(f"{problem.box_rows}x")
    assert read(text).problems == (crossed,)


def test_a_published_game_has_one_answer() -> None:
    """A game that somebody showed beside its board, which begins ' 5 2     ', '8 7 1   6'."""
    (problem,) = read("3x3:a5a2e8a7a1c6_3b7d4a3b2a4b1_2e8_9b9a4b2a7d6b2_2c3a5a7e2a1a\n").problems
    assert problem.givens[:2] == ((0, 5, 0, 2, 0, 0, 0, 0, 0), (8, 0, 7, 0, 1, 0, 0, 0, 6))
    assert check(problem).verdict is Verdict.UNIQUE


def test_links_to_the_game() -> None:
    address = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#"
    game = "3x3:4a5c1a8b9_7c5e2b4a7b3a5b9a9b7b3a3b2a8b7a4b3e8c2_3b5a3c4a2"
    assert read(address + game).problems == read(game).problems
    assert read(address + "4j:p%2Cl____________").problems == read("4j:p,l____________").problems


def test_boxes() -> None:
    """2x3 is two boxes across: each is three wide and two tall."""
    (problem,) = read("2x3:zj").problems
    assert (problem.box_rows, problem.box_columns) == (2, 3)


def test_how_it_was_made_says_nothing() -> None:
    assert read("3x3r4d4xdu:" + "z" * 3 + "c").problems == read("3x3x:zzzc").problems
    assert read("2x2:p").problems == (Sudoku(2, 2, BLANK_4),)
    assert read("2x2x:p").problems == (Sudoku(2, 2, BLANK_4, X),)


def test_walls_are_read_by_hand() -> None:
    """Rows of four make regions: no wall across (12 gaps), then three walls in each of four columns."""
    (problem,) = read("4j:p,l____________").problems
    assert problem == Sudoku(1, 4, BLANK_4, (Regions(tuple((r,) * 4 for r in range(4))),))


def test_z_is_gaps_without_a_wall() -> None:
    """A board of 9 rows as regions: 72 gaps, which is z z and v."""
    rows = tuple((r,) * 9 for r in range(9))
    problem = Sudoku(1, 9, ((0,) * 9,) * 9, (Regions(rows),))
    text = find_form("sudoku", "solo").write([problem])
    assert text == "9j:zzzc,zzv" + "_" * 72 + "\n"
    assert read(text).problems == (problem,)


def test_cages_by_hand() -> None:
    """One cage of the two first cells, 3 together: the first place is a gap, the others are walls."""
    (problem,) = read("2x2k:p,a" + "_" * 23 + ",3o").problems
    assert problem == Sudoku(2, 2, BLANK_4, (Cage(((0, 0), (0, 1)), 3),))


@pytest.mark.parametrize(
    ("game", "column", "reason"),
    [
        ("3x3:", 5, "a number or blanks, found the end"),
        ("2x2:q", 5, "the end of the board after 16 cells"),
        ("2x2:5o", 5, "a number from 1 to 4"),
        ("2x2:__p", 5, "a number or blanks"),
        ("2x2:p,", 6, "the end after the board"),
        ("2x2:!", 5, "a number"),
        ("2x6:p", 1, "boxes of 2 to 5"),
        ("2x2q:p", 1, "parameters"),
        ("99j:p", 1, "boxes of 2 to 5 rows and columns, or a jigsaw"),
        ("4j:p", 5, "',' and the regions"),
        ("4j:p,l___________", 18, "found the end"),
        ("4j:p,l_____________", 19, "the end after the board"),
        ("4j:p,zz", 6, "the end of the walls after 24 places"),
        ("4j:p," + "_" * 25, 1, "a region of other than 4 cells"),
        ("2x2k:p,a" + "_" * 23, 32, "',' and the sums"),
        ("2x2k:p,a" + "_" * 23 + ",1_2n", 1, "one sum for each cage"),
        ("2x2k:p,x,p", 1, "16 cells; it has 1 to 4"),
    ],
)
def test_mistakes_are_named(game: str, column: int, reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as caught:
        read(game)
    assert caught.value.column == column


@pytest.mark.parametrize(
    ("problem", "reason"),
    [
        (Sudoku(2, 2, BLANK_4, (AntiKnight(),)), "anti-knight"),
        (Sudoku(2, 2, BLANK_4, (Diagonal("down"),)), "diagonal"),
        (Sudoku(2, 2, BLANK_4, (Cage(((0, 0), (1, 1)), 3),)), "several pieces"),
        (Sudoku(2, 2, BLANK_4, (Cage(((0, 0), (0, 1))), Cage(((0, 0), (1, 0))))), "share a cell"),
        (Sudoku(2, 2, BLANK_4, (Cage(((0, 0),)),)), "without a sum"),
    ],
)
def test_what_a_game_cannot_state(problem: Sudoku, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        find_form("sudoku", "solo").write([problem])
