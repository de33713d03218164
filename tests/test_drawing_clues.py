"""Clues around a board: before their lines, off the board, inside the picture, and not over each other."""

from __future__ import annotations

from itertools import combinations

import pytest
from svg_reading import MARGIN, placed, problem

from coversat.drawing import draw
from coversat.drawing.board import SIDE

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


def texts(svg: str) -> dict[str, Box]:
    """What each text covers: left, top, right, bottom."""
    found = {}
    groups = {"font-size": "16"}
    for element, x, y in placed(svg, "text"):
        size = float(element.get("font-size", groups["font-size"]))
        half = 0.6 * size * len(element.text or "") / 2
        found[element.text or ""] = (x - half, y - 0.72 * size, x + half, y)
    return found


def corner(svg: str) -> tuple[float, float]:
    """Of the board: where its first wall begins."""
    white = [(x, y) for rect, x, y in placed(svg, "path") if rect.get("stroke-linecap") == "square"]
    return white[0]


def test_no_clue_is_over_another_or_over_the_board() -> None:
    svg = draw(problem(NINE + CROWDED)).svg
    boxes = texts(svg)
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


@pytest.mark.parametrize(
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
    ((_, box),) = texts(svg).items()
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
