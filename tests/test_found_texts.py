"""Sudokus and nonograms as people hold them: printed, in tables and lists, in files of other programs."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

import pytest
from each import each

from coversat.answering.questions import decide as check
from coversat.answering.questions import find_answers as solve
from coversat.answering.sets.entries import Entries
from coversat.base.errors import ParseError
from coversat.cli import exit_code
from coversat.kinds.sudoku.constraints.marks import Candidates
from coversat.problems import Nonogram, Sudoku, find_form, read
from coversat.problems.grid import Grid
from coversat.solvers.findings import Verdict

LINE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
PUZZLE = Sudoku.parse(LINE)
BLANKS = "0.*_-xX?+"
UNUSED = "fields that were not used: id, clues, difficulty"


def lines(rows: Iterable[str]) -> str:
    return "".join(f"{row}\n" for row in rows)


def cut(text: str, length: int) -> list[str]:
    return [text[at : at + length] for at in range(0, len(text), length)]


def spaced(row: str, blank: str = "0") -> str:
    return " ".join(row).replace("0", blank)


def in_boxes(cell: str = " ", box: str = " | ", blank: str = ".") -> list[str]:
    """The rows, with these between cells and between boxes."""
    return [box.join(cell.join(part) for part in cut(row.replace("0", blank), 3)) for row in ROWS]


def framed(rows: list[str], rule: str, every: int = 3) -> str:
    parts = [lines(rows[at : at + every]) for at in range(0, 9, every)]
    line = f"{rule}\n"
    return line + line.join(parts) + line


def marks(at: int) -> str:
    """The candidates of a cell that no given excludes; the given itself."""
    r, c = divmod(at, 9)
    seen = {
        digit
        for other, digit in enumerate(LINE)
        if r == other // 9 or c == other % 9 or (r // 3, c // 3) == (other // 27, other % 9 // 3)
    }
    return "".join(sorted(set("123456789") - seen)) if LINE[at] == "0" else LINE[at]


MARKED = [[marks(9 * r + c) for c in range(9)] for r in range(9)]


@each("blank", BLANKS)
def test_any_sign_of_a_blank(blank: str) -> None:
    """In one line, in rows, with spaces, in a frame, in groups; and a space where cells have places."""
    one = LINE.replace("0", blank)
    rows = [row.replace("0", blank) for row in ROWS]
    texts = (
        f"{one}\n{one}\n",
        lines(rows),
        lines(map(" ".join, rows)),
        lines(rows) * 2,
        lines(in_boxes("", " ", blank)),
        framed([f"| {row} |" for row in in_boxes(blank=blank)], "+-------+-------+-------+"),
    )
    for text in texts:
        assert set(read(text).problems) == {PUZZLE}, text


PRINTED = {
    "spaces": lines(row.replace("0", " ").rstrip() for row in ROWS),
    "spaced spaces": lines(spaced(row, " ").rstrip() for row in ROWS),
    "one line": f"{LINE.replace('0', ' ')}\n" * 2,
    "bars and spaces": framed(
        [row.rstrip() for row in in_boxes(blank=" ")], "------+-------+------"
    ).removeprefix("------+-------+------\n"),
    "box drawing": framed([f"│ {row} │" for row in in_boxes(" ", " │ ", " ")], "├───────┼───────┼───────┤"),
    "double": framed([f"║{row}║" for row in in_boxes("", "│", ".")], "╠═══╪═══╪═══╣"),
    "a frame a cell": framed(
        [f"│ {' │ '.join(row.replace('0', ' '))} │" for row in ROWS], "├───┼───┼───┤", 1
    ),
    "groups": lines(in_boxes("", " ")),
    "groups and blank lines": "\n".join(lines(in_boxes("", " ")[at : at + 3]) for at in (0, 3, 6)),
    "a table": lines(f"|{'|'.join(row.replace('0', ' '))}|" for row in ROWS),
    "a table with a head": "| | | | | | | | | |\n|-|-|-|-|-|-|-|-|-|\n"
    + lines(f"|{'|'.join(row.replace('0', ' '))}|" for row in ROWS),
    "tags": f"[code]\n{lines(ROWS)}[/code]\n",
    "tags in a line": f"[code]{LINE}[/code]\n",
    "fences": f"```text\n{lines(ROWS)}```\n",
    "tabs": lines("\t".join(row).replace("0", "").rstrip("\t") for row in ROWS),
    "semicolons": lines(";".join(row).replace("0", "") for row in ROWS),
    "quotes": lines(",".join(f'"{cell.replace("0", "")}"' for cell in row) for row in ROWS),
    "Simple Sudoku": f" *-----------*\n{lines(f' |{row}|' for row in in_boxes('', '|'))} *-----------*\n"
    " Simple Sudoku\n  Version 4.2n\n",
    "control-Z": f"{lines(map(spaced, ROWS))}\x1a",
    "full-width": lines(map(spaced, ROWS)).translate({0x30 + at: 0xFF10 + at for at in range(10)}),
    "separators": f"{lines(ROWS)}---------\n{lines(ROWS)}=========\n",
    "without a blank line": lines(ROWS) * 3,
    "spaced without one": lines(map(spaced, ROWS)) * 2,
    "a count": f"2\n{lines(map(spaced, ROWS))}\n{lines(map(spaced, ROWS))}",
    "a count of lines": f"2\n{LINE}\n{LINE}\n",
    "the side of boxes": f"3\n{lines(map(spaced, ROWS))}\n3\n{lines(map(spaced, ROWS))}",
    "the side": f"9\n{lines(ROWS)}",
}


@each("name", PRINTED)
def test_boards_as_printed(name: str) -> None:
    document = read(PRINTED[name])
    assert set(document.problems) == {PUZZLE}
    assert document.beside.notes == ()


@each(
    "text",
    [
        lines(map(" ".join, MARKED)),
        framed(
            [
                f"| {' | '.join('  '.join(cell.ljust(5) for cell in row[at : at + 3]) for at in (0, 3, 6))} |"
                for row in MARKED
            ],
            ":---------------------+------------------+------------------:",
        ),
        "[code]\n*----*\n" + lines("| " + " ".join(row) + " |" for row in MARKED) + "*----*\n[/code]\n",
        lines(" ".join(row) for row in [["u4" if c == "4" else c for c in row] for row in MARKED]),
    ],
)
def test_grids_of_candidates(text: str) -> None:
    """Candidates that the givens exclude change no answer; others are constraints."""
    document = read(text)
    (problem,) = document.problems
    assert document.beside.notes == ("cells of several digits are candidates",)
    assert [len(one.cells) for one in problem.constraints if isinstance(one, Candidates)]
    (answer,) = solve(problem).answers
    assert answer == Sudoku.parse(SOLUTION).givens
    wrong = text.replace("124", "12", 1)  # r1c3 is 4
    assert check(read(wrong).problems[0]).verdict is Verdict.NONE


def test_729_characters_in_lines_and_with_noughts() -> None:
    given = "".join("123456789" if sign == "0" else sign.rjust(int(sign), ".").ljust(9, ".") for sign in LINE)
    for text in (given, given.replace(".", "0"), lines(cut(given, 81))):
        document = read(text)
        assert (document.form.name, document.problems) == ("pencilmarks", (PUZZLE,))


# The digits of larger boards


def latin(size: int, seed: int) -> list[list[int | None]]:
    """A board of digits from 0, most of them blank, with each of the digits."""
    box = int(size**0.5)
    chance = random.Random(seed)
    return [
        [(box * (r % box) + r // box + c) % size if chance.random() < 0.6 else None for c in range(size)]
        for r in range(size)
    ]


def shapes(board: Grid) -> tuple[tuple[int | None, ...], ...]:
    """A board with its digits renamed in the order of their occurrence."""
    names: dict[int, int] = {}
    return tuple(
        tuple(None if one is None else names.setdefault(one, len(names)) for one in row) for row in board
    )


NOTATIONS = {
    "1-G": ("123456789ABCDEFG", ".", ""),
    "1-G with noughts": ("123456789ABCDEFG", "0", ""),
    "hexadecimal": ("0123456789ABCDEF", ".", ""),
    "small, with minus": ("0123456789abcdef", "-", ""),
    "hexadecimal with spaces": ("0123456789ABCDEF", ".", " "),
    "A to P": ("ABCDEFGHIJKLMNOP", ".", ""),
    "A to P with minus": ("ABCDEFGHIJKLMNOP", "-", ""),
    "a to p": ("abcdefghijklmnop", ".", " "),
    "numbers": ([str(one) for one in range(1, 17)], "0", " "),
    "numbers from 0": ([str(one) for one in range(16)], ".", " "),
    "numbers with a nought": ([f"{one:02}" for one in range(1, 17)], ".", " "),
    "A to Y": ("ABCDEFGHIJKLMNOPQRSTUVWXY", ".", ""),
    "1-P": ("123456789ABCDEFGHIJKLMNOP", ".", ""),
}


@each("name", NOTATIONS)
def test_digits_of_larger_boards(name: str) -> None:
    """Another notation of the same board is the same puzzle, with its digits renamed."""
    digits, blank, gap = NOTATIONS[name]
    board = latin(len(digits), 5)
    rows = [gap.join(blank if one is None else digits[one] for one in row) for row in board]
    texts = [lines(rows), lines(rows) + lines(rows), "\n".join([lines(rows)] * 2)]
    if not gap:
        texts.append("".join(rows) + "\n")
    for text in texts:
        document = read(text, "sudoku" if blank == "-" else None)
        for problem in document.problems:
            assert shapes(problem.givens) == shapes(tuple(map(tuple, board))), text
            letters = f"the letters A to {digits[-1].upper()} are the digits 1 to {len(digits)}"
            assert document.beside.notes == ((letters,) if digits[0] in "Aa" else ())
            assert problem.lowest == int(digits[0] != "0")


def test_letters_of_a_usual_board_are_no_alphabet() -> None:
    """Only figures above 9 are given: they are A to G, not letters from A."""
    rows = ["." * at + "G" + "." * (15 - at) for at in range(16)]
    assert Sudoku.parse(lines(rows)).givens[0][0] == 16
    assert read(lines(rows), "sudoku").beside.notes == ()


# Tables and lists


TABLES = {
    "Kaggle": f"quizzes,solutions\n{LINE},{SOLUTION}\n{LINE},{SOLUTION}\n",
    "id first": f"id,puzzle,solution,clues,difficulty\n1,{LINE.replace('0', '.')},{SOLUTION},30,2.2\n",
    "quoted": f'"puzzle","solution"\n"{LINE}","{SOLUTION}"\n',
    "semicolons": f"puzzle;solution\r\n{LINE};{SOLUTION}\r\n",
    "the other way round": f"solution,puzzle\n{SOLUTION},{LINE}\n",
    "a head alone": f"sudoku\n{LINE}\n{LINE}\n",
    "a bank": f"0000183b305c {LINE}  1.2\n",
    "numbers": f"1) {LINE}\n2) {LINE}\n",
    "more numbers": f"1. {LINE}\n2. {LINE}\n",
    "hashes": f"#1 {LINE}\n#2 {LINE}\n",
    "names": f"Easy 1,{LINE}\nEasy 2,{LINE}\n",
}


@each("name", TABLES)
def test_tables(name: str, tmp_path: Path) -> None:
    """Read whole, and line by line as a set, with the same puzzles, keys and notes."""
    text = TABLES[name]
    document = read(text)
    assert set(document.problems) == {PUZZLE}
    assert document.form.name == "table"
    assert document.beside.notes == ((UNUSED,) if name == "id first" else ())
    path = tmp_path / "table.csv"
    path.write_text(text, newline="")
    entries = list(Entries([str(path)]))
    assert [entry.problem() for entry in entries] == list(document.problems)
    assert [one for entry in entries for one in entry.remarks] == list(document.beside.notes)
    assert {entry.content for entry in entries} <= {LINE, LINE.replace("0", ".")}
    stored = Sudoku.parse(SOLUTION).givens if SOLUTION in text else None
    assert [entry.stored for entry in entries] == [stored] * len(entries)


def test_a_wrong_stored_answer_is_a_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Among many right ones, which are decided together; a line that is no puzzle is an error of its own."""
    path = tmp_path / "many.csv"
    wrong = SOLUTION[::-1]
    rows = [f"{number},{LINE},{SOLUTION},{number / 10}" for number in range(40)]
    rows[20], rows[30] = f"20,{LINE},{wrong},2", f"30,{LINE[1:]},{SOLUTION[1:]},3"
    path.write_text(lines(["id,puzzle,solution,rating", *rows]))
    assert exit_code(["check", "--json", "--jobs", "1", str(path)]) == 2
    out, err = capsys.readouterr()
    found = [json.loads(line) for line in out.splitlines()]
    assert [row["status"] for row in found] == ["unique"] * 30 + ["error"] + ["unique"] * 9
    right = ["right"] * 9
    stored = [*right, *right, "right", "right", "wrong", *right, None, *right]
    assert [row.get("stored") for row in found] == stored
    assert [found[at]["note"] for at in (0, 1, 20)] == ["0, 0.0", "1, 0.1", "20, 2"]
    assert len({row.get("id") for row in found if row["status"] == "unique"}) == 1
    assert f"{path}: fields that were not used: id, rating\n" in err
    assert f"{path}:22: the stored answer of #21 is wrong: r1c1 holds 9, but 5 is given\n" in err
    assert (found[30]["line"], found[30]["column"]) == (32, 4)
    assert "expected all cells of a board, found 80 characters of a board" in found[30]["message"]


def rows_of_numbers() -> list[list[int]]:
    return [[int(cell) for cell in row] for row in ROWS]


LISTS = {
    "JSON": json.dumps(rows_of_numbers(), indent=1),
    "null": json.dumps([[cell or None for cell in row] for row in rows_of_numbers()]),
    "empty strings": json.dumps([[cell.replace("0", "") for cell in row] for row in ROWS]),
    "LeetCode": json.dumps([[cell.replace("0", ".") for cell in row] for row in ROWS]),
    "strings": json.dumps(ROWS),
    "all cells": json.dumps([int(cell) for cell in LINE]),
    "several": json.dumps([LINE, LINE]),
    "boards": json.dumps([rows_of_numbers()] * 2),
    "Python": f"board = {rows_of_numbers()!r}\n",
    "None": repr([[cell or None for cell in row] for row in rows_of_numbers()]),
    "tuples": repr(tuple(map(tuple, rows_of_numbers()))),
    "numpy": "[[" + "]\n [".join(map(spaced, ROWS)) + "]]",
    "an array": f"grid = np.array([{', '.join(map(str, rows_of_numbers()))},])",
    "C": "int grid[9][9] = {" + ",\n".join("{" + ",".join(row) + "}" for row in ROWS) + "};",
    "an object": json.dumps({"difficulty": "easy", "puzzle": LINE, "solution": SOLUTION}),
    "in an object": json.dumps({"newboard": {"grids": [{"value": rows_of_numbers(), "id": 3}]}}),
}


@each("name", LISTS)
def test_lists_of_programs(name: str) -> None:
    document = read(LISTS[name])
    assert set(document.problems) == {PUZZLE}
    unused = {"an object": ("difficulty",), "in an object": ("newboard.grids.id",)}.get(name, ())
    assert document.beside.notes == tuple(f"fields that were not used: {one}" for one in unused)


@each(
    ("text", "place", "reason"),
    [
        (
            json.dumps({"puzzle": LINE, "cages": [[1, 2]]}),
            (1, 1),
            "rules are all read, found cages, which may",
        ),
        (json.dumps({"a": LINE, "b": LINE[::-1]}), (1, 1), "one board with blanks in a row, .* found b"),
        (json.dumps([[0] * 9] * 8), (1, 1), "as many rows as cells in a row"),
        (json.dumps([[10] * 9] * 9), (1, 1), "digits from 1 to 9"),
        (f"{LINE},{LINE[::-1]}\n", (1, 83), "one board with blanks in a row"),
        (f"puzzle\n{LINE},{LINE[::-1]}\n", (2, 83), "one board with blanks in a row"),
        (
            f"5\n{lines(map(spaced, ROWS))}",
            (1, 1),
            "the number of boards or the side of a board above 1 board",
        ),
        (f"3\n{lines([*ROWS, *ROWS])}", (1, 1), "the number of boards or the side of a board above 2 boards"),
        (f"1\n{lines([*ROWS, *ROWS])}", (1, 1), "the number of boards or the side of a board above 2 boards"),
        (lines([ROWS[0].replace("0", "*"), *ROWS[1:]]), (2, 2), "one sign for all blanks, as '\\*' above"),
        (f"{LINE.replace('0', 'x', 1)}\n", (1, 4), "one sign for all blanks, as 'x' above"),
        (LINE.replace("0", "."), None, ""),
        ("".join(marks(at) for at in range(81)), (1, 1), "not a whole sudoku .candidates need separators"),
        (f"{LINE.replace('0', '~')}\n", (1, 1), "in no known form"),
        (lines([ROWS[0].replace("5", "\uff15"), *ROWS[1:]]), (1, 1), "expected a digit 1 to 9"),
        ("pzprv3/country/5/5/1 2 3", (1, 1), "found a file of pzpr"),
        ("pzprv3\nslither\n2\n2\n. 3 \n. . \n", (1, 1), "found a file of pzpr"),
        ("https://puzz.link/p?pzprv3/nurikabe/2/2/. 1 /. . /", (1, 1), "found a file of pzpr"),
    ],
)
def test_what_is_not_clear_is_refused(text: str, place: tuple[int, int] | None, reason: str) -> None:
    if place is None or reason == "no form":
        assert read(text).problems[0] == PUZZLE  # one line, and a note or nothing
        return
    with pytest.raises(ParseError, match=reason) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == place


# Files of other programs


def test_a_deleted_candidate_is_none() -> None:
    """HoDoKu's: the digit, the row and the column; a cell of which all are deleted has no answer."""
    head = f":0000:x:{LINE.replace('0', '.')}:"
    (problem,) = read(f"{head}213 513:111::\n").problems
    assert problem.givens == PUZZLE.givens
    assert {line for one in problem.constraints for line in one.lines()} == {
        "candidates 1 3 4 5 6 7 8 9 r1c3",
        "candidates 1 2 3 4 6 7 8 9 r1c3",
    }
    assert check(problem).verdict is Verdict.UNIQUE
    assert check(read(f"{head}413::\n").problems[0]).verdict is Verdict.NONE
    blank = f":0000:x:{'0' * 81}:" + " ".join(f"{digit}11" for digit in range(1, 10)) + "::"
    assert check(read(blank).problems[0]).verdict is Verdict.NONE
    with pytest.raises(ParseError, match="a deleted candidate") as caught:
        read(f"{head}213 x::\n")
    assert caught.value.column == len(head) + 5


def test_killer_strings_with_the_bytes_the_other_way() -> None:
    """The number of a cage is that of its first cell, and its sum the low byte."""
    cages = {0: (3, (0, 1)), 9: (17, (9, 10)), 80: (9, (80,))}
    numbers = {cell: first * 256 + total for first, (total, cells) in cages.items() for cell in cells}
    other = "3x3::k:" + "".join(f"{numbers.get(at, at * 256)}:" for at in range(81))
    usual = {cell: total * 256 + at for at, (total, cells) in enumerate(cages.values()) for cell in cells}
    assert (
        read(other).problems == read("3x3::k:" + "".join(f"{usual.get(at, 0)}:" for at in range(81))).problems
    )


# Nonograms


PICTURE = Nonogram(((1, 1), (3,), ()), ((2,), (1,), (2,)))
XML = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset><puzzle type="grid" defaultcolor="black"><title>T</title>
<color name="white" char=".">fff</color><color name="black" char="X">000</color>
<clues type="columns"><line><count>2</count></line><line><count>1</count></line>
<line><count>2</count></line></clues>
<clues type="rows"><line><count>1</count><count>1</count></line>
<line><count>3</count></line><line></line></clues>
<solution type="goal"><image>|X.X||XXX||...|</image></solution></puzzle></puzzleset>
"""
NONOGRAMS = {
    "nin": "3 3\n1 1\n3\n0\n2\n1\n2\n",
    "cwd": "3\n3\n1 1\n3\n0\n\n2\n1\n2\n",
    "mk": "3 3\n1 1\n3\n0\n#\n2\n1\n2\n",
    "xml": XML,
    "xml of one puzzle": XML.replace("<puzzleset>", "").replace("</puzzleset>", ""),
    "xml in colours": XML.replace("<count>", '<count color="red">'),
    "blank last row": "width 3\nheight 3\nrows\n1,1\n3\n\ncolumns\n2\n1\n2\n",
    "and a separator": "width 3\nheight 3\n\nrows\n1,1\n3\n\n\ncolumns\n2\n1\n2\n",
    "capitals": "WIDTH 3\nHEIGHT 3\nROWS\n1,1\n3\n0\nCOLUMNS\n2\n1\n2\n",
    "a colour": "color a black\nwidth 3\nheight 3\nrows\n1a,1a\n3\n0\ncolumns\n2a\n1\n2\n",
}


@each("name", NONOGRAMS)
def test_nonograms_as_sites_write_them(name: str) -> None:
    assert read(NONOGRAMS[name], name="x.nin" if name == "nin" else None).problems == (PICTURE,)


def test_the_sides_of_a_nonogram_by_its_clues() -> None:
    """The width is first in .nin, the rows in .cwd; if only the other order fits, that one is right."""
    wide = Nonogram(((1, 1), (3,)), ((2,), (1,), (2,)))
    for text in ("3 2\n1 1\n3\n2\n1\n2\n", "2\n3\n1 1\n3\n\n2\n1\n2\n", "2 3\n1 1\n3\n2\n1\n2\n"):
        assert read(text, name="x.nin").problems == (wide,)
    blank = "width 3\nheight 3\nrows\n\n3\n\ncolumns\n1\n1\n1\n"
    assert read(blank).problems == (Nonogram(((), (3,), ()), ((1,), (1,), (1,))),)


@each(
    ("text", "reason"),
    [
        (
            NONOGRAMS["a colour"].replace("color a black", "color a black\ncolor b red"),
            "one colour beside white",
        ),
        (NONOGRAMS["a colour"].replace("2a", "2b"), "a run of one colour, found '2b'"),
        (XML.replace("<count>3", '<count color="red">3'), "runs of one colour"),
        (XML.replace('type="grid"', 'type="triddler"'), "a puzzle on a grid, found 'triddler'"),
        (
            XML.replace('SYSTEM "http://webpbn.com/pbn-0.3.dtd"', '[<!ENTITY a "b">]'),
            "DOCTYPE",
        ),
        (XML.replace('<clues type="rows">', '<clues type="sides">'), "rows and of columns"),
        ("3 3\n1 1\n3\n0\n2\n1\n3\n", "in no known form"),
    ],
)
def test_other_nonograms_are_refused(text: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        read(text)


# Links of puzz.link


LINKS = """
    slither/5/5/cbcbcddad
    mashu/6/6/1063000i3000
    simpleloop/5/5/sg020
    yajilin/5/5/m32j10
    numlin/5/5/1j2h3m1h2j3
    hitori/4/4/1114142333214213
    heyawake/6/6/lll155007rs12222j
    kurodoko/5/5/i7g5l2l2g4i
    nurikabe/5/5/g5k2o1k3g
    yinyang/5/5/016612300
    lightup/6/6/nekcakbl
    fillomino/6/6/h4j53g2k5233k2g14j3h
    shikaku/6/6/j3g56h6t6h23g5j
    suguru/5/5/cih47bs73m3g5p1g2g
    tents/5/5/2g0h1i1j82323
    starbattle/6/6/1/4ilbhgdnmhou
    nonogram/6/6/12g1111h11112j12g11g21j11g3h
    kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3
    skyscrapers/4/4/k13h4j3g
    mines/5/5/g2m13l13g0j
""".split()
"""To examples of the program, of each kind one."""


def test_examples_of_pzpr_have_one_answer() -> None:
    for link in LINKS:
        (problem,) = read(f"https://puzz.link/p?{link}").problems
        assert check(problem).verdict is Verdict.UNIQUE, link


@each(
    ("text", "reason"),
    [
        (
            "https://puzz.link/p?slither/v:/5/5/cbcbcddad",
            "the usual rules of slither .*, found a variant",
        ),
        ("https://puzz.link/p?mashu/f/6/6/1063000i3000", "the usual rules of mashu, found the option 'f'"),
        ("https://puzz.link/p?yajilin/o/5/5/m32j10", "the usual rules of yajilin, found the option 'o'"),
        ("https://puzz.link/p?skyscrapers/4/3/k13h4j3g", "a square board"),
        ("https://puzz.link/p?skyscrapers/4/4/k93h4j3g", "a possible board"),
    ],
)
def test_other_rules_of_pzpr_are_refused(text: str, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        read(text)


def test_unknown_clues_and_options_of_links() -> None:
    assert read("kurodoko/3/1/.g3").problems[0].clues == (("?", None, 3),)
    assert read("shikaku/3/1/.g1").problems[0].clues == (("?", None, 1),)
    assert read("fillomino/3/1/.g3").problems[0].clues == ((None, None, 3),)
    assert read("mines/3/1/.g1").problems[0].clues == (("#", None, 1),)
    assert read("yajilin/b/5/5/m32j10").problems == read("yajilin/5/5/m32j10").problems
    assert read("lightup/6/6/nekcakbl").problems == read("akari/6/6/nekcakbl").problems
    assert read("building/4/4/k13h4j3g").problems == read("skyscrapers/4/4/k13h4j3g").problems


def test_links_in_a_list_and_in_markdown() -> None:
    link = "https://puzz.link/p?slither/5/5/cbcbcddad"
    (problem,) = read(link).problems
    for text in (link[8:], f"<{link}>", f"[a puzzle]({link})", f"- {link}\n* {link}\n", f"1. {link}\n"):
        assert set(read(text).problems) == {problem}


@each("more", ["&q=1", "&a=x&l=dark", ""])
def test_links_of_penpa_as_browsers_write_them(more: str) -> None:
    link = find_form("sudoku", "penpa").write([PUZZLE]).strip()
    head, _, packed = link.partition("p=")
    for text in (
        link + more,
        f"{head}p={quote(packed, safe='')}{more}",
        link.replace("/#m", "/?m") + more,
        link.replace("m=edit&", "m=solve&q=1&") + more,
        link.partition("//")[2] + more,
        f"https://sudokupad.app/penpa{packed}",
    ):
        assert read(text).problems == (PUZZLE,)


def test_a_sum_of_0_in_a_kakuro_is_none() -> None:
    text = "#    3\\0  4\\0\n0\\4  .  .\n0\\3  .  .\n"
    assert read(text).problems == read(text.replace("\\0", "\\").replace("0\\", "\\")).problems
