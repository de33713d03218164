"""Has a problem no answer, exactly one, or several?  And how many?"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from .problems import Problem
from .routes import Route, default_route, run
from .solvers import NO_LIMITS, Limits
from .tables import html_table


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

    Raises
    ------
    ReductionError, SolverError, WrongAnswerError
        As `routes.run`.
    """
    route = route or default_route(problem.kind)
    started = time.perf_counter()
    outcome = run(problem, route, limits).outcome
    seconds = time.perf_counter() - started
    return Count(
        len(outcome.answers), outcome.exhausted, route.name, seconds, outcome.reason, outcome.claimed_by
    )
