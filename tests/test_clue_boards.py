"""Loop and area puzzles: bad input, and what the parts of their models mean."""

from __future__ import annotations

import pytest
from each import each

from coversat import check
from coversat.base.errors import ParseError
from coversat.problems import Masyu, problem_class
from coversat.problems.board_rules import centre_edges

BAD: list[tuple[str, str, str]] = [
    ("slitherlink 1 2\n- 4\n", "2:3", "a number from 0 to 3"),
    ("masyu 1 2\n- q\n", "2:3", "'b' for a black circle or 'w' for a white one"),
    ("masyu 2 2\n- -\n- - -\n", "3:5", "2 cells"),
    ("masyu 2 2\n- -\n", "2:4", "row 2 of 2"),
    ("masyu 2 2000\n- -\n", "1:9", "number of columns"),
    ("simpleloop 1 1\n2\n", "2:1", "'x' for a blocked cell"),
    ("yajilin 1 2\n- 2\n", "2:3", "a number and a direction"),
    ("yajilin 1 2\n- -1n\n", "2:3", "a number and a direction"),
    ("numberlink 1 3\n1 - 2\n", "2:1", "1 is in 1 cells"),
    ("numberlink 1 3\n1 1 1\n", "2:5", "1 is in 3 cells"),
    ("numberlink 1 2\n0 0\n", "2:1", "a number from 1 on"),
    ("hitori 1 2\n1 one\n", "2:3", "a number"),
    ("heyawake 1 3\n- - -\na b a\n", "3:5", "the region of r1c1 does not reach here"),
    ("heyawake 1 3\n- - -\na b\n", "3:3", "3 cells"),
    ("kurodoko 1 2\n0 -\n", "2:1", "a number from 1 on"),
    ("nurikabe 1 2\n0 -\n", "2:1", "a number from 1 on"),
    ("nurikabe 1 2\n? one\n", "2:3", "a number from 1 on"),
    ("yinyang 1 2\nx -\n", "2:1", "'w' for white or 'b' for black"),
    ("yinyang 1 2\nw -\nw -\n", "3:1", "the end of the text"),
]


@each(("text", "place", "expected"), BAD)
def test_bad_boards(text: str, place: str, expected: str) -> None:
    """Each with the line and the column."""
    with pytest.raises(ParseError) as error:
        problem_class(text.split()[0]).parse(text)
    assert f"{error.value.line}:{error.value.column}" == place
    assert expected in str(error.value)


LARGER: list[tuple[str, int]] = [
    ("masyu 1 5\n- - - - -\n", 0),
    ("slitherlink 1 1\n0\n", 0),
    ("simpleloop 3 3\n- - -\n- - -\n- - -\n", 0),
    ("heyawake 2 2\n5 -\n- -\na a\na a\n", 0),
]


@each(("text", "answers"), LARGER)
def test_boards_that_nothing_solves(text: str, answers: int) -> None:
    found = check(text)
    assert (found.at_least, found.exhausted) == (answers, True)


def test_faces_that_no_edge_separates_are_one() -> None:
    whole = centre_edges(3, 3)
    assert len(whole) == 12
    assert {face for pair in whole.values() for face in pair} == set(range(5))
    around = centre_edges(3, 3, frozenset({(1, 1)}))
    assert len(around) == 8
    assert {frozenset(pair) for pair in around.values()} == {frozenset({0, 1})}
    cut = centre_edges(3, 3, frozenset({(0, 1)}))
    assert cut[(0, 0), (1, 0)] == (0, 0)  # in no loop


def test_circles_are_read_as_numbers_too() -> None:
    assert Masyu.parse("masyu 1 2\n1 2\n").clues == (("w", "b"),)


def test_a_cell_without_a_clue_has_no_clue_in_an_answer() -> None:
    puzzle = problem_class("minesweeper").parse("minesweeper 1 2 1\n1 -\n")
    assert puzzle.parse_answer("1 x") == ((0, 1),)
    with pytest.raises(ParseError) as error:
        puzzle.parse_answer("1 None")
    assert (error.value.line, error.value.column) == (1, 3)
