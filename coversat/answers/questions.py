"""Solve, check and count one problem in this process."""

from __future__ import annotations

import time
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import replace
from typing import Any

from ..base.errors import LimitReachedError, ReductionError, SolverError
from ..problems import AnyProblem
from ..solvers import FIRST_TURN, NO_LIMITS, AnswerStream, CountingSolver, Limits
from ..solvers.findings import Findings
from .routes import (
    Route,
    counting_route,
    cover_route,
    default_route,
    find_route,
    quick_route,
    refuse_counts,
    states_two,
    thorough_encoding,
)
from .running import begin, begin_sat, run, two_by

ONE_ANSWER = Limits(answers=1)

FEW = 1000
"""The number of answers visited individually before the rest is counted by another method."""

GROWTH = 2
"""The factor by which each turn of a solver is longer than its previous one."""
NODES_PER_CONFLICT = 3
"""Nodes of the cover engine for each conflict of the SAT solver in its turn. A conflict takes as long as
ten or twenty nodes; so the SAT solver, which decides more hard puzzles, has the longer turn.
"""


def solve(
    problem: AnyProblem, route: Route | None = None, limits: Limits = ONE_ANSWER, smallest: bool = False
) -> Findings[Any]:
    """Find the first answers of a problem, and whether there are others.

    A named route is run unchanged and stops at the last requested answer. Without a route the smallest
    answers are searched with a fixed amount of work, which suffices for nearly all published puzzles. If it
    does not, or a limit is reached, the answers are the first that any solver found, and
    `Findings.smallest` is false. All answers (no limit) are returned in increasing order.

    Parameters
    ----------
    problem : Problem
    route : Route, optional
    limits : Limits
    smallest : bool
        Search for the smallest answers without a bound on the work; only without a route.

    Raises
    ------
    ReductionError, SolverError, WrongAnswerError
        As `running.run`.
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


def check(problem: AnyProblem, route: Route | None = None, limits: Limits = NO_LIMITS) -> Findings[Any]:
    """Look for two different answers.

    Parameters
    ----------
    problem : Problem
    route : Route, optional
        By default a cover engine and a SAT solver alternate.
    limits : Limits
        `limits.answers` is ignored.

    Raises
    ------
    ReductionError, SolverError, WrongAnswerError
        As `running.run`.
    """
    question = _Question(problem, route)
    with question, limits.deadline.enforced():
        if route is None:
            question.found = _two_in_turns(problem, limits, question)
        else:
            question.found = run(problem, route, limits._replace(answers=2)).findings
    return question.findings()


def count(problem: AnyProblem, route: Route | None = None, limits: Limits = NO_LIMITS) -> Findings[Any]:
    """Count the distinct answers, up to the limits; none of them is returned.

    Without a route, the default one visits the first `FEW` answers. If there are more, or with
    `limits.memo`, an exact cover engine counts them without visiting each, if a reduction supports the
    problem.

    Raises
    ------
    ReductionError, SolverError, WrongAnswerError
        As `running.run`.  SolverError also for a `limits.memo` that the route would ignore.
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


class _Question(AbstractContextManager["_Question"]):
    """A context manager for findings; if a limit interrupts its body, they are the most that is known.

    Attributes
    ----------
    found : Findings
        Also what is known before the last step.
    streams : list of AnswerStream
        The streams begun so far.
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
    """At most two answers: an exact cover engine and a SAT solver alternate in growing turns.

    Which of the two is better for a puzzle is not known beforehand. A solver that is fast for the problem
    replaces the engine; without an engine it has one turn, like an engine that is slow for the problem. A
    node limit applies to each.
    """
    kind, two = problem.kind, limits._replace(answers=2)
    begun = _engine(problem, two)
    if begun is None:
        return _without_engine(problem, two, question)
    first, turn = begun
    with closing(question.begun(first)):
        if first.turn(turn) and (_is_decided(first.findings()) or limits.deadline.left() == 0):
            return first.findings()
        cover = cover_route(kind)  # encodings are imported only here if a search was quick
        if cover is None or cover.rules[0].brief(problem):
            return _without_engine(problem, two, question)
        with closing(question.begun(begin_sat(problem, two))) as second:
            return _in_longer_turns(first, second, limits)


def _engine(problem: AnyProblem, limits: Limits) -> tuple[AnswerStream[Any], int] | None:
    """What has the first turn, and its nodes: a search that is fast for the problem, or the cover engine.

    None if neither takes the problem, or only an engine that is slow for it.
    """
    quick = quick_route(problem)
    if quick is not None:
        with suppress(ReductionError):  # larger than it takes
            return begin(problem, quick, limits), getattr(quick.solver, "turn", FIRST_TURN)
    cover = cover_route(problem.kind)
    if cover is None or cover.rules[0].heavy(problem):
        return None
    with suppress(ReductionError):  # too large for the encoding
        return two_by(problem, cover, limits), FIRST_TURN
    return None


def _without_engine(problem: AnyProblem, limits: Limits, question: _Question) -> Findings[Any]:
    """The default route, followed if it is slow by a formula with implied clauses, if there is one.

    A node limit applies to each.
    """
    kind = problem.kind
    thorough = thorough_encoding(kind)
    with closing(question.begun(begin(problem, default_route(kind), limits))) as usual:
        if thorough is None or usual.turn(thorough.after) or not thorough.fits(problem):
            usual.turn()
            return usual.findings()
    return run(problem, find_route(kind, thorough.name), limits).findings


def _in_longer_turns(first: AnswerStream[Any], second: AnswerStream[Any], limits: Limits) -> Findings[Any]:
    """Run each for longer turns until one has the result or both have reached their limits."""
    nodes = FIRST_TURN
    while not (first.ended and second.ended) and limits.deadline.left() != 0:
        for search, goal in ((second, nodes // NODES_PER_CONFLICT), (first, GROWTH * nodes)):
            if search.turn(goal) and _is_decided(search.findings()):
                return search.findings()
        nodes *= GROWTH
    return _of_both(first, second)


def _of_both(first: AnswerStream[Any], second: AnswerStream[Any]) -> Findings[Any]:
    """What is known when both were stopped, after the limits of each."""
    both = first.findings(), second.findings()
    reasons = dict.fromkeys(found.reason for found in both if found.reason)
    known: Findings[Any] = max(reversed(both), key=_at_least)
    return replace(
        known, route=" and ".join(found.route for found in both), reason=" and ".join(reasons) or None
    )


def _is_decided(found: Findings[Any]) -> bool:
    return found.exhausted or found.at_least > 1


def _only_answer(problem: AnyProblem, limits: Limits, question: _Question) -> Findings[Any] | None:
    """The only answer, or that there is none; None if there are several or a limit was reached."""
    if cover_route(problem.kind) is None:
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
        again = default_route(kind) if states_two(again.rules) else again
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
    refuse_counts(route.rules, limits.answers)
    if limits.answers is None and isinstance(route.solver, CountingSolver):
        # A reduction preserves the number of answers, under its projection.
        limits = limits.reporting(route.name)
        return replace(route.solver.count(route.reduce(problem).target, limits), route=route.name)
    if limits.memo is not None:
        what = route.name if limits.answers is None else "a count with a limit"
        raise SolverError(f"{what} visits every answer and remembers no positions: leave out the memo limit")
    return run(problem, route, limits).findings
