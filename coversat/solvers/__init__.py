"""Who finds answers."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..kinds import load_part
from ..problems import KINDS, problem_class
from .solver import FIRST_TURN, NO_LIMITS, CountingSolver, Limits, Search, Solver, Taking, solve


def solvers_of(kind: str) -> tuple[Solver[Any, Any], ...]:
    """The solvers of a kind of problem that need nothing more to run; the first is the one to use unasked."""
    found: tuple[Solver[Any, Any], ...] | None = load_part(kind, "search", "SEARCHES")
    return _stepwise_search(kind) if found is None else found


@cache
def _stepwise_search(kind: str) -> tuple[Solver[Any, Any], ...]:
    from ..problems.stepwise import Stepwise
    from .backtracking import Backtracking

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
