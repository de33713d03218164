"""What is laid over pictures: rings, candidates, names of rows and columns; and the stars in texts."""

from __future__ import annotations

import errno
import os
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from command_line import command_line as run
from svg_reading import EXAMPLES, MARGIN, MARKED, placed, problem, ringed, words

from coversat.cli import exit_code
from coversat.drawing import draw, draw_sheet
from coversat.drawing.board import SIDE
from coversat.drawing.marks import mark_differences
from coversat.problems import KINDS

CLASH = "11..\n....\n..3.\n....\n"
KAKURO = "#   3\\  4\\\n\\4  .   .\n\\3  .   .\n"
LABEL = 26
"""The room of the labels left and above."""


def labels(svg: str) -> list[str]:
    return [text.text or "" for text, x, y in placed(svg, "text") if min(x, y) < MARGIN + LABEL - 2]


# Names of rows and columns


def test_rows_and_columns_are_named_as_messages_name_cells() -> None:
    plain, named = (draw(problem(CLASH), labels=wanted).svg for wanted in (False, True))
    assert words(plain) == ["1", "1", "3"]
    assert labels(named) == ["r1", "r2", "r3", "r4", "c1", "c2", "c3", "c4"]
    at = {text.text: (x, y) for text, x, y in placed(named, "text")}
    three = at["3"]
    assert abs(at["c3"][0] - three[0]) < 1
    assert abs(at["r3"][1] - three[1]) < SIDE / 4


def test_a_sudominoku_is_named_by_letters_as_its_clashes_are() -> None:
    assert labels(draw(problem("sudominoku/small.txt"), labels=True).svg) == [*"ABCD", *"1234"]


def test_clues_beside_the_board_do_not_move_the_names() -> None:
    one: Any = problem("nonogram/hen.txt")
    svg = draw(one, labels=True).svg
    rows = [y for text, _, y in placed(svg, "text") if (text.text or "").startswith("r")]
    columns = [x for text, x, _ in placed(svg, "text") if (text.text or "").startswith("c")]
    assert [b - a for a, b in pairwise(rows)] == [SIDE] * (one.rows - 1)
    assert [b - a for a, b in pairwise(columns)] == [SIDE] * (one.columns - 1)
    # The first clue of the first row stands on the height of the row's name.
    clue = next(
        y for text, x, y in placed(svg, "text") if text.text == "3" and x > MARGIN + LABEL and y > rows[0] - 5
    )
    assert abs(clue - rows[0]) < 5


def test_what_has_names_of_its_own_gets_no_others() -> None:
    assert draw(problem("cover/knuth.dlx"), labels=True) == draw(problem("cover/knuth.dlx"))


# Rings


def test_the_cells_that_break_a_rule_are_ringed_and_givens_stay() -> None:
    one = problem("1...\n....\n..3.\n....\n")
    wrong = ((2, 1, 3, 4), (3, 4, 1, 2), (4, 2, 3, 1), (1, 3, 4, 2))
    svg = draw(one, wrong).svg
    broken = {cell for violation in one.violations(wrong) for cell in violation.cells}
    assert (0, 0) in broken
    assert ringed(svg, 4, rx=MARKED) == broken
    # The given 1 and not the 2 that the answer has in its place.
    assert words(svg)[0] == "1"
    right = ((1, 2, 4, 3), (3, 4, 2, 1), (2, 1, 3, 4), (4, 3, 1, 2))
    assert one.violations(right) == []
    assert not ringed(draw(one, right).svg, 4, rx=MARKED)


def test_a_placed_queen_stays_where_an_answer_has_none() -> None:
    one = problem("queens 4\n#...\n...Q\n....\n....\n")
    svg = draw(one, (1, 0, 2, 3)).svg
    assert svg.count("<circle") == 3 * 5


@pytest.mark.parametrize("kind", KINDS)
def test_every_given_that_stands_on_the_board_has_cells(kind: str) -> None:
    source = min(path for path in (EXAMPLES / kind).iterdir() if path.is_file())
    one = problem(f"{kind}/{source.name}")
    cells = one.given_cells()
    assert len(cells) == len(one.given_names())
    # What is asked of the whole board stands nowhere on it.
    somewhere = (there for there, name in zip(cells, one.given_names(), strict=True) if " " in name)
    assert kind == "cnf" or all(somewhere)
    if any(cells):
        # What is left of a puzzle without a given differs where the given stands.
        assert all(r >= 0 and c >= 0 for some in cells for r, c in some)


def test_the_run_of_a_clue_and_the_cells_of_a_domino() -> None:
    one: Any = problem(KAKURO)
    cells = dict(zip(one.given_names(), one.given_cells(), strict=True))
    assert cells["run r2c2 down = 3 in 2 cells"] == ((1, 1), (2, 1))
    assert cells["run r3c2 across = 3 in 2 cells"] == ((2, 1), (2, 2))
    domino: Any = problem("sudominoku/boj4574.txt")
    assert domino.given_names()[0] == "domino 6-1 at B2-B3"
    assert domino.given_cells()[0] == ((1, 1), (1, 2))


# Candidates


def test_candidates_stand_in_their_cells_and_no_given_is_written_over() -> None:
    one = problem(CLASH)
    every = {(r, c): (1, 2, 3, 4) for r in range(4) for c in range(4)} | {(1, 1): (4,), (3, 3): ()}
    found: dict[tuple[int, int], list[str]] = {}
    for text, x, y in placed(draw(one, candidates=every).svg, "text"):
        found.setdefault((int((y - MARGIN) // SIDE), int((x - MARGIN) // SIDE)), []).append(text.text or "")
    assert found.pop((0, 0)) == found.pop((0, 1)) == ["1"]
    assert found.pop((2, 2)) == ["3"]
    assert found.pop((1, 1)) == ["4"]
    assert (3, 3) not in found
    assert set(map(tuple, found.values())) == {("1", "2", "3", "4")}


def test_cells_that_are_full_or_empty_have_dots_and_circles() -> None:
    one = problem("starbattle/one-star.txt")
    svg = draw(one, candidates={(0, 0): (1,), (0, 1): (0, 1), (0, 2): (0,)}).svg
    dots = {(int((x - MARGIN) // SIDE), dot.get("fill")) for dot, x, _ in placed(svg, "circle")}
    assert dots == {(0, "#0072b2"), (1, "none")}


def test_candidates_of_no_cells_are_refused() -> None:
    for source in ("cover/knuth.dlx", "cnf/two-models.cnf"):
        with pytest.raises(ValueError, match="cannot be drawn"):
            draw(problem(source), candidates={(0, 0): (1,)})
    with pytest.raises(ValueError, match="cannot be drawn"):
        draw(problem(CLASH), candidates={(4, 0): (1,)})


# Sheets


def test_a_sheet_holds_every_puzzle_with_its_number() -> None:
    boards = [problem(text) for text in (CLASH, "1...\n....\n....\n....\n", "queens 3\n")]
    svg = draw_sheet(boards, columns=2).svg
    numbers = {text.text: (x, y) for text, x, y in placed(svg, "text") if text.get("font-size") == "18"}
    assert list(numbers) == ["1", "2", "3"]
    assert numbers["1"][1] == numbers["2"][1] < numbers["3"][1]
    assert numbers["1"][0] == numbers["3"][0] == MARGIN
    assert draw_sheet(boards, columns=1).svg.count("translate") == svg.count("translate")


# The command line


def test_candidates_are_drawn_by_the_command() -> None:
    file = str(EXAMPLES / "sudoku" / "two-answers.txt")
    done = run("draw", file, "--candidates", "--labels")
    assert done.code == 0
    # The four cells that are open, as the README shows them, have two digits each.
    small = [
        text.text for text, _, _ in placed(done.output, "text") if float(text.get("font-size", "22")) < 12
    ]
    assert sorted(map(str, small)) == ["2"] * 4 + ["5"] * 4
    assert exit_code(["draw", str(EXAMPLES / "cnf" / "two-models.cnf"), "--candidates"]) == 2
    for more in (["--solve"], [file], ["--all"]):
        assert run("draw", file, "--candidates", *more).stderr.startswith("Usage:")


def test_every_broken_rule_of_an_answer_is_told(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("1...\n....\n..3.\n....\n")
    (tmp_path / "a").write_text("2134\n3412\n4231\n1342\n")
    done = run("draw", str(tmp_path / "p"), str(tmp_path / "a"), "-o", str(tmp_path / "x.SVG"))
    assert done.code == 1
    one = problem("1...\n....\n..3.\n....\n")
    wrong = one.violations(one.parse_answer("2134\n3412\n4231\n1342\n"))
    assert len(wrong) > 1
    assert [line.strip() for line in done.stderr.splitlines()[1:]] == list(map(str, wrong))
    assert (tmp_path / "x.SVG").read_text().startswith("<svg")


def test_a_file_of_several_puzzles_is_drawn_as_a_sheet(tmp_path: Path) -> None:
    (tmp_path / "two").write_text(".1..........2...\n1...............\n")
    done = run("draw", str(tmp_path / "two"), "--all")
    assert done.code == 0
    assert words(done.output) == ["1", "1", "2", "2", "1"]
    solved = run("draw", str(tmp_path / "two"), "--all", "--solve")
    assert len(words(solved.output)) == 2 + 2 * 16


def test_clashes_and_what_is_not_needed_are_drawn_ringed(tmp_path: Path) -> None:
    """The two ones in a row clash; of the other puzzle explain names what can be left out."""
    (tmp_path / "clash").write_text(CLASH)
    (tmp_path / "unique").write_text("1234\n34..\n....\n..1.\n")
    for name in ("clash", "unique"):
        picture = tmp_path / "x.svg"
        done = run("explain", str(tmp_path / name), "-o", str(picture))
        assert done.code == 0
        ringed = {
            f"r{int((y - MARGIN - LABEL) // SIDE) + 1}c{int((x - MARGIN - LABEL) // SIDE) + 1}"
            for rect, x, y in placed(picture.read_text(), "rect")
            if rect.get("rx") == MARKED
        }
        assert ringed == set(re.findall(r"given \d at (r\dc\d)", done.output))
        assert ringed
    assert run("explain", str(tmp_path / "clash"), "-o", "-").stderr.startswith("Usage:")


def test_no_picture_is_written_where_the_words_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "clash").write_text(CLASH)
    monkeypatch.setattr("coversat.cli.setting.echo", full)
    run("explain", str(tmp_path / "clash"), "-o", str(tmp_path / "x.svg"))
    assert not (tmp_path / "x.svg").exists()


# Stars in pictures of characters


@pytest.mark.parametrize(
    ("first", "second", "marked"),
    [
        # Of literals the sign counts, whatever the widths.
        ("v 1 2 12 0", "v 1 -2 12 0", ("v 1 2*12 0", "v 1 -2*12 0")),
        # An empty square has no mark: what stands there in the other picture has.
        (". Q\nQ .", "Q .\n. Q", (". Q*\nQ*.", "Q*.\n. Q*")),
        # Names of pieces behind which a wall stands: every line makes room.
        ("+--+--+\n|L1|I1|\n+--+--+", "+--+--+\n|I1|L1|\n+--+--+", (
            "+---+---+\n|L1*|I1*|\n+---+---+", "+---+---+\n|I1*|L1*|\n+---+---+"
        )),
        # Different options of a cover are lists of lines.
        ("a b\nc d", "a b c d", ("a b*\nc d*", "a b c d*")),
        # Dominoes: the same digits, other bars.
        ("0 - 1\n2 - 3", "0   1\n|   |\n2   3", ("0 - 1*\n2 - 3*", "0   1*\n|   |*\n2   3*")),
        ("0 - 1   2", "0   1 - 2", ("0 -*1   2", "0   1 -*2")),
        ("1 2 | 3", "1 2 | 3", ("1 2 | 3", "1 2 | 3")),
    ],
)  # fmt: skip
def test_a_star_stands_behind_each_word_that_differs(
    first: str, second: str, marked: tuple[str, str]
) -> None:
    assert mark_differences(first, second) == marked
    assert mark_differences(second, first) == marked[::-1]
