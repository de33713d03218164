"""Answers in order: what a person who asks for the solution of a puzzle wants."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

from .problems import Problem
from .routes import Route, default_route, run
from .solvers import Limits


@dataclass(frozen=True)
class Answers:
    """The answers asked for, and what is known of the others.

    Attributes
    ----------
    answers : tuple
        In increasing order where no route was named, otherwise in the route's order.
    more : bool or None
        Whether there are others; None when that is not known.
    """

    answers: tuple[Any, ...]
    more: bool | None
    route: str
    seconds: float
    reason: str | None = None
    claimed_by: str | None = None

    @property
    def status(self) -> str:
        """``none``, ``unique``, ``multiple``; ``satisfiable`` with one answer seen and others possible.

        ``unknown`` when a limit came before the first answer.
        """
        if self.more is None:
            known = {0: "unknown", 1: "satisfiable"}
            return known.get(len(self.answers), "multiple")
        known = {0: "none", 1: "unique"}
        return known.get(len(self.answers) + self.more, "multiple")


ONE_ANSWER = Limits(answers=1)


def solve(problem: Problem[Any], route: Route | None = None, limits: Limits = ONE_ANSWER) -> Answers:
    """The first answers of a problem.

    Without a route the answers come smallest first, and one more than asked for is looked for, so that
    it is known whether there are others.  A named route is run as it is: it stops at the last answer
    asked for.

    Raises
    ------
    ReductionError, SolverError, WrongAnswerError
        As `routes.run`.
    """
    started = time.perf_counter()
    wanted = limits.answers
    if route is not None:
        chosen, look_for = route, wanted
    else:
        # To sort all answers is cheaper than to find them in order.
        chosen = default_route(problem.kind, ordered=wanted is not None)
        look_for = None if wanted is None else wanted + 1
    outcome = run(problem, chosen, replace(limits, answers=look_for)).outcome
    found = outcome.answers
    if route is None and wanted is None:
        found = tuple(sorted(found))
    more = len(found) > wanted if wanted is not None and (outcome.exhausted or len(found) > wanted) else None
    if wanted is None and outcome.exhausted:
        more = False
    seconds = time.perf_counter() - started
    return Answers(found[:wanted], more, chosen.name, seconds, outcome.reason, outcome.claimed_by)
