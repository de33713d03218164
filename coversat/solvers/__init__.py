"""Who finds answers."""

from __future__ import annotations

from typing import Any

from .bitset_cover import BITSET
from .dancing_links import DANCING_LINKS
from .lexicographic import LexicographicSolver
from .sat import SAT_SOLVERS
from .search import SEARCHES
from .solver import NO_LIMITS, Limits, Outcome, Search, Solver, SolverError, Status, solve

SOLVERS: tuple[Solver[Any, Any], ...] = (
    BITSET,
    DANCING_LINKS,
    *SAT_SOLVERS,
    LexicographicSolver(),
    *SEARCHES,
)
"""Every solver that needs nothing more to run.  The first of a kind is the one to use unasked."""

__all__ = ["NO_LIMITS", "SOLVERS", "Limits", "Outcome", "Search", "Solver", "SolverError", "Status", "solve"]
