"""Entropic line: three sorts of digits take turns."""

from __future__ import annotations

from collections.abc import Iterator

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.entropic import Entropic
from ..turns import taking_turns


def state(constraint: Entropic, layout: Layout) -> Iterator[Binary]:
    """The sort of a digit is its third of them."""
    third = len(layout.digits) // 3
    return taking_turns(constraint.cells, 3, lambda digit: (digit - layout.lowest) // third)
