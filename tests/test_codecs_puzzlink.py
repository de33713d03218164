"""Links of puzz.link."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest
from codec_cases import kakuros, plain_sudokus
from each import each
from hypothesis import given
from hypothesis import strategies as st
from parsing import mistakes

from coversat.answering.questions import decide as check
from coversat.kinds.kakuro.rules import Clue
from coversat.problems import KINDS, Kakuro, Nonogram, StarBattle, Sudoku, find_form, problem_class, read
from coversat.problems.forms import form_names, is_link
from coversat.problems.puzzle import GridPuzzle
from coversat.setters.testing.small_boards import random_board
from coversat.solvers.findings import Verdict

BOARD = "# 4\\ 3\\\n\\4 . .\n\\3 . .\n"


@given(kakuros())
def test_kakuro_comes_back(problem: Kakuro) -> None:
    link = find_form("kakuro", "puzzlink").write([problem])
    assert read(link).problems == (problem,)


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


@each(
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
    assert problem.givens[0][:5] == (9, 15, 16, 1, None)
    assert set().union(*problem.givens[1:]) == {None}


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


test_mistakes_are_named = mistakes(
    "column reason",
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
    place=(1, 1),
)


def test_what_a_link_cannot_state() -> None:
    form = find_form("kakuro", "puzzlink")
    wide = Kakuro(((False,) * 12, (False,) + (True,) * 11), (Clue(1, 0, 0, 66),))
    with pytest.raises(ValueError, match="sums up to 45"):
        form.write([wide])
    with pytest.raises(ValueError, match="black first row"):
        form.write([Kakuro(((True,),), ())])
    with pytest.raises(ValueError, match="usual boxes"):
        find_form("sudoku", "puzzlink").write([Sudoku(3, 2, ((None,) * 6,) * 6)])


# The example and the answer of puzz.link's own tests.
PICTURE = "https://puzz.link/p?nonogram/6/6/12g1111h11112j12g11g21j11g3h"
PAINTED = "##.#..\n#...#.\n.#.##.\n......\n#...#.\n.###.."
STARS = "starbattle/6/6/1/4ilbhgdnmhou"
REGIONS = "000111 011122 033442 553342 544442 522222"
PLACED = ".*.... ...*.. .....* ..*... ....*. *....."


def test_a_nonogram_and_its_picture() -> None:
    document = read(PICTURE)
    (problem,) = document.problems
    assert document.form.name == "puzzlink"
    assert problem.column_clues == ((2, 1), (1, 1, 1), (1,), (1, 1, 1), (2, 1), ())
    assert problem.row_clues == ((2, 1), (1, 1), (1, 2), (), (1, 1), (3,))
    assert problem.violations(problem.parse_answer(PAINTED)) == []
    assert find_form("nonogram", "puzzlink").write([problem]) == PICTURE + "\n"


def test_numbers_may_stand_apart() -> None:
    """Places without a number mean nothing, wherever they are; from 16 on a number has two digits."""
    assert read("nonogram/3/1/gg1" + "g1").problems[0].row_clues == ((1,),)
    (wide,) = read("nonogram/20/1/" + "z" + "-14o").problems
    assert wide.row_clues == ((20,),)
    assert find_form("nonogram", "puzzlink").write([wide]).endswith("/20/1/z-14o\n")


@given(st.data())
def test_nonograms_come_back(data: st.DataObject) -> None:
    rows, columns = data.draw(st.integers(1, 9)), data.draw(st.integers(1, 45))
    board = [[data.draw(st.integers(0, 1)) for _ in range(columns)] for _ in range(rows)]

    def clue(line: Iterable[int]) -> tuple[int, ...]:
        return tuple(sum(1 for _ in group) for black, group in groupby(line) if black)

    problem = Nonogram(tuple(map(clue, board)), tuple(map(clue, zip(*board, strict=True))))
    assert read(find_form("nonogram", "puzzlink").write([problem])).problems == (problem,)


def test_a_star_battle_and_its_answer() -> None:
    (problem,) = read(STARS).problems
    assert problem == StarBattle(1, tuple(tuple(map(int, row)) for row in REGIONS.split()))
    answer = tuple(tuple(int(cell == "*") for cell in row) for row in PLACED.split())
    assert problem.violations(answer) == []
    assert find_form("starbattle", "puzzlink").write([problem]) == f"https://puzz.link/p?{STARS}\n"


@given(st.integers(1, 9), st.integers(1, 3), st.data())
def test_star_battles_come_back(size: int, stars: int, data: st.DataObject) -> None:
    """Rows whose last cells belong to the row below, fewer in each row: regions of one piece."""
    ends = sorted(data.draw(st.sets(st.integers(1, max(1, size - 1)), max_size=size - 1)))
    ends += [size] * (size - 1 - len(ends))
    labels = [[r + (r + 1 < size and c >= ends[r]) for c in range(size)] for r in range(size)]
    problem = StarBattle(stars, tuple(map(tuple, labels)))
    assert read(find_form("starbattle", "puzzlink").write([problem])).problems == (problem,)


test_mistakes_in_pictures_and_stars_are_named = mistakes(
    "column reason",
    [
        ("nonogram/6/6/12g", 17, "a run of black cells or blanks, found the end"),
        ("nonogram/2/1/gg0", 16, "a run of black cells from 1 to 255"),
        ("nonogram/2/1/gh1", 16, "the end after the numbers of every column and row"),
        ("nonogram/2/1/gi", 15, "the end of the board after 3 cells"),
        ("nonogram/2/1/g.", 15, "a run of black cells or blanks"),
        ("nonogram/201/1/z", 1, "a board with sides up to 200"),
        ("starbattle/6/5/1/0", 1, "a square board of side up to 52"),
        ("starbattle/6/6/0/0", 16, "how many stars"),
        ("starbattle/6/6/1/4i", 20, "five walls, as 0 to 9 or a to v, found the end"),
        ("starbattle/2/2/1/w0", 18, "five walls"),
        ("starbattle/2/2/1/10", 18, "the end of the walls after 2 places"),
        ("starbattle/2/2/1/0o0", 20, "the end after the walls"),
        ("starbattle/2/2/1/00", 1, "as many regions as rows .1 regions; there are 2 rows"),
    ],
    place=(1, 1),
)


def test_what_these_links_cannot_state() -> None:
    with pytest.raises(ValueError, match="up to 1 runs of up to 255"):
        find_form("nonogram", "puzzlink").write([Nonogram(((1, 1),), ((), ()))])
    with pytest.raises(ValueError, match="several pieces"):
        find_form("starbattle", "puzzlink").write([StarBattle(1, ((0, 1), (1, 0)))])


# Boards of puzz.link's own tests: the kind with rows and columns, then the rows.
BOARDS = {
    "slither/5/5/cbcbcddad": ("slitherlink 5 5 / 2 - - 1 - / - 2 - - 1 / - - 2 - - / 3 - - 3 - / - 0 - - 3"),
    "mashu/6/6/1063000i3000": (
        "masyu 6 6 / - - w - - - / - b - - w - / - - - - - - / - - - b - - / - w - - - - / - - - - - -"
    ),
    "simpleloop/5/5/sg020": ("simpleloop 5 5 / x x x - - / x - - - - / - - - - - / - - - x - / - - - - -"),
    "yajilin/5/5/m32j10": ("yajilin 5 5 / - - - - - / - - - - - / - - - 2w - / - - - - - / - - - - 0n"),
    "hitori/4/4/1114142333214213": ("hitori 4 4 / 1 1 1 4 / 1 4 2 3 / 3 3 2 1 / 4 2 1 3"),
    "heyawake/6/6/lll155007rs12222j": (
        "heyawake 6 6 / 2 2 - 2 - 2 / - - - - - - / - - - - - - / - - - - - - / - - - - - - / - - - - - - / "
        "1 2 2 3 3 4 / 1 2 2 3 3 4 / 1 2 2 3 3 4 / 5 5 5 5 5 4 / 6 6 6 7 7 4 / 6 6 6 7 7 8"
    ),
    "kurodoko/5/5/i7g5l2l2g4i": ("kurodoko 5 5 / - - - 7 - / 5 - - - - / - - 2 - - / - - - - 2 / - 4 - - -"),
    "nurikabe/5/5/g5k2o1k3g": ("nurikabe 5 5 / - 5 - - - / - - 2 - - / - - - - - / - - 1 - - / - - - 3 -"),
    "yinyang/5/5/016612300": ("yinyang 5 5 / - - - - - / w - b - - / b - - - w / - - b - w / - - - - -"),
    "numlin/5/5/1j2h3m1h2j3": ("numberlink 5 5 / 1 - - - - / 2 - - 3 - / - - - - - / - 1 - - 2 / - - - - 3"),
    "tents/5/5/2g0h1i1j82323": (
        "tents 5 5 / 2 - 0 - - / 1 - - - 1 / - - x - - / - - - - - / - x - - x / - - - x - / - x - - -"
    ),
    "suguru/5/5/cih47bs73m3g5p1g2g": (
        "suguru 5 5 / 3 - - - - / - - - 3 - / 5 - - - - / - - - - - / - 1 - 2 - / "
        "1 1 2 3 3 / 1 1 4 4 4 / 1 4 4 5 5 / 6 6 6 5 5 / 6 6 7 7 7"
    ),
}


@each("link", BOARDS)
def test_a_board_and_its_link(link: str) -> None:
    (problem,) = read(f"https://puzz.link/p?{link}").problems
    assert [line.split() for line in problem.format().splitlines()] == [
        line.split() for line in BOARDS[link].split(" / ")
    ]
    assert check(problem).verdict is Verdict.UNIQUE
    written = find_form(problem.kind, "puzzlink").write([problem])
    if link.startswith("slither"):  # which fills the board beyond the last cell
        written = written.replace("a3", "ad")
    assert written == f"https://puzz.link/p?{link}\n"


LINKED = [
    kind for kind in KINDS if issubclass(problem_class(kind), GridPuzzle) and "puzzlink" in form_names(kind)
]


@pytest.mark.thorough
@each("kind", LINKED)
def test_boards_come_back(kind: str) -> None:
    rng = random.Random(kind)
    form = find_form(kind, "puzzlink")
    of_kind: Any = problem_class(kind)
    seen = 0
    while seen < 40:
        board = random_board(of_kind, rng.randint(1, 7), rng.randint(1, 30), rng)
        if board is None:
            continue
        if kind == "heyawake":  # a link does not say in which cell of its room a number is
            firsts = {room[0] for room in board.region_cells().values()}
            board = board.with_clues(dict.fromkeys(board.clue_at.keys() - firsts))
        if kind == "minesweeper":  # a link does not say how many mines there are
            board = replace(board, numbers=())
        if kind == "nonogram":  # a link has no room for more runs than fit into a line
            lengths = (board.columns, board.rows)
            sides = (board.row_clues, board.column_clues)
            if any(2 * len(clue) > n + 1 for n, clues in zip(lengths, sides, strict=True) for clue in clues):
                continue
        seen += 1
        (again,) = read(form.write([board])).problems
        assert again == board


def test_older_names_and_other_forms_of_links() -> None:
    assert read("masyu/6/6/1063000i3000").problems == read("mashu/6/6/1063000i3000").problems
    assert read("slitherlink_edit/5/5/cbcbcdda3").problems == read("slither/5/5/cbcbcddad").problems
    # Clues without a number, on an arrow and as a shaded cell; numbers of two and of three digits.
    (yajilin,) = read("yajilin/4/1/1.+910-30ff").problems
    assert yajilin.clues == (("x", "x", "16e", "255w"),)
    (sea,) = read("nurikabe/3/1/.-1fg").problems
    assert sea.clues == (("?", 31, None),)
    assert read("hitori/3/1/-10.z").problems[0].clues == ((36, None, 35),)
    assert not read("simpleloop/3/2/").problems[0].clue_at


test_mistakes_in_boards_are_named = mistakes(
    "column reason",
    [
        ("slither/2/2/1.1", 14, "a number from 0 to 4 with blanks, or blanks"),
        ("slither/1/1/4", 1, "4 is not a number from 0 to 3"),
        ("slither/201/1/z", 1, "a board with sides up to 200"),
        ("mashu/2/2/0", 12, "a digit for the next 3 cells"),
        ("mashu/2/2/01", 12, "the end of the board after 4 places"),
        ("mashu/2/2/0r", 12, "a digit for the next 3 cells"),
        ("yajilin/2/1/02a", 13, "a direction and a number"),
        ("numlin/2/1/1g", 1, "1 is in 1 cells, not in two"),
        ("heyawake/2/1/w0", 14, "five walls"),
        ("heyawake/2/1/g111", 17, "the end after the board"),
        ("nurikabe/2/1/0g", 1, "0 is not a number from 1 on"),
        ("tents/2/1/gz", 12, "the end of the board after 3 cells"),
        ("hitori/2/1/1!", 13, "a number, or '.'"),
    ],
    place=(1, 1),
)


def test_what_links_of_boards_cannot_state() -> None:
    for kind, text, reason in (
        ("numberlink", "numberlink 1 2\n256 256\n", "numbers up to 255"),
        ("hitori", "hitori 1 1\n1296\n", "numbers below 1296"),
        ("yajilin", "yajilin 1 2\n256e -\n", "numbers up to 255"),
        ("heyawake", "heyawake 1 2\n1 0\n1 1\n", "one number for a room"),
    ):
        with pytest.raises(ValueError, match=reason):
            find_form(kind, "puzzlink").write(read(text).problems)


def test_a_link_is_told_from_a_file() -> None:
    assert is_link(PICTURE)
    assert is_link(" https://sudokupad.app/x\n")
    for text in ("puzzle.txt", "nonogram/6/6/12g", "https://a b", f"{PICTURE}\n{PICTURE}", "http:/x", ""):
        assert not is_link(text)
