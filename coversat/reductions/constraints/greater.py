"""Greater: a relation of two cells."""

from __future__ import annotations

from collections.abc import Iterator
from operator import gt

from ...problems.constraints.greater import Greater
from ...problems.layout import Layout
from ..statements import Pairs


def state(constraint: Greater, layout: Layout) -> Iterator[Pairs]:
    """The first and the second."""
    one, two = constraint.cells
    yield Pairs(((one, two),), gt)
