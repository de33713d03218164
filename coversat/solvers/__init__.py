"""Solvers: programs that find the answers of a problem, at most as many as wanted.

cover      Dancing Links and a bit set engine
sat        PySAT, programs that read DIMACS, and cuts
search     backtracking, domains, and sweeps of loops and areas

This room uses `problems`, `primitives` and `base`, and no reduction. Start with `solver`, then
`cover.dancing_links`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from ..base.registry import Registry
from ..problems import AnyProblem, problem_class
from ..problems.kind import KINDS, load_part
from ..problems.problem import Stepwise
from .solver import (
    NO_LIMITS,
    AnswerStream,
    CountingSolver,
    Limits,
    Search,
    Solver,
    effort_unit,
    found_by,
    named_effort,
)


@cache
def _own(kind: str) -> Mapping[str, Solver[Any, Any]]:
    """The direct searches that a kind defines; or backtracking by its check, or searches by its model."""
    found: tuple[Solver[Any, Any], ...] | None = load_part(kind, "search", "SEARCHES")
    if found is None:
        found = _general(kind, problem_class(kind))
    return {one.name: one for one in found}


def _general(kind: str, of_kind: type[AnyProblem]) -> tuple[Solver[Any, Any], ...]:
    """The searches that a kind has without defining any. Each is imported for kinds that need it."""
    if issubclass(of_kind, Stepwise):
        from .search.backtracking import Backtracking

        return (Backtracking(kind),)
    found: tuple[Solver[Any, Any], ...] = ()
    if hasattr(of_kind, "grid_model"):
        from .search.meanings import search_by_meaning

        found = (search_by_meaning(kind),)
    if not getattr(of_kind, "has_graphs", True):
        from .search.domains import search_by_domains

        found = (*found, search_by_domains(kind))
    return found


_REGISTRY = Registry[Solver[Any, Any]](
    "coversat.solvers", Solver, "a solver {name!r} of {kind}", lambda _, found: register_solver(found), _own
)


def solvers_of(kind: str) -> tuple[Solver[Any, Any], ...]:
    """The solvers of a kind of problem that need no further arguments; the first is the default."""
    return tuple(_REGISTRY.of(kind).values())


def register_solver(solver: Solver[Any, Any]) -> None:
    """Add a solver to those of its kind of problem.

    Installed packages add theirs by entry points of the group ``coversat.solvers``.

    Raise `ValueError` if the kind has another solver of this name.
    """
    _REGISTRY.register(solver.name, solver, solver.kind)


def all_solvers() -> tuple[Solver[Any, Any], ...]:
    """Every solver that needs no further arguments."""
    return tuple(solver for kind in KINDS for solver in solvers_of(kind))


__all__ = [
    "NO_LIMITS",
    "AnswerStream",
    "CountingSolver",
    "Limits",
    "Search",
    "Solver",
    "all_solvers",
    "effort_unit",
    "found_by",
    "named_effort",
    "register_solver",
    "solvers_of",
]
