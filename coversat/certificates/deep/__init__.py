"""Comparing what a proof speaks of with a second statement of the puzzle's rules."""

from ..rules.statement import UndecidedError
from .comparing import agreement

__all__ = ["UndecidedError", "agreement"]
