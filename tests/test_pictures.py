"""Outlines, the reduction graph, PNG, the command line, notebooks; the same pictures in every process."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import command_line as run
from hypothesis import given, settings
from hypothesis import strategies as st
from svg_reading import EXAMPLES, placed, problem, words

from coversat.answers import check
from coversat.cli import exit_code
from coversat.drawing import Picture, PngError, draw
from coversat.drawing.board import SIDE, Board
from coversat.drawing.diagrams import draw_routes
from coversat.drawing.svg import MONO_WIDTH, Svg, outline
from coversat.findings import Findings
from coversat.lab.compare import chosen_routes, compare
from coversat.notebook import html_table
from coversat.problems import KINDS, Sudoku, problem_class
from coversat.reductions import all_encodings, encodings_from
from coversat.solvers import Limits, solvers_of

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

    import coversat.drawing.diagrams as drawing

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
    assert run("draw", TWO).output == draw(one).svg
    assert run("draw", TWO, "--solve").output == draw(one, *answers).svg
    names = []
    for number, answer in enumerate(answers):
        names.append(str(tmp_path / f"{number}.txt"))
        Path(names[-1]).write_text(one.render(answer))
    assert run("draw", TWO, names[0]).output == draw(one, answers[0]).svg
    out = tmp_path / "x.svg"
    result = run("draw", TWO, *names, "-o", str(out))
    assert (result.code, result.output) == (0, "")
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


# Always the same

DRAWN = (
    *("sudoku/two-answers.txt", "sudoku/jigsaw.txt", "sudoku/killer.txt", "sudominoku/small.txt"),
    *("polyomino/copies.txt", "dominosa/order-3.txt", "cover/colours.dlx", "cnf/two-models.cnf"),
)
FINGERPRINT = """
import hashlib, sys
from coversat.problems import read
assert "coversat.drawing" not in sys.modules
from coversat.drawing import draw
from coversat.drawing.diagrams import draw_routes
from coversat.answers import solve
from coversat.solvers import Limits
whole = hashlib.sha256(draw_routes().svg.encode())
for name in sys.argv[1:]:
    for problem in read(open(name).read()).problems[:1]:
        answers = solve(problem, limits=Limits(answers=2)).answers
        whole.update(draw(problem).svg.encode() + draw(problem, *answers).svg.encode())
print(whole.hexdigest())
"""


def test_pictures_are_the_same_under_every_hash_seed() -> None:
    names = [str(EXAMPLES / name) for name in DRAWN]
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
    made = dict([*module.files(), *module.constraint_files()])
    docs = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*")}
    stale = [name for name in made if name not in docs or (ROOT / "docs" / name).read_text() != made[name]]
    assert not stale
    shown = {f"gallery/{path.name}" for path in (ROOT / "docs" / "gallery").iterdir()}
    assert shown == set(made) - {"gallery.md", "constraints.md"}
    for kind in KINDS:
        assert f"## {kind}\n" in made["gallery.md"]
        assert problem_class(kind).about[1:] in made["gallery.md"]
