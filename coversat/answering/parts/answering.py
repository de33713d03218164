"""Solve, check and count one problem in parts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...base.errors import ReductionError
from ...problems import AnyProblem
from ...solvers import Limits
from ...solvers.cover.bitset_cover import BITSET
from ...solvers.findings import Findings
from ..routes import Route, counting_route, default_route
from ..turns import engine_route
from .covers import CoverSearch
from .cubes import CubeSearch
from .divide import RouteSearch, Workers, answers_of


def in_parts(
    question: str, problem: AnyProblem, route: Route | None, limits: Limits, workers: Workers
) -> Findings[Any] | None:
    """Solve, check or count a problem by a divided search; None if the search cannot be divided.

    Searches that count or list all answers, or look for two, are divided if they use the exact cover engine
    or a SAT solver that is incremental; with a named SAT solver, also searches for some answers. Without a
    named route, the engine is used if it suits the problem, otherwise the default route.

    Raise `SolverError` and `WrongAnswerError` as `running.run`, and `LogError` as `divide.answers_of`.
    """
    if route is None and _is_ordered(question, limits):
        return None
    chosen = route or _route(question, problem)
    try:
        search = _search(question, problem, chosen, limits, workers)
        if search is None:
            return None
        found = answers_of(search, limits, workers)
    except ReductionError:
        if route is not None:
            raise
        return None
    if question == "count":
        return found
    most = 2 if question == "check" else limits.answers
    if most is None:
        return replace(found, answers=tuple(sorted(found.answers)))
    enough = found.at_least >= most
    return replace(
        found,
        answers=found.answers[:most],
        at_least=min(most, found.at_least),
        exhausted=found.exhausted and not enough,
    )


def _is_ordered(question: str, limits: Limits) -> bool:
    """Whether the smallest answers are wanted, which a divided search does not find first."""
    return question == "solve" and limits.answers is not None


def _route(question: str, problem: AnyProblem) -> Route:
    kind = problem.kind
    if kind == "cnf":
        return default_route(kind)  # a formula is not the cover of a puzzle
    if question == "count" or kind == "cover":
        return counting_route(kind)
    return engine_route(problem) or default_route(kind)


def _search(
    question: str, problem: AnyProblem, route: Route, limits: Limits, workers: Workers
) -> RouteSearch | None:
    most = {"count": 0, "check": 2, "solve": limits.answers}[question]
    some = question == "count" and limits.answers is not None
    if not some and getattr(route.solver, "keeps", False) and limits.memo is None:
        return CubeSearch(problem, route.name, most)
    if not some and route.solver is BITSET and not _is_ordered(question, limits):
        return CoverSearch(problem, route.name, most, limits.memo, max(1, workers.jobs))
    return None
