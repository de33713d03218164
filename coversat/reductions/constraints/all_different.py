"""All different: a group."""

from __future__ import annotations

from collections.abc import Iterator

from ... import language
from ...kinds.sudoku.layout import Layout
from ...problems.constraints.all_different import AllDifferent
from ...problems.grid import cell_name


def state(constraint: AllDifferent, layout: Layout) -> Iterator[language.AllDifferent]:
    """The region."""
    yield language.AllDifferent(
        constraint.cells, name=f"different@{'+'.join(map(cell_name, constraint.cells))}"
    )
