"""Lines differ: of each two lines that could be equal, that they are not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...kinds.sudoku.layout import Layout
from ...language import EQUAL, Comparison, Regular
from ...problems.constraints.lines_differ import LinesDiffer
from ...problems.grid import Cell
from ..lines import seen_from


def state(constraint: LinesDiffer, layout: Layout) -> Iterator[Regular]:
    """Of two lines and of the same two read backwards only one pair is told."""
    counts = {"left": layout.rows, "right": layout.rows, "top": layout.columns, "bottom": layout.columns}
    lines = [seen_from((side, at), layout) for side, number in counts.items() for at in range(number)]
    told = set()
    for one, other in combinations(lines, 2):
        if len(one) != len(other) or (one[::-1], other[::-1]) in told or (other[::-1], one[::-1]) in told:
            continue
        if not any(_share_a_line(a, b) for a, b in zip(one, other, strict=True)):
            told.add((one, other))
            yield Regular((Comparison(one, other),), True, _differ, lambda state: True)


def _differ(state: bool, digit: int) -> bool | None:
    return None if digit == EQUAL else state


def _share_a_line(a: Cell, b: Cell) -> bool:
    """Whether two cells have different digits: lines with such cells in one place are never equal."""
    return a != b and (a[0] == b[0] or a[1] == b[1])
