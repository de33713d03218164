"""Links of Penpa+, drawn here as its editor draws them."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from codec_cases import bent_rows, cages, grids, kakuros
from each import each
from hypothesis import given
from hypothesis import strategies as st
from parsing import mistakes

from coversat.base.errors import ParseError
from coversat.kinds.sudoku.constraints import Constraint
from coversat.kinds.sudoku.constraints.everywhere import AntiKnight
from coversat.kinds.sudoku.constraints.relations import Thermo
from coversat.kinds.sudoku.constraints.sets import Diagonal, Regions
from coversat.kinds.sudoku.constraints.sum_lines import Arrow
from coversat.kinds.sudoku.constraints.sums import Cage
from coversat.problems import AnyProblem, Kakuro, Sudoku, forms, read
from coversat.problems.grid import Cell, Grid
from coversat.setters.links import penpa
from coversat.setters.links.lz_string import UNPACKED_LIMIT

EXAMPLES = Path(__file__).parents[1] / "examples"
SITE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
EMPTY = {
    name: {} for name in ("zR", "zU", "z8", "zS", "zN", "z1", "zY", "zF", "z2", "zL", "zE", "zW", "zC", "z4")
}
LISTS = {name: [] for name in ("zT", "z3", "zD", "z0", "z5", "z6", "z7")}


def packed(text: str) -> str:
    packer = zlib.compressobj(wbits=-15)
    return SITE + base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()


class Drawing:
    """What an author draws on a board with margins."""

    def __init__(self, rows: int, columns: int, margins: tuple[int, int, int, int] = (0, 0, 0, 0)) -> None:
        top, bottom, left, right = margins
        self.margins = margins
        self.sides = columns + left + right, rows + top + bottom
        self.width = self.sides[0] + 4
        self.corners = self.width * (self.sides[1] + 4)
        self.parts: dict[str, Any] = {**EMPTY, **LISTS, "zR": {"z_": []}}

    def number(self, cell: Cell) -> int:
        return (cell[0] + 2 + self.margins[0]) * self.width + cell[1] + 2 + self.margins[2]

    def put(self, part: str, entries: Iterable[tuple[int | str, Any]]) -> Drawing:
        self.parts = {**self.parts, part: {str(name): entry for name, entry in entries}}
        return self

    def clue(self, cell: Cell, place: int) -> int:
        return 4 * (self.corners + self.number(cell)) + place

    def edge(self, first: Cell, second: Cell) -> str:
        return f"{self.corners + self.number(first)},{self.corners + self.number(second)}"

    def steps(self) -> list[int]:
        """The board's cells, each as its distance from the one before."""
        top, bottom, left, right = self.margins
        size = self.sides[1] - top - bottom, self.sides[0] - left - right
        numbers = [self.number(cell) for cell in product(range(size[0]), range(size[1]))]
        return [b - a for a, b in pairwise((0, *numbers))]

    def link(self, grid: str, *marks: str, rules: str = "") -> str:
        drawing = json.dumps(self.parts, separators=(",", ":"))
        for name in [*self.parts, "z_"]:
            drawing = drawing.replace(f'"{name}"', name)
        lines = ["x"] * 19
        sides = f"{self.sides[0]},{self.sides[1]}"
        lines[0] = f"{grid},{sides},38,0,1,1,418,418,0,0,0,0,0,0,Title: A,Author: ,,{rules},OFF"
        lines[1] = json.dumps(self.margins)
        lines[3] = drawing
        lines[5] = json.dumps(self.steps())
        lines[17] = json.dumps(marks)
        return packed("\n".join(lines))


def kakuro_drawing(problem: Kakuro, margins: tuple[int, int, int, int]) -> Drawing:
    board = Drawing(problem.rows, problem.columns, margins)
    cells = [(r, c) for r in range(problem.rows) for c in range(problem.columns) if not problem.white[r][c]]
    board.put("zY", ((board.number(cell), [1, "kakuro", 2]) for cell in cells))
    places = (2 - (clue.direction == 0) for clue in problem.clues)
    clues = zip(problem.clues, places, strict=True)
    return board.put("z1", ((board.clue((c.row, c.column), p), [str(c.total), 4]) for c, p in clues))


def sudoku_drawing(givens: Grid, labels: Grid, found: list[Constraint]) -> Drawing:
    size = len(givens)
    board = Drawing(size, size, (1, 0, 0, 2))
    digits = [((r, c), digit) for r, row in enumerate(givens) for c, digit in enumerate(row) if digit]
    board.put("zN", ((board.number(cell), [str(digit), 1, "1"]) for cell, digit in digits))
    edges = []
    for r in range(size):
        for c in range(size):
            if c + 1 < size and labels[r][c] != labels[r][c + 1]:
                edges.append(board.edge((r - 1, c), (r, c)))
            if r + 1 < size and labels[r][c] != labels[r + 1][c]:
                edges.append(board.edge((r, c - 1), (r, c)))
    board.put("zE", ((edge, 2) for edge in edges))
    areas = [cage for cage in found if isinstance(cage, Cage)]
    board.parts["z6"] = [[board.number(cell) for cell in cage.cells] for cage in areas]
    sums = ((board.clue(cage.cells[0], 0), [str(cage.total), 1]) for cage in areas if cage.total)
    return board.put("z1", sums)


@given(kakuros(), st.tuples(*[st.integers(0, 2)] * 4))
def test_kakuro(problem: Kakuro, margins: tuple[int, int, int, int]) -> None:
    document = read(kakuro_drawing(problem, margins).link("kakuro", "kakuro"))
    assert (document.form.name, document.problems) == ("penpa", (problem,))


@given(st.data())
def test_sudoku(data: st.DataObject) -> None:
    size = data.draw(st.sampled_from([4, 6]))
    givens, found = data.draw(grids(size)), data.draw(cages(size))
    boxes = tuple(tuple(r // 2 * 2 + c // (size // 2) for c in range(size)) for r in range(size))
    if data.draw(st.booleans()):
        expected = Sudoku(1, size, givens, (*found, Regions(bent_rows(size))))
        board = sudoku_drawing(givens, bent_rows(size), found)
    else:
        expected = Sudoku(2, size // 2, givens, tuple(found))
        board = sudoku_drawing(givens, boxes, found)
    assert read(board.link("sudoku")).problems == (expected,)
    assert read(board.link("square", "classic")).problems == (expected,)


BLANK = Sudoku(2, 2, ((None,) * 4,) * 4)
BOXES = ((0, 0, 1, 1), (0, 0, 1, 1), (2, 2, 3, 3), (2, 2, 3, 3))


def blank() -> Drawing:
    return sudoku_drawing(BLANK.givens, BOXES, [])


def test_the_solver_s_page_is_no_part_of_it() -> None:
    assert read(blank().link("sudoku").replace("m=edit", "m=solve") + "&a=xyz").problems == (BLANK,)
    assert read(
        blank().link("sudoku").removeprefix("https://swaroopg92.github.io/penpa-edit/#")
    ).problems == (BLANK,)


@each(
    ("part", "entry", "reason"),
    [
        ("zS", {"1": 1}, "surface"),
        ("zL", {"1,2": 1}, "line"),
        ("zT", [[1, 2]], "cells of the board"),
        ("zT", [[32, 32]], "a path through two or more different cells"),
        ("z3", [[32]], "a path through two or more different cells"),
        ("zD", [[32, 33]], "direction"),
        ("zC", {"400,401": 10}, "lines around the cages alone"),
        ("zY", {"1": [1, "circle_L", 2]}, "cells of the board"),
        ("zY", {"32": [1, "circle_L", 2]}, "a white circle where an arrow begins"),
        ("zQ", {"1": 1}, "zQ"),
        ("zN", {"0": ["1", 1, "1"]}, "cells of the board"),
        ("zN", {"32": ["5", 1, "1"]}, "a number from 1 to 4"),
        ("zN", {"32": ["1", 1, "7"]}, "the usual style"),
        ("zN", {"x": ["1", 1, "1"]}, "a number for each entry"),
        ("zN", {"32": 5}, "a list"),
        ("zE", {"1": 2}, "a solid edge between two corners"),
        ("zE", {"77,90": 2}, "an edge along a cell"),
        ("z2", {"77,78": 2}, "a line along a diagonal of the board"),
        ("z2", {"82,91": 2}, "a line along a diagonal of the board"),
        ("zE", {}, "a region of other than 4 cells"),
        ("z6", [[0]], "cells of the board"),
        ("z1", {"1": ["5", 1]}, "top left"),
        ("z1", {"400": ["5", 1]}, "a sum on a cage's cell"),
    ],
)
def test_mistakes_are_named(part: str, entry: Any, reason: str) -> None:
    board = blank()
    if part == "z1" and "400" in entry:
        entry = {str(board.clue((0, 0), 0)): ["5", 1]}
    board.parts[part] = entry
    with pytest.raises(ParseError, match=reason):
        read(board.link("sudoku"))


test_other_mistakes_are_named = mistakes(
    "reason",
    [
        (SITE, "base64 of raw deflate"),
        (SITE + "!!!!", "base64 of raw deflate"),
        (SITE + "////", "base64 of raw deflate"),
        (blank().link("sudoku")[:-8], "base64 of raw deflate"),
        (packed("sudoku,4,4"), "a drawing of Penpa"),
        (packed("sudoku,4,x\n[0,0,0,0]\n\n{}\n"), "width, height and four margins"),
        (packed("sudoku,4,4\n[2,2,0,0]\n\n{}\n"), "a board between the margins"),
        (packed("sudoku,4,4\n{}\n\n{}\n"), "a list"),
        (packed("sudoku,4,4\n[0,0,0,0]\n\n{\n"), "JSON"),
        (packed("square,4,4\n[0,0,0,0]\n\n{}\n"), "a grid of sudoku"),
        (packed("sudoku,4,5\n[0,0,0,0]\n\n{}\n"), "a square board"),
        (packed("sudoku,4,4\n[0,0,0,0]\n\n{}\n" + " " * UNPACKED_LIMIT), "at most"),
        (packed('kakuro,2,2\n[0,0,0,0]\n\n{zY:{"14":[1,"star",2]}}\n'), "the symbol of a black cell"),
        (packed('kakuro,2,2\n[0,0,0,0]\n\n{zN:{"14":[1,1,"1"]}}\n'), "known here alone, found number"),
        (packed('kakuro,2,2\n[0,0,0,0]\n\n{z1:{"200":[1,1]}}\n'), "the top right or the bottom left"),
        (packed('kakuro,2,2\n[0,0,0,0]\n\n{z1:{"201":[1,1]}}\n'), "a clue on a black cell"),
        (packed('kakuro,2,2\n[0,0,0,0]\n\n{z1:{"1":[1,1]}}\n'), "only cells of the board"),
    ],
)


def test_nothing_follows_the_drawing() -> None:
    text = blank().link("sudoku")
    assert read(text).problems
    data = base64.b64decode(text[len(SITE) :])
    with pytest.raises(ParseError, match="base64 of raw deflate, to its end"):
        read(SITE + base64.b64encode(data + b"junk").decode())


def test_a_bomb_is_not_unpacked() -> None:
    """A hundred megabytes in a hundred kilobytes."""
    packer = zlib.compressobj(wbits=-15)
    data = b"".join(packer.compress(b"sudoku," * 150_000) for _ in range(100)) + packer.flush()
    with pytest.raises(ParseError, match=f"at most {UNPACKED_LIMIT}"):
        read(SITE + base64.b64encode(data).decode())


THERMO = Thermo(((0, 0), (1, 0), (1, 1)))
RING = Cage(((0, 0), (0, 1), (1, 0), (1, 1)), 10)
BENT = Cage(((2, 0), (3, 0), (3, 1)), None)


@each(
    "problem",
    [
        BLANK,
        replace(BLANK, givens=((1, None, 3, None), *BLANK.givens[1:])),
        replace(BLANK, constraints=(THERMO,)),
        replace(BLANK, constraints=(RING, BENT)),
        replace(BLANK, constraints=(THERMO, Arrow(((0, 0), (0, 1))), Arrow(((0, 0), (1, 1), (2, 1))))),
        replace(BLANK, constraints=(RING, THERMO, AntiKnight(), Diagonal("down"), Diagonal("up"))),
        replace(BLANK, constraints=(Diagonal("down"),)),
        replace(BLANK, constraints=(Diagonal("up"), RING)),
        Sudoku(1, 6, ((None,) * 6,) * 6, (Regions(bent_rows(6)),)),
        *read((EXAMPLES / "kakuro" / "picture.txt").read_text()).problems,
        *read((EXAMPLES / "slitherlink" / "7x9.txt").read_text()).problems,
    ],
    ids=lambda problem: problem.format()[:9],
)
def test_what_is_written_is_read_back(problem: AnyProblem) -> None:
    (form,) = (form for form in forms(problem.kind) if form.name == "penpa")
    assert form.write is not None
    document = read(form.write([problem]))
    assert (document.form.name, document.problems) == ("penpa", (problem,))


def test_outlines_of_cages_follow_their_sides() -> None:
    """As Penpa draws them: four corners of a single cell; of a square nothing where its cells meet."""
    board = penpa.Board(4, 4)

    def corners(cells: list[Cell]) -> list[set[tuple[Cell, int]]]:
        names = {str(board.clue(cell, place)): (cell, place) for cell in cells for place in range(4)}
        return [{names[end] for end in line.split(",")} for line in board.outline(cells)]

    one = (1, 1)
    sides = ((0, 1), (2, 3), (0, 2), (1, 3))
    assert sorted(corners([one]), key=str) == sorted(({(one, a), (one, b)} for a, b in sides), key=str)
    square = [(1, 1), (1, 2), (2, 1), (2, 2)]
    found = corners(square)
    inner = {((1, 1), 3), ((1, 2), 2), ((2, 1), 1), ((2, 2), 0)}
    assert len(found) == 8 + 4
    assert not any(line & inner for line in found)


def test_a_diagonal_is_one_line_or_one_through_each_cell() -> None:
    board = blank()
    steps = [board.edge((n - 1, 3 - n), (n, 2 - n)) for n in range(4)]
    expected = replace(BLANK, constraints=(Diagonal("up"),))
    assert read(blank().put("z2", [(board.edge((-1, 3), (3, -1)), 2)]).link("sudoku")).problems == (expected,)
    board.parts["zE"] |= dict.fromkeys(steps, 5)
    assert read(board.link("sudoku")).problems == (expected,)
    del board.parts["zE"][steps[0]]
    with pytest.raises(ParseError, match="a line through all of a diagonal"):
        read(board.link("sudoku"))


@each("line", ["sandwich 3 left 1", "renban r1c1 r1c2"])
def test_what_penpa_cannot_state_is_named(line: str) -> None:
    (problem,) = read(f"....\n....\n....\n....\n{line}\n").problems
    (form,) = (form for form in forms("sudoku") if form.name == "penpa")
    assert form.write is not None
    with pytest.raises(ValueError, match=f"Penpa cannot state {line.split()[0]}"):
        form.write([problem])
