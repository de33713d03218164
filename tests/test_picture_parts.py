"""Pictures: rings, candidates, labels, outlines, PNG, the graph of reductions, notebooks; stars in texts."""

from __future__ import annotations

import errno
import importlib.util
import os
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command_line import command_line as run
from each import each
from hypothesis import given
from hypothesis import strategies as st
from svg_reading import EXAMPLES, MARGIN, MARKED, placed, problem, ringed, words

from coversat.answering.choosing import chosen_routes
from coversat.answering.questions import decide as check
from coversat.base.notebook import html_table
from coversat.cli import exit_code
from coversat.comparing.compare import compare_routes as compare
from coversat.kinds.drawing import Picture, PngError, draw, draw_sheet
from coversat.kinds.drawing.board import SIDE, Board
from coversat.kinds.drawing.diagrams import draw_routes
from coversat.kinds.drawing.marks import mark_differences
from coversat.kinds.drawing.svg import MONO_WIDTH, Svg, outline
from coversat.problems import KINDS, StarBattle, Sudoku, problem_class
from coversat.reductions import all_encodings, encodings_from
from coversat.setters.commands import explaining
from coversat.solvers import Limits, solvers_of
from coversat.solvers.findings import Findings

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


@each("kind", KINDS)
def test_every_given_that_stands_on_the_board_has_cells(kind: str) -> None:
    source = min(path for path in (EXAMPLES / kind).iterdir() if path.is_file())
    one = problem(f"{kind}/{source.name}")
    cells = one.given_cells()
    assert len(cells) == len(one.given_names())
    # What is asked of the whole board stands nowhere on it.
    somewhere = (there for there, name in zip(cells, one.given_names(), strict=True) if " " in name)
    assert kind in ("cnf", "csp") or all(somewhere)
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
        text.text for text, _, _ in placed(done.stdout, "text") if float(text.get("font-size", "22")) < 12
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
    assert [line.strip() for line in done.stderr.splitlines()[1:-1]] == list(map(str, wrong))
    assert done.stderr.endswith(": read as sudoku 4x4\n")
    assert (tmp_path / "x.SVG").read_text().startswith("<svg")


def test_a_file_of_several_puzzles_is_drawn_as_a_sheet(tmp_path: Path) -> None:
    (tmp_path / "two").write_text(".1..........2...\n1...............\n")
    done = run("draw", str(tmp_path / "two"), "--all")
    assert done.code == 0
    assert words(done.stdout) == ["1", "1", "2", "2", "1"]
    solved = run("draw", str(tmp_path / "two"), "--all", "--solve")
    assert len(words(solved.stdout)) == 2 + 2 * 16


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


def test_rules_that_leave_no_answer_are_drawn_ringed(tmp_path: Path) -> None:
    """Without givens: two stars in two rows and two columns touch."""
    (tmp_path / "rules").write_text(StarBattle(1, ((0, 0), (1, 1))).format())
    picture = tmp_path / "x.svg"
    done = run("explain", str(tmp_path / "rules"), "-o", str(picture))
    assert "The rules of the board leave no answer" in done.output
    assert len([rect for rect, _, _ in placed(picture.read_text(), "rect") if rect.get("rx") == MARKED]) == 4


def test_the_cells_of_a_rule_without_others_are_ringed() -> None:
    """A region without stars is ringed as a whole."""
    one = StarBattle(1, ((0, 0), (1, 1)))
    (missing,) = (v for v in one.violations(((1, 0), (0, 0))) if v.label == "region B has 1 star")
    assert missing.cells == ()
    assert {(1, 0), (1, 1)} <= ringed(draw(one, ((1, 0), (0, 0))).svg, 2, rx=MARKED)


def test_no_picture_is_written_where_the_words_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    (tmp_path / "clash").write_text(CLASH)
    monkeypatch.setattr(explaining, "echo", full)
    run("explain", str(tmp_path / "clash"), "-o", str(tmp_path / "x.svg"))
    assert not (tmp_path / "x.svg").exists()


# Stars in pictures of characters


@each(
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
        # Empty cells that are written like bars.
        ("- x -\nx - -", "x - -\n- - x", ("- x*-\nx*- -", "x*- -\n- - x*")),
        # Names with values remain apart.
        ("a=1 b=2 c=3", "a=1 b=3 c=2", ("a=1 b=2* c=3*", "a=1 b=3* c=2*")),
    ],
)  # fmt: skip
def test_a_star_stands_behind_each_word_that_differs(
    first: str, second: str, marked: tuple[str, str]
) -> None:
    assert mark_differences(first, second) == marked
    assert mark_differences(second, first) == marked[::-1]


# Outlines, the graph of reductions, PNG, notebooks, determinism


ROOT = Path(__file__).resolve().parent.parent


# Outlines


def area(loop: list[tuple[float, float]]) -> float:
    """Signed: clockwise on the screen is positive."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(loop, [*loop[1:], loop[0]], strict=True)) / 2


def test_outlines_by_hand() -> None:
    assert outline([(0, 0)], 10, 2) == [[(2, 2), (8, 2), (8, 8), (2, 8)]]
    assert outline([(0, 0), (0, 1), (1, 0)], 10, 1) == [[(1, 1), (19, 1), (19, 9), (9, 9), (9, 19), (1, 19)]]
    assert outline([(0, 0), (1, 1)], 10, 0) == [
        [(0, 0), (10, 0), (10, 10), (0, 10)],
        [(10, 10), (20, 10), (20, 20), (10, 20)],
    ]
    around = [(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)]
    outer, hole = outline(around, 10, 1)
    assert (area(outer), area(hole)) == (28 * 28, -12 * 12)


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4))))
def test_outlines_enclose_as_many_cells_as_there_are(cells: set[tuple[int, int]]) -> None:
    loops = outline(cells, 1, 0)
    assert sum(map(area, loops)) == len(cells)
    inset = outline(cells, 10, 1)
    assert [len(loop) for loop in inset] == [len(loop) for loop in loops]
    assert {(y // 10, x // 10) for loop in inset for x, y in loop} <= cells
    assert outline(sorted(cells, reverse=True), 10, 1) == inset


def test_walls_stand_between_regions_and_around() -> None:
    regions = ((0, 0, 1), (0, 1, 1))
    board = Board(2, 3)
    board.walls(lambda cell: regions[cell[0]][cell[1]])
    (path,) = (path.get("d", "") for path, _, _ in placed(board.document(""), "path"))
    lines = {tuple(int(n) // SIDE for n in line.replace("L", " ").split()) for line in path[1:].split("M")}
    around = {(0, 0, 3, 0), (0, 2, 3, 2), (0, 0, 0, 2), (3, 0, 3, 2)}
    assert lines == around | {(2, 0, 2, 1), (1, 1, 2, 1), (1, 1, 1, 2)}


# The reduction graph


def boxes_and_labels(svg: str) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
    """The rectangles of kinds, and those that text takes at most."""
    boxes = [
        (x, y, x + float(rect.get("width", "")), y + float(rect.get("height", "")))
        for rect, x, y in placed(svg, "rect")[1:]
    ]
    labels = []
    for text, x, y in placed(svg, "text"):
        size = float(text.get("font-size", "0"))
        half = len(text.text or "") * size * MONO_WIDTH / 2
        labels.append((x - half, y - 0.75 * size, x + half, y + 0.25 * size))
    return boxes, labels


@each("kind", [None, *KINDS])
def test_the_graph_names_every_rule_and_nothing_overlaps(kind: str | None) -> None:
    svg = draw_routes(kind).svg
    ends = {"cover", "cnf"}
    rules = all_encodings() if kind is None else [r for k in {kind} | ends for r in encodings_from(k)]
    kinds = {name for rule in rules for name in (rule.source, rule.target)}
    names = [*kinds, *(rule.name for rule in rules), *(s.name for k in kinds for s in solvers_of(k))]
    assert Counter(words(svg)) == Counter(names)
    arrows = [path for path, _, _ in placed(svg, "path") if path.get("d", "").endswith("Z")]
    assert len(arrows) == len(rules)

    def apart(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
        return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]

    boxes, labels = boxes_and_labels(svg)
    assert len(boxes) == len(kinds)
    tips = Counter(float(path.get("d", "")[1:].split()[0]) for path in arrows)
    assert tips == {
        boxes[0][2]: sum(rule.target == "cover" for rule in rules),
        boxes[1][0]: sum(rule.target == "cnf" for rule in rules),
    }
    for some in (boxes, labels):
        assert all(apart(a, b) for n, a in enumerate(some) for b in some[:n])
    for box in boxes:
        for label in labels:
            inside = box[0] <= label[0] and label[2] <= box[2] and box[1] <= label[1] and label[3] <= box[3]
            assert apart(box, label) or inside


def test_a_rule_between_puzzles_has_no_place(monkeypatch: pytest.MonkeyPatch) -> None:

    import coversat.kinds.drawing.diagrams as drawing

    astray = all_encodings()[0]._replace(target="queens")
    monkeypatch.setattr(drawing, "all_encodings", lambda: (astray,))
    with pytest.raises(ValueError, match="no place"):
        draw_routes()


# PNG


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def test_png_is_the_picture_at_a_zoom() -> None:
    pytest.importorskip("resvg_py")
    picture = draw(problem("sudoku/boj2239.txt"))
    try:
        assert png_size(picture.png()) == (768, 768)
    except PngError as error:
        pytest.skip(str(error))
    assert png_size(picture.png(zoom=1)) == (384, 384)
    assert picture.png() == picture.png()


def test_png_without_its_library_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PngError, match="pip install resvg-py"):
        draw(problem("langford 3\n")).png()


def test_png_without_a_font_is_refused_and_not_left_without_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    resvg = pytest.importorskip("resvg_py")
    real = resvg.svg_to_bytes
    monkeypatch.setattr(resvg, "svg_to_bytes", lambda **options: real(**options, skip_system_fonts=True))
    with pytest.raises(PngError, match="font"):
        draw(problem("sudoku/boj2239.txt")).png()
    assert png_size(Picture(Svg(10, 20).document("")).png()) == (20, 40)


# The command line


TWO = str(EXAMPLES / "sudoku" / "two-answers.txt")


def test_draw_prints_what_the_library_draws(tmp_path: Path) -> None:
    one = problem("sudoku/two-answers.txt")
    answers = check(one).answers
    assert run("draw", TWO).stdout == draw(one).svg
    assert run("draw", TWO, "--solve").stdout == draw(one, *answers).svg
    names = []
    for number, answer in enumerate(answers):
        names.append(str(tmp_path / f"{number}.txt"))
        Path(names[-1]).write_text(one.render(answer))
    assert run("draw", TWO, names[0]).stdout == draw(one, answers[0]).svg
    out = tmp_path / "x.svg"
    result = run("draw", TWO, *names, "-o", str(out))
    assert (result.code, result.stdout) == (0, "")
    assert out.read_text() == draw(one, *answers).svg


def test_draw_says_what_is_wrong(tmp_path: Path) -> None:
    none = tmp_path / "none.txt"
    none.write_text("11..\n....\n....\n....\n")
    result = run("draw", str(none), "--solve", "-o", str(tmp_path / "x.svg"))
    assert result.code == 1
    assert "no answer" in result.output
    assert (tmp_path / "x.svg").read_text() == draw(Sudoku.parse(none.read_text())).svg
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("1134\n3412\n2143\n4321\n")
    assert "a wrong answer" in run("draw", str(none), str(wrong)).output
    wrong.write_text("11x4\n")
    assert exit_code(["draw", str(none), str(wrong)]) == 2
    assert exit_code(["draw", str(tmp_path / "missing.txt")]) == 2
    for arguments in (["-o", "x.gif"], [TWO, TWO, TWO], ["--solve", TWO]):
        assert exit_code(["draw", TWO, *arguments]) == 2


def test_draw_png_without_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "x.png"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert exit_code(["draw", TWO, "-o", str(out)]) == 2
    assert "pip install resvg-py" in capsys.readouterr().err
    assert not out.exists()


def test_routes_are_drawn(tmp_path: Path) -> None:
    out = tmp_path / "routes.svg"
    assert run("routes", "kakuro", "--draw", str(out)).code == 0
    assert out.read_text() == draw_routes("kakuro").svg


@each(
    "words",
    [
        ["tents", "--draw", "-", "--json"],
        ["tents", "--draw", "-", "--names"],
        ["3sat", "clique", "--draw", "-"],
        ["3sat", "clique", "--names"],
        ["tents", "--names", "--json"],
        ["--explain", "3sat/vertexcover", "--draw", "-", "--json"],
    ],
)
def test_routes_in_two_forms_at_once_are_refused(words: list[str]) -> None:
    done = run("routes", *words)
    assert (done.code, done.stdout) == (2, "")


# Notebooks


def test_notebooks_show_problems_pictures_and_tables() -> None:
    one = problem("sudoku/two-answers.txt")
    assert one._repr_svg_() == draw(one).svg
    assert draw(one)._repr_svg_() == str(draw(one))
    table = compare(one, chosen_routes("sudoku", ["search/*"]), Limits(answers=2))._repr_html_()
    cells = [cell.text for cell in ElementTree.fromstring(f"<div>{table}</div>").iter("td")]
    assert cells[0] == "search/scan"
    assert "all routes agree" in table
    found = Findings((), 0, False, "search/scan", 1.5, "timeout")
    rows = ElementTree.fromstring(found._repr_html_()).iter("tr")
    assert [[cell.text for cell in row] for row in rows] == [
        ["verdict", "UNKNOWN"], ["answers", "at least 0"], ["route", "search/scan"], ["seconds", "1.500"],
        ["stopped after", "timeout"],
    ]  # fmt: skip


def test_tables_escape_what_stands_in_them() -> None:
    table = ElementTree.fromstring(f"<div>{html_table(['<a>'], [['b & c']], ['<d>'])}</div>")
    assert [element.text for element in table.iter() if element.tag in ("th", "td", "p")] == [
        "<a>", "b & c", "<d>"
    ]  # fmt: skip


@pytest.mark.thorough
def test_the_gallery_is_up_to_date() -> None:
    """Run ``python docs/make_gallery.py`` when this fails, and look at the pictures."""
    spec = importlib.util.spec_from_file_location("make_gallery", ROOT / "docs" / "make_gallery.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_gallery"] = module
    spec.loader.exec_module(module)
    made = dict([*module.files(), *module.constraint_files()])
    docs = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*")}
    stale = [name for name in made if name not in docs or (ROOT / "docs" / name).read_text() != made[name]]
    assert not stale
    shown = {f"gallery/{path.name}" for path in (ROOT / "docs" / "gallery").iterdir()}
    assert shown == set(made) - {"gallery.md", "constraints.md"}
    for kind in KINDS:
        assert f"## {kind}\n" in made["gallery.md"]
        assert problem_class(kind).about[1:] in made["gallery.md"]
