"""All different: a group."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.all_different import AllDifferent
from ...problems.grid import cell_name
from ..statements import Distinct


def state(constraint: AllDifferent, layout: Layout) -> Iterator[Distinct]:
    """The region."""
    yield Distinct(f"different@{'+'.join(map(cell_name, constraint.cells))}", constraint.cells)
