"""Killer cage: a group with its sum."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import AllDifferent
from ...problems.constraints.cage import Cage
from ...problems.grid import cell_name


def state(constraint: Cage, layout: Layout) -> Iterator[AllDifferent]:
    """The cage."""
    total = "" if constraint.total is None else str(constraint.total)
    cells = "+".join(map(cell_name, constraint.cells))
    yield AllDifferent(constraint.cells, constraint.total, name=f"cage{total}@{cells}")
