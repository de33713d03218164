"""Or: the statements of one of its parts."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.or_ import Or
from ..statements import Either
from . import statements_of


def state(constraint: Or, layout: Layout) -> Iterator[Either]:
    """One statement, of the alternatives."""
    yield Either(tuple(tuple(statements_of(part, layout)) for part in constraint.parts))
