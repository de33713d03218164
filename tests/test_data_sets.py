"""Rows of data sets: which field is the puzzle, and what the answer is that stands beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from each import each

import coversat
from coversat.answering.sets.entries import Entries
from coversat.answering.sets.entry import Block
from coversat.answering.sets.presenting import JsonRows
from coversat.answering.sets.request import Request, ask_block
from coversat.base.errors import CoversatError, ParseError, WrongAnswerError
from coversat.cli import exit_code
from coversat.kinds.sudoku.search_tables import SudokuTable
from coversat.problems import read
from coversat.problems.fields import Field, What, roles
from coversat.setters.links.sudoku.rows import fields_of, row_of
from coversat.solvers.findings import Verdict

SEVERAL = "..4..7.....21..8..68...2154.68239..5.7....2393.9.....8293.8.5..84157692.75....4.."
"""It has eight answers."""
ONE_OF_THEM = "914857362532164897687392154168239745475618239329745618293481576841576923756923481"
UNIQUE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
JIGSAW = "4.....7...8.....13.9..5..6..3.1482.......2............5.7.....6..829...4........."
REGIONS = "112222233411222235411333335416663555411666775444866675488888775489999775889999977"


def rows_of(board: str, gap: str = "") -> str:
    return "\n".join(gap.join(board[at : at + 9]) for at in range(0, 81, 9))


def spaced(board: str) -> str:
    return rows_of(board.replace(".", "_").replace("0", "_"), " ")


def listed(board: str) -> str:
    return str([[int(cell) for cell in row] for row in rows_of(board).split()])


def framed(board: str) -> str:
    rule = "+-------+-------+-------+"
    rows = [
        f"| {' | '.join(' '.join(row[at : at + 3]) for at in (0, 3, 6))} |" for row in rows_of(board).split()
    ]
    return "\n".join([rule, *rows[:3], rule, *rows[3:6], rule, *rows[6:], rule])


def chat(*messages: str) -> dict[str, Any]:
    roles = ("user", "assistant") * len(messages)
    return {"messages": [{"role": role, "content": one} for role, one in zip(roles, messages, strict=False)]}


def asked(
    path: Path, capsys: pytest.CaptureFixture[str], *options: str
) -> tuple[int, list[dict[str, Any]], str]:
    code = exit_code(["check", "--json", *options, str(path)])
    out, err = capsys.readouterr()
    return code, [json.loads(line) for line in out.splitlines()], err


P, S = SEVERAL, ONE_OF_THEM
ROWS: dict[str, Any] = {
    "a board in a prompt": {"prompt": f"Solve {P}", "answer": S},
    "noughts": {"prompt": f"Solve {P.replace('.', '0')}.", "answer": f"{S}."},
    "nine words": {
        "prompt": f"Solve {rows_of(P)}.".replace("\n", " "),
        "answer": rows_of(S).replace("\n", " "),
    },
    "slashes": {"prompt": rows_of(P).replace("\n", "/"), "answer": S},
    "nine lines": {"prompt": f"Solve:\n{rows_of(P)}", "answer": S},
    "underscores": {
        "question": f"Solve this puzzle:\n{spaced(P)}\nRespond with a grid.",
        "answer": spaced(S),
    },
    "a frame": {"prompt": f"Solve\n{framed(P)}", "answer": framed(S)},
    "lists in words": {"prompt": f"grid = {listed(P.replace('.', '0'))}", "answer": f"It is {listed(S)}."},
    "a reply and the answer": {"prompt": P, "response": f"Perhaps {'1' * 81}", "gold": S},
    "the last board of a reply": {"prompt": P, "response": f"First {'1' * 81}, no: {S}"},
    "rows in bold, and a column": {
        "prompt": P,
        "response": "\n".join(
            [
                *(f"**Row {at}:** {' '.join(S[9 * at - 9 : 9 * at])}" for at in range(1, 10)),
                f"Column 1: {S[::9]}",
            ]
        ),
    },
    "a chat": chat(f"Solve {P}", S),
    "parts of messages": {
        "messages": [{"role": "user", "content": [{"type": "text", "text": P}]}],
        "target": S,
    },
    "one text": {"text": f"Solve:\n{P}\nAnswer:\n{S}"},
    "members inside": {"prompt": "Fill the grid.", "extra_info": {"puzzle": P, "id": 3}, "solution": S},
    "lists": [P, S],
    "answer first": {"answer": S, "puzzle": P},
}
TABLES = {
    "a comma in quotes": f'prompt,answer\n"Solve, please: {P}",{S}\n',
    "words around": f"prompt,answer\nSolve this sudoku: {P} Give the answer.,{S}\n",
    "lines in quotes": f'prompt,answer\n"Solve:\n{rows_of(P)}",{S}\n',
    "no names": f"{P};{S}\n",
    "an index": f",puzzle,solution\n0,{P},{S}\n",
    "a quote in a note": f'puzzle,solution,note\n{P},{S},5" disk\n',
    "tabs": f"id\tpuzzle\tsolution\n7\t{P}\t{S}\n",
}


def texts(count: int) -> dict[str, str]:
    """Each of these rows several times."""
    found = {f"{name}.jsonl": count * (json.dumps(row) + "\n") for name, row in ROWS.items()}
    for name, table in TABLES.items():
        head, line, row = table.partition("\n") if name != "no names" else ("", "", table)
        found[f"{name}.csv"] = f"{head}{line}{count * row}"
    found["objects.json"] = json.dumps([ROWS["a board in a prompt"]] * count, indent=1)
    found["python.txt"] = count * f"{ROWS['a chat']!r}\n"
    return found


def test_a_stored_answer_in_a_text_is_read_as_a_reply_is(tmp_path: Path) -> None:
    """Words that withdraw a board leave none; a sentence about rows changes nothing."""
    path = tmp_path / "set.jsonl"
    for words, is_stored in (("Wait, no: that is wrong.", False), ("Each row has 1 2 3 4 5 6 7 8 9.", True)):
        path.write_text(json.dumps({"prompt": P, "response": f"It is\n{S}\n\n{words}"}))
        (entry,) = Entries([str(path)])
        assert (entry.problem(), entry.stored is not None) == (coversat.read(P)[0], is_stored)


@each("count", (1, 2, 3, 300))
def test_rows_are_read_alike_however_many_there_are(count: int, tmp_path: Path) -> None:
    puzzle, answer = coversat.read(P)[0], coversat.read(S)[0].givens
    for name, text in texts(count).items():
        if count > 3 and name not in ("a board in a prompt.jsonl", "no names.csv", "lines in quotes.csv"):
            continue
        path = tmp_path / name
        path.write_text(text)
        entries = [*Entries([str(path)])]
        assert len(entries) == count, name
        assert {entry.problem() for entry in entries} == {puzzle}, name
        assert {entry.stored for entry in entries} == {answer}, name
        assert len({entry.id for entry in entries}) == 1


def test_an_answer_beside_a_puzzle_with_several(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The puzzle has eight answers, and the one beside it is one of them."""
    path = tmp_path / "chat.jsonl"
    path.write_text(2 * (json.dumps(ROWS["a chat"]) + "\n"))
    code, rows, _ = asked(path, capsys)
    assert (code, [(row["status"], row["stored"]) for row in rows]) == (1, [("multiple", "several")] * 2)
    assert exit_code(["check", "--brief", str(path)]) == 1
    assert (
        capsys.readouterr().out.splitlines()[1]
        == f"MULTIPLE {path} #2 (sudoku 9x9; the stored answer is one of several)"
    )


REFUSED = {
    "a variant": (
        {"prompt": f"Solve this killer sudoku: {UNIQUE}", "answer": SOLUTION},
        "'killer' in prompt",
    ),
    "a system's words": (
        {"messages": [{"role": "system", "content": "anti-knight"}, *chat(UNIQUE, SOLUTION)["messages"]]},
        "'anti-knight' in messages.system",
    ),
    "cages": ({"puzzle": UNIQUE, "cages": [[1, 2]]}, "found cages, which may change them"),
    "cages with sums": ({"puzzle": UNIQUE, "cages": [{"sum": 3, "cells": [[0, 0]]}]}, "found cages.sum"),
    "a mask": ({"mask": f"{'01' * 40}0", "solution": SOLUTION}, "one of 0 and 1 in mask"),
    "a wrong sign in the answer": ({"puzzle": UNIQUE, "solution": f"x{SOLUTION[1:]}"}, "a stored answer"),
    "a blank in the answer": ({"puzzle": UNIQUE, "solution": f"{SOLUTION[:80]}0"}, "a stored answer"),
    "boxes": ({"puzzle": UNIQUE, "box_width": 2}, "found box_width"),
    "another puzzle": ({"puzzle": UNIQUE, "game": "Hitori"}, "found 'Hitori' in game"),
    "another puzzle in its title": ({"puzzle": UNIQUE, "title": "Tents"}, "found 'Tents' in title"),
    "its name": ({"prompt": f"Complete the Latin square: {UNIQUE}"}, "'Latin square' in prompt"),
    "the name of a rule": ({"puzzle": UNIQUE, "antiKnight": True}, "found antiKnight, which may change"),
    "columns": ({"columns": [[*row] for row in rows_of(UNIQUE).split()]}, "a board by its rows"),
    **{
        f"a list of {name}": ({name: [[*row] for row in rows_of(UNIQUE).split()]}, "a board by its rows")
        for name in ("boxes", "blocks", "squares", "subgrids", "nonets", "cells_by_box", "sectors")
    },
    **{
        f"a board called {name}": ({name: UNIQUE, "solution": SOLUTION}, f"found {name}, which may change")
        for name in ("killer_puzzle", "antiKnight", "x_sudoku", "sudoku_x", "windoku", "jigsaw", "binairo")
    },
    "an answer called so": ({"puzzle": UNIQUE, "killer_solution": SOLUTION}, "found killer_solution, which"),
    "boxes inside": ({"boxes": {"cells": UNIQUE}}, "a board by its rows, found boxes.cells"),
    "a rule in German": ({"prompt": f"Auch auf den Diagonalen: {UNIQUE}"}, "'Diagonal' in prompt"),
    "two puzzles": ({"prompt": f"After {SEVERAL} solve {UNIQUE}"}, "one board with blanks"),
    "an example": ({"prompt": f"After {ONE_OF_THEM} solve {UNIQUE}"}, "the puzzle that completes it"),
    "a missing row": ({"prompt": rows_of(UNIQUE)[:79], "answer": SOLUTION}, "8 rows of 9 cells"),
    "a missing cell": ({"prompt": UNIQUE[:80], "answer": SOLUTION}, "80 characters"),
    "an answer alone": ({"prompt": "Solve it", "answer": SOLUTION}, "a puzzle in one field"),
    "blanks in the answer": ({"puzzle": SOLUTION, "answer": UNIQUE}, "which is an answer"),
    "two answers": ({"puzzle": UNIQUE, "answer": SOLUTION, "gold": SOLUTION[::-1]}, "one stored answer"),
    "a whole board of no meaning": ({"puzzle": UNIQUE, "other": ONE_OF_THEM}, "a stored answer, found other"),
    "an empty board": ({"puzzle": ".", "prompt": f"Fill {'.' * 81}", "answer": SOLUTION}, "a puzzle in one"),
}


def test_rows_of_a_board_are_not_in_a_line_with_two_gaps() -> None:
    mixed = rows_of(UNIQUE).replace("\n", "/", 4).replace("\n", " ")
    with pytest.raises(CoversatError, match="expected"):
        coversat.read(f"{json.dumps({'prompt': mixed})}\n" * 2)


@each("name", ["survo", "latin_square", "sudoku_x", "kakuro-7", "star_battle", "anti_knight_sudoku"])
def test_rows_that_name_another_kind_are_refused(name: str) -> None:
    for key in ("source_dataset", "task", "id", "name"):
        row = {key: name, "puzzle": UNIQUE, "solution": SOLUTION}
        with pytest.raises(CoversatError, match="expected a plain sudoku"):
            coversat.read(f"{json.dumps(row)}\n" * 2)


def test_the_fields_of_a_row_without_a_puzzle_are_named() -> None:
    with pytest.raises(CoversatError, match=r"found something else \(puzzle\), a whole board \(solution\)"):
        coversat.read(f"puzzle,solution\nno board at all,{SOLUTION}\n{UNIQUE},{SOLUTION}\n")


@each("name", REFUSED)
def test_what_is_not_certain_is_refused_with_the_reason(name: str) -> None:
    data, reason = REFUSED[name]
    with pytest.raises(ParseError, match=reason):
        row_of(fields_of(data))


RULES = (
    "The nine centres of the boxes form a tenth region.",
    "Equal digits are never a king's step apart.",
    "Digits may repeat in boxes.",
    "The sum of r1c3 and r1c4 is 10.",
    "r1c3 > r1c4",
    "Each row and column contains the digits 1 to 9.",
    "The digits of each row are 0 to 8.",
    "Boxes are 9x1.",
    "Each row leaves one cell empty.",
    "In den Ecken stehen nur gerade Ziffern.",
    "1 2 3 4",
)
PLAIN = (
    "Solve this Sudoku. Fill in the empty cells so that each row, column and 3x3 box has 1-9 once.",
    "Fill the 9x9 grid so that each column, each row and each of the nine subgrids contains all of the "
    "digits 1, 2, 3, 4, 5, 6, 7, 8, 9 without repetition.\nEmpty cells are marked with 0.",
    "Let's think step by step. Return only the 81 digits, from left to right, without explanation.",
    "No digit may repeat in any row.",
    "Here is a sudoku: 0 means empty.",
    "Puzzle #17",
    "Format it with spaces separating each number within a row, in the same format, ensuring it is valid.",
    "L\u00f6se bitte dieses Sudoku:",
)


@each(("sentence", "is_read"), [*((one, False) for one in RULES), *((one, True) for one in PLAIN)])
def test_a_sentence_that_may_state_a_rule_is_named(sentence: str, is_read: bool) -> None:
    """In a prompt, behind it, in words of a system, and in a field that nobody knows."""
    board = rows_of(SEVERAL)
    for data in (
        {"prompt": f"{sentence}\n{board}"},
        {"prompt": f"{board}\n\n{sentence}", "answer": ONE_OF_THEM},
        {"messages": [{"role": "system", "content": sentence}, *chat(board)["messages"]]},
        {"puzzle": SEVERAL, "remarks": sentence},
    ):
        unread = row_of(fields_of(data))[1].beside.unread
        assert (not unread) == is_read, (data, unread)


@each(
    ("name", "value", "is_read"),
    [
        ("type", "toric", False),
        ("type", "X", False),
        ("order", "column-major", False),
        ("marks", [[0, 2], [0, 3]], False),
        ("flag", True, False),
        ("flag", False, True),
        ("type", "classic", True),
        ("mode", "easy", True),
        ("key", "a-17", True),
        ("stars", 3, True),
        ("title", "The Golden Gate", True),
        ("AK", 1, False),
        ("AK", 0, True),
        ("nc", "1", False),
        ("digits", "0-8", False),
        ("digits", "1-9", True),
        ("guesses", 1, True),
        ("added", "2024-05-01", True),
        ("title", "No two neighbours are equal", False),
    ],
)
def test_a_field_that_may_state_a_rule_is_named(name: str, value: object, is_read: bool) -> None:
    unread = row_of(fields_of({"puzzle": UNIQUE, name: value}))[1].beside.unread
    assert (not unread) == is_read, unread


@each(
    ("name", "is_read"),
    [
        *((name, False) for name in ("puzzle_diag", "maze", "adjacency", "tiles", "attention", "weights")),
        *((name, True) for name in ("puzzle", "quizzes", "x", "data", "initial_board", "sudokuGrid", "raw")),
    ],
)
def test_a_name_of_a_board_that_may_be_of_something_else_is_named(
    name: str, is_read: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also in the many lines of a table that are read together."""
    unread = row_of(fields_of({name: UNIQUE}))[1].beside.unread
    assert unread == (() if is_read else (f"the name '{name}'",))
    path = tmp_path / "set.csv"
    path.write_text(f"{name},solution\n" + 5 * f"{UNIQUE},{SOLUTION}\n")
    assert [row["unread"] or () for row in asked(path, capsys)[1]] == 5 * [[*unread] or ()]
    lists = [[int(digit.replace(".", "0")) for digit in row] for row in rows_of(UNIQUE).split()]
    held = ({name: [UNIQUE, UNIQUE]}, {name: [{"grid": UNIQUE}]}, {"data": {name: {"grid": UNIQUE}}})
    for text in (f"{name} = {lists}\n", f"int {name}[9][9] = {lists};\n", *map(json.dumps, held)):
        assert [not of_one for of_one in read(text).beside.unread] == [False] * (not is_read), text


@each(
    "head",
    [
        "killer = ",
        "int killer[9][9] = ",
        "const jigsaw: number[][] = ",
        "int[][] hyperBoard = new int[][] ",
        "KillerGrid board = ",
        "self.kakuro = np.array",
        "killer = list",
    ],
)
def test_the_name_of_a_list_in_a_program_is_looked_at(head: str) -> None:
    lists = f"([{','.join(str([*map(int, row)]) for row in rows_of(UNIQUE.replace('.', '0')).split())}])"
    assert (
        read(re.sub("killer|kakuro|jigsaw|hyperBoard|KillerGrid", "grid", head) + lists).beside.unread == ()
    )
    with pytest.raises(ParseError, match=r"which may change them|expected a plain sudoku"):
        read(head + lists)


def test_lists_have_a_map_of_regions_each_or_none() -> None:
    clues, regions = ([row[at : at + 9] for at in range(0, 81, 9)] for row in (JIGSAW, REGIONS))
    assert len(read(json.dumps([clues, regions] * 2)).problems) == 2
    for boards in ([clues, regions, clues], [clues, clues, regions], [regions, clues, regions]):
        with pytest.raises(ParseError, match="map of regions"):
            read(json.dumps(boards))


@each(
    ("said", "is_read"),
    [("10,0,1", 0), ("1,0", 0), ("1,1,2,2,3", 0), ("25", 1), ("25,7.2", 1), ("7.2,7.1", 1)],
)
@each("line", ["{0},{1}", "8,{0},{1}"])
def test_several_whole_numbers_behind_a_board_may_be_cells(said: str, is_read: bool, line: str) -> None:
    unread = read(f"{line.format(UNIQUE, said)}\n{line.format(SEVERAL, said)}\n").beside.unread
    assert unread == (() if is_read else (f"the remark '{said}'",))


@each("stem", ["killer-004", "jigsaw", "diagonal-sudoku-17", "binairo_7", "x-sudoku", "antiKnight"])
def test_a_name_of_a_file_that_is_of_something_else_is_named(
    stem: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever the form of its text, unless an option states the kind, or the puzzle has regions."""
    word = {"diagonal-sudoku-17": "diagonal", "x-sudoku": "x sudoku"}.get(stem, re.split("[-_]", stem)[0])
    word = word.replace("antiKnight", "anti Knight")
    texts = {
        "txt": rows_of(UNIQUE),
        "one.txt": 5 * f"{UNIQUE}\n",
        "csv": "puzzle,solution\n" + 5 * f"{UNIQUE},{SOLUTION}\n",
        "jsonl": 2 * (json.dumps({"puzzle": UNIQUE}) + "\n"),
        "json": json.dumps([{"puzzle": UNIQUE}, {"puzzle": UNIQUE}]),
    }
    for ending, text in texts.items():
        path = tmp_path / f"{stem}.{ending}"
        path.write_text(text)
        found = [row["unread"] for row in asked(path, capsys)[1]]
        assert found == len(found) * [[f"'{word}' in the name of the file"]], path
        assert {row["unread"] for row in asked(path, capsys, "--kind", "sudoku")[1]} == {None}
        assert asked(path, capsys, "--strict")[0] == 2
    path = tmp_path / "jigsaw.json"
    path.write_text(json.dumps([{"puzzle": JIGSAW, "regions": REGIONS}] * 2))
    assert [row["unread"] for row in asked(path, capsys)[1]] == [None, None]


def test_what_was_not_read_is_in_each_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of rows that are read many at a time, too; with a column of numbers and one in words that come late."""
    path = tmp_path / "set.csv"
    rows = ["easy"] * 40 + ["odd corners", *["hard"] * 40, "X"]
    for head, line in (("puzzle,type\n", "{},{}\n"), ("", "{},{}\n"), ("", "{} {}\n")):
        path.write_text(head + "".join(line.format(UNIQUE, kind) for kind in rows))
        code, found, _ = asked(path, capsys, "--jobs", "1")
        assert code == 0
        named = [at for at, row in enumerate(found) if row["unread"]]
        assert named == [40, 81], line
    path.write_text(f"{UNIQUE} only odd corners\n" * 3)
    assert [bool(row["unread"]) for row in asked(path, capsys)[1]] == [True] * 3
    assert exit_code(["check", "--strict", str(path)]) == 2


def test_a_row_that_does_not_fit_is_an_error_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Columns exchanged, a puzzle too short, a variant; the others are answered, in blocks or not."""
    good = f"{UNIQUE},{SOLUTION},easy"
    odd = [f"{SOLUTION},{UNIQUE},easy", f"{UNIQUE[:80]},{SOLUTION},easy", f"{UNIQUE},{SOLUTION},killer 3"]
    path = tmp_path / "set.csv"
    for rows in ([good, good, *odd, good], [good] * 50 + odd + [good] * 50):
        path.write_text("\n".join(["puzzle,solution,name", *rows]) + "\n")
        code, found, err = asked(path, capsys, "--jobs", "1")
        wrong = [at for at, row in enumerate(rows) if row != good]
        assert code == 2
        assert [at for at, row in enumerate(found) if row["status"] == "error"] == wrong
        assert [row["line"] for row in found] == [at + 2 for at in range(len(rows))]
        assert {row["stored"] for row in found if row["status"] != "error"} == {"right"}
        assert err.count("fields that were not used: name") == 1


def test_items_of_a_list_are_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Inside an object, with one in which a board is incomplete; what is not used is named once."""
    good = {"puzzle": UNIQUE, "solution": SOLUTION, "stars": 3}
    items = [good, {"puzzle": f"Solve {UNIQUE[:80]}", "solution": SOLUTION}, good, {"puzzle": "none"}]
    path = tmp_path / "set.json"
    path.write_text(json.dumps({"made": "today", "sets": [{"train": items}]}, indent=1))
    code, found, err = asked(path, capsys)
    assert (code, [row["status"] for row in found]) == (2, ["unique", "error", "unique", "error"])
    assert "item 2: expected all cells of a board, found 80 characters" in found[1]["message"]
    assert err == f"{path}: fields that were not used: stars, made\n"


def test_a_wrong_stored_answer_is_a_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = tmp_path / "set.csv", tmp_path / "out.jsonl"
    path.write_text(f"puzzle,solution\n{UNIQUE},{SOLUTION}\n{UNIQUE},{SOLUTION[::-1]}\n{UNIQUE},\n")
    code, rows, err = asked(path, capsys)
    assert (code, [row["status"] for row in rows]) == (1, ["unique"] * 3)
    assert [row["stored"] for row in rows] == ["right", "wrong", "absent"]
    assert rows[1]["message"] == "the stored answer is wrong: r1c1 holds 9, but 5 is given"
    assert err == f"{path}:3: the stored answer of #2 is wrong: r1c1 holds 9, but 5 is given\n"
    assert exit_code(["check", str(path)]) == 1
    assert (
        capsys.readouterr().out.splitlines()[1]
        == f"UNIQUE {path} #2 (sudoku 9x9; the stored answer is wrong)"
    )
    for options in ([], ["--resume"]):
        assert exit_code(["check", str(path), "--out", str(out), *options]) == 1
    assert exit_code(["count", str(path)]) == 0
    results = coversat.check([str(path)])
    assert [one.stored for one in results] == ["right", "wrong", "absent"]
    capsys.readouterr()
    assert exit_code(["verify", str(path)]) == 1
    assert capsys.readouterr().out == (
        f"RIGHT {path} #1 (sudoku 9x9)\nWRONG {path} #2 (sudoku 9x9): r1c1 holds 9, but 5 is given\n"
    )


def test_columns_of_csv_have_the_judgement(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "set.csv"
    path.write_text(f"puzzle,solution\n{SEVERAL},{ONE_OF_THEM}\n")
    assert exit_code(["count", str(path), "--csv"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert dict(zip(head.split(","), row.split(","), strict=True))["stored"] == "several"


def test_a_member_or_column_of_regions_makes_a_jigsaw(tmp_path: Path) -> None:
    path = tmp_path / "jigsaw.csv"
    path.write_text(f"puzzle,regions\n{JIGSAW},{REGIONS}\n")
    (entry,) = Entries([str(path)])
    (other,) = coversat.read(json.dumps({"regions": rows_of(REGIONS).split(), "puzzle": JIGSAW}))
    assert entry.problem() == other
    assert other.regions is not None
    assert coversat.check(other).verdict is Verdict.UNIQUE


def test_blocks_have_what_their_rows_have_alone(tmp_path: Path) -> None:
    """Of a table, which a pattern reads, and of JSON lines, which are read one by one."""
    rows = [(UNIQUE, SOLUTION, "a, b" if at % 7 == 0 else "") for at in range(60)]
    rows[30] = UNIQUE, "", "no answer"
    table = "".join(f'{puzzle},{answer},"{note}"\n' for puzzle, answer, note in rows)
    lines = [json.dumps({"puzzle": p, "solution": s, "title": note}) for p, s, note in rows]
    for name, text in {"t.csv": f"puzzle,solution,title\n{table}", "t.jsonl": "\n".join(lines)}.items():
        path = tmp_path / name
        path.write_text(text)
        parts = Entries([str(path)]).take(1000)
        entries = [one for part in parts for one in (part if isinstance(part, Block) else [part])]
        assert any(isinstance(part, Block) and part.stored for part in parts)
        assert [entry.line for entry in entries] == [
            *range(entries[0].line or 0, (entries[0].line or 0) + 60)
        ]
        assert [(entry.content, entry.note) for entry in entries] == [(p, note) for p, _, note in rows]
        answer = coversat.read(SOLUTION)[0].givens
        assert [entry.stored for entry in entries] == [answer if s else None for _, s, _ in rows]


def test_a_search_that_misses_a_stored_answer_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "set.csv"
    path.write_text("puzzle,solution\n" + f"{UNIQUE},{SOLUTION}\n" * 5)
    block = next(part for part in Entries([str(path)]).take(9) if isinstance(part, Block))
    decided = SudokuTable().decide(block.cells, 10**6)
    nothing = decided._replace(counts=bytes(len(decided.counts)), answers=b"")
    monkeypatch.setattr(SudokuTable, "decide", lambda *_: nothing)
    with pytest.raises(WrongAnswerError, match="keeps all rules"):
        ask_block(Request("check"), JsonRows(), block)


def kinds_of(fields: Sequence[Field]) -> dict[str, What]:
    return {field.name: field.what for field in fields}


def test_fields_are_classified_and_have_roles() -> None:
    data = {
        "id": "a-17",
        "stars": 3.5,
        "prompt": f"Solve {UNIQUE}",
        "grid": UNIQUE,
        "solution": SOLUTION,
        "areas": REGIONS,
        "source": "a book of puzzles",
    }
    fields = fields_of(data)
    assert kinds_of(fields) == {
        "id": What.ID,
        "stars": What.NUMBER,
        "prompt": What.TEXT,
        "grid": What.OPEN,
        "solution": What.WHOLE,
        "areas": What.REGIONS,
        "source": What.OTHER,
    }
    found = roles(fields)
    assert (found.puzzle[0].key, found.answer and found.answer[0].key) == ("prompt", "solution")
    assert [field.key for field in found.unused] == ["id", "stars", "source"]
    assert found.regions is not None


def test_parquet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "set.parquet"
    rows = [{"puzzle": [list(map(int, row)) for row in rows_of(UNIQUE).split()], "solution": SOLUTION}] * 3
    parquet.write_table(arrow.Table.from_pylist(rows), path)
    code, found, _ = asked(path, capsys)
    assert (code, [(row["line"], row["status"], row["stored"]) for row in found]) == (
        0,
        [(at, "unique", "right") for at in (1, 2, 3)],
    )


def test_a_whole_board_below_the_board_that_it_completes_is_its_stored_answer() -> None:
    puzzle, answer, wrong, other = (
        "12..\n3.12\n2..3\n....\n",
        "1234\n3412\n2143\n4321\n",
        "1234\n3412\n2143\n4322\n",
        "1243\n3412\n2134\n4321\n",
    )
    for below, judgement in ((answer, "right"), (wrong, "wrong")):
        (result,) = coversat.check([puzzle + "\n" + below])
        assert (result.status, result.stored) == ("unique", judgement)
    assert [one.stored for one in coversat.check([f"{puzzle}\n{other}"])] == ["wrong"]
    assert [one.stored for one in coversat.check([f"{puzzle}\n{other}\n{puzzle}"])] == ["absent"] * 3
    assert [one.stored for one in coversat.check([f"{other}\n{puzzle}"])] == ["absent", "absent"]
    lists = [
        json.dumps([[int(cell.replace(".", "0")) for cell in row] for row in text.split()])
        for text in (puzzle, other)
    ]
    (result,) = coversat.check([f"board = {lists[0]}\nsolution = {lists[1]}\n"])
    assert (result.status, result.stored) == ("unique", "wrong")
    both = coversat.check([f"{puzzle}\n{answer}\n{puzzle}"])
    assert [one.stored for one in both] == ["right", "absent"]


BINAIRO = "6 6\n1 - - 2 - -\n- - 1 - - -\n- 2 - - 1 -\n- - - - - 2\n2 - - 1 - -\n- - - - - -"
"""Two equal givens are in a column and in a box, as on no sudoku."""
LATIN = "4 4\n1 - - -\n- - 3 -\n- 4 - -\n- - - 2"
PLAIN_4 = "4 4\n1 . . .\n. . 3 .\n. 4 . .\n. . . 2"
OF_OTHER_KINDS = {
    "its name": {"count": 2, "name": "Binairo", "data": {"a": {"problem": LATIN}, "b": {"problem": LATIN}}},
    "an unknown name": {"name": "Wobblers", "data": [{"problem": PLAIN_4}, {"problem": PLAIN_4}]},
    "its type": {"type": "moonlight loops", "puzzles": [PLAIN_4, PLAIN_4]},
    "a member": {"hitori": [{"problem": LATIN}, {"problem": LATIN}]},
    "what describes it": {"meta": {"game": "Wobblers"}, "rows": [{"grid": PLAIN_4}, {"grid": PLAIN_4}]},
    "rules": {"rules": "anti-knight", "rows": [{"grid": UNIQUE}, {"grid": UNIQUE}]},
    "clashes": [{"id": 1, "problem": BINAIRO}] * 2,
    "clashes with zeros": [{"id": 1, "problem": BINAIRO.replace("-", "0")}] * 2,
    "an unknown game": [{"game": "Wobblers", "problem": PLAIN_4}] * 2,
    "an unknown task": [{"puzzle_type": "wobblers", "problem": PLAIN_4}] * 2,
}


@each("name", OF_OTHER_KINDS)
def test_rows_of_sets_of_other_kinds_are_no_sudokus(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In an object; also as lines of JSON and as columns, if it is a list. An option brings them back."""
    data = OF_OTHER_KINDS[name]
    (tmp_path / "set.json").write_text(json.dumps(data))
    if isinstance(data, list):
        (tmp_path / "set.jsonl").write_text("".join(json.dumps(one) + "\n" for one in data))
        cells = [",".join(f'"{value}"' for value in one.values()) + "\n" for one in data]
        (tmp_path / "set.csv").write_text("".join([",".join(data[0]) + "\n", *cells]))
    hard = name in ("its name", "a member", "rules")
    for path in tmp_path.iterdir():
        code, rows, _ = asked(path, capsys)
        assert (code, {row["status"] for row in rows}) == (2, {"error"}), path
        assert len(rows) == (1 if path.suffix == ".json" else 2)
        with pytest.raises(CoversatError):
            coversat.read(path)
        status = {row["status"] for row in asked(path, capsys, "--kind", "sudoku")[1]}
        assert ("error" in status) == hard, path


def test_sets_of_sudokus_say_what_they_like(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Names of sudokus, sides above a board, points for blanks of a small one whose givens clash."""
    path = tmp_path / "set.json"
    for name, unread in (("Easy Sudoku", 0), ("mini-sudoku", 0), ("Sudoku", 0), ("Wobbly Sudoku", 1)):
        path.write_text(json.dumps({"name": name, "data": [{"problem": LATIN}, {"problem": PLAIN_4}]}))
        code, rows, _ = asked(path, capsys)
        assert (code, [row["status"] for row in rows]) == (0, ["unique", "unique"]), name
        assert [len(row["unread"] or ()) for row in rows] == [unread] * 2
    for name, status in (("Sudoku", "none"), ("Wobbly Sudoku", "error")):
        path.write_text(json.dumps({"name": name, "data": [{"id": at, "problem": BINAIRO} for at in (1, 2)]}))
        assert {row["status"] for row in asked(path, capsys)[1]} == {status}, name
    path.write_text(json.dumps([{"problem": PLAIN_4.replace("3", "1").replace(". . 1", "1 . .")}] * 2))
    assert [row["status"] for row in asked(path, capsys)[1]] == ["none", "none"]
    path.write_text(
        json.dumps({"name": "JigsawSudoku", "data": [{"puzzle": JIGSAW, "regions": REGIONS}] * 2})
    )
    code, rows, _ = asked(path, capsys)
    assert [(row["status"], row["unread"]) for row in rows] == [("unique", None)] * 2


def test_lines_of_0_and_1_whose_givens_clash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With zeros for blanks they are refused, as such a board alone is; the option makes them sudokus."""
    path = tmp_path / "masks.txt"
    masks = ["11".ljust(81, "0"), "1".ljust(81, "0"), "1.1".ljust(81, ".")]
    path.write_text("\n".join([*masks, ""]))
    code, rows, _ = asked(path, capsys)
    assert (code, [row["status"] for row in rows]) == (2, ["error", "multiple", "none"])
    assert "1 appears twice in row 1" in rows[0]["message"]
    rows = asked(path, capsys, "--kind", "sudoku")[1]
    assert [row["status"] for row in rows] == ["none", "multiple", "none"]


@each(
    ("text", "said"),
    [
        (f"# killer\nid,puzzle\n1,{UNIQUE}\n2,{UNIQUE}\n", "the remark '# killer'"),
        (f"# from a book\nid,puzzle\n1,{UNIQUE}\n2,{UNIQUE}\n", ""),
        (f"# Corner cells are odd\n\n| id | puzzle |\n|---|---|\n| 1 | {UNIQUE} |\n", "Corner cells are odd"),
    ],
)
def test_what_comments_above_a_table_say(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "set.csv"
    path.write_text(text)
    code, rows, _ = asked(path, capsys)
    assert (code, {row["status"] for row in rows}) == (0, {"unique"})
    assert all((said in row["unread"][0]) if said else not row["unread"] for row in rows)
    strict = exit_code(["check", "--strict", str(path)])
    assert strict == (2 if said else 0)
    if said:
        with pytest.raises(CoversatError, match="was not read"):
            coversat.read(path, strict=True)


def test_words_above_a_table_of_markdown_are_no_items_of_a_cover() -> None:
    table = f"Puzzles of today\n\n| id | board |\n|---|---|\n| 1 | {UNIQUE} |\n"
    with pytest.raises(CoversatError, match="found 'Puzzles of today'"):
        coversat.read(table)
    assert coversat.read("| three items\nA B C\nA B\nC\n")[0].kind == "cover"


@each("rules", ["constraints", "rules", "variants"])
def test_rules_in_a_list_above_the_rows(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "set.json"
    path.write_text(json.dumps({rules: ["anti-knight"], "puzzles": [UNIQUE, UNIQUE]}, indent=1))
    with pytest.raises(CoversatError, match=f"found {rules}, which may change them"):
        coversat.read(path)
