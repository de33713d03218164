"""Solve, check and count one problem in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import replace
from typing import Any

from ..base.errors import LimitReachedError, ReductionError, SolverError
from ..problems import AnyProblem
from ..reductions.paths import GENERAL, refuse_counts, states_two
from ..solvers import NO_LIMITS, AnswerStream, CountingSolver, Limits
from ..solvers.findings import Findings
from .routes import Route, counting_route, default_route, find_route
from .running import begin_two, run
from .turns import route_of, turns

ONE_ANSWER = Limits(answers=1)

FEW = 1000
"""The number of answers visited individually before the rest is counted by another method."""


def find_answers(
    problem: AnyProblem, route: Route | None = None, limits: Limits = ONE_ANSWER, smallest: bool = False
) -> Findings[Any]:
    """Find the first answers of a problem, and whether there are others.

    A named route is run unchanged and stops at the last requested answer. Without a route the smallest
    answers are searched with a fixed amount of work, which suffices for nearly all published puzzles. If it
    does not, or a limit is reached, the answers are the first that any solver found, and
    `Findings.smallest` is false. All answers (no limit) are returned in increasing order.

    * smallest: search for the smallest answers without a bound on the work; only without a route.

    Raise `ReductionError`, `SolverError` or `WrongAnswerError` as `running.run`.
    """
    wanted, question = limits.answers, _Question(problem, route)
    with question, limits.deadline.enforced():
        if route is not None:
            question.found = run(problem, route, limits).findings
        elif wanted is not None:
            question.found = _two_in_turns(problem, limits, question)
        else:
            only = _only_answer(problem, limits, question)
            if only is None:
                only = run(problem, default_route(problem.kind), limits).findings
            question.found = only
    found = question.findings()
    if wanted is None:
        return replace(found, answers=tuple(sorted(found.answers)))
    if route is not None or (found.exhausted and found.at_least <= 1):
        return replace(found, answers=found.answers[:wanted])
    if found.at_least <= 1:  # a limit was reached
        return replace(found, smallest=False)
    return _smallest_of_several(problem, limits, found, smallest)


def decide(problem: AnyProblem, route: Route | None = None, limits: Limits = NO_LIMITS) -> Findings[Any]:
    """Look for two different answers.

    * route: by default the routes of `turns`, one after the other.
    * limits: `limits.answers` is ignored.

    Raise `ReductionError`, `SolverError` or `WrongAnswerError` as `running.run`.
    """
    question = _Question(problem, route)
    with question, limits.deadline.enforced():
        if route is None:
            question.found = _two_in_turns(problem, limits, question)
        else:
            question.found = run(problem, route, limits._replace(answers=2)).findings
    return question.findings()


def count_answers(
    problem: AnyProblem, route: Route | None = None, limits: Limits = NO_LIMITS
) -> Findings[Any]:
    """Count the distinct answers, up to the limits; none of them is returned.

    Without a route, the default one visits the first `FEW` answers. If there are more, or with
    `limits.memo`, an exact cover engine counts them without visiting each, if a reduction supports the
    problem.

    Raise `ReductionError`, `SolverError` or `WrongAnswerError` as `running.run`; `SolverError` also for a
    `limits.memo` that the route would ignore.
    """
    question = _Question(problem, route)
    with question, limits.deadline.enforced():
        if route is not None:
            question.found = _count_by(problem, route, limits)
        elif limits.memo is not None:
            question.found = _count_by(problem, counting_route(problem.kind), limits)
        else:
            question.found = _count_by_default(problem, limits, question)
    return replace(question.findings(), answers=())


QUESTIONS: Mapping[str, Callable[..., Findings[Any]]] = {
    "check": decide,
    "solve": find_answers,
    "count": count_answers,
}
"""The questions by name; each has a problem, a route or None, and limits."""


class _Question(AbstractContextManager["_Question"]):
    """A context manager for findings; if a limit interrupts its body, they are the most that is known.

    * found (Findings): also what is known before the last step.
    * streams (list of AnswerStream): the streams begun so far.
    """

    def __init__(self, problem: AnyProblem, route: Route | None) -> None:
        self._started = time.perf_counter()
        self._problem, self._route = problem, route
        self.found: Findings[Any] | None = None
        self.streams: list[AnswerStream[Any]] = []

    def begun(self, stream: AnswerStream[Any]) -> AnswerStream[Any]:
        """The same stream, whose answers are preserved at a limit."""
        self.streams.append(stream)
        return stream

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, LimitReachedError):
            return False
        several = [stream.findings() for stream in self.streams]
        several += [] if self.found is None else [self.found]
        known = max(several, key=_at_least, default=None)
        if known is None:
            route = self._route or default_route(self._problem.kind)
            known = Findings((), 0, False, route.name)
        self.found = replace(known, reason=str(error), exhausted=False)
        return True

    def findings(self) -> Findings[Any]:
        assert self.found is not None
        return replace(self.found, seconds=time.perf_counter() - self._started)


def _at_least(found: Findings[Any]) -> int:
    return found.at_least


def _two_in_turns(problem: AnyProblem, limits: Limits, question: _Question) -> Findings[Any]:
    """At most two answers, by the first of the `turns` that decides the problem.

    A node limit applies to each route. If all of them were stopped, the findings name all.
    """
    streams: dict[str, AnswerStream[Any]] = {}
    strategy = turns(problem)
    with ExitStack() as closed:
        turn = next(strategy)
        while not (turn.route in streams and all(stream.ended for stream in streams.values())):
            if turn.route not in streams:
                try:
                    stream = begin_two(problem, route_of(problem.kind, turn), limits)
                except ReductionError as refused:
                    turn = strategy.throw(refused)
                    continue
                streams[turn.route] = closed.enter_context(closing(question.begun(stream)))
            stream = streams[turn.route]
            if stream.turn(turn.until) and _is_decided(stream.findings()):
                return stream.findings()
            if turn.until is None or limits.deadline.left() == 0:
                break
            turn = next(strategy)
    several = [stream.findings() for stream in streams.values()]
    reasons = dict.fromkeys(found.reason for found in several if found.reason)
    known: Findings[Any] = max(reversed(several), key=_at_least)
    return replace(
        known,
        route=" and ".join(found.route for found in several),
        reason=" and ".join(reasons) or None,
    )


def _is_decided(found: Findings[Any]) -> bool:
    return found.exhausted or found.at_least > 1


def _only_answer(problem: AnyProblem, limits: Limits, question: _Question) -> Findings[Any] | None:
    """The only answer, or that there is none; None if there are several or a limit was reached.

    Not tried where one route has a turn without end, which visits all answers as soon.
    """
    if problem.kind in GENERAL or next(turns(problem)).until is None:
        return None
    found = _two_in_turns(problem, limits, question)
    return found if found.exhausted and found.at_least <= 1 else None


def _smallest_of_several(
    problem: AnyProblem, limits: Limits, two: Findings[Any], insist: bool
) -> Findings[Any]:
    """The smallest answers of a problem with at least `two`; if that takes too long, the first found."""
    wanted, kind = limits.answers or 1, problem.kind
    route = default_route(kind, ordered=True)
    brief = None if insist else getattr(route.solver, "brief", None)  # stops after a fixed amount of work
    route = route if brief is None else route._replace(solver=brief())
    # If one is requested, it is already known that there are others.
    most = wanted + 1 if wanted > 1 else 1

    def by(chosen: Route, answers: int) -> Findings[Any]:
        question = _Question(problem, chosen)
        with question, limits.deadline.enforced():
            question.found = run(problem, chosen, limits._replace(answers=answers)).findings
        return question.findings()

    found = by(route, most)
    seconds = two.seconds + found.seconds
    if found.exhausted or found.at_least >= wanted:
        at_least = max(found.at_least, two.at_least)
        return replace(found, answers=found.answers[:wanted], at_least=at_least, seconds=seconds)
    over = limits.deadline.left() == 0
    reason = found.reason if over or insist else None
    best = found if found.at_least > two.at_least else two
    if not (over or insist) and wanted > best.at_least:
        again = find_route(kind, two.route)
        again = default_route(kind) if states_two(again.path) else again
        more_found = by(again, wanted + 1)
        seconds += more_found.seconds
        best = more_found if more_found.at_least > best.at_least else best
        reason = best.reason
    answers = tuple(sorted(best.answers))[:wanted]
    return replace(best, answers=answers, reason=reason, smallest=best.exhausted, seconds=seconds)


def _count_by_default(problem: AnyProblem, limits: Limits, question: _Question) -> Findings[Any]:
    found = _only_answer(problem, limits, question)
    if found is not None:
        return found
    few = limits._replace(answers=min(FEW, limits.answers or FEW))
    found = _count_by(problem, default_route(problem.kind), few)
    if found.exhausted or found.reason is not None or found.at_least == limits.answers:
        return found
    question.found = found
    try:
        counted = _count_by(problem, counting_route(problem.kind), limits)
    except ReductionError:  # the encoding does not support the instance; the route above visits each answer
        counted = _count_by(problem, default_route(problem.kind), limits)
    return replace(counted, at_least=max(found.at_least, counted.at_least))


def _count_by(problem: AnyProblem, route: Route, limits: Limits) -> Findings[Any]:
    refuse_counts(route.path, limits.answers)
    if limits.answers is None and isinstance(route.solver, CountingSolver):
        # A reduction preserves the number of answers, under its projection.
        limits = limits.reporting(route.name)
        return replace(route.solver.count(route.reduce(problem).target, limits), route=route.name)
    if limits.memo is not None:
        what = route.name if limits.answers is None else "a count with a limit"
        raise SolverError(f"{what} visits every answer and remembers no positions: leave out the memo limit")
    return run(problem, route, limits).findings
