"""Running a route: reduce, solve, decode, and check each answer by the problem's rules."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, NamedTuple

from ..base.errors import WrongAnswerError, WrongEncodingError
from ..problems import AnyProblem
from ..problems.user_files import rests_on
from ..reductions import AnyReduction
from ..reductions.paths import refuse_counts
from ..solvers import NO_LIMITS, AnswerStream, Limits, Search
from ..solvers.findings import Findings
from .routes import Route, find_route


class Outcome(NamedTuple):
    """The result of a route: the findings in the problem's own answers, and the reduced problem.

    `reduce_seconds` and `solve_seconds` add up to the findings' seconds.
    """

    route: Route
    target: AnyProblem
    findings: Findings[Any]
    reduce_seconds: float
    solve_seconds: float


def run(problem: AnyProblem, route: Route, limits: Limits = NO_LIMITS) -> Outcome:
    """Reduce, solve, decode; return distinct answers, each checked by the problem's rules.

    Raise `ReductionError` if an encoding does not support the instance. Raise `SolverError` if the solver
    does not support the request, or misbehaves. Raise `WrongAnswerError` if an answer breaks the rules. Raise
    `LimitReachedError` if the time limit is reached before the search begins.
    """
    started = time.perf_counter()
    refuse_counts(route.path, limits.answers)
    limits = limits.reporting(route.name)
    reduction = route.reduce(problem)
    reduced = time.perf_counter()
    search = route.solver.search(reduction.target, limits)
    stream = judged_answers(problem, reduction, search, route.name, limits.answers)
    stream.turn()
    ended = time.perf_counter()
    found = replace(stream.findings(), seconds=ended - started)
    return Outcome(route, reduction.target, found, reduced - started, ended - reduced)


def begin(problem: AnyProblem, route: Route, limits: Limits) -> AnswerStream[Any]:
    """A stream of the answers of `run`, which can be interrupted and continued."""
    refuse_counts(route.path, limits.answers)
    limits = limits.reporting(route.name)
    return _begun(problem, route, route.reduce(problem), limits)


def _begun(problem: AnyProblem, route: Route, reduction: AnyReduction, limits: Limits) -> AnswerStream[Any]:
    search = route.solver.search(reduction.target, limits)
    return judged_answers(problem, reduction, search, route.name, limits.answers)


def judged_answers(
    problem: AnyProblem, reduction: AnyReduction, search: Search[Any], who: str, limit: int | None
) -> AnswerStream[Any]:
    """The decoded answers of a search of the reduced problem, each checked by the rules."""
    return AnswerStream(search, limit, lambda found: judged(problem, reduction.decode(found), who), who)


def judged(problem: AnyProblem, answer: Any, who: str) -> Any:
    """The answer, if it obeys the problem's rules.

    Raise `WrongAnswerError` if it does not; the message names the source.  Of a kind that a user defined,
    raise `InputError`: the model in that file is too weak.
    """
    wrong = problem.violations(answer)
    if wrong:
        problem.refuse_model(wrong[0])
        if own := rests_on(who):
            raise WrongEncodingError(f"{own}: {who} gave a wrong answer: {wrong[0]}")
        raise WrongAnswerError(f"{who} gave a wrong answer: {wrong[0]}")
    return answer


def begin_two(problem: AnyProblem, route: Route, limits: Limits) -> AnswerStream[Any]:
    """At most two answers by a route of a strategy.

    An exact cover that problems of one shape can share is shared. A formula gets the solver that its
    reduction names, if it names one.
    """
    limits = limits._replace(answers=2)
    if [rule.target for rule in route.path] == ["cover"]:
        from .shared_covers import cover_of  # many puzzles are decided without a cover

        if (cover := cover_of(problem, route)) is not None:
            search = cover.search(problem, limits.reporting(cover.route))
            return judged_answers(problem, cover.reduction, search, cover.route, 2)
    limits = limits.reporting(route.name)
    reduction = route.reduce(problem)
    if reduction.solver is not None and route.usual:
        route = find_route(problem.kind, f"{route.reduction_name}/{reduction.solver}")
    return _begun(problem, route, reduction, limits)
