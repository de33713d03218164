"""Files of other sudoku programs: HoDoKu, SudoCue, Simple Sudoku, OpenSudoku."""

from __future__ import annotations

import pytest
from codec_cases import plain_sudokus
from hypothesis import given, settings

from coversat.errors import ParseError
from coversat.kinds.sudoku.constraints.everywhere import AntiKing
from coversat.problems import Sudoku, find_form, read

# BOJ 2580's sample.
LINE = "035469278782105609060278135321046897804913506596820413917652080603701952258394760"
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
PUZZLE = read("\n".join(ROWS)).problems[0]


@pytest.mark.parametrize("name", ["hodoku", "sdk", "ss", "opensudoku"])
def test_every_form_comes_back(name: str) -> None:
    form = find_form("sudoku", name)

    @settings(max_examples=15, deadline=None)
    @given(plain_sudokus((9,)))
    def comes_back(problem: Sudoku) -> None:
        document = read(form.write([problem]))
        assert (document.form.name, document.problems) == (name, (problem,))

    comes_back()
    for other in (Sudoku(2, 2, ((0,) * 4,) * 4), Sudoku(3, 3, ((0,) * 9,) * 9, (AntiKing(),))):
        with pytest.raises(ValueError, match="states sudokus"):
            form.write([other])


@pytest.mark.parametrize("name", ["hodoku", "opensudoku"])
def test_several_puzzles(name: str) -> None:
    blank = Sudoku(3, 3, ((0,) * 9,) * 9)
    assert read(find_form("sudoku", name).write([PUZZLE, blank])).problems == (PUZZLE, blank)


@pytest.mark.parametrize("name", ["sdk", "ss"])
def test_only_one_puzzle(name: str) -> None:
    with pytest.raises(ValueError, match="holds one problem, not 2"):
        find_form("sudoku", name).write([PUZZLE, PUZZLE])


# HoDoKu


def test_hodoku_s_own_lines() -> None:
    """Givens alone; and digits that were placed, which are no givens, with deleted candidates."""
    line = ":0000:x:7.2.34.8.........2.8..51.74.......51..63.27..29.......14.76..2.8.........2.51.8.7:::"
    assert read(line).problems[0].givens[0] == (7, 0, 2, 0, 3, 4, 0, 8, 0)
    placed = LINE.replace("1", "+1")
    (problem,) = read(f":0702:9:{placed}:314 916 921::c28 r68:\n").problems
    assert problem.givens == read(LINE.replace("1", "0")).problems[0].givens


@pytest.mark.parametrize(
    ("line", "column", "reason"),
    [
        (":0000:x:" + LINE[:-1] + ":::", 89, "cell 81 of 81"),
        (":0000:x:" + LINE + "1:::", 90, "':' after 81 cells"),
        (":0000:x:+0" + LINE, 9, "cell 1 of 81"),
        (":0000:x:" + LINE + ":::\nhello", 1, "a line ':TECHNIQUE"),
    ],
)
def test_mistakes_in_hodoku(line: str, column: int, reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as caught:
        read(line)
    assert caught.value.column == column


# SudoCue


def test_sdk_with_and_without_sections() -> None:
    rows = "\n".join(ROWS).replace("0", ".")
    head = "#ASomebody\n#D03-08-2006\n#LEasy\n"
    with_sections = head + "[Puzzle]\n" + rows + "\n[State]\n" + rows.replace(".", "1") + "\n"
    assert read(with_sections).form.name == "sdk"
    assert read(with_sections).problems == (PUZZLE,)
    assert read(head + rows).problems == (PUZZLE,)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("[Puzzle]\n", 1, "row 1 of 9, found the end of the text"),
        ("[Puzzle]\n" + "\n".join(ROWS[:8]), 9, "row 9 of 9, found the end of the text"),
        ("[Puzzle]\n12345678\n", 2, "a row of 9 cells"),
        ("[Puzzle]\n12345678x\n", 2, "a digit 1 to 9"),
        ("[Puzzle]\n" + "\n".join([*ROWS, "[Other]"]), 11, r"the end of the text or \[State\]"),
    ],
)
def test_mistakes_in_sdk(text: str, line: int, reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as caught:
        read(text)
    assert caught.value.line == line


# Simple Sudoku


def ss(rule: str, edge: str) -> str:
    lines = [edge + "|".join((row[:3], row[3:6], row[6:])) + edge for row in ROWS]
    board = [*lines[:3], rule, *lines[3:6], rule, *lines[6:]]
    return "\n".join(["*-----------*", *board, "*-----------*"] if edge else board)


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("1..|...|...\n", 2, "9 rows, found the end after 1"),
        ("1..|...|...\n1..|...|..\n", 2, "a row such as"),
        (ss("-----------", "") + "\n1..|...|...", 12, "the end of the board"),
    ],
)
def test_mistakes_in_ss(text: str, line: int, reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as caught:
        read(text)
    assert caught.value.line == line


def test_other_drawings_are_not_ss() -> None:
    """Knuth's comments begin with a bar, and drawings of dominoes hold some."""
    assert read("| a comment\nA | B\nA\n").form.name == "knuth"


# OpenSudoku


def open_sudoku(*games: str, head: str = '<?xml version="1.0" encoding="UTF-8"?>\n') -> str:
    return (
        head
        + "<opensudoku><name>N</name>"
        + "".join(f'<game data="{game}"/>' for game in games)
        + "</opensudoku>"
    )


def test_open_sudoku_s_older_and_newer_files() -> None:
    assert read(open_sudoku(LINE, LINE, head="")).problems == (PUZZLE, PUZZLE)
    game = f'<game created="1" state="1" data="{LINE}" note=""/>'
    newer = f'<opensudoku version="3"><folder name="F">{game}</folder></opensudoku>'
    assert read(newer).problems == (PUZZLE,)


@pytest.mark.parametrize(
    ("version", "given", "other"),
    [
        ("1", "{}|-|0|", "7|1,2,|1|"),
        ("2", "{}|0||0|", "7|12||1|"),
        ("3", "{}|0|0|", "7|12|1|"),
        ("4", "{}|0|0|0|", "7|12|0|1|"),
        ("5", "{}|0|0|0|0|", "7|12|0|3|1|"),
    ],
)
@pytest.mark.parametrize("end", ["&#10;", "\n"])
def test_begun_games(version: str, given: str, other: str, end: str) -> None:
    cells = "".join(other if digit == "0" else given.format(digit) for digit in LINE)
    assert read(open_sudoku(f"version: {version}{end}{cells}")).problems == (PUZZLE,)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (open_sudoku(LINE[1:]), 2, "data of 81 cells"),
        (open_sudoku("version: 3\n1|0|0|"), 2, "data of 81 cells"),
        (open_sudoku(LINE)[:-3], 2, "XML, found a mistake"),
        ("<opensudoku><game/></opensudoku>", 1, "data of 81 cells, found ''"),
        ("<opensudoku><cages/></opensudoku>", 1, "no elements but those known here, found 'cages'"),
        (f'<opensudoku><game data="{LINE}" x="1"/></opensudoku>', 1, "what is known here, found 'x'"),
        ("<opensudoku>&nbsp;</opensudoku>", 1, "undefined entity"),
        ('<!DOCTYPE x [<!ENTITY a "b">]>\n<opensudoku>&a;</opensudoku>', 1, "XML without a DOCTYPE"),
        ("<!-- c --><!DOCTYPE opensudoku><opensudoku/>", 1, "XML without a DOCTYPE"),
    ],
)
def test_mistakes_in_open_sudoku(text: str, line: int, reason: str) -> None:
    with pytest.raises(ParseError, match=reason) as caught:
        read(text)
    assert caught.value.line == line


def test_a_mistake_in_open_sudoku_is_shown_at_its_column() -> None:
    with pytest.raises(ParseError) as caught:
        read("<opensudoku>\n  <game/></opensudoku>")
    assert (caught.value.line, caught.value.column) == (2, 3)


def test_a_thousand_laughs_are_not_heard() -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 9))
    with pytest.raises(ParseError, match="DOCTYPE"):
        read(f'<!DOCTYPE opensudoku [<!ENTITY l0 "ha">{laughs}]><opensudoku>&l8;</opensudoku>')


def test_deep_xml_is_read() -> None:
    deep = "<opensudoku>" + "<folder>" * 50_000 + "</folder>" * 50_000 + f'<game data="{LINE}"/></opensudoku>'
    assert read(deep).problems == (PUZZLE,)
