"""How one problem becomes another, with the way back."""

from __future__ import annotations

from typing import Any

from . import cnf_to_cover, cover_to_cnf, kakuro, sudoku, sudominoku
from .reduction import Reduction, ReductionError, Rule

RULES: tuple[Rule[Any, Any], ...] = (
    *sudoku.RULES,
    *sudominoku.RULES,
    *kakuro.RULES,
    *cover_to_cnf.RULES,
    *cnf_to_cover.RULES,
)
"""Every rule: the edges of the reduction graph."""

__all__ = ["RULES", "Reduction", "ReductionError", "Rule"]
