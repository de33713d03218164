"""Equality cage: a group, and how many digits are even, low and high."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent, Count
from ...problems.constraints.equality_cage import EqualityCage
from ...problems.grid import cell_name


def state(constraint: EqualityCage, layout: Layout) -> Iterator[AllDifferent | Count]:
    """Half of the cells hold even digits, half low and half high ones."""
    cells, digits = constraint.cells, layout.digits
    half = (len(cells) // 2,)
    number = len(digits) // 2
    yield AllDifferent(cells, name=f"equality@{'+'.join(map(cell_name, cells))}")
    for sort in ([digit for digit in digits if digit % 2 == 0], digits[:number], digits[-number:]):
        yield Count(cells, sort, half)
