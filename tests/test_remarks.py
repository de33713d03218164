"""Remarks in texts of several kinds: what states no rule is silent, all else is named."""

from __future__ import annotations

import pytest
from each import each

from coversat.problems import read
from coversat.problems.text import shown

ROWS = "103000509\n002109400\n000704000\n300502006\n060000050\n700803004\n000401000\n009205800\n804000107\n"
TEXTS = {
    "sudoku": ("# {}\n" + ROWS, "the remark '# {}'"),
    "line": (ROWS.replace("\n", "") + " # {}\n", "the remark '{}'"),
    "formula": ("c {}\np cnf 3 2\n1 -3 0\n2 3 -1 0\n", "the comment 'c {}'"),
    "colouring": ("colouring 3\nc {}\np edge 3 2\ne 1 2\ne 2 3\n", "the comment 'c {}'"),
    "cover": ("| {}\nA B C\nA B\nC\n", "the comment '| {}'"),
}


@each("kind", TEXTS)
@each(
    "remark",
    [
        *(
            "Puzzle no. 12",
            "No. 17",
            "easy",
            "set 3 of 10",
            "week 12",
            "volume 4 page 12",
            "rated easy",
            "1st",
        ),
        *("2024-03-05", "5.3.2011", "Tuesday, June 3rd", "from a book, 1987", "version 1.2", "rating 7.6"),
        *("8f3a9c01", "550e8400-e29b-41d4-a716-446655440000", "https://example.org/42", "ED=9.0/1.2/1.2"),
        *("by Arto Inkala", "author: Jane Doe", "Created 2019 by John Smith", "sudoku17.txt", "notes: easy"),
    ],
)
def test_a_remark_that_states_no_rule_is_silent(kind: str, remark: str) -> None:
    assert read(TEXTS[kind][0].format(remark)).beside.unread == ()


@each("kind", TEXTS)
@each(
    "remark",
    [
        *("x", "foo", "anti-knight", "NC", "killer", "digits 0-8", "1=2", "a<b", "a != b", "sums of 10"),
        *("all cells differ", "corners are odd", "each at most once", "row 3 is empty", "cell 3", "twice 1"),
        *(
            "x1 must be true",
            "fixed: 3",
            "[1]",
            "10=0+1",
            "no two adjacent",
            "column 4",
            "even 5",
            "lines wrap",
        ),
    ],
)
def test_a_remark_that_may_state_a_rule_is_named(kind: str, remark: str) -> None:
    text, named = TEXTS[kind]
    assert read(text.format(remark)).beside.unread == (named.format(remark),)


@each(
    ("word", "named"),
    [
        ("diagonal", "diagonal"),
        ("Anti-Knight", "Anti Knight"),
        ("X_Sudoku", "X Sudoku"),
        ("sudoku-x", "sudoku x"),
        ("cages", "cages"),
        ("Odd-Even", "Odd Even"),
        ("Knight's Move", "Knight's Move"),
        ("antiKing", "anti King"),
        ("magicsquare", ""),
        ("caged", ""),
        ("Arrowsmith", ""),
        ("boxy", ""),
    ],
)
@pytest.mark.parametrize("name", ["{}", "easy {}, 2012", "({})", "my-{}-3"])
def test_a_file_whose_name_has_the_words_of_a_rule(word: str, named: str, name: str) -> None:
    found = read(ROWS, name=f"{name.format(word)}.txt").beside.unread
    assert found == ((f"{shown(named)} in the name of the file",) if named else ())


@each(
    "remark", ["edge colouring", "by Bob, a total colouring", "author: A, adjacent colours differ", "end: c"]
)
def test_rules_of_colourings_are_named_behind_a_credit_too(remark: str) -> None:
    assert read(TEXTS["colouring"][0].format(remark)).beside.unread == (f"the comment 'c {remark}'",)
