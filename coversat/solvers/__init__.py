"""Solvers: programs that find the answers of a problem."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..kinds import KINDS, Installed, load_part
from ..problems import problem_class
from .solver import FIRST_TURN, NO_LIMITS, AnswerStream, CountingSolver, Limits, Search, Solver, solve

_REGISTERED: dict[str, dict[str, Solver[Any, Any]]] = {}
_INSTALLED: Installed[Solver[Any, Any]] = Installed("coversat.solvers", Solver)


def solvers_of(kind: str) -> tuple[Solver[Any, Any], ...]:
    """The solvers of a kind of problem that need no further arguments; the first is the default."""
    found: tuple[Solver[Any, Any], ...] | None = load_part(kind, "search", "SEARCHES")
    return (*(_stepwise_search(kind) if found is None else found), *_REGISTERED.get(kind, {}).values())


def register_solver(solver: Solver[Any, Any]) -> None:
    """Add a solver to those of its kind of problem.

    Raises
    ------
    ValueError
        If the kind has another solver of this name.
    """
    names = {one.name: one for one in solvers_of(solver.kind)}
    if solver.name in names:
        if names[solver.name] is solver:
            return
        raise ValueError(f"there is a solver {solver.name!r} of {solver.kind}")
    _REGISTERED.setdefault(solver.kind, {})[solver.name] = solver


def load_installed_solvers() -> bool:
    """Register the solvers that installed packages offer; True if any was registered.

    These are the entry points of the group ``coversat.solvers``, which name a `Solver`.
    """
    new = [found for _, found in _INSTALLED.load_new()]
    for found in new:
        register_solver(found)
    return bool(new)


@cache
def _stepwise_search(kind: str) -> tuple[Solver[Any, Any], ...]:
    from ..problems.problem import Stepwise
    from .backtracking import Backtracking

    return (Backtracking(kind),) if issubclass(problem_class(kind), Stepwise) else ()


def all_solvers() -> tuple[Solver[Any, Any], ...]:
    """Every solver that needs no further arguments."""
    return tuple(solver for kind in KINDS for solver in solvers_of(kind))


__all__ = [
    "FIRST_TURN",
    "NO_LIMITS",
    "AnswerStream",
    "CountingSolver",
    "Limits",
    "Search",
    "Solver",
    "all_solvers",
    "load_installed_solvers",
    "register_solver",
    "solve",
    "solvers_of",
]
