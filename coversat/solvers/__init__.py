"""Who finds answers."""

from __future__ import annotations

from typing import Any

from ..registry import load
from .solver import NO_LIMITS, CountingSolver, Limits, Outcome, Search, Solver, Status, outcome_of, solve

_BACKTRACKING = "search.backtracking:Backtracking"

_SOLVERS = {
    "cover": ("bitset_cover:BITSET", "dancing_links:DANCING_LINKS"),
    "cnf": ("sat:SAT_SOLVERS", "lexicographic:LEXICOGRAPHIC"),
    "sudoku": ("search.sudoku:SCAN", "search.sudoku:BLANKS"),
    "sudominoku": ("search.sudominoku:DIGITS", "search.sudominoku:DOMINOES"),
    "kakuro": ("search.kakuro:MASKS",),
    "queens": (_BACKTRACKING,),
    "langford": (_BACKTRACKING,),
    "dominosa": (_BACKTRACKING,),
    "polyomino": (_BACKTRACKING,),
    "latin": (_BACKTRACKING,),
    "starbattle": (_BACKTRACKING,),
    "nonogram": (_BACKTRACKING,),
}


def solvers_of(kind: str) -> tuple[Solver[Any, Any], ...]:
    """The solvers of a kind of problem that need nothing more to run; the first is the one to use unasked."""
    found: list[Solver[Any, Any]] = []
    for place in _SOLVERS.get(kind, ()):
        entry = load(__name__, place)
        if isinstance(entry, type):
            entry = entry(kind)  # a search for several kinds
        found += entry if isinstance(entry, tuple) else (entry,)
    return tuple(found)


def all_solvers() -> tuple[Solver[Any, Any], ...]:
    """Every solver that needs nothing more to run."""
    return tuple(solver for kind in _SOLVERS for solver in solvers_of(kind))


__all__ = [
    "NO_LIMITS",
    "CountingSolver",
    "Limits",
    "Outcome",
    "Search",
    "Solver",
    "Status",
    "all_solvers",
    "outcome_of",
    "solve",
    "solvers_of",
]
