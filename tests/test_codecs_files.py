"""Files of other programs: HoDoKu, Simple Sudoku, .non."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from codec_cases import plain_sudokus
from each import each
from hypothesis import given
from hypothesis import strategies as st
from kinds import grid
from parsing import mistakes

from coversat.answering.questions import decide as check
from coversat.base.errors import ParseError
from coversat.kinds.sudoku.constraints.everywhere import AntiKing
from coversat.problems import Nonogram, Sudoku, find_form, read
from coversat.solvers.findings import Verdict

# BOJ 2580's sample.
LINE = "035469278782105609060278135321046897804913506596820413917652080603701952258394760"
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
PUZZLE = read("\n".join(ROWS)).problems[0]


@pytest.mark.thorough
@each("name", ["hodoku", "ss"])
def test_every_form_comes_back(name: str) -> None:
    form = find_form("sudoku", name)

    @given(plain_sudokus((9,)))
    def comes_back(problem: Sudoku) -> None:
        document = read(form.write([problem]))
        assert (document.form.name, document.problems) == (name, (problem,))

    comes_back()
    for other in (Sudoku(2, 2, ((None,) * 4,) * 4), Sudoku(3, 3, ((None,) * 9,) * 9, (AntiKing(),))):
        with pytest.raises(ValueError, match="states sudokus"):
            form.write([other])


def test_several_puzzles() -> None:
    blank = Sudoku(3, 3, ((None,) * 9,) * 9)
    assert read(find_form("sudoku", "hodoku").write([PUZZLE, blank])).problems == (PUZZLE, blank)


def test_only_one_puzzle() -> None:
    with pytest.raises(ValueError, match="holds one problem, not 2"):
        find_form("sudoku", "ss").write([PUZZLE, PUZZLE])


# HoDoKu


def test_hodoku_s_own_lines() -> None:
    """Givens alone; and digits that were placed, which are no givens, with deleted candidates."""
    line = ":0000:x:7.2.34.8.........2.8..51.74.......51..63.27..29.......14.76..2.8.........2.51.8.7:::"
    assert read(line).problems[0].givens[0] == grid("7.2.34.8.")[0]
    placed = LINE.replace("1", "+1")
    (problem,) = read(f":0702:9:{placed}:314 916 921::c28 r68:\n").problems
    assert problem.givens == read(LINE.replace("1", "0")).problems[0].givens


test_mistakes_in_hodoku = mistakes(
    "column reason",
    [
        (":0000:x:" + LINE[:-1] + ":::", 89, "cell 81 of 81"),
        (":0000:x:" + LINE + "1:::", 90, "':' after 81 cells"),
        (":0000:x:+0" + LINE, 9, "cell 1 of 81"),
        (":0000:x:" + LINE + ":::\nhello", 1, "a line ':TECHNIQUE"),
    ],
)


# Simple Sudoku


def ss(rule: str, edge: str) -> str:
    lines = [edge + "|".join((row[:3], row[3:6], row[6:])) + edge for row in ROWS]
    board = [*lines[:3], rule, *lines[3:6], rule, *lines[6:]]
    return "\n".join(["*-----------*", *board, "*-----------*"] if edge else board)


@each(
    "text",
    [
        ss("-----------", ""),
        ss("---+---+---", ""),
        ss("|---+---+---|", "|"),
        ss("-----------", "").replace("0", "X"),
        ss("-----------", "").replace("0", "."),
    ],
)
def test_ways_of_ss(text: str) -> None:
    assert read(text).form.name == "ss"
    assert read(text).problems == (PUZZLE,)


@each(
    "text, box",
    [
        ("12|34\n34|12\n--+--\n21|43\n43|2.\n", (2, 2)),
        ("123|456\n456|...\n---+---\n...|...\n...|...\n---+---\n...|...\n...|...\n", (2, 3)),
        ("12|34|56\n34|..|..\n5.|..|..\n--+--+--\n..|..|..\n..|..|..\n..|..|..\n", (3, 2)),
    ],
)
def test_smaller_boards_are_written_like_ss(text: str, box: tuple[int, int]) -> None:
    (problem,) = read(text).problems
    assert (problem.box_rows, problem.box_columns) == box
    plain = read(re.sub(r"-.*\n|\|", "", text)).problems[0]
    assert problem == replace(plain, box_rows=box[0], box_columns=box[1])


@each("row", [1, 2, 4, 5, 7, 8])
def test_a_rule_that_is_not_between_boxes_is_refused(row: int) -> None:
    """Boxes that are drawn otherwise are no boxes of 3x3."""
    lines = find_form("sudoku", "ss").write([PUZZLE]).splitlines()
    rows = [line for line in lines if "|" in line]
    text = "\n".join([*rows[:row], "---+---+---", *rows[row:], ""])
    with pytest.raises(ParseError, match=f"between boxes of 3x3, found one after row {row}"):
        read(text)


test_mistakes_in_ss = mistakes(
    "line reason",
    [
        ("1..|...|...\n", 1, "9 rows, found the end after 1"),
        ("1..|...|...\n1..|...|..\n", 2, "a row such as"),
        (ss("-----------", "") + "\n1..|...|...", 12, "the end of the board"),
        (ss("-----------", "").replace("5|4", "|54"), 1, "bars around boxes of 3x3"),
        ("12|34\n34|12\n21|43\n--+--\n43|2.\n", 4, "between boxes of 2x2, found one after row 3"),
        ("12|35\n34|12\n--+--\n21|43\n43|2.\n", 1, "a row such as"),
        ("1|2|34\n34|12\n--+--\n21|43\n43|2.\n", 1, "bars around boxes of 2x2"),
    ],
)


def test_other_drawings_are_not_ss() -> None:
    """Knuth's comments begin with a bar, and drawings of dominoes hold some."""
    assert read("| a comment\nA | B\nA\n").form.name == "knuth"


# Nonograms as .non files


NON = find_form("nonogram", "non")
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


@given(st.lists(CLUE, min_size=1, max_size=9), st.lists(CLUE, min_size=1, max_size=9))
def test_files_come_back(rows: list[tuple[int, ...]], columns: list[tuple[int, ...]]) -> None:
    problem = Nonogram(tuple(rows), tuple(columns))
    document = read(NON.write([problem]))
    assert (document.form.name, document.problems) == ("non", (problem,))


def test_the_described_example() -> None:
    (problem,) = read(RING).problems
    assert problem == Nonogram(((4,), (1, 1), (1, 1), (1, 2), (3,)), ((5,), (1, 1), (1, 2), (4,)))
    found = check(problem)
    assert found.verdict is Verdict.UNIQUE
    assert problem.render(found.answers[0]).split() == ["####", "#..#", "#..#", "#.##", "###."]


@each("rows", ["1\n0\n1", "1\n\n0\n\n1\n", "1\n\n1", "1\n\n1\n\n"])
def test_lines_without_runs(rows: str) -> None:
    """A nought; or a blank line, where the others are too few."""
    (problem,) = read(f"height 3\nwidth 1\nrows\n{rows}\ncolumns\n1,1\n").problems
    assert problem == Nonogram(((1,), (), (1,)), ((1, 1),))


def test_sizes_as_rows_and_columns() -> None:
    assert read("width 1\nheight 1\nrows 1\ncolumns 1\nrows\n1\ncolumns\n1\n").problems == (
        Nonogram(((1,),), ((1,),)),
    )


@each(
    ("line", "is_named"),
    [
        ('title "Order of clues is shuffled"', True),
        ('title "Every row is balanced"', True),
        ("color a red", True),
        ("color a black", False),
        ("color b #fff", False),
        ('title "A cat"', False),
    ],
)
def test_lines_of_non_files_that_may_state_a_rule(line: str, is_named: bool) -> None:
    text = RING.replace('title "A ring"', line)
    assert read(text).beside.unread == ((f"the line {line!r}",) if is_named else ())


test_mistakes_in_non_files = mistakes(
    "line reason",
    [
        (RING.replace("height 5", "height 7"), 11, "7 clues of rows, found 5"),
        (RING.replace("height 5", "height 4"), 10, "4 clues of rows, found 5"),
        (RING.replace("height 5", "height x"), 3, "a size from 1 to 200"),
        (RING.replace("height 5", "height 201"), 3, "a size from 1 to 200"),
        (RING.replace("1, 2", "1,2b"), 15, "a run of one colour, found '2b'"),
        (RING.replace("1, 2", "1,0"), 15, "a run of one colour"),
        (
            "width 2\nheight 1\ncolor a red\nrows\n1a\ncolumns\n1\n0\n",
            7,
            "runs of one colour, found also '1'",
        ),
        (RING.replace("columns", "colums"), 12, "one of width, .*, color, .*, found 'colums'"),
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


def test_a_non_file_holds_one_puzzle() -> None:
    with pytest.raises(ValueError, match="holds one problem, not 2"):
        NON.write([read(RING).problems[0]] * 2)
