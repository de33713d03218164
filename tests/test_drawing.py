"""Every kind as it is drawn: well formed, complete, what differs is marked, nothing is cut."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest
from each import each
from svg_reading import EXAMPLES, MARGIN, SVG, elements, in_cells, placed, problem, ringed, second, words

from coversat.answering.questions import decide as check
from coversat.kinds.drawing import Picture, draw
from coversat.kinds.drawing.board import DARK, FACE, RING, SIDE, Board
from coversat.problems import KINDS, AnyProblem, Cnf, Sudoku
from coversat.problems.kind import Kind, register

QUEENS = "queens 4\n#...\n...Q\n....\n....\n"
SMALL = {
    "sudoku": ["sudoku/two-answers.txt", "sudoku/jigsaw.txt", "sudoku/killer.txt", "sudoku/windoku-x.txt"],
    "polyomino": ["polyomino/copies.txt"],
    "dominosa": ["dominosa/order-3.txt"],
    "latin": ["latin/order-9.txt"],
}
"""Examples that are solved at once; of other kinds the first one is."""


def small(kind: str) -> list[AnyProblem]:
    first = min(path for path in (EXAMPLES / kind).iterdir() if path.is_file())
    return [problem(source) for source in SMALL.get(kind, [f"{kind}/{first.name}"])]


@pytest.mark.thorough
@each("kind", KINDS)
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


class Strange(Cnf):
    kind = "strange"

    def render(self, answer: Any = None) -> str:
        return "a <b> & c" if answer is None else "\n".join(f"line {n}" for n in range(500)) + "x" * 500

    def parse_answer(self, text: str) -> Any:
        return ()


def test_a_kind_without_a_drawer_is_shown_as_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coversat.problems.kind._REGISTRY._registered", {})
    register(Kind("strange", __name__))
    assert words(draw(Strange(0, ())).svg) == ["a <b> & c"]
    long = words(draw(Strange(0, ()), ()).svg)
    assert len(long) == 120
    assert long[-1] == "... 381 more lines"


@each("source", ["sudoku/boj2239.txt", "latin/order-9.txt", "sudominoku/boj4574.txt"])
def test_every_digit_stands_in_its_cell(source: str) -> None:
    one: Any = problem(source)
    given = {(r, c): str(d) for r, row in enumerate(one.givens) for c, d in enumerate(row) if d is not None}
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


def test_a_picture_says_where_its_cells_lie() -> None:
    for source in ("sudoku/boj2239.txt", "skyscrapers/order-4.txt"):
        puzzle = problem(source)
        picture = draw(puzzle, check(puzzle).answers[0], labels=True)
        assert picture.cells is not None
        stand = {
            (int((y - picture.cells.y) // SIDE), int((x - picture.cells.x) // SIDE))
            for _, x, y in placed(picture.svg, "text")
        }
        assert {(r, c) for r in range(picture.cells.rows) for c in range(picture.cells.columns)} <= stand
    assert draw(problem("cnf/two-models.cnf")).cells is None


def test_killer_cages_show_their_sums_and_all_digits() -> None:
    one: Any = problem("sudoku/killer.txt")
    sums = Counter(str(cage.total) for cage in one.constraints)
    assert Counter(words(draw(one).svg)) == sums
    (answer,) = check(one).answers
    digits = Counter(str(digit) for row in answer for digit in row)
    assert Counter(words(draw(one, answer).svg)) == sums + digits


@each("source", ["sudoku/killer.txt", "sudoku/boj2239.txt"])
def test_digits_stand_in_the_middle_of_cells(source: str) -> None:
    """With labels of cages in the corners too."""
    one: Any = problem(source)
    picture = draw(one, check(one).answers[0])
    assert picture.cells is not None
    left, top = picture.cells.x, picture.cells.y
    centred = [y for _, x, y in placed(picture.svg, "text") if (x - left) % SIDE == SIDE / 2]
    assert len(centred) == 81
    # A baseline is a third of a digit's height below the middle.
    assert {round((y - top) % SIDE - SIDE / 2) for y in centred} <= {6, 7, 8}


def test_two_packings_without_a_piece_in_the_same_place_are_not_ringed_all_over() -> None:
    for board, dashed in (("..\n..\n", 0), ("..#..\n..###\n", 4)):
        puzzle = problem(f"polyomino turn flip\n{board}A ## x{board.count('.') // 2}\n")
        first, other = check(puzzle).answers
        assert draw(puzzle, first, other).svg.count('stroke-dasharray="7 4"') == dashed


def test_constraints_without_a_place_on_the_board_are_stated() -> None:
    assert words(draw(problem("sudoku/anti-king-knight.txt")).svg)[-4:] == [
        "anti-king: cells that touch, at a corner",
        "too, hold different digits",
        "anti-knight: cells a knight's move apart",
        "hold different digits",
    ]


def test_sums_of_cages_are_above_rings() -> None:
    puzzle = problem("..34\n3412\n..43\n4321\ncage 3 r1c1 r1c2\n")
    first, other = check(puzzle).answers
    for board in draw(puzzle, first, other).svg.split("translate")[-2:]:
        assert board.rindex('rx="5"') < board.index('font-size="10"')


def test_large_digits_are_letters_as_in_the_text() -> None:
    row = tuple(range(1, 17))
    one = Sudoku(4, 4, (row, *((None,) * 16,) * 15))
    assert words(draw(one).svg) == list("123456789ABCDEFG")


def test_kakuro_clues_and_digits() -> None:
    one: Any = problem("kakuro/picture.txt")
    clues = Counter(str(clue.total) for clue in one.clues)
    assert Counter(words(draw(one).svg)) == clues
    (answer,) = check(one).answers
    digits = Counter(str(digit) for row in answer for digit in row if digit is not None)
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
    paths = [p.get("d", "") for p, _, _ in placed(draw(one, answer).svg, "path") if "Z" in p.get("d", "")]
    tips = [tuple(map(float, star.removeprefix("M").split("L")[0].split())) for star in paths]
    cells = {(int(y // SIDE), int(x // SIDE)) for x, y in tips}
    assert cells == {(r, c) for r, row in enumerate(answer) for c, star in enumerate(row) if star}
    assert len(tips) == 16


def test_nonograms_are_blackened_and_clued() -> None:
    one: Any = problem("nonogram/hen.txt")
    (answer,) = check(one).answers
    clues = [str(run) for clue in (*one.row_clues, *one.column_clues) for run in clue or (0,)]
    svg = draw(one, answer).svg
    assert Counter(words(draw(one).svg)) == Counter(words(svg)) == Counter(clues)
    (path,) = (p.get("d", "") for p, _, _ in placed(svg, "path") if p.get("fill") == DARK)
    squares = [tuple(map(int, square.split("h")[0].split())) for square in path.split("M")[1:]]
    cells = {(y // SIDE, x // SIDE) for x, y in squares}
    assert cells == {(r, c) for r, row in enumerate(answer) for c, black in enumerate(row) if black}
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


# Clues around the board

NINE = ".........\n" * 9
CROWDED = """x-sum 20 right 2
x-sum 8 left 3
sandwich 17 left 3
sandwich 35 top 3
sandwich 5 top 5
skyscraper 3 left 4
hidden-skyscraper 6 top 5
numbered-room 7 bottom 2
full-rank 20 bottom 9
little-killer 30 down-right r1c1
little-killer 25 down-right r1c4
little-killer 15 down-left r1c2
little-killer 6 up-right r5c1
little-killer 8 down-right r7c1
little-killer 4 up-left r9c2
little-killer 18 down-left r2c9
little-killer 27 up-left r9c9
"""
Box = tuple[float, float, float, float]


def boxes_of_texts(svg: str) -> dict[str, Box]:
    """What each text covers: left, top, right, bottom."""
    found = {}
    for element, x, y in placed(svg, "text"):
        size = float(element.get("font-size", "16"))
        half = 0.6 * size * len(element.text or "") / 2
        found[element.text or ""] = (x - half, y - 0.72 * size, x + half, y)
    return found


def corner(svg: str) -> tuple[float, float]:
    """Of the board: where its first wall begins."""
    white = [(x, y) for rect, x, y in placed(svg, "path") if rect.get("stroke-linecap") == "square"]
    return white[0]


def test_no_clue_is_over_another_or_over_the_board() -> None:
    svg = draw(problem(NINE + CROWDED)).svg
    boxes = boxes_of_texts(svg)
    assert len(boxes) == len(CROWDED.splitlines())
    left, top = corner(svg)
    width, height = (float(placed(svg, "rect")[0][0].get(name, "")) for name in ("width", "height"))
    board = (left, top, left + 9 * SIDE, top + 9 * SIDE)
    for (one, a), (other, b) in combinations([*boxes.items(), ("board", board)], 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (one, other)
    for box in boxes.values():
        assert 0 <= box[0] <= box[2] <= width
        assert 0 <= box[1] <= box[3] <= height


@each(
    ("line", "row", "column"),
    [
        ("x-sum 20 left 2", 1.5, -1),
        ("sandwich 20 top 9", -1, 8.5),
        ("skyscraper 3 right 1", 0.5, 10),
        ("numbered-room 3 bottom 4", 10, 3.5),
    ],
)
def test_a_clue_is_before_its_line(line: str, row: float, column: float) -> None:
    """In cells; -1 is before the board, 10 behind it."""
    svg = draw(problem(NINE + line + "\n")).svg
    ((_, box),) = boxes_of_texts(svg).items()
    left, top = corner(svg)
    x, y = ((box[0] + box[2]) / 2 - left) / SIDE, ((box[1] + box[3]) / 2 - top) / SIDE
    for found, wanted in ((x, column), (y, row)):
        assert found < 0 if wanted < 0 else found > 9 if wanted > 9 else abs(found - wanted) < 0.1


def test_rooms_are_made_only_where_clues_are() -> None:
    plain = draw(problem(NINE)).svg
    assert corner(plain) == (MARGIN, MARGIN)
    assert corner(draw(problem(NINE + "x-sum 20 right 2\n")).svg) == (MARGIN, MARGIN)
    x, y = corner(draw(problem(NINE + "sandwich 20 left 2\n")).svg)
    assert x > MARGIN
    assert y == MARGIN


def test_a_long_face_is_written_smaller_so_that_it_fits_its_cell() -> None:
    """A digit is at most two thirds as wide as it is high."""
    for face, height in (("7", FACE), ("12", FACE), ("123", 16), ("12345", 10)):
        board = Board(1, 1)
        board.faces({(0, 0): face}, ())
        assert f'font-size="{height}"' in board.document("a board")
        assert len(face) * height * 2 / 3 <= SIDE
