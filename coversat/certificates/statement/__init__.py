"""Comparing what a proof speaks of with the rules of the puzzle."""

from .equivalence import agreement
from .rows import FormulaRows, rows_of_cover, rows_of_formula
from .theory import UndecidedError

__all__ = ["FormulaRows", "UndecidedError", "agreement", "rows_of_cover", "rows_of_formula"]
