"""Recognition as a matrix: what every example is read as without what states its kind.

It is the same problem, a refusal, or a reading that is named. Mutated texts are read rightly, refused, or
named; nothing is a fault. ``COVERSAT_BOARDS`` names a file of JSON lines with boards, ``text``, and their
``kind``, of which no text says what it is.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from each import each
from family import EXAMPLES
from instances import sampled

import coversat
from coversat.base.errors import CoversatError
from coversat.problems import KINDS, forms, read
from coversat.problems.recognition import Reading

BOARDS = os.environ.get("COVERSAT_BOARDS", "")
WHOLE = "".join(str((3 * row + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9))
LARGEST = 6_000
"""The characters of a text that is offered; more are the same again."""


def texts(kind: str) -> Iterator[tuple[Any, str]]:
    """The problems of the examples of a kind, and their texts in each form that can write them."""
    for path in sorted((EXAMPLES / kind).glob("*.txt")) + sorted((EXAMPLES / kind).glob("*.cnf")):
        text = path.read_text("utf-8")
        if len(text) > LARGEST:
            continue
        problems = read(text, kind).problems
        yield problems, text
        for form in forms(kind):
            if form.write is not None:
                try:
                    written = form.write(problems)
                except ValueError:
                    continue  # the form cannot state them
                if len(written) <= LARGEST:
                    yield problems, written


def reading_of(text: str) -> Reading | None:
    """The reading of a text; None if it is refused with a sentence at a place."""
    try:
        return read(text)
    except CoversatError as error:
        assert str(error).startswith("line ")  # noqa: PT017
        return None


def is_right(found: Reading | None, problems: Any) -> bool:
    """Whether a text was refused, read as these problems, or read by its shape, which the result names."""
    return found is None or found.problems == problems or found.kind_from == "shape"


@each("kind", [kind for kind in KINDS if (EXAMPLES / kind).is_dir()])
def test_examples_without_what_states_their_kind(kind: str) -> None:
    for problems, text in sampled(texts(kind), kind):
        whole = reading_of(text)
        assert is_right(whole, problems), text
        # A text that names its kind is read as that, whatever its rows look like.
        assert whole is None or whole.kind_from == "shape" or whole.kind == kind, text
        rest = text.partition("\n")[2]
        found = reading_of(rest)
        if found is not None and found.kind_from != "shape":
            assert found.kind == kind, rest


@each(
    ("board", "is_read"),
    [
        (f"1{WHOLE[1:]}", True),  # with one mistake
        (WHOLE, True),
        ("".join(sorted(WHOLE)), False),  # each column has one digit: a hitori, for example
        (f"{'1' * 40}{WHOLE[40:]}", False),
    ],
)
def test_a_whole_board_is_a_sudoku_if_it_nearly_is_one(board: str, is_read: bool) -> None:
    found = reading_of("".join(board[at : at + 9] + "\n" for at in range(0, 81, 9)))
    assert (found is not None) == is_read
    assert found is None or (found.kind, found.kind_from) == ("sudoku", "shape")


@each(
    "remark",
    ["neighbours differ by 2 at least", "anti-knight", "no consecutive digits side by side", "x-sums"],
)
def test_a_remark_that_may_state_a_rule_was_not_read(remark: str) -> None:
    rows = ("".join(str((3 * row + row // 3 + column) % 9 + 1) for column in range(9)) for row in range(8))
    board = "\n".join((*rows, "........."))
    found, plain = reading_of(f"# {remark}\n{board}\n"), reading_of(f"# from a newspaper\n{board}\n")
    assert found is not None
    assert plain is not None
    assert (bool(found.beside.unread), bool(plain.beside.unread)) == (True, False)


def test_a_remark_behind_a_line_may_state_a_rule() -> None:
    board = WHOLE.replace("9", "0")
    for remark, is_plain in (("Windoku", False), ("corners are even", False), ("Sunday 12", True)):
        found = reading_of(f"{board} ; {remark}\n")
        assert found is not None
        assert (not found.beside.unread) == is_plain, remark


REMARKS = {
    "c multiply the count by 8\np cnf 2 1\n1 2 0\n": False,
    "c each clause is satisfied by one literal\np cnf 2 1\n1 2 0\n": False,
    "c 2 variables\np cnf 2 1\n1 2 0\n": True,
    "| a may be covered more than once\na b\na\nb\n": False,
    "| from a book\na b\na\nb\n": True,
    "# the thermometer may also fall\n1...\n..2.\n....\n....\nthermo r1c1 r1c2\n": False,
    "# a thermometer\n1...\n..2.\n....\n....\nthermo r1c1 r1c2\n": True,
}


@each(("text", "is_read"), REMARKS.items())
def test_a_comment_that_changes_the_answers_was_not_read(text: str, is_read: bool) -> None:
    found = reading_of(text)
    assert found is not None
    assert (not found.beside.unread) == is_read


BOARDS_THAT_CLASH = {
    "53..7...5\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79": True,
    "2.3..3.4.\n.........\n..1.2..2.\n3....8..5\n.........\n.1.....2.\n4.......3\n.........\n..2.3..1.": True,
    "2.3..3\n......\n2.2..3\n......\n1...3.\n......": True,
    "1..4..\n..3...\n...2..\n.3....\n.....4\n5..1.1": True,
    "[[2, 0, 0, 2], [0, 0, 0, 0], [0, 3, 0, 0], [2, 0, 0, 3]]": False,
}


@each(("board", "is_read"), BOARDS_THAT_CLASH.items())
def test_a_board_whose_givens_clash_is_read_if_its_blanks_are_points(board: str, is_read: bool) -> None:
    """What it is read as is in the line; rows of numbers may be a board of another kind."""
    try:
        (entry,) = coversat.check([board])
    except CoversatError:
        assert not is_read
        return
    assert is_read == (entry.status == "none")
    assert not is_read or "sudoku" in str(entry)


@each("blank", ["\t", " "])
def test_blanks_that_are_lost_at_one_end_may_be_lost_at_the_other(blank: str) -> None:
    """At the right they are, if others stand at the left of some rows; otherwise nobody knows."""
    between = "\t" if blank == "\t" else ""
    board = WHOLE.replace("1", ".").replace("2", ".").replace("3", ".")
    rows = [board[at : at + 9] for at in range(0, 81, 9)]
    lines = [between.join("" if between and cell == "." else cell for cell in row) for row in rows]
    lines = [line.replace(".", blank) for line in lines]
    found = reading_of("\n".join(line.rstrip() for line in lines) + "\n")
    assert found is not None
    assert found.problems == read("\n".join(rows), "sudoku").problems
    assert reading_of("\n".join(line.strip() for line in lines) + "\n") is None


BARS = {
    "5 3 . | . 7 . | . . .": True,
    "5 3 . . 7 . . . .": True,
    "53.|.7.|...": True,
    "| 5 3 . . | 7 . | . . . |": False,
    "53..|7..|..": False,
    "5 3 . | . 7 . . . .": False,
}


@each(("row", "is_read"), BARS.items())
def test_bars_elsewhere_than_around_boxes_are_those_of_a_jigsaw(row: str, is_read: bool) -> None:
    others = [". . . | . . . | . . ." if " " in row else "...|...|..."] * 8
    assert (reading_of("\n".join((row, *others, ""))) is not None) == is_read
    assert (reading_of("\n".join((*others, row, ""))) is not None) == is_read


def test_many_lines_of_zeros_are_read_in_one_way() -> None:
    board = f"{'0 ' * 9}\n" * 9
    assert reading_of(f"{board}anti-king\n") is not None
    assert reading_of(f"{board}0 0 0\nanti-king\n") is None


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [kind for kind in KINDS if (EXAMPLES / kind).is_dir()])
def test_mutated_examples(kind: str) -> None:
    chance = random.Random(kind)
    known = list(texts(kind))
    for problems, text in known:
        lines = text.splitlines(keepends=True)
        for _ in range(3):
            at = chance.randrange(len(lines))
            other = chance.choice(known)[1]
            for mutant in (
                "".join(lines[:at] + lines[at + 1 :]),
                "".join([*lines[: at + 1], *lines[at:]]),
                text + other,
                f"{text}\n{other}",
                "".join(" ".join(reversed(line.split())) + "\n" for line in lines),
            ):
                found = reading_of(mutant)
                said = found is None or found.kind_from == "shape" or found.kind == kind
                assert said or found.problems == problems, mutant


@pytest.mark.skipif(not BOARDS, reason="COVERSAT_BOARDS names no file of boards")
def test_boards_without_a_name() -> None:
    for number, line in enumerate(Path(BOARDS).read_text("utf-8").splitlines(), 1):
        board = json.loads(line)
        found = reading_of(board["text"])
        is_sudoku = board["kind"] in ("Sudoku", "JigsawSudoku")
        assert found is None or (found.kind == "sudoku" and is_sudoku), (number, board["kind"])


BINAIRO = "1 - - 0 - -\n- - 1 - - -\n- 0 - - 1 -\n- - - - - 0\n0 - - 1 - -\n- - - - - -\n"


def test_binairos_of_0_and_1() -> None:
    """They are proposed for a board of no name; 0 is what others write for 2."""
    with pytest.raises(CoversatError) as caught:
        read(BINAIRO)
    assert "binairo" in str(caught.value.hint)  # type: ignore[attr-defined]
    found = read(BINAIRO, "binairo")
    assert found.form.name == "zeros"
    assert found.beside.notes == ("0 is read as 2",)
    unspaced = BINAIRO.replace(" ", "").replace("-", ".")
    plain = read(BINAIRO.replace("0", "2"), "binairo")
    assert plain.form.name == "bare"
    assert found.problems == plain.problems == read(unspaced, "binairo").problems
    for mixed in (BINAIRO.replace("1", "2"), f"6 6\n{BINAIRO}"):
        with pytest.raises(CoversatError, match="line "):
            read(mixed, "binairo")


SUDOKU = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
FILLED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def test_a_table_of_markdown() -> None:
    rule, row = "|---:|:------|---|\n", f"| 1 | {SUDOKU} | {FILLED} |\n"
    for rows in (1, 3):
        found = read(f"| id | puzzle | solution |\n{rule}{rows * row}")
        assert found.problems == rows * read(SUDOKU).problems
        assert found.beside.stored == rows * (read(FILLED).problems[0].givens,)


CELLS = ",".join(SUDOKU)


@each(
    "names",
    [
        ",".join(f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)),
        ",".join(f"C{at}" for at in range(81)),
        ",".join(map(str, range(81))),
        ",".join(map(str, range(1, 82))),
    ],
)
def test_a_column_for_each_cell_is_refused_in_its_words(names: str) -> None:
    for rows in (1, 2, 90):
        for head, line in ((names, CELLS), (f"id,{names}", f"a17,{CELLS}")):
            with pytest.raises(CoversatError, match="a column with a name for each of its cells"):
                read("\n".join([head, *[line] * rows]))
    assert read(f"{CELLS}\n{CELLS}").problems == 2 * read(SUDOKU).problems
