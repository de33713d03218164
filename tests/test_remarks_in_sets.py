"""Words around puzzles: what lines between those of a set say, and boards among lines of prose."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from each import each

import coversat
from coversat.base.errors import ParseError
from coversat.cli import exit_code
from coversat.problems import read

WHOLE = "".join(str((3 * row + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9))
BOARD = WHOLE.replace("9", ".")
ROWS = "\n".join(BOARD[at : at + 9] for at in range(0, 81, 9))
TABLE = "\n".join(f"{number},{BOARD}" for number in range(3))


def rows(path: Path, text: str, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, list[dict]]:
    path.write_text(text)
    code = exit_code(["check", str(path), "--json", *options])
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@each(
    "text",
    [
        f"# each is an anti-king sudoku\n{BOARD}\n{BOARD}\n",
        f"killer sudokus of May\n{BOARD}\n{BOARD}\n",
        f"# Sudoku X\nnumber,puzzle\n{TABLE}\n",
    ],
)
def test_a_remark_above_puzzles_was_not_read(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = rows(tmp_path / "set", text, capsys)
    assert code == 0
    assert len(found) > 1
    assert all(len(row["unread"]) == 1 and row["status"] == "unique" for row in found)
    assert rows(tmp_path / "set", text, capsys, "--strict")[0] == 2
    assert read(text).beside.unread == tuple(found[0]["unread"])


@each(
    "text", [f"# from a book, 1987\n{BOARD}\n{BOARD}\n", f"id,puzzle\n{TABLE}\n", f"id  puzzle\n7 {BOARD}\n"]
)
def test_a_remark_without_a_rule_changes_nothing(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = rows(tmp_path / "set", text, capsys, "--strict")
    assert (code, {str(row["unread"]) for row in found}) == (0, {"None"})


def test_a_remark_says_nothing_of_puzzles_above_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Below the last puzzle it is an error of its own."""
    code, found = rows(tmp_path / "set", f"{BOARD}\n# now diagonal ones\n{BOARD}\n", capsys)
    assert (code, [bool(row["unread"]) for row in found]) == (0, [False, True])
    code, found = rows(tmp_path / "set", f"{TABLE}\n# the last one is diagonal\n", capsys)
    assert (code, [row["status"] for row in found]) == (2, ["unique"] * 3 + ["error"])
    assert found[-1]["line"] == 4


def test_an_audit_says_what_was_not_read(tmp_path: Path) -> None:
    path = tmp_path / "set"
    path.write_text(f"{BOARD}\n# killers\n" + f"{BOARD}\n" * 5)
    found = coversat.audit(path)
    assert [bool(row.unread) for row in found] == [False] + [True] * 5
    assert f"{path}:3: not read in full: the remark '# killers'" in found.remarks()
    assert found.remarks()[-1] == "  2 more: not read in full"


@each(
    ("text", "line"),
    [
        (f"Hello all,\n\nmy hardest so far:\n{ROWS}\nHave fun!\n", 1),
        (f"Corners are even\n{ROWS}\n", 1),
        (f"Hello all,\n\ntry this Windoku\n{ROWS}\n", 3),
        (f"Puzzle no. 1, easy\n{ROWS}\n\nIts end\n\nBoth diagonals\n", 14),
    ],
)
def test_words_around_a_board_are_refused_by_their_line(text: str, line: int) -> None:
    with pytest.raises(ParseError, match="expected no words around sudoku 9x9, found") as error:
        read(text)
    assert (error.value.line, error.value.column) == (line, 1)


@each("heading", ["kakuro", "Kakuro", "KAKURO:", "\n\n Kakuro :\r"])
def test_the_name_of_its_kind_may_stand_above_a_board(heading: str) -> None:
    board = "# 4\\ 6\\\n\\7 . .\n\\3 . .\n"
    found = read(f"{heading}\n{board}")
    assert (found.problems, found.kind_from, found.beside.unread) == (read(board).problems, "text", ())
    with pytest.raises(ParseError) as error:
        read(f"{heading}\n{board}\\3 a b\n")
    assert error.value.line == heading.count("\n") + 5
    with pytest.raises(ParseError):
        read(f"{heading} with products\n{board}")


@each(
    ("heading", "advice"),
    [
        ("Numbrix (Parade)", "it names numbrix: leave out such lines and state --kind numbrix"),
        ("A star battle", "it names starbattle: leave out such lines and state --kind starbattle"),
        ("No numbrix, a Sudoku", "rules in words are not read; a text of another kind begins with its name"),
        ("\uc624\ub298\uc758 \uc2a4\ub3c4\ucfe0", "leave out such lines; rules in words are not read"),
    ],
)
def test_another_kind_in_a_heading_is_named(heading: str, advice: str) -> None:
    with pytest.raises(ParseError, match="expected no words around sudoku 9x9") as error:
        read(f"{heading}\n\n{ROWS}\n")
    assert error.value.hint == advice
    assert heading in error.value.reason


TITLES = ("sudoku", "SUDOKU", "Sudoku 9x9", "Easter Monster:", "## Puzzle no. 1, easy", "name: daily", "Hard")
VARIANTS = (
    "Killer",
    "Sudoku X",
    "X",
    "Odd",
    "Thirds",
    "Rows only",
    "Slitherlink 9x9",
    "Puzzle 7X",
    "No. 5 NC",
)
FRAMED = re.sub("(?m)^(...)(...)(...)$", r"| \1 | \2 | \3 |", ROWS)


@each("board", [ROWS, FRAMED])
def test_titles_of_boards_state_no_rule_if_all_their_words_are_known(board: str) -> None:
    for title in TITLES:
        found = read(f"{title}\n\n{board}\n")
        assert (found.problems, found.beside.unread) == (read(ROWS).problems, ()), title
    for title in VARIANTS:
        for text in (f"{title}\n{board}\n", f"{board}\n\n{title}\n", f"sudoku\n{board}\n\n{title}\n"):
            with pytest.raises(ParseError):
                read(text)
    answer = board.replace(".", "9")
    found = read(f"Puzzle 1:\n{board}\n\nIts solution\n{answer}\n")
    assert (len(found.problems), found.beside.stored) == (1, (read(WHOLE).problems[0].givens,))


@each(
    ("before", "is_read"),
    [
        *(
            (one, True)
            for one in ("Easter Monster: ", "ED=9.0/1.2 ", "No. 17: ", "#1 (easy) ", "7 ", "a8-f3 ")
        ),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=", True),
        *((one, False) for one in ("NC 5: ", "X: ", "Thirds: ", "diag=1 ", "https://a.org/windmill.php?p=")),
    ],
)
def test_words_before_a_board_in_its_line_are_one_remark(before: str, is_read: bool) -> None:
    assert (read(f"{before}{BOARD}\n").beside.unread == ()) == is_read


@each(
    ("head", "is_read"),
    [
        *(
            (one, True)
            for one in ("Sudoku||||||||", "1|2|3|4|5|6|7|8|9", "A|B|C|D|E|F|G|H|I", " |" * 8 + " ")
        ),
        *(
            (one, False)
            for one in ("Windoku||||||||", "Thirds||||||||", "14|8|3|12|9|21|7|6|4", "4|1|3|2|5|6|2|2|1")
        ),
    ],
)
def test_the_head_of_a_table_states_no_rule_if_it_is_known(head: str, is_read: bool) -> None:
    text = f"|{head}|\n{'|-' * 9}|\n" + "".join(f"|{'|'.join(row)}|\n" for row in ROWS.split())
    if is_read:
        assert read(text).problems == read(ROWS).problems
    else:
        with pytest.raises(ParseError):
            read(text)


def test_words_around_no_board_are_a_text_in_no_form() -> None:
    with pytest.raises(ParseError, match="in no known form"):
        read("Hello all,\nhere is nothing\n1 2 3\n")


@each(
    ("sides", "is_read"),
    [({"box": [2, 3]}, 1), ({"box": [3, 2]}, 0), ({"block_width": 2, "block_height": 3}, 0)],
)
def test_sides_of_boxes_are_the_usual_ones(sides: dict, is_read: bool) -> None:
    text = json.dumps({"puzzle": "1" + "." * 35, **sides})
    if is_read:
        assert read(text).problems[0].called == "sudoku 6x6, boxes 2x3"
    else:
        with pytest.raises(ParseError, match="which may change them"):
            read(text)


def test_a_row_with_nothing_is_an_error_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f'{{"quiz": "{BOARD}"}}\n{{"quiz": null}}\n{{"quiz": "{BOARD}"}}\n'
    code, found = rows(tmp_path / "set", text, capsys)
    assert (code, [row["status"] for row in found]) == (2, ["unique", "error", "unique"])
    assert found[1]["message"] == "expected a puzzle in one field, found nothing"


@each(
    "said",
    [
        "NC",
        "diag",
        "X 3",
        "A",
        "12 NC",
        "level 4 (X)",
        "10=0+1 7=2+3",
        "3:0-1;7:2-3",
        "12:14:9:10:11,2:1:5",
        "[[0,1,5],[2,3,7]]",
        "a1 a2; 7",
        "a1b2c3",
        "01" * 9,
        "r1c1>r1c2",
        "-1 +1",
        ">1<2^3",
        "x." * 40 + "x",
        "eo,eo,eo",
        "Sujiken",
        "by diags",
        "\u8272:\u5947\u6570",
    ],
)
@each("place", ["{0} {1}\n{0} easy\n", "# {1}\n{0}\n", "# {1}\n\n{2}\n", "{2}\n# {1}\n"])
def test_words_that_are_not_known_to_state_no_rule_are_named(said: str, place: str) -> None:
    assert len(read(place.format(BOARD, said, ROWS)).beside.unread) == 1


@each(
    "said",
    [
        "9.9",
        "ER=7.2",
        "ED=9.0/9.0/2.6",
        "SE 8.3",
        "17 clues",
        "very hard, 2012-03-04",
        "Puzzle 12 - easy",
        "AI Escargot by Arto Inkala",
        "title: Fantini Eleven",
        "top95",
        "https://example.org/7?b=1",
        "11.9;11.9;11.3;coloin;GP",
        WHOLE,
    ],
)
def test_figures_and_names_state_no_rule(said: str) -> None:
    assert read(f"# {said}\n{ROWS}\n").beside.unread == ()
    assert read(f"{BOARD} ;{said}\n{BOARD}\n").beside.unread == ()


CELLS = json.dumps([[int(sign) if sign != "." else 0 for sign in row] for row in ROWS.split()])
STRINGS = json.dumps([[*row] for row in ROWS.split()])


@each(
    "text",
    [
        f"import numpy as np\n\nboard = np.array({CELLS})\nprint(solve(board))\n",
        f"#include <vector>\nusing namespace std;\nint grid[9][9] = {CELLS};  // easy\n",
        f"grid = {CELLS}\n# solve(grid)\nresult = solve(grid)\n",
        CELLS.replace("], ", "],  # row 1\n"),
        f"data = {{'grid': {CELLS}}}\n",
        f"Example 1:\n\nInput: board = {STRINGS}\nOutput: true\nExplanation: The board is valid.\n",
        f"Input: board = {STRINGS}\nOutput: {STRINGS.replace(chr(46), chr(57))}\n",
    ],
)
def test_code_around_a_list_states_no_rule(text: str) -> None:
    found = read(text)
    assert (len(found.problems), found.beside.unread) == (1, ())
    assert found.beside.stored in ((None,), (found.problems[0].completed_by(read(WHOLE).problems[0]),))


@each(
    ("text", "named"),
    [
        (f"# anti-knight\ngrid = {CELLS}\n", "the remark 'anti-knight'"),
        (f"from killer import solve\ngrid = {CELLS}\n", "the line 'from killer import solve'"),
        (f"grid = {CELLS}\nsolve_diagonal(grid)\n", "the line 'solve_diagonal(grid)'"),
        (f"grid = {CELLS}\nsolve(grid, thirds=True)\n", "the line 'solve(grid, thirds=True)'"),
        (f"Input: board = {STRINGS}\nOutput: 7\n", "the line 'Output: 7'"),
        (CELLS.replace("]]", "]]  # evens\n"), "the remark 'evens'"),
    ],
)
def test_code_and_comments_around_a_list_that_may_state_a_rule_are_named(text: str, named: str) -> None:
    assert read(text).beside.unread == (named,)


@each(
    "rest",
    ["k = 3\n", "grid[0][0] = 7\n", "while True:\n    pass\n", "'''also on diagonals'''\n", "/* all */\n"],
)
def test_other_code_around_a_list_is_refused(rest: str) -> None:
    for text in (f"grid = {CELLS}\n{rest}", f"{rest}grid = {CELLS}\n"):
        with pytest.raises(ParseError):
            read(text)


def test_lists_of_a_program_are_puzzles_with_different_names() -> None:
    assert len(read(f"easy = {CELLS}\n\nhard = {CELLS}\n").problems) == 2
    with pytest.raises(ParseError, match="two called 'easy'"):
        read(f"easy = {CELLS}\neasy = {CELLS}\n")


def test_the_mark_of_a_fence_is_no_plain_word() -> None:
    assert read(f"```text\n{ROWS}\n```\n").beside.unread == ()
    with pytest.raises(ParseError, match="expected no words around sudoku 9x9, found '```diag'"):
        read(f"```diag\n{ROWS}\n```\n")


def test_a_map_in_letters_is_no_answer_of_a_board_in_digits() -> None:
    with pytest.raises(ParseError, match="expected a whole board that is a stored answer"):
        read(f"{BOARD};{'ABC' * 27}\n")
