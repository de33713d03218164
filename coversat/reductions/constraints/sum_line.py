"""Sum line: an automaton that knows how far the piece has come; a closed line may begin inside a piece."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Or, Regular
from ...problems.constraints.sum_line import SumLine
from ...problems.grid import Cell

State = tuple[int, bool]
"""What the piece adds up to, and whether any digit other than 0 was read."""


def state(constraint: SumLine, layout: Layout) -> Iterator[Regular | Or]:
    """A closed line ends as far inside a piece as it began."""
    cells, total = constraint.cells, constraint.total
    if cells[0] == cells[-1]:
        yield Or(tuple((_pieces(cells[:-1], total, first),) for first in range(total)))
    else:
        yield _pieces(cells, total, 0)


def _pieces(cells: tuple[Cell, ...], total: int, first: int) -> Regular:
    """That the line, at either end so far inside a piece, is pieces."""

    def step(state: State, digit: int) -> State | None:
        piece = state[0] + digit
        return (piece % total, state[1] or digit > 0) if piece <= total else None

    return Regular(cells, (first, False), step, lambda state: state == (first, True))
