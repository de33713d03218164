"""Pictures: well formed, complete, the same in every process; what differs is marked, nothing is cut."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from coversat.cli import exit_code, group
from coversat.compare import chosen_routes, compare
from coversat.drawing import _DRAWERS as DRAWERS
from coversat.drawing import Picture, PngError, draw
from coversat.drawing.board import RING, SIDE, Board
from coversat.drawing.outline import outline
from coversat.drawing.routes import draw_routes
from coversat.drawing.svg import MONO_WIDTH, Svg
from coversat.problems import KINDS, Cnf, Problem, Sudoku, problem_class, read
from coversat.reductions import all_rules, rules_from
from coversat.solvers import Limits, solvers_of
from coversat.tables import html_table
from coversat.uniqueness import Uniqueness, Verdict, check

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
MARGIN = 12
SVG = "{http://www.w3.org/2000/svg}"

QUEENS = "queens 4\n#...\n...Q\n....\n....\n"
SMALL = {
    "sudoku": ["sudoku/two-answers.txt", "sudoku/jigsaw.txt", "sudoku/killer.txt", "sudoku/windoku-x.txt"],
    "polyomino": ["polyomino/copies.txt"],
    "dominosa": ["dominosa/order-3.txt"],
    "latin": ["latin/order-9.txt"],
}
"""Examples that are solved at once; of other kinds the first one is."""


def problem(source: str) -> Problem[Any]:
    text = source if "\n" in source else (EXAMPLES / source).read_text()
    return read(text).problems[0]


def small(kind: str) -> list[Problem[Any]]:
    first = min(path for path in (EXAMPLES / kind).iterdir() if path.is_file())
    return [problem(source) for source in SMALL.get(kind, [f"{kind}/{first.name}"])]


def elements(svg: str) -> Iterator[tuple[ElementTree.Element, float, float]]:
    """Each element, with what the groups around it are moved by."""

    def walk(node: ElementTree.Element, x: float, y: float) -> Iterator[Any]:
        for child in node:
            words = child.get("transform", "").replace("translate(", "").replace(")", "").split()
            dx, dy = (float(words[0]), float(words[1])) if words else (0.0, 0.0)
            yield child, x + dx, y + dy
            yield from walk(child, x + dx, y + dy)

    return walk(ElementTree.fromstring(svg), 0.0, 0.0)


def placed(svg: str, tag: str) -> list[tuple[ElementTree.Element, float, float]]:
    """Each element of this name and where it stands on the picture."""
    found = []
    for element, dx, dy in elements(svg):
        if element.tag == SVG + tag:
            x, y = (float(element.get(name, element.get(f"c{name}", "0"))) for name in "xy")
            found.append((element, x + dx, y + dy))
    return found


def words(svg: str) -> list[str]:
    return [element.text or "" for element, _, _ in placed(svg, "text")]


def in_cells(svg: str, left: float = 0) -> dict[tuple[int, int], str]:
    """What stands in the cells of a board whose left edge is `left` behind the margin."""
    found = {}
    for element, x, y in placed(svg, "text"):
        column = (x - MARGIN - left) / SIDE
        found[int((y - MARGIN) // SIDE), int(column // 1)] = element.text or ""
    return found


def ringed(svg: str, columns: int, left: float = 0) -> set[tuple[int, int]]:
    """The marked cells of a board of so many columns whose left edge is `left` behind the margin."""
    found = set()
    for rect, x, y in placed(svg, "rect"):
        column = int((x - MARGIN - left) // SIDE)
        if rect.get("rx") == "5" and 0 <= column < columns:
            found.add((int((y - MARGIN) // SIDE), column))
    return found


def second(columns: int) -> float:
    """Where the right one of two boards begins."""
    return columns * SIDE + 32


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_well_formed_and_inside_the_picture(kind: str) -> None:
    for one in small(kind):
        answers = check(one).answers
        assert answers
        for picture in (draw(one), draw(one, answers[0]), draw(one, *answers)):
            root = ElementTree.fromstring(picture.svg)
            width, height = float(root.get("width", "")), float(root.get("height", ""))
            assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
            assert root.findtext(f"{SVG}title", "").startswith(kind)
            for tag in ("text", "circle", "rect"):
                for element, x, y in placed(picture.svg, tag):
                    right = x + float(element.get("width", "0"))
                    below = y + float(element.get("height", "0"))
                    assert 0 <= x <= right <= width, (picture, element.attrib)
                    assert 0 <= y <= below <= height, (picture, element.attrib)
        # An answer adds something to the picture.
        assert draw(one, answers[0]).svg != draw(one).svg


def test_every_drawer_is_of_a_kind() -> None:
    """A kind may do without: its text is drawn."""
    assert set(DRAWERS) <= set(KINDS)


class Strange(Cnf):
    kind = "strange"

    def render(self, answer: Any = None) -> str:
        return "a <b> & c" if answer is None else "\n".join(f"line {n}" for n in range(500)) + "x" * 500


def test_a_kind_without_a_drawer_is_shown_as_its_text() -> None:
    assert words(draw(Strange(0, ())).svg) == ["a <b> & c"]
    long = words(draw(Strange(0, ()), ()).svg)
    assert len(long) == 120
    assert long[-1] == "... 381 more lines"


@pytest.mark.parametrize("source", ["sudoku/boj2239.txt", "latin/order-9.txt", "sudominoku/boj4574.txt"])
def test_every_digit_stands_in_its_cell(source: str) -> None:
    one: Any = problem(source)
    given = {(r, c): str(d) for r, row in enumerate(one.givens) for c, d in enumerate(row) if d}
    assert in_cells(draw(one).svg) == given
    (answer,) = check(one).answers
    shown = {(r, c): str(d) for r, row in enumerate(answer) for c, d in enumerate(row)}
    assert in_cells(draw(one, answer).svg) == shown


def test_givens_are_bold_and_found_digits_are_not() -> None:
    one = Sudoku.parse("1...\n....\n..3.\n....\n")
    bold = [
        text.text
        for element, _, _ in elements(draw(one, check(one).answers[0]).svg)
        if element.get("font-weight") == "bold"
        for text in element
    ]
    assert bold == ["1", "3"]


def test_killer_cages_show_their_sums_and_all_digits() -> None:
    one: Any = problem("sudoku/killer.txt")
    sums = Counter(str(cage.total) for cage in one.constraints)
    assert Counter(words(draw(one).svg)) == sums
    (answer,) = check(one).answers
    digits = Counter(str(digit) for row in answer for digit in row)
    assert Counter(words(draw(one, answer).svg)) == sums + digits


def test_constraints_without_a_place_on_the_board_are_named() -> None:
    assert words(draw(problem("sudoku/anti-king-knight.txt")).svg)[:2] == ["anti-king", "anti-knight"]


def test_large_digits_are_letters_as_in_the_text() -> None:
    row = tuple(range(1, 17))
    one = Sudoku(4, 4, (row, *((0,) * 16,) * 15))
    assert words(draw(one).svg) == list("123456789ABCDEFG")


def test_kakuro_clues_and_digits() -> None:
    one: Any = problem("kakuro/picture.txt")
    clues = Counter(str(clue.total) for clue in one.clues)
    assert Counter(words(draw(one).svg)) == clues
    (answer,) = check(one).answers
    digits = Counter(str(digit) for row in answer for digit in row if digit)
    assert Counter(words(draw(one, answer).svg)) == clues + digits
    # On r2c5, 17 down and 24 across.
    of_cell = {
        text.text: ((x - MARGIN) % SIDE, (y - MARGIN) % SIDE)
        for text, x, y in placed(draw(one).svg, "text")
        if (int((y - MARGIN) // SIDE), int((x - MARGIN) // SIDE)) == (1, 4)
    }
    assert set(of_cell) == {"17", "24"}
    assert of_cell["17"][0] < of_cell["24"][0]
    assert of_cell["17"][1] > of_cell["24"][1]


def test_dominoes_are_tiles() -> None:
    one: Any = problem("sudominoku/boj4574.txt")
    (answer,) = check(one).answers

    def tiles(picture: Picture) -> int:
        return sum(path.get("d", "").endswith("Z") for path, _, _ in placed(picture.svg, "path"))

    assert tiles(draw(one)) == 10
    assert tiles(draw(one, answer)) == 36
    assert len(placed(draw(one).svg, "circle")) == 9
    wrong = (answer[1], answer[0], *answer[2:])
    assert tiles(draw(one, wrong)) == 10
    # Tiles would fit this one, but with two threes on one of them.
    doubled = ((3, 3, 2, 1), (3, 4, 3, 1), (4, 2, 1, 3), (3, 1, 4, 2))
    assert tiles(draw(problem("sudominoku/small.txt"), doubled)) == 0
    board = problem("dominosa/order-3.txt")
    assert tiles(draw(board)) == 0
    assert tiles(draw(board, check(board).answers[0])) == 10


def test_queens_stand_where_they_are() -> None:
    one = problem(QUEENS)
    (answer,) = check(one).answers
    crowns = [
        (element, int((y - MARGIN) // SIDE), int((x - MARGIN) // SIDE))
        for element, x, y in elements(draw(one, answer).svg)
        if element.get("stroke-linejoin") == "round" and element.tag == f"{SVG}g"
    ]
    assert {(r, c) for _, r, c in crowns} == set(enumerate(answer))
    black = {(r, c) for element, r, c in crowns if element.get("fill") != "#ffffff"}
    assert black == {(1, 3)}


def test_pieces_are_named_once_each() -> None:
    one: Any = problem("polyomino/copies.txt")
    answers = check(one).answers
    assert words(draw(one).svg) == ["L x2", "S", "I x3"]
    assert sorted(words(draw(one, answers[0]).svg)) == sorted(one.labels)


def test_stars_stand_where_they_are() -> None:
    one = problem("starbattle/two-stars.txt")
    (answer,) = check(one).answers
    (path,) = (p.get("d", "") for p, _, _ in placed(draw(one, answer).svg, "path") if "Z" in p.get("d", ""))
    tips = [tuple(map(float, star.split("L")[0].split())) for star in path[1:].split("M")]
    cells = {(int(y // SIDE), int(x // SIDE)) for x, y in tips}
    assert cells == {(r, c) for r, row in enumerate(answer) for c, star in enumerate(row) if star}
    assert len(tips) == 16


def test_nonograms_are_blackened_and_clued() -> None:
    one: Any = problem("nonogram/hen.txt")
    (answer,) = check(one).answers
    clues = [str(run) for clue in (*one.row_clues, *one.column_clues) for run in clue or (0,)]
    svg = draw(one, answer).svg
    assert Counter(words(draw(one).svg)) == Counter(words(svg)) == Counter(clues)
    squares = [(x, y) for rect, x, y in placed(svg, "rect") if rect.get("width") == str(SIDE - 6)]
    left, top = min(x for x, _ in squares), min(y for _, y in squares)
    cells = {(round((y - top) / SIDE), round((x - left) / SIDE)) for x, y in squares}
    first = min(c for row in answer for c, black in enumerate(row) if black)
    assert cells == {(r, c - first) for r, row in enumerate(answer) for c, black in enumerate(row) if black}
    white = tuple((0,) * one.columns for _ in range(one.rows))
    assert draw(one, answer, white).svg.count('rx="5"') == 2 * len(cells)


def test_langford_arcs_join_pairs() -> None:
    svg = draw(problem("langford 3\n"), (3, 1, 2, 1, 3, 2)).svg
    arcs = [path.get("d", "") for path, _, _ in placed(svg, "path") if "A" in path.get("d", "")]
    ends = [(float(d[1:].split()[0]), float(d.split()[-2])) for d in arcs]
    places = [(int(first // SIDE), int(last // SIDE)) for first, last in ends]
    assert sorted(places) == [(0, 4), (1, 3), (2, 5)]


def test_matrices_of_covers_and_formulas() -> None:
    knuth: Any = problem("cover/knuth.dlx")
    squares = [r for r, _, _ in placed(draw(knuth).svg, "rect") if r.get("width") == "12"]
    assert len(squares) == sum(len(option.items) for option in knuth.options)
    formula = Cnf(3, ((1, -2), (2, 3), (-1, 1)), {1: "a<b"})
    svg = draw(formula, (1, 2, -3)).svg
    assert words(svg) == ["model", "1", "2", "3", "a<b", "2", "3", "1", "1", "0"]
    circles = [(c.get("fill"), round(x), round(y)) for c, x, y in placed(svg, "circle")]
    rows = sorted({y for _, _, y in circles})
    filled = [[fill != "#ffffff" for fill, _, y in sorted(circles, key=str) if y == row] for row in rows]
    assert [sum(row) for row in filled] == [1, 2, 1]
    assert len(set(circles)) == 6
    # Literals that the model makes true are boxed: 1 and 2 in their clauses.
    assert sum(rect.get("width") == "16" for rect, _, _ in placed(svg, "rect")) == 3
    assert draw(knuth, (0, 3, 5), (0, 4)).svg.count(RING) == 3
    odd = draw(Cnf(1, ((1,),), {1: "a\x01\ud800\u202eb"})).svg
    assert "a\ufffd\ufffd\ufffdb" in words(odd)
    assert words(draw(Cnf(1000, ((1, 1000),))).svg) == Cnf(1000, ((1, 1000),)).render().split("\n")


def test_what_differs_is_ringed_on_both_sides() -> None:
    """The four cells that the README's example marks with stars."""
    one = problem("sudoku/two-answers.txt")
    svg = draw(one, *check(one).answers).svg
    cells = {(0, 4), (0, 6), (2, 4), (2, 6)}
    assert ringed(svg, 9) == ringed(svg, 9, second(9)) == cells
    assert RING not in draw(one, check(one).answers[0]).svg
    left, right = check(one).answers
    assert in_cells(svg)[0, 4] == str(left[0][4])
    assert in_cells(svg, second(9))[0, 4] == str(right[0][4])


def test_only_what_is_laid_or_placed_is_ringed() -> None:
    """A queen, a star or a tile, not the cell where the other answer has one."""
    svg = draw(problem("queens 4\n"), (1, 3, 0, 2), (1, 3, 2, 0)).svg
    assert (ringed(svg, 4), ringed(svg, 4, second(4))) == ({(2, 0), (3, 2)}, {(2, 2), (3, 0)})
    across, down = (((0, 0), (0, 1)),), (((0, 0), (1, 0)),)
    svg = draw(problem("dominosa/order-3.txt"), across, down).svg
    assert (ringed(svg, 5), ringed(svg, 5, second(5))) == ({(0, 0), (0, 1)}, {(0, 0), (1, 0)})
    one = problem("starbattle/one-star.txt")
    corners = [((1, *(0,) * 5), *((0,) * 6,) * 5), (*((0,) * 6,) * 5, (*(0,) * 5, 1))]
    svg = draw(one, *corners).svg
    assert (ringed(svg, 6), ringed(svg, 6, second(6))) == ({(0, 0)}, {(5, 5)})


def test_pieces_that_lie_otherwise_are_dashed() -> None:
    one: Any = problem("polyomino/copies.txt")
    first, other = check(one).answers
    dashed = [
        path for path, _, _ in placed(draw(one, first, other).svg, "path") if path.get("stroke") == RING
    ]
    assert len(dashed) == sum(cells not in other for cells in first) + sum(c not in first for c in other)
    assert 0 < len(dashed) < 2 * len(first)


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
@settings(deadline=None)
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


@pytest.mark.parametrize("kind", [None, *KINDS])
def test_the_graph_names_every_rule_and_nothing_overlaps(kind: str | None) -> None:
    svg = draw_routes(kind).svg
    ends = {"cover", "cnf"}
    rules = all_rules() if kind is None else [r for k in {kind} | ends for r in rules_from(k)]
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
    import dataclasses

    import coversat.drawing.routes as drawing

    astray = dataclasses.replace(all_rules()[0], target="queens")
    monkeypatch.setattr(drawing, "all_rules", lambda: (astray,))
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


def test_png_without_its_library_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(PngError, match=r"coversat\[png\]"):
        draw(problem("langford 3\n")).png()


def test_png_without_a_font_is_refused_and_not_left_without_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    resvg = pytest.importorskip("resvg_py")
    real = resvg.svg_to_bytes
    monkeypatch.setattr(resvg, "svg_to_bytes", lambda **options: real(**options, skip_system_fonts=True))
    with pytest.raises(PngError, match="font"):
        draw(problem("sudoku/boj2239.txt")).png()
    assert png_size(Picture(Svg(10, 20).document("")).png()) == (20, 40)


# The command line


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, list(arguments), standalone_mode=False)


TWO = str(EXAMPLES / "sudoku" / "two-answers.txt")


def test_draw_prints_what_the_library_draws(tmp_path: Path) -> None:
    one = problem("sudoku/two-answers.txt")
    answers = check(one).answers
    assert run("draw", TWO).output == draw(one).svg
    assert run("draw", TWO, "--solve").output == draw(one, *answers).svg
    names = []
    for number, answer in enumerate(answers):
        names.append(str(tmp_path / f"{number}.txt"))
        Path(names[-1]).write_text(one.render(answer))
    assert run("draw", TWO, names[0]).output == draw(one, answers[0]).svg
    out = tmp_path / "x.svg"
    result = run("draw", TWO, *names, "-o", str(out))
    assert (result.return_value, result.output) == (0, "")
    assert out.read_text() == draw(one, *answers).svg


def test_draw_says_what_is_wrong(tmp_path: Path) -> None:
    none = tmp_path / "none.txt"
    none.write_text("11..\n....\n....\n....\n")
    result = run("draw", str(none), "--solve", "-o", str(tmp_path / "x.svg"))
    assert result.return_value == 1
    assert "no answer" in result.output
    assert (tmp_path / "x.svg").read_text() == draw(Sudoku.parse(none.read_text())).svg
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("1134\n3412\n2143\n4321\n")
    assert "a wrong answer" in run("draw", str(none), str(wrong)).output
    wrong.write_text("11x4\n")
    assert run("draw", str(none), str(wrong)).return_value == 2
    assert run("draw", str(tmp_path / "missing.txt")).return_value == 2
    for arguments in (["-o", "x.gif"], [TWO, TWO, TWO], ["--solve", TWO]):
        assert exit_code(["draw", TWO, *arguments]) == 2


def test_draw_png_without_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "x.png"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert exit_code(["draw", TWO, "-o", str(out)]) == 2
    assert "coversat[png]" in capsys.readouterr().err
    assert not out.exists()


def test_routes_are_drawn(tmp_path: Path) -> None:
    out = tmp_path / "routes.svg"
    assert run("routes", "kakuro", "--draw", str(out)).return_value == 0
    assert out.read_text() == draw_routes("kakuro").svg


# Notebooks


def test_notebooks_show_problems_pictures_and_tables() -> None:
    one = problem("sudoku/two-answers.txt")
    assert one._repr_svg_() == draw(one).svg
    assert draw(one)._repr_svg_() == str(draw(one))
    table = compare(one, chosen_routes("sudoku", ["search/*"]), Limits(answers=2))._repr_html_()
    cells = [cell.text for cell in ElementTree.fromstring(f"<div>{table}</div>").iter("td")]
    assert cells[0] == "search/scan"
    assert "all routes agree" in table
    found = Uniqueness(Verdict.UNKNOWN, (), "search/scan", 1.5, "timeout")
    rows = ElementTree.fromstring(found._repr_html_()).iter("tr")
    assert [[cell.text for cell in row] for row in rows] == [
        ["verdict", "UNKNOWN"], ["route", "search/scan"], ["seconds", "1.500"], ["stopped after", "timeout"]
    ]  # fmt: skip


def test_tables_escape_what_stands_in_them() -> None:
    table = ElementTree.fromstring(f"<div>{html_table(['<a>'], [['b & c']], ['<d>'])}</div>")
    assert [element.text for element in table.iter() if element.tag in ("th", "td", "p")] == [
        "<a>", "b & c", "<d>"
    ]  # fmt: skip


# Always the same

FINGERPRINT = """
import hashlib, sys
from coversat.problems import read
assert "coversat.drawing" not in sys.modules
from coversat.drawing import draw
from coversat.drawing.routes import draw_routes
from coversat.solving import solve
from coversat.solvers import Limits
whole = hashlib.sha256(draw_routes().svg.encode())
for name in sys.argv[1:]:
    for problem in read(open(name).read()).problems[:1]:
        answers = solve(problem, limits=Limits(answers=2)).answers
        whole.update(draw(problem).svg.encode() + draw(problem, *answers).svg.encode())
print(whole.hexdigest())
"""


def test_pictures_are_the_same_under_every_hash_seed() -> None:
    names = [str(EXAMPLES / name) for kind in SMALL for name in SMALL[kind]]
    names += [str(EXAMPLES / name) for name in ("cover/colours.dlx", "cnf/two-models.cnf")]
    found = set()
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", FINGERPRINT, *names]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        found.add(done.stdout)
    assert len(found) == 1
    assert len(found.pop().strip()) == len(hashlib.sha256().hexdigest())


def test_the_gallery_is_up_to_date() -> None:
    """Run ``python docs/make_gallery.py`` when this fails, and look at the pictures."""
    spec = importlib.util.spec_from_file_location("make_gallery", ROOT / "docs" / "make_gallery.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_gallery"] = module
    spec.loader.exec_module(module)
    made = dict(module.files())
    docs = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*")}
    stale = [name for name in made if name not in docs or (ROOT / "docs" / name).read_text() != made[name]]
    assert not stale
    shown = {f"gallery/{path.name}" for path in (ROOT / "docs" / "gallery").iterdir()}
    assert shown == set(made) - {"gallery.md"}
    for kind in KINDS:
        assert f"## {kind}\n" in made["gallery.md"]
        assert problem_class(kind).about[1:] in made["gallery.md"]
