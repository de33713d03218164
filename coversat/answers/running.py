"""Running a route: reduce, solve, decode, and check each answer by the problem's rules.

Exact covers that problems of one shape share are prepared once, with givens as forced options.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import replace
from typing import Any, NamedTuple

from ..base.errors import WrongAnswerError, WrongEncodingError
from ..problems import AnyProblem
from ..problems.user_files import rests_on
from ..reductions import AnyEncoding, AnyReduction, encodings_from
from ..reductions.paths import refuse_counts
from ..solvers import NO_LIMITS, AnswerStream, Limits, Search
from ..solvers.cover.bitset_cover import BITSET, PreparedCover
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


# Covers that are shared

SHAPES = 4
"""How many shapes are kept prepared; a large one takes some tens of megabytes."""


class SharedCover:
    """The exact cover of a shape, prepared once.

    * route (str): the route reported for answers found here.
    """

    def __init__(self, rule: AnyEncoding, shape: Any) -> None:
        assert rule.sharing is not None
        self.route = f"{rule.name}/{BITSET.name}"
        self.reduction = rule.sharing.reduce(shape)
        self._forced = rule.sharing.forced
        self._prepared = PreparedCover(self.reduction.target)

    def two(self, problem: AnyProblem, limits: Limits) -> AnswerStream[Any]:
        """At most two answers of a problem of this shape, each checked."""
        limits = limits.reporting(self.route)
        search = self._prepared.answers(None, self._forced(self.reduction, problem), (), limits)
        return judged_answers(problem, self.reduction, search, self.route, 2)


_prepared: OrderedDict[Any, SharedCover] = OrderedDict()


def shared_cover(rule: AnyEncoding, shape: Any) -> SharedCover:
    """The cover of a shape; the `SHAPES` most recently used are cached."""
    key = rule.source, rule.name, shape
    if key not in _prepared:
        _prepared[key] = SharedCover(rule, shape)
        if len(_prepared) > SHAPES:
            _prepared.popitem(last=False)
    _prepared.move_to_end(key)
    return _prepared[key]


def sharing_rule(kind: str) -> AnyEncoding | None:
    """The rule of a kind whose covers are shared."""
    shared = (rule for rule in encodings_from(kind) if rule.sharing is not None)
    return next((rule for rule in shared if rule.target == "cover"), None)


def begin_two(problem: AnyProblem, route: Route, limits: Limits) -> AnswerStream[Any]:
    """At most two answers by a route of a strategy.

    An exact cover that problems of one shape can share is shared. A formula gets the solver that its
    reduction names, if it names one.
    """
    limits = limits._replace(answers=2)
    covers = [rule.target for rule in route.path] == ["cover"] and route.solver is BITSET
    sharing = route.path[0].sharing if covers else None
    shape = None if sharing is None else sharing.shape(problem)
    if shape is not None:
        return shared_cover(route.path[0], shape).two(problem, limits)
    limits = limits.reporting(route.name)
    reduction = route.reduce(problem)
    if reduction.solver is not None and route.usual:
        route = find_route(problem.kind, f"{route.reduction_name}/{reduction.solver}")
    return _begun(problem, route, reduction, limits)
