"""Disjoint groups: a group for each place of a box."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent
from ...problems.constraints.disjoint_groups import DisjointGroups


def state(constraint: DisjointGroups, layout: Layout) -> Iterator[AllDifferent]:
    """From the first cell of each group in steps of a box."""
    height, width = layout.box_rows, layout.box_columns
    for top in range(height):
        for left in range(width):
            rows, columns = range(top, layout.rows, height), range(left, layout.columns, width)
            cells = tuple((r, c) for r in rows for c in columns)
            yield AllDifferent(cells, name=f"place{top * width + left + 1}")
