"""Files and game ids of other programs: HoDoKu, SudoCue, Simple Sudoku, OpenSudoku, Solo, Dominosa, .non."""

from __future__ import annotations

import pytest
from codec_cases import plain_sudokus, variants
from each import each
from hypothesis import given
from hypothesis import strategies as st
from kinds import grid
from parsing import mistakes

from coversat.answers.questions import decide as check
from coversat.base.errors import ParseError
from coversat.kinds.sudoku.constraints.everywhere import AntiKing, AntiKnight
from coversat.kinds.sudoku.constraints.sets import Diagonal, Regions
from coversat.kinds.sudoku.constraints.sums import Cage
from coversat.problems import Dominosa, Nonogram, Sudoku, find_form, read
from coversat.solvers.findings import Verdict

# BOJ 2580's sample.
LINE = "035469278782105609060278135321046897804913506596820413917652080603701952258394760"
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
PUZZLE = read("\n".join(ROWS)).problems[0]


@pytest.mark.thorough
@each("name", ["hodoku", "sdk", "ss", "opensudoku"])
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


@each("name", ["hodoku", "opensudoku"])
def test_several_puzzles(name: str) -> None:
    blank = Sudoku(3, 3, ((None,) * 9,) * 9)
    assert read(find_form("sudoku", name).write([PUZZLE, blank])).problems == (PUZZLE, blank)


@each("name", ["sdk", "ss"])
def test_only_one_puzzle(name: str) -> None:
    with pytest.raises(ValueError, match="holds one problem, not 2"):
        find_form("sudoku", name).write([PUZZLE, PUZZLE])


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


# SudoCue


def test_sdk_with_and_without_sections() -> None:
    rows = "\n".join(ROWS).replace("0", ".")
    head = "#ASomebody\n#D03-08-2006\n#LEasy\n"
    with_sections = head + "[Puzzle]\n" + rows + "\n[State]\n" + rows.replace(".", "1") + "\n"
    assert read(with_sections).form.name == "sdk"
    assert read(with_sections).problems == (PUZZLE,)
    assert read(head + rows).problems == (PUZZLE,)


test_mistakes_in_sdk = mistakes(
    "line reason",
    [
        ("[Puzzle]\n", 1, "row 1 of 9, found the end of the text"),
        ("[Puzzle]\n" + "\n".join(ROWS[:8]), 9, "row 9 of 9, found the end of the text"),
        ("[Puzzle]\n12345678\n", 2, "a row of 9 cells"),
        ("[Puzzle]\n12345678x\n", 2, "a digit 1 to 9"),
        ("[Puzzle]\n" + "\n".join([*ROWS, "[Other]"]), 11, r"the end of the text or \[State\]"),
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


test_mistakes_in_ss = mistakes(
    "line reason",
    [
        ("1..|...|...\n", 1, "9 rows, found the end after 1"),
        ("1..|...|...\n1..|...|..\n", 2, "a row such as"),
        (ss("-----------", "") + "\n1..|...|...", 12, "the end of the board"),
    ],
)


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


@each(
    ("version", "given", "other"),
    [
        ("1", "{}|-|0|", "7|1,2,|1|"),
        ("2", "{}|0||0|", "7|12||1|"),
        ("3", "{}|0|0|", "7|12|1|"),
        ("4", "{}|0|0|0|", "7|12|0|1|"),
        ("5", "{}|0|0|0|0|", "7|12|0|3|1|"),
    ],
)
@each("end", ["&#10;", "\n"])
def test_begun_games(version: str, given: str, other: str, end: str) -> None:
    cells = "".join(other if digit == "0" else given.format(digit) for digit in LINE)
    assert read(open_sudoku(f"version: {version}{end}{cells}")).problems == (PUZZLE,)


test_mistakes_in_open_sudoku = mistakes(
    "line reason",
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


# Solo


BLANK_4 = ((None,) * 4,) * 4
X = (Diagonal("down"), Diagonal("up"))


@given(variants(()))
def test_game_ids_of_solo_come_back(problem: Sudoku) -> None:
    assert read(find_form("sudoku", "solo").write([problem])).problems == (problem,)


@given(variants(()))
def test_game_ids_with_diagonals_come_back(problem: Sudoku) -> None:
    crossed = Sudoku(problem.box_rows, problem.box_columns, problem.givens, (*problem.constraints, *X))
    text = find_form("sudoku", "solo").write([crossed])
    assert "x" in text.partition(":")[0].removeprefix(f"{problem.box_rows}x")
    assert read(text).problems == (crossed,)


def test_a_published_game_has_one_answer() -> None:
    """A game that somebody showed beside its board, which begins ' 5 2     ', '8 7 1   6'."""
    (problem,) = read("3x3:a5a2e8a7a1c6_3b7d4a3b2a4b1_2e8_9b9a4b2a7d6b2_2c3a5a7e2a1a\n").problems
    assert problem.givens[:2] == grid(".5.2.....", "8.7.1...6")
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
    problem = Sudoku(1, 9, ((None,) * 9,) * 9, (Regions(rows),))
    text = find_form("sudoku", "solo").write([problem])
    assert text == "9j:zzzc,zzv" + "_" * 72 + "\n"
    assert read(text).problems == (problem,)


def test_cages_by_hand() -> None:
    """One cage of the two first cells, 3 together: the first place is a gap, the others are walls."""
    (problem,) = read("2x2k:p,a" + "_" * 23 + ",3o").problems
    assert problem == Sudoku(2, 2, BLANK_4, (Cage(((0, 0), (0, 1)), 3),))


test_mistakes_in_solo = mistakes(
    "column reason",
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


@each(
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


# Dominosa


GAME = find_form("dominosa", "game")


@st.composite
def boards(draw: st.DrawFn) -> Dominosa:
    order = draw(st.integers(1, 20))
    row = st.tuples(*[st.integers(0, order)] * (order + 2))
    return Dominosa(draw(st.tuples(*[row] * (order + 1))))


@given(st.lists(boards(), min_size=1, max_size=3))
def test_game_ids_come_back(problems: list[Dominosa]) -> None:
    document = read(GAME.write(problems))
    assert (document.form.name, document.problems) == ("game", tuple(problems))


def test_a_game_by_hand() -> None:
    (problem,) = read("1:001101\n").problems
    assert problem.digits == ((0, 0, 1), (1, 0, 1))
    address = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/dominosa.html#"
    assert read(address + "1db:001101").problems == (problem,)
    assert read("10:" + "[10]" * 132).problems == (Dominosa(((10,) * 12,) * 11),)


test_mistakes_in_dominosa = mistakes(
    "column reason",
    [
        ("1:00110", 8, "a digit .or a number in brackets., 6 in all, found the end"),
        ("1:0011011", 9, "the end after 6 numbers"),
        ("1:002101", 5, "a number from 0 to 1"),
        ("1:00[1101", 5, "a digit"),
        ("1:00x101", 5, "a digit"),
        ("21:0", 1, "an order from 1 to 20"),
        ("0:00", 1, "an order from 1 to 20"),
        ("1:001101 1:001101", 10, "the end of the line after a game id"),
    ],
)


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


test_mistakes_in_non_files = mistakes(
    "line reason",
    [
        (RING.replace("height 5", "height 7"), 11, "7 clues of rows, found 5"),
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


def test_a_non_file_holds_one_puzzle() -> None:
    with pytest.raises(ValueError, match="holds one problem, not 2"):
        NON.write([read(RING).problems[0]] * 2)
