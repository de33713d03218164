"""Who finds answers."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..problems import KINDS, problem_class
from ..problems.kinds import module_of
from ..registry import Registry
from .solver import FIRST_TURN, NO_LIMITS, CountingSolver, Limits, Search, Solver, Taking, solve

_SEARCHES: Registry[tuple[Solver[Any, Any], ...]] = Registry(f"{__name__}.search", "SEARCHES")


def solvers_of(kind: str) -> tuple[Solver[Any, Any], ...]:
    """The solvers of a kind of problem that need nothing more to run; the first is the one to use unasked."""
    module = module_of(kind)
    if module in _SEARCHES:
        return _SEARCHES[module]
    return _stepwise_search(kind)


@cache
def _stepwise_search(kind: str) -> tuple[Solver[Any, Any], ...]:
    from ..problems.stepwise import Stepwise
    from .search.backtracking import Backtracking

    return (Backtracking(kind),) if issubclass(problem_class(kind), Stepwise) else ()


def all_solvers() -> tuple[Solver[Any, Any], ...]:
    """Every solver that needs nothing more to run."""
    return tuple(solver for kind in KINDS for solver in solvers_of(kind))


__all__ = [
    "FIRST_TURN",
    "NO_LIMITS",
    "CountingSolver",
    "Limits",
    "Search",
    "Solver",
    "Taking",
    "all_solvers",
    "solve",
    "solvers_of",
]
