"""Or: the statements of one of its parts."""

from __future__ import annotations

from collections.abc import Iterator

from ... import language
from ...kinds.sudoku.layout import Layout
from ...problems.constraints.or_ import Or
from . import statements_of


def state(constraint: Or, layout: Layout) -> Iterator[language.Or]:
    """One statement, of the alternatives."""
    yield language.Or(tuple(tuple(statements_of(part, layout)) for part in constraint.parts))
