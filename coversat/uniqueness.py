"""Has a problem no answer, exactly one, or several?  And how many?"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from .errors import SolverError
from .notebook import html_table
from .problems import Problem
from .routes import Route, default_route, end_of, run, way_to
from .solvers import NO_LIMITS, CountingSolver, Limits, solvers_of


class Verdict(Enum):
    """How many answers there are.  UNKNOWN: a limit came first."""

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Uniqueness:
    """A verdict, the answers seen (at most two), and how it was found.

    `reason` is the limit behind an UNKNOWN; `claimed_by` the outside program on whose bare word the
    verdict rests.
    """

    verdict: Verdict
    answers: tuple[Any, ...]
    route: str
    seconds: float
    reason: str | None = None
    claimed_by: str | None = None

    def _repr_html_(self) -> str:
        """What notebooks show; `drawing.draw` shows the answers."""
        facts = [("route", self.route), ("seconds", f"{self.seconds:.3f}")]
        facts += [("stopped after", self.reason)] if self.reason is not None else []
        facts += [("says", self.claimed_by)] if self.claimed_by is not None else []
        return html_table(["verdict", self.verdict.name], facts)


def check(problem: Problem[Any], route: Route | None = None, limits: Limits = NO_LIMITS) -> Uniqueness:
    """Look for two different answers.

    Parameters
    ----------
    problem : Problem
    route : Route, optional
        The default one of the kind where none is given.
    limits : Limits
        `limits.answers` is not looked at.

    Raises
    ------
    ReductionError, SolverError, WrongAnswerError
        As `routes.run`.
    """
    route = route or default_route(problem.kind)
    started = time.perf_counter()
    outcome = run(problem, route, replace(limits, answers=2)).outcome
    if len(outcome.answers) == 2:
        verdict = Verdict.MULTIPLE
    elif not outcome.exhausted:
        verdict = Verdict.UNKNOWN
    else:
        verdict = Verdict.UNIQUE if outcome.answers else Verdict.NONE
    seconds = time.perf_counter() - started
    return Uniqueness(verdict, outcome.answers, route.name, seconds, outcome.reason, outcome.claimed_by)


@dataclass(frozen=True)
class Count:
    """A number of distinct answers: `exact`, or the least there are; the rest as in `Uniqueness`."""

    count: int
    exact: bool
    route: str
    seconds: float
    reason: str | None = None
    claimed_by: str | None = None

    def __str__(self) -> str:
        return f"{'exactly' if self.exact else 'at least'} {self.count}"


def count(problem: Problem[Any], route: Route | None = None, limits: Limits = NO_LIMITS) -> Count:
    """Count the distinct answers, up to the limits.

    Without a route, the default one visits the first `FEW` answers; where there are more, or `limits.memo`
    is given, an exact cover engine counts them without visiting each, if a reduction leads there.

    Raises
    ------
    ReductionError, SolverError, WrongAnswerError
        As `routes.run`.  SolverError also for a `limits.memo` that would not be looked at.
    """
    started = time.perf_counter()
    if route is None and limits.memo is not None:
        route = _counting_route(problem.kind)
    found = _count(problem, route or default_route(problem.kind), _few(limits) if route is None else limits)
    more = not found.exact and found.reason is None and found.count == FEW
    if route is None and more and limits.answers != FEW:
        found = _count(problem, _counting_route(problem.kind), limits)
    return replace(found, seconds=time.perf_counter() - started)


FEW = 1000
"""So many answers are visited before the rest is counted in another way."""


def _few(limits: Limits) -> Limits:
    return replace(limits, answers=min(FEW, limits.answers or FEW))


def _counting_route(kind: str) -> Route:
    """The shortest route to a solver that counts; the default one where there is none."""
    rules = way_to(kind, "cover")
    counting = (s for s in solvers_of(end_of(kind, rules)) if isinstance(s, CountingSolver))
    return next((Route(kind, rules, solver) for solver in counting), default_route(kind))


def _count(problem: Problem[Any], route: Route, limits: Limits) -> Count:
    if limits.answers is None and isinstance(route.solver, CountingSolver):
        # A reduction keeps the number of answers, under the projection that it names.
        counted = route.solver.count(route.reduce(problem).target, limits)
        return Count(counted.count, counted.exhausted, route.name, 0.0, counted.reason)
    if limits.memo is not None:
        what = route.name if limits.answers is None else "a count with a limit"
        raise SolverError(f"{what} visits every answer and remembers no positions: leave out the memo limit")
    outcome = run(problem, route, limits).outcome
    number = len(outcome.answers)
    return Count(number, outcome.exhausted, route.name, 0.0, outcome.reason, outcome.claimed_by)
