"""The direct searches: the published programs, independent of every reduction."""

from typing import Any

from . import kakuro, sudoku, sudominoku
from .direct_search import DirectSearch

SEARCHES: tuple[DirectSearch[Any], ...] = (
    sudoku.SCAN,
    sudoku.BLANKS,
    sudominoku.DIGITS,
    sudominoku.DOMINOES,
    kakuro.MASKS,
)
"""Every direct search, by puzzle."""

__all__ = ["SEARCHES"]
