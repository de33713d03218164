"""Comparing what a proof speaks of with the rules of the puzzle."""

from .equivalence import agreement
from .stated import Stated, stated_cover, stated_formula
from .theory import UndecidedError

__all__ = ["Stated", "UndecidedError", "agreement", "stated_cover", "stated_formula"]
