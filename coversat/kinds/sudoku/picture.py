"""Sudoku: boxes or regions in thick lines, constraints below the digits, or as captions."""

from __future__ import annotations

from functools import partial

from ...drawing.board import Board, differing_cells, digits
from ...drawing.clues import framed
from ...drawing.svg import Svg
from ...problems.grid import Cell, Grid, digit_character
from ...problems.layout import Layout
from .picture_constraints import draw_constraint
from .rules import Sudoku


def draw(problem: Sudoku, answer: Grid | None, other: Grid | None) -> Svg:
    """Draw the board with clues around it; constraints without a place on it are listed below."""
    layout = problem.layout
    board = Board(problem.rows, problem.columns)
    told = [draw_constraint(board, constraint, layout) for constraint in problem.constraints]
    board.lines()
    board.ring(differing_cells(problem, answer, other))
    board.walls(partial(_region, layout))
    board.overlay()
    name = digit_character if layout.lowest else lambda at: str(at - 1)
    digits(board, problem.givens, answer, board.has_labels, name)
    return framed(board, list(filter(None, told)))


def _region(layout: Layout, cell: Cell) -> tuple[int, int]:
    """The identity of a cell's region: its box, and its region in a jigsaw."""
    r, c = cell
    return layout.box(cell) if layout.has_boxes else -1, layout.labels[r][c] if layout.labels else -1
