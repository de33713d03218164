"""Regions with holes, clues at corners, and the words of a kind in steps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command_line import command_line

import coversat
from coversat import ParseError

ROOMS = """
import coversat
from coversat.primitives import Count

class Rooms(coversat.GridPuzzle):
    has_regions = has_holes = True
    values = {0: "-", 7: "L", 8: "T"}

    def model(self):
        for number, cells in self.region_cells().items():
            yield self.rule("one letter in region {n}", Count(cells, (7, 8), (1,)), n=number)
        yield self.rule("one T", Count(self.cells(), (8,), (1,)))

    def wrong(self, held):
        for number, cells in self.region_cells().items():
            if sum(held[cell] > 0 for cell in cells) != 1:
                yield "not one letter", cells
        if list(held.values()).count(8) != 1:
            yield "not one T"
"""


def loaded(text: str, folder: Path) -> type[coversat.GridPuzzle]:
    file = folder / "own.py"
    file.write_text(text)
    return coversat.load_kind(file)  # type: ignore[return-value]


def test_cells_of_no_region(tmp_path: Path) -> None:
    kind = loaded(ROOMS, tmp_path)
    puzzle = kind.parse("rooms 2 3\na a -\n. b b\n")
    assert puzzle.format() == "rooms 2 3\n1 1 -\n- 2 2\n"
    assert kind.parse(puzzle.format()) == puzzle
    assert puzzle.region_cells() == {1: ((0, 0), (0, 1)), 2: ((1, 1), (1, 2))}
    assert puzzle.holes == {(0, 2), (1, 0)}
    # A letter in one of two cells of each region; one of both is the T.
    assert coversat.count(puzzle).at_least == 2 * 2 * 2
    for route in ("cnf:mixed", "cover/bitset", "search/domains"):
        answers = coversat.solve(puzzle, route, limit=None).answers
        assert len(answers) == 8
        assert all(answer[0][2] == answer[1][0] == 0 for answer in answers)
    wrong = puzzle.violations(((7, 0, 8), (0, 0, 7)))
    assert str(wrong[0]) == "r1c3 is in no region, and holds a value"
    assert coversat.draw(puzzle).svg.count("#8c8c8c") > coversat.draw(kind.parse("rooms 1 1\na\n")).svg.count(
        "#8c8c8c"
    )


def test_regions_that_are_none(tmp_path: Path) -> None:
    kind = loaded(ROOMS, tmp_path)
    for text, message in (
        (
            "rooms 1 3\na b a\n",
            r"line 2, column 5: expected a possible board \(the region of r1c1 does not reach",
        ),
        (
            "rooms 1 2\na @\n",
            "line 2, column 3: expected a region, a word of letters and digits, or '-' for a cell of",
        ),
    ):
        with pytest.raises(ParseError, match=message):
            kind.parse(text)
    apart = loaded(ROOMS.replace("    values", "    regions_connected = False\n    values"), tmp_path)
    assert apart.parse("rooms 1 3\na b a\n").region_cells() == {1: ((0, 0), (0, 2)), 2: ((0, 1),)}
    without = loaded(ROOMS.replace("has_holes = ", ""), tmp_path)
    with pytest.raises(ParseError, match=r"each cell is in a region"):
        without.parse("rooms 1 2\na -\n")


def test_a_loop_does_not_pass_a_hole(tmp_path: Path) -> None:
    ring = (
        "import coversat\nclass Ring(coversat.LinePuzzle):\n    has_regions = has_holes = True\n"
        "    def model(self):\n        yield self.one_loop()\n"
        "    def wrong(self, held):\n        yield from self.not_one_loop(held)\n"
    )
    puzzle = loaded(ring, tmp_path).parse("ring 3 3\na a a\na - a\na a a\n")
    (answer,) = coversat.solve(puzzle, limit=None).answers
    assert answer[1][1] == 0


def test_regions_of_stated_sizes(tmp_path: Path) -> None:
    import random

    kind = loaded(ROOMS.replace("    values", "    region_sizes = (4, 6)\n    values"), tmp_path)
    board = kind.blank(6, 6, random.Random(1))
    assert board is not None
    assert all(len(cells) >= 4 for cells in board.region_cells().values())


def test_clues_at_corners_are_drawn_there(tmp_path: Path) -> None:
    text = (
        "import coversat\nfrom coversat.primitives import Count\n"
        "class Slants(coversat.GridPuzzle):\n    symbols = (*range(5), 'd')\n"
        '    values = {1: "/", 2: "l"}\n    look = {1: "slash", 2: "backslash"}\n'
        "    clue_places = dict.fromkeys(range(5), 'bottom right') | {'d': 'left'}\n"
        "    clue_look = {'d': 'dot'}\n"
        "    def model(self):\n        yield self.rule('one', Count(self.cells(), (1,), (1,)))\n"
        "    def wrong(self, held):\n"
        "        if list(held.values()).count(1) != 1:\n            yield 'not one'\n"
    )
    puzzle = loaded(text, tmp_path).parse("slants 2 2\n3 -\nd -\n")
    svg = coversat.draw(puzzle, ((1, 2), (2, 2))).svg
    (text_at,) = re.findall(r"<text([^>]*)>3</text>", svg)
    assert 'x="40"' in text_at, "the lower right corner of the first cell"
    assert re.search(r'<circle cx="0" cy="60" r="4"', svg), "the dot, in the middle of the left side"
    # Where a clue is at a corner, the value of the cell is drawn as in any other.
    assert len(re.findall(r'stroke="#0072b2"', svg)) >= 1
    assert "M0 40L40 0" in svg
    assert "M40 0L80 40" in svg


def test_a_minus_is_drawn_as_a_value(tmp_path: Path) -> None:
    text = ROOMS.replace('0: "-", 7: "L", 8: "T"', '0: "x", 7: "+", 8: "-"')
    puzzle = loaded(text, tmp_path).parse("rooms 1 2\na a\n")
    assert re.findall(">([^<]*)</text>", coversat.draw(puzzle, ((0, 8),)).svg) == ["x", "-"]


def test_steps_have_the_words_of_the_kind(tmp_path: Path) -> None:
    file, puzzle = tmp_path / "own.py", tmp_path / "own.txt"
    file.write_text(ROOMS)
    puzzle.write_text("rooms 1 1\na\n")
    done = command_line("steps", str(puzzle), "--kind", str(file))
    assert "r1c1 is T" in done.output
    puzzle.write_text("rooms 1 2\na a\n")
    done = command_line("candidates", str(puzzle), "--kind", str(file))
    assert done.code == 0
