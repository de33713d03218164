"""Sudoku: a digit in each cell, none twice in a row, column, box or region."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...kinds.sudoku.layout import Layout
from ...kinds.sudoku.rules import Sudoku
from ...problems.grid import Cell, Grid, cell_name
from .statement import NoStatementError, Statement
from .theory import Row, at_least_one, at_most_one


def statement(problem: Sudoku) -> Statement:
    """Of every shape of board, without constraints or as a jigsaw."""
    for constraint in problem.constraints:
        if constraint != problem.regions:
            raise NoStatementError(f"{problem.kind} with '{constraint.word}'")
    said = Statement(problem.rows, problem.columns)
    say_board(said, problem.layout, problem.givens)
    return said


def say_board(said: Statement, layout: Layout, givens: Grid) -> None:
    """The rules of the board and its given cells, whose digits are told by their places, from 1."""
    size = len(layout.digits)
    for r, c in layout.cells():
        name = cell_name((r, c))
        said.cell((r, c), ((at, f"{name}={digit}") for at, digit in enumerate(layout.digits, 1)))
    for cells in units(layout):
        differ = [
            said.say(at_most_one([said.shows[cell, digit] for cell in cells])) for digit in range(1, size + 1)
        ]
        if len(cells) == size:
            _count(said, cells, differ)
    for r, row in enumerate(givens):
        for c, digit in enumerate(row):
            if digit:
                said.say(at_least_one([said.shows[(r, c), digit]]))


def units(layout: Layout) -> Iterator[Sequence[Cell]]:
    """The rows, columns, boxes and regions."""
    for _, cells in layout.units():
        yield cells
    regions: dict[int, list[Cell]] = {}
    for r, row in enumerate(layout.labels):
        for c, label in enumerate(row):
            regions.setdefault(label, []).append((r, c))
    yield from regions.values()


def _count(said: Statement, cells: Sequence[Cell], differ: Sequence[Row]) -> None:
    """Cells as many as digits: each digit stands somewhere, and no cell has room for two.

    Otherwise the other digits were too few for the cells, or the other cells for the digits.
    """
    held = [said.holds[cell] for cell in cells]
    for at in range(len(cells)):
        said.add_up([*held, *differ[:at], *differ[at + 1 :]])
        said.add_up([*differ, *held[:at], *held[at + 1 :]])
