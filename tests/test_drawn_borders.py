"""Borders that a printed sudoku draws are those of its boxes, and marks of cells say nothing, or the text is
refused."""

from __future__ import annotations

import re

import pytest
from each import each

from coversat.base.errors import ParseError
from coversat.kinds.sudoku.rules import Sudoku
from coversat.setters.links.sudoku.printed import PRINTED
from coversat.setters.links.sudoku.rows import fields_of

SIX = ["16....", "..2..5", ".3..1.", "4..5..", ".5..6.", "..1..2"]
NINE = "53..7....|6..195...|.98....6.|8...6...3|4..8.3..1|7...2...6|.6....28.|...419..5|....8..79".split("|")


def read(text: str) -> tuple[Sudoku, ...]:
    form = next(form for form in (*Sudoku.forms, PRINTED) if form.recognises(text))
    try:
        return form.read(text)
    except ParseError:
        if form is PRINTED or not PRINTED.recognises(text):
            raise
    return PRINTED.read(text)


def plain(rows: list[str], below: int, sign: str, *, gap: int = 0, apart: str = "") -> str:
    """The rows, with a line of `sign` after so many, and a wider gap after so many columns."""
    lines = []
    for number, row in enumerate(rows):
        parts = [row[at : at + gap] for at in range(0, len(row), gap)] if gap else [row]
        lines += [sign] * (number > 0 and number % below == 0)
        lines.append((apart * 2 or " ").join(apart.join(part) for part in parts))
    return "\n".join(lines) + "\n"


def framed(rows: list[str], box: tuple[int, int], light: str, heavy: str) -> str:
    """A frame around each cell, in heavy signs around boxes; light and heavy: vertical and horizontal."""

    def sign(at: int, side: int, which: int) -> str:
        return (light if at % side else heavy)[which]

    lines = []
    for r, row in enumerate(rows):
        lines.append("+".join(["", *[sign(r, box[0], 1) * 3 for _ in row], ""]))
        lines.append("".join(f"{sign(c, box[1], 0)} {one} " for c, one in enumerate(row)) + heavy[0])
    return "\n".join([*lines, "+".join(["", *[heavy[1] * 3 for _ in SIX], ""])]) + "\n"


@each(
    ("text", "message"),
    [
        (plain(SIX, 3, ""), "line 4, column 1: .*between boxes of 2x3, found one after row 3"),
        (plain(SIX, 3, "", apart=" "), "line 4, column 1: .*found one after row 3"),
        (plain(SIX, 3, "-----------", apart=" "), "line 4, column 1: .*found one after row 3"),
        (plain(SIX, 3, "", gap=2), "line 4, column 1: .*found one after row 3"),
        (plain(SIX, 9, "", gap=2), "line 1, column 3: .*gap between boxes of 2x3, found one after column 2"),
        (plain(SIX, 9, "", gap=2, apart=" "), "line 1, column 4: .*found one after column 2"),
        (plain(NINE, 2, ""), "line 3, column 1: .*boxes of 3x3, found one after row 2"),
        (plain(NINE, 6, ""), "line 3, column 1: .*boxes of 3x3, found none after row 3"),
        (framed(SIX, (3, 2), "│─", "│━"), "line 7, column 1: .*boxes of 2x3, found one after row 3"),
        (framed(SIX, (6, 2), "│─", "║═"), "line 2, column 9: .*bars around boxes of 2x3"),
        ("boxes 2x3\n" + framed(SIX, (3, 2), "│─", "║═").partition("\n")[2], "line "),
        (framed(SIX, (2, 2), "│─", "┃─"), "line 2, column 9: .*bars around boxes of 2x3"),
        ("1│.║.│.\n.│.║.│.\n.║.│3│.\n.║.│.│2\n", "line 3, column 2: .*bars around boxes of 2x2"),
        ("1|.|.||.\n.||.|2|.\n.|3||.||.\n.||.|.|4\n", "line 1, column 6: .*bars around boxes of 2x2"),
    ],
)
def test_borders_elsewhere(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        read(text)
    assert re.match(message, str(caught.value))


def wide(words: list[list[str]], box: int, width: int, *, left: bool = False) -> str:
    """Numbers aligned at one side, and one more space between boxes."""
    rows = [[f"{one:<{width}}" if left else f"{one:>{width}}" for one in row] for row in words]
    return "".join("  ".join(" ".join(row[at : at + box]) for at in range(0, 16, box)) + "\n" for row in rows)


NUMBERS = [
    [str((4 * r + r // 4 + c) % 16 + 1) if (r + c) % 3 or c in (4, 9) else "." for c in range(16)]
    for r in range(16)
]
"""Of a board of 16x16; no column is of numbers below ten alone."""
SMALL = [[one if len(one) == 1 or c != 6 else "." for c, one in enumerate(row)] for row in NUMBERS]
"""The same where a column is."""


@each(
    ("text", "size"),
    [
        (plain(SIX, 2, ""), 6),
        (plain(SIX, 2, "", gap=3, apart=" "), 6),
        (plain(SIX, 1, ""), 6),
        (plain(SIX, 1, "-----------", apart=" "), 6),
        (plain(SIX, 9, "", apart=" ").replace("1 6 . .", "1  6 . .").replace("\n", "  \n", 2), 6),
        (framed(SIX, (2, 3), "│─", "┃━"), 6),
        (framed(SIX, (7, 7), "│─", "║═"), 6),
        (plain(NINE, 3, ""), 9),
        (plain(NINE, 3, "------+-------+------", gap=3, apart=" "), 9),
        ("| 5 |" + " . |" * 8 + "\n" + "|---" * 9 + "|\n" + ("| . " * 9 + "|\n") * 8, 9),
        *((wide(words, 4, width, left=left), 16) for words in (NUMBERS, SMALL) for width in (1, 2, 3)
          for left in (False, True)),
        *((wide(words, 16, width, left=left), 16) for words in (NUMBERS, SMALL) for width in (1, 2, 3)
          for left in (False, True)),
    ],
)  # fmt: skip
def test_borders_of_boxes_and_those_that_say_nothing(text: str, size: int) -> None:
    assert [board.size for board in read(text)] == [size]


TURNED = {
    "heavy": framed(SIX, (3, 2), "│─", "┃━"),
    "double": framed(SIX, (3, 2), "│─", "║═"),
    "bars": plain(SIX, 3, "----+-----+----", gap=2, apart=" ").replace("  ", " | "),
    "a frame": "+-----+-----+-----+\n"
    + "".join(
        f"| {' | '.join(' '.join(row[at : at + 2]) for at in (0, 2, 4))} |\n"
        + "+-----+-----+-----+\n" * (number % 3 == 2)
        for number, row in enumerate(SIX)
    ),
}


@each("name", TURNED)
def test_boxes_of_the_other_sides_are_read_if_rules_and_bars_draw_them(name: str) -> None:
    """Not in a field of a row, whose boxes are the usual ones."""
    (board,) = read(TURNED[name])
    assert (board.box_rows, board.box_columns) == (3, 2)
    assert "".join("." if one is None else str(one) for row in board.givens for one in row) == "".join(SIX)
    if not {"│"} & {*TURNED[name]}:
        with pytest.raises(ParseError, match="between boxes of 2x3, found one after row 3"):
            fields_of({"puzzle": TURNED[name]})


@each(
    "rules",
    [
        ["---   ---", "   ---   ", "---------"] * 3,
        ["------   ", "---------"] * 4,
        ["---   ---"] * 8,
        ["", "", "---  ----", "", "", "---------", "", ""],
    ],
)
def test_a_rule_under_some_cells_of_a_row_is_the_border_of_a_region(rules: list[str]) -> None:
    lines = zip(
        ["|" + row + "|" for row in NINE], [f"+{one:9}+" if one else "" for one in rules] + [""], strict=False
    )
    text = "\n".join(line for pair in lines for line in pair if line) + "\n"
    with pytest.raises(ParseError, match="expected a rule below all cells of a row, found one below some"):
        PRINTED.read(text)
    assert PRINTED.read(re.sub(r"[+]$|\+[- ]+\+", "+---------+", text))


@each("left", [False, True])
def test_gaps_between_aligned_numbers(left: bool) -> None:
    with pytest.raises(ParseError, match="gap between boxes of 4x4, found one after column 2"):
        read(wide(NUMBERS, 2, 2, left=left))


def test_boards_after_blank_lines_are_several() -> None:
    assert len(read(plain(SIX * 3, 6, ""))) == 3
    assert len(read(plain(SIX * 3, 2, ""))) == 3
    with pytest.raises(ParseError, match=r"line 13, column 1: .*found one after row 3"):
        read(plain(SIX, 2, "") + "\n" + plain(SIX, 3, "") + "\n")


SPACED = plain(NINE, 9, "", apart=" ")
FULL = [
    "534678912", "672195348", "198342567", "859761423", "426853791", "713924856", "961537284", "287419635",
    "345286179",
]  # fmt: skip


@each(
    ("text", "message"),
    [
        (SPACED.replace("5", "5*"), "line 1, column 1: expected cells without marks, .* found '5\\*'"),
        (SPACED.replace("5", "*5*"), "line 1, column 2: expected cells without marks, .* found '\\*5\\*'"),
        (SPACED.replace("5", "+5"), "line 1, column 1: expected cells without marks, .* found '\\+5'"),
        (SPACED.replace(". 7", "*. 7"), "line 1, column 8: expected cells without marks, .* found '\\*.'"),
        (SPACED.replace(".", "0").replace("0 7", "0* 7"), "line 1, column 7: .* found '0\\*'"),
        (SPACED.replace("5 3", "5 * 3"), "line 1, column 3: expected bars around boxes of 3x3"),
        (
            "\n".join(NINE).replace(".", "_", 1),
            "line 1, column 4: expected one sign .* as '_' above, found '.'",
        ),
        (
            "".join(NINE).replace("..", "._", 1),
            "line 1, column 4: expected one sign .* as '.' above, found '_'",
        ),
        (plain(["." * 9] * 8 + ["_" * 9], 9, "", apart=" "), "line 9, column 1: expected one sign for all"),
    ],
)
def test_marks_of_some_cells_and_two_signs_of_blanks(text: str, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        read(text)
    assert re.match(message, str(caught.value))


@each(
    "text",
    [
        re.sub("([1-9])", r"**\1**", SPACED),
        re.sub("([1-9])", r"\1*", SPACED),
        plain(NINE, 3, "", gap=3, apart=" ").replace("  ", " * ").replace("\n\n", "\n"),
        "\n".join(NINE).replace(".", "_"),
    ],
)
def test_marks_of_all_givens_say_nothing(text: str) -> None:
    assert read(text) == read(SPACED)


def test_stars_of_a_full_board_say_where_answers_differ() -> None:
    text = plain(FULL, 9, "", apart=" ")
    assert read(text.replace("5", "5*")) == read(text)
