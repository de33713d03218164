"""And: the statements of all its parts."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Primitive
from ...problems.constraints.and_ import And
from . import statements_of


def state(constraint: And, layout: Layout) -> Iterator[Primitive]:
    """One part after the other."""
    for part in constraint.parts:
        yield from statements_of(part, layout)
