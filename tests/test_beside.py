"""What stands beside problems: comments that may change a count, and the answers of files and links."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from each import each

import coversat
from coversat.base.errors import ParseError
from coversat.cli import exit_code
from coversat.problems import Nonogram, Sudoku, read
from coversat.setters.links.lz_string import pack

WHOLE = "".join(str((3 * row + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9))
BOARD = WHOLE.replace("9", ".")
CLAUSES = "p cnf 3 1\n1 2 3 0\n"


@each(
    "comment",
    [
        "c o projected to 1",
        "c s exact arb int 5",
        "c s type mc",
        "c t pmc",
        "c t wmc",
        "c t amc",
        "c p optshow 1 2 0",
        "c p semiring max",
        " c MUST MULTIPLY BY 1024 0",
        "cMUST MULTIPLY BY 4",
        "cr 1 2 0",
        "c pv 1 2 0",
        "c weights 0.5 0.5",
        "c the sampling set is 1 2",
        "c symmetries are broken",
        "c minimize x1",
        "c the model with fewest true variables",
        "c not stated by clauses: one loop",
        "c p show 1 2 0\nc t mc",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_comment_that_may_change_a_count_is_named(comment: str, end: str) -> None:
    above, last = f"{comment}\n{CLAUSES}".replace("\n", end), comment.strip().split("\n")[-1]
    below = f"{CLAUSES}{comment}\n".replace("\n", end)
    assert read(above).beside.unread == read(below).beside.unread == (f"the comment {last!r}",)


@each(
    "comment",
    [
        "c t mc",
        "c p show 1 2 0",
        "c t pmc\nc p show 1 2 0",
        "c ind 1 0",
        "c varname 1 weight",
        "c p cnf 3 1",
        "c 1 2 3 0",
        "c a test of 3 variables",
        "c",
    ],
)
def test_other_comments_are_not_named(comment: str) -> None:
    assert read(f"{comment}\n{CLAUSES}").beside.unread == ()


NON = 'title "T"\n{goal}\nwidth 2\nheight 2\n\nrows\n1\n2\n\ncolumns\n2\n1\n'
XML = (
    '<puzzle backgroundcolor="grey"><color name="grey" char="-">888</color>'
    '<color name="black" char="X">000</color>'
    '<clues type="columns"><line><count>2</count></line><line><count>1</count></line></clues>'
    '<clues type="rows"><line><count>1</count></line><line><count>2</count></line></clues>'
    '<solution type="saved"><image>|--||--|</image></solution>{goal}</puzzle>'
)


def f_puzzles(solution: object, **more: object) -> str:
    grid = [
        [{"value": int(d), "given": True} if d != "." else {} for d in BOARD[at : at + 9]]
        for at in range(0, 81, 9)
    ]
    return "https://www.f-puzzles.com/?load=" + pack(
        json.dumps({"size": 9, "grid": grid, "solution": solution, **more})
    )


def sudokupad(solution: object, **more: object) -> str:
    cells: list[Any] = [
        [{"value": d} if d != "." else {} for d in BOARD[at : at + 9]] for at in range(0, 81, 9)
    ]
    regions = [[[3 * (box // 3) + at // 3, 3 * (box % 3) + at % 3] for at in range(9)] for box in range(9)]
    top = {"cells": cells, "regions": regions, "metadata": {"solution": solution, **more}}
    return "https://sudokupad.app/scl" + pack(json.dumps(top))


OTHER = WHOLE[:79] + WHOLE[80] + WHOLE[79]


@each(
    ("text", "stored"),
    [
        (NON.format(goal='goal "1011"'), "right"),
        (NON.format(goal="goal 10 11"), "right"),
        (NON.format(goal='goal "0111"'), "wrong"),
        (NON.format(goal='goal ""'), "absent"),
        (NON.format(goal=""), "absent"),
        (XML.format(goal="<solution><image>|X-||XX|</image></solution>"), "right"),
        (XML.format(goal='<solution type="goal"><image>\n|[X]-|\n|XX|\n</image></solution>'), "right"),
        (XML.format(goal="<solution><image>|-X||XX|</image></solution>"), "wrong"),
        (XML.format(goal=""), "absent"),
        (f_puzzles([*map(int, WHOLE)]), "right"),
        (f_puzzles(WHOLE), "right"),
        (f_puzzles(OTHER), "wrong"),
        (f_puzzles(None), "absent"),
        (sudokupad(WHOLE), "right"),
        (sudokupad(OTHER), "wrong"),
        (sudokupad(""), "absent"),
    ],
)
def test_answers_in_files_and_links_are_compared(
    text: str, stored: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "puzzle"
    path.write_text(text)
    code = exit_code(["check", str(path), "--json"])
    row = json.loads(capsys.readouterr().out)
    assert (row["status"], row["stored"], code) == ("unique", stored, int(stored == "wrong"))


@each("link", [f_puzzles, sudokupad])
@each("solution", [WHOLE[:40] + "." * 41, WHOLE[:80], [*WHOLE[:80], 0], 7])
def test_part_of_an_answer_is_not_read(link: Any, solution: object) -> None:
    beside = read(link(solution)).beside
    assert (beside.unread, beside.stored) == (("a solution that is not whole",), (None,))


@each(
    ("text", "line"),
    [
        (NON.format(goal='goal "101"'), 2),
        (NON.format(goal='goal "1021"'), 2),
        (XML.format(goal="<solution><image>|X-||X?|</image></solution>"), 1),
        (XML.format(goal="<solution><image>|X-||X|</image></solution>"), 1),
    ],
)
def test_what_is_no_picture_of_the_puzzle_is_refused(text: str, line: int) -> None:
    with pytest.raises(ParseError, match=r"expected (the cells of the answer|an image of 2 rows)") as error:
        read(text)
    assert error.value.line == line
    assert isinstance(read(NON.format(goal="")).problems[0], Nonogram)


MASK = "011" + "0" * 78
SMALL, SMALL_MASK = "1...\n..3.\n.4..\n...2\n", "0110\n1001\n0110\n1001\n"


def rows_of(board: str) -> str:
    return "".join(f"{board[at : at + 9]}\n" for at in range(0, 81, 9))


@each(
    "text",
    [
        f"{rows_of(BOARD)}\n{rows_of(BOARD)}\n{rows_of(MASK)}",
        f"{rows_of(MASK)}\n{rows_of(BOARD)}",
        f"{SMALL}\n{SMALL}\n{SMALL_MASK}",
    ],
)
def test_a_mask_below_boards_is_no_sudoku_without_an_answer(text: str) -> None:
    with pytest.raises(ParseError, match="or the kind of a board of which 1 appears twice"):
        read(text)
    assert {type(problem) for problem in read(text, "sudoku").problems} == {Sudoku}


@each("blank", [".", "0"])
@each("head", ["", "puzzle\n", "puzzle,id\n"])
def test_a_mask_among_sudokus_of_a_line_is_no_sudoku_without_an_answer(
    blank: str, head: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    boards = [*[BOARD.replace(".", blank)] * 9, MASK, *[BOARD.replace(".", blank)] * 9]
    path = tmp_path / "set"
    path.write_text(head + "".join(f"{one},x7\n" if "," in head else f"{one}\n" for one in boards))
    code = exit_code(["check", str(path), "--json"])
    found = [json.loads(line)["status"] for line in capsys.readouterr().out.splitlines()]
    assert (code, found) == (2, [*["unique"] * 9, "error", *["unique"] * 9])


@each(
    ("text", "unread"),
    [
        (f"# XV\n{BOARD}\n", "the remark '# XV'"),
        (f"#TXV\n{rows_of(BOARD)}", "the remark '#TXV'"),
        (f"#DKiller\n{rows_of(BOARD)}", "the remark '#DKiller'"),
        (f"{BOARD} XV\n", "the remark 'XV'"),
        (f"#AThe Times\n#L5\n{rows_of(BOARD)}", None),
    ],
)
def test_the_name_of_a_variant_is_not_read(text: str, unread: str | None) -> None:
    assert read(text).beside.unread == (() if unread is None else (unread,))


@each("word", ["XV", "title: XV", "X"])
def test_a_line_with_the_name_of_a_variant_is_refused(word: str) -> None:
    with pytest.raises(ParseError, match=f"expected no words around sudoku 9x9, found '{word}'"):
        read(f"{word}\n{rows_of(BOARD)}")


def test_a_board_and_a_map_in_a_list_are_a_jigsaw() -> None:
    regions = [[1, 1, 1, 2], [1, 2, 2, 2], [3, 3, 3, 4], [3, 4, 4, 4]]
    board = [[1, 0, 0, 0], [0] * 4, [0] * 4, [0, 0, 0, 2]]
    for both in ([board, regions], [regions, board], {"sets": [board, regions]}):
        (problem,) = read(json.dumps(both)).problems
        assert problem.called == "sudoku 4x4 with regions"


@each(
    "text",
    ["grid = [\n'53..7....',\n{rest}]\n", "puzzles = ['{whole}', '{whole}']\n", "let b = ['{whole}'];\n"],
)
def test_lists_with_a_name_are_lists_alone(text: str) -> None:
    rest = "".join(f"'{BOARD[at : at + 9]}',\n" for at in range(9, 81, 9))
    found = read(text.format(rest=rest, whole=BOARD))
    assert (found.form.name, len(found.problems)) == ("lists", text.count("whole") or 1)


def test_a_mistake_is_in_the_form_that_the_name_states() -> None:
    with pytest.raises(ParseError, match="clues that fit"):
        read("5 3\n1 1\n1 1\n3\n1 1 1\n5\n2 2\n1 2\n3\n", None, "x.nin")
    with pytest.raises(ParseError, match="expected a number from 0 to 3, or '-', found '4'"):
        read(rows_of(BOARD), "slitherlink")
    assert read("rows\n1\n1\ncolumns\n1\n1\n", "nonogram").problems == (Nonogram(((1,),) * 2, ((1,),) * 2),)


@each(
    ("text", "reason"),
    [
        ("p dnf 3 1\n1 2 0\n", "found a formula in DNF"),
        ("p gcnf 3 1 1\n{1} 1 2 0\n", "found a formula whose clauses are in groups"),
        ("p pcnf 3 1 1\n1 2 0\n", "found a projected formula"),
        ("p exact 3 1\nr 1\n", "found an exact cover of libexact"),
        ("p edge 3 1\ne 1 2\n", "found a graph in DIMACS"),
        ("c hello\n1 2 0\n-1 0\n", "found a formula in CNF without its line"),
        ('{"size": 9,\n"grid": [[{"value": 5}]]}', "found a puzzle of f-puzzles in JSON"),
        ('{"cells": [[{"value": 5}]], "regions": []}', "found a puzzle of SudokuPad in JSON"),
        ("#,4\\,6\\\n\\5,,.\n", "in each column, found an empty one"),
        ("X,4\\,6\\\n\\5,.,.\n", "a clue such as 17"),
        ('\n{\n"puzzle": "53"}', "expected a board in JSON"),
        (f"{rows_of(BOARD)}hand\n", "or a constraint (perhaps 'and')"),
    ],
)
def test_a_refusal_names_the_text(text: str, reason: str) -> None:
    with pytest.raises(ParseError) as error:
        read(text)
    assert reason in error.value.reason
    assert text.split("\n")[error.value.line - 1].strip()


def test_an_own_export_with_a_long_line_of_items_is_read() -> None:
    items = " ".join(f"item{at}" for at in range(20_000))
    assert read(f"| coversat\n{items}\n{items}\n").problems[0].kind == "cover"


@each("file", ["examples/kakuro/kakuro2.txt", "docs/puzzles/corner.txt", "examples/vertexcover/streets.txt"])
@each("to", ["dimacs", "cover"])
def test_an_own_export_is_read_whole(file: str, to: str) -> None:
    """Its comments have the text of the puzzle, a projection and names."""
    assert read(coversat.export(file, to)).beside.unread == ()


@each(
    ("text", "unread"),
    [
        ("colouring 2\na b\n# a and b must be equal\n", "# a and b must be equal"),
        ("colouring 2\na b # a is fixed\n", "# a is fixed"),
        ("clique 3\n# directed\na b\nb c\na c\n", "# directed"),
        ("colouring 2\n% weights follow\na b\n", "% weights follow"),
        ("3sat 3\n1 2 3\nc p show 1 2 0\n", "c p show 1 2 0"),
        ("3sat 3\nc weights 1 2\n1 2 3\n", "c weights 1 2"),
        ("colouring 2\na b\n# drawn in 2020\n", None),
        ("3sat 3\n1 2 3\nc an example\n", None),
    ],
)
def test_comments_of_graphs_and_clauses_that_may_be_rules(text: str, unread: str | None) -> None:
    assert read(text).beside.unread == (() if unread is None else (f"the comment {unread!r}",))


@each("link", [f_puzzles, sudokupad])
def test_the_title_of_a_link_to_a_plain_board_may_name_a_variant(link: Any) -> None:
    assert read(link(None, title="XV 3")).beside.unread == ("the title 'XV 3'",)
    words = {"ruleset" if link is f_puzzles else "rules": "Normal"}
    assert read(link(None, title="XV", **words)).beside.unread == ("rules in words",)
    assert read(link(None, title="A walk")).beside.unread == ()
    assert read(link(None, title="Knights", antiknight=True)).beside.unread == ()
    assert read(link(None, title="Anti-knight", antiknight=True)).beside.unread == ()


def test_a_map_among_boards_of_clues_is_refused_as_one() -> None:
    regions = "".join(str(min(at // 9, 8) + 1) for at in range(81))
    with pytest.raises(ParseError, match="a board of clues and a map of its regions"):
        read(f"{BOARD}\n{BOARD}\n{regions}\n{BOARD}\n")
