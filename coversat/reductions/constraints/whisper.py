"""Whisper: a relation of neighbours on the line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...kinds.sudoku.layout import Layout
from ...problems.constraints.whisper import Whisper
from ..statements import Pairs


def state(constraint: Whisper, layout: Layout) -> Iterator[Pairs]:
    """One digit is low and the other so much higher."""
    least = constraint.least
    yield Pairs(tuple(pairwise(constraint.cells)), lambda one, two: one + least <= two or two + least <= one)
