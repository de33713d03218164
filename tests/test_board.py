"""The geometry of boards against its definitions: what rules checks and encoders share is checked here."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from each import each

from coversat.kinds.minesweeper import Minesweeper
from coversat.problems import board

SHAPES = [(1, 1), (1, 4), (3, 1), (3, 4), (6, 6)]


@pytest.mark.thorough
@each(("rows", "columns"), SHAPES)
def test_pairs_and_squares(rows: int, columns: int) -> None:
    every = [(r, c) for r in range(rows) for c in range(columns)]
    assert list(board.cells(rows, columns)) == every
    pairs = list(combinations(every, 2))
    sides = [(a, b) for a, b in pairs if sorted((abs(a[0] - b[0]), abs(a[1] - b[1]))) == [0, 1]]
    near = [(a, b) for a, b in pairs if abs(a[0] - b[0]) < 2 and abs(a[1] - b[1]) < 2]
    assert list(board.neighbours(rows, columns)) == sides
    assert list(board.touching(rows, columns)) == near
    assert [pair for pair in pairs if board.are_neighbours(*pair)] == sides
    assert [pair for pair in pairs if board.touch(*pair)] == near
    assert not board.touch((0, 0), (0, 0))
    blocks = [four for four in combinations(every, 4) if {*combinations(four, 2)} <= {*near}]
    assert list(board.squares(rows, columns)) == blocks


@each(("rows", "columns"), SHAPES)
def test_lines(rows: int, columns: int) -> None:
    lines = dict(board.rows_and_columns(rows, columns))
    assert len(lines) == rows + columns
    assert list(lines) == sorted(lines, key=lambda name: (name[:3] != "row", int(name.split()[1])))
    for name, cells in lines.items():
        axis, number = name.startswith("column"), int(name.split()[1]) - 1
        assert cells == tuple(cell for cell in board.cells(rows, columns) if cell[axis] == number)
        sides = (board.TOP, board.BOTTOM) if axis else (board.LEFT, board.RIGHT)
        near, far = (board.seen_from(side, number, rows, columns) for side in sides)
        assert near == cells == far[::-1]


def test_the_cells_ahead() -> None:
    puzzle = Minesweeper.empty(3, 4)
    assert list(puzzle.ahead((1, 1), (0, 1))) == [(1, 2), (1, 3)]
    assert list(puzzle.ahead((1, 1), (0, -1))) == [(1, 0)]
    assert list(puzzle.ahead((2, 3), (-1, -1))) == [(1, 2), (0, 1)]
    assert list(puzzle.ahead((2, 3), (1, 0))) == []


def test_boxes_and_regions() -> None:
    boxes = dict(board.boxes(4, 6, 2, 3))
    labels = tuple(tuple(r // 2 * 2 + c // 3 for c in range(6)) for r in range(4))
    assert list(boxes) == ["box 1", "box 2", "box 3", "box 4"]
    assert list(boxes.values()) == list(board.regions(labels).values())
    assert board.regions(((1, 0), (1, 1))) == {1: ((0, 0), (1, 0), (1, 1)), 0: ((0, 1),)}
    assert {*product(range(4), range(6))} == {cell for cells in boxes.values() for cell in cells}
