"""Little killer: a sum."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, takewhile

from ...kinds.sudoku.layout import Layout
from ...language import Sum, total_of
from ...problems.constraints.little_killer import LittleKiller


def state(constraint: LittleKiller, layout: Layout) -> Iterator[Sum]:
    """The cells from the first to the border."""
    vertical, _, horizontal = constraint.way.partition("-")
    ((r, c),) = constraint.start
    rows = count(r, 1 if vertical == "down" else -1)
    columns = count(c, 1 if horizontal == "right" else -1)
    cells = tuple(takewhile(layout.has, zip(rows, columns, strict=False)))
    yield total_of(cells, constraint.total)
