"""Whisper: a relation of neighbours on the line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ...kinds.sudoku.layout import Layout
from ...language import Binary
from ...problems.constraints.whisper import Whisper


def state(constraint: Whisper, layout: Layout) -> Iterator[Binary]:
    """One digit is low and the other so much higher."""
    least = constraint.least
    yield Binary(tuple(pairwise(constraint.cells)), lambda one, two: one + least <= two or two + least <= one)
