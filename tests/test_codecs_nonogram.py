"""Nonograms as .non files."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coversat.answers import check
from coversat.errors import ParseError
from coversat.findings import Verdict
from coversat.problems import Nonogram, find_form, read

FORM = find_form("nonogram", "non")
CLUE = st.lists(st.integers(1, 30), max_size=4).map(tuple)

# The example with which the format is described: a ring with a cell more.
RING = """title "A ring"
width 4
height 5

rows
4
1,1
1,1
1,2
3

columns
5
1,1
1, 2
4
goal "11111001100110111110"
"""


@settings(max_examples=60, deadline=None)
@given(st.lists(CLUE, min_size=1, max_size=9), st.lists(CLUE, min_size=1, max_size=9))
def test_files_come_back(rows: list[tuple[int, ...]], columns: list[tuple[int, ...]]) -> None:
    problem = Nonogram(tuple(rows), tuple(columns))
    document = read(FORM.write([problem]))
    assert (document.form.name, document.problems) == ("non", (problem,))


def test_the_described_example() -> None:
    (problem,) = read(RING).problems
    assert problem == Nonogram(((4,), (1, 1), (1, 1), (1, 2), (3,)), ((5,), (1, 1), (1, 2), (4,)))
    found = check(problem)
    assert found.verdict is Verdict.UNIQUE
    assert problem.render(found.answers[0]).split() == ["####", "#..#", "#..#", "#.##", "###."]


@pytest.mark.parametrize("rows", ["1\n0\n1", "1\n\n0\n\n1\n", "1\n\n1", "1\n\n1\n\n"])
def test_lines_without_runs(rows: str) -> None:
    """A nought; or a blank line, where the others are too few."""
    (problem,) = read(f"height 3\nwidth 1\nrows\n{rows}\ncolumns\n1,1\n").problems
    assert problem == Nonogram(((1,), (), (1,)), ((1, 1),))


def test_sizes_as_rows_and_columns() -> None:
    assert read("width 1\nheight 1\nrows 1\ncolumns 1\nrows\n1\ncolumns\n1\n").problems == (
        Nonogram(((1,),), ((1,),)),
    )


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (RING.replace("height 5", "height 6"), 11, "6 clues of rows, found 5"),
        (RING.replace("height 5", "height 4"), 10, "4 clues of rows, found 5"),
        (RING.replace("height 5", "height x"), 3, "a size from 1 to 200"),
        (RING.replace("height 5", "height 201"), 3, "a size from 1 to 200"),
        (RING.replace("1, 2", "1,2b"), 15, "a run of one colour, found '2b'"),
        (RING.replace("1, 2", "1,0"), 15, "a run of one colour"),
        (RING.replace("columns", "colums"), 12, "one of width, .*, found 'colums'"),
        (RING.replace("columns", "width"), 12, "one of width"),
        (RING.replace("columns", "color"), 12, "one of width, .*, found 'color'"),
        (RING.replace("columns", "rows"), 12, "the clues of the rows once"),
        (RING.replace("height 5", "height 5 6"), 3, "the end of the line after a size"),
        (RING.replace("\n\nrows", "\nrows 6\nrows"), 4, "5 rows, as above"),
        (RING.replace("\n\nrows", "\n1,1\nrows"), 4, "one of width"),
        (RING[: RING.index("columns")], 11, "'columns' and clues"),
        ("rows\n1\nwidth 1\nheight 1\n", 1, "the width and the height above"),
    ],
)
def test_mistakes_are_named(text: str, line: int, reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as caught:
        read(text)
    assert caught.value.line == line


def test_only_one_puzzle() -> None:
    with pytest.raises(ValueError, match="holds one problem, not 2"):
        FORM.write([read(RING).problems[0]] * 2)
