"""Three questions about one problem: its answers, whether there is exactly one, how many there are."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any

from .errors import LimitReachedError, ReductionError, SolverError
from .findings import Findings
from .problems import AnyProblem
from .routing import (
    Route,
    begin,
    cover_route,
    default_route,
    end_of,
    quick_route,
    run,
    sat_route,
    thorough_route,
    way_to,
)
from .shared_cover import two_by
from .solvers import FIRST_TURN, NO_LIMITS, CountingSolver, Limits, Taking, solvers_of
from .solvers.bitset_cover import BITSET

if TYPE_CHECKING:
    from .parts.asking import Asked, Hands

ONE_ANSWER = Limits(answers=1)

FEW = 1000
"""So many answers are visited before the rest is counted in another way."""

GROWTH = 2
"""So many times further each turn goes than the one before it."""
NODES_PER_CONFLICT = 3
"""A SAT solver has so many times fewer conflicts in its turn than the cover engine has nodes.

A conflict takes as long as some ten or twenty nodes; so the SAT solver, which decides more of what is hard,
has the longer turn.
"""

LONG = 4000
"""After so many conflicts a formula that says more is tried, where there is one."""

Ask = Callable[[AnyProblem, Route | None, Limits], Findings[Any]]


def solve(problem: AnyProblem, route: Route | None = None, limits: Limits = ONE_ANSWER) -> Findings[Any]:
    """The first answers of a problem.

    Without a route the answers come smallest first, and one more than asked for is looked for, so that
    it is known whether there are others.  A named route is run as it is: it stops at the last answer
    asked for.  All answers come in increasing order, whoever found them.

    Raises
    ------
    ReductionError, SolverError, WrongAnswerError
        As `routing.run`.
    """
    return _asked(_solve, problem, route, limits)


def check(problem: AnyProblem, route: Route | None = None, limits: Limits = NO_LIMITS) -> Findings[Any]:
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
        As `routing.run`.
    """
    return _asked(_check, problem, route, limits)


def count(problem: AnyProblem, route: Route | None = None, limits: Limits = NO_LIMITS) -> Findings[Any]:
    """Count the distinct answers, up to the limits; none of them is shown.

    Without a route, the default one visits the first `FEW` answers; where there are more, or `limits.memo`
    is given, an exact cover engine counts them without visiting each, if a reduction leads there that takes
    the problem.

    Raises
    ------
    ReductionError, SolverError, WrongAnswerError
        As `routing.run`.  SolverError also for a `limits.memo` that would not be looked at.
    """
    return _asked(_count, problem, route, limits)._replace(answers=())


def in_parts(
    question: str, problem: AnyProblem, route: Route | None, limits: Limits, hands: Hands
) -> Findings[Any] | None:
    """What one of the three finds out when its tree is cut into parts for many; None where it cannot be.

    It can where all answers are counted or listed, or two are looked for, by the exact cover engine or by a
    SAT solver that keeps what it learns; by a SAT solver that is named, some answers too.  Where no route is
    named, the engine is taken, if it is one to be tried with this problem, and otherwise the default route.

    Raises
    ------
    SolverError, WrongAnswerError
        As `routing.run`; KeptError as `parts.asking.ask`.
    """
    from .parts.asking import ask

    chosen = route or _route_of_parts(question, problem)
    try:
        task = _task_of_parts(question, problem, chosen, limits, hands)
        if task is None or (route is None and _is_ordered(question, limits)):
            return None
        found = ask(task, limits, hands)
    except ReductionError:
        if route is not None:
            raise
        return None
    if question == "count":
        return found
    most = 2 if question == "check" else limits.answers
    if most is None:
        return found._replace(answers=tuple(sorted(found.answers)))
    # Nobody looks for more.
    enough = found.at_least >= most
    return found._replace(
        answers=found.answers[:most],
        at_least=min(most, found.at_least),
        exhausted=found.exhausted and not enough,
    )


def _route_of_parts(question: str, problem: AnyProblem) -> Route:
    kind = problem.kind
    if kind == "cnf":
        return default_route(kind)  # a formula is no puzzle's cover
    if question == "count" or kind == "cover":
        return counting_route(kind)
    cover = cover_route(kind)
    return default_route(kind) if cover is None or cover.rules[0].heavy(problem) else cover


def _is_ordered(question: str, limits: Limits) -> bool:
    """Whether the smallest answers are promised, which parts do not find first."""
    return question == "solve" and limits.answers is not None


def _task_of_parts(
    question: str, problem: AnyProblem, route: Route, limits: Limits, hands: Hands
) -> Asked | None:
    from .parts.covers import CoverTask
    from .parts.cubes import CubeTask

    most = {"count": 0, "check": 2, "solve": limits.answers}[question]
    by_cubes = getattr(route.solver, "keeps", False)
    if question == "count" and limits.answers is not None:
        return None
    if by_cubes and limits.memo is None and not hands.classes:
        return CubeTask(problem, route.name, most)
    if route.solver is BITSET and not _is_ordered(question, limits):
        return CoverTask(problem, route.name, most, limits.memo, hands.jobs, hands.classes)
    return None


def _asked(ask: Ask, problem: AnyProblem, route: Route | None, limits: Limits) -> Findings[Any]:
    """The findings of a question, whatever was being done when the time was over."""
    started = time.perf_counter()
    try:
        with limits.deadline.enforced():
            found = ask(problem, route, limits)
    except LimitReachedError as reached:
        chosen = route or default_route(problem.kind)
        found = Findings((), 0, False, chosen.name, reason=str(reached))
    return found._replace(seconds=time.perf_counter() - started)


def _check(problem: AnyProblem, route: Route | None, limits: Limits) -> Findings[Any]:
    if route is None:
        return _two_in_turns(problem, limits)
    return run(problem, route, limits._replace(answers=2)).findings


def _two_in_turns(problem: AnyProblem, limits: Limits) -> Findings[Any]:
    """At most two answers: an exact cover engine and a SAT solver take longer and longer turns.

    A solver that is quick for the problem takes the engine's place; where no engine is tried it has one
    turn, as the engine has at what it searches slowly.  Of the two the better one for a puzzle is not known
    before.  A limit of nodes holds for each.
    """
    kind, two = problem.kind, limits._replace(answers=2)
    cover = cover_route(kind)
    engine = quick_route(problem) or cover
    if engine is None or (engine is cover and cover.rules[0].heavy(problem)):
        return _without_engine(problem, two)
    try:
        first = two_by(problem, engine, two)
    except ReductionError:  # too large for it
        return run(problem, default_route(kind), two).findings
    with closing(first):
        if first.turn(FIRST_TURN) and _is_settled(first.findings(), limits):
            return first.findings()
        if cover is None or cover.rules[0].brief(problem):
            return _without_engine(problem, two)
        with closing(begin(problem, sat_route(kind), two)) as second:
            return _in_longer_turns(first, second, limits)


def _without_engine(problem: AnyProblem, limits: Limits) -> Findings[Any]:
    """The default route, and where it takes long one that says more; a limit of nodes holds for each."""
    with closing(begin(problem, default_route(problem.kind), limits)) as usual:
        if usual.turn(LONG) or (thorough := thorough_route(problem)) is None:
            usual.turn()
            return usual.findings()
    return run(problem, thorough, limits).findings


def _in_longer_turns(first: Taking[Any], second: Taking[Any], limits: Limits) -> Findings[Any]:
    """Each goes further than before, until one has settled it or both have met their limits."""
    nodes = FIRST_TURN
    while not (first.ended and second.ended):
        for search, goal in ((second, nodes // NODES_PER_CONFLICT), (first, GROWTH * nodes)):
            if search.turn(goal) and _is_settled(search.findings(), limits):
                return search.findings()
        nodes *= GROWTH
    return max(second.findings(), first.findings(), key=lambda found: found.at_least)


def _is_settled(found: Findings[Any], limits: Limits) -> bool:
    return found.exhausted or found.at_least > 1 or limits.deadline.left() == 0


def _solve(problem: AnyProblem, route: Route | None, limits: Limits) -> Findings[Any]:
    if route is not None:
        found = run(problem, route, limits).findings
        return found if limits.answers is not None else found._replace(answers=tuple(sorted(found.answers)))
    only = _only_answer(problem, limits)
    if only is not None:
        return only
    # To sort all answers is cheaper than to find them in order.
    wanted = limits.answers
    ordered = default_route(problem.kind, ordered=wanted is not None)
    look_for = None if wanted is None else wanted + 1
    found = run(problem, ordered, limits._replace(answers=look_for)).findings
    return found._replace(answers=tuple(sorted(found.answers)) if wanted is None else found.answers[:wanted])


def _only_answer(problem: AnyProblem, limits: Limits) -> Findings[Any] | None:
    """What turns out to be all: no answer, or one, which is then also the smallest."""
    if cover_route(problem.kind) is None:
        return None
    found = _two_in_turns(problem, limits)
    return found if found.exhausted and found.at_least <= 1 else None


def _count(problem: AnyProblem, route: Route | None, limits: Limits) -> Findings[Any]:
    if route is not None:
        return _count_by(problem, route, limits)
    if limits.memo is not None:
        return _count_by(problem, counting_route(problem.kind), limits)
    found = _only_answer(problem, limits)
    if found is not None:
        return found
    few = limits._replace(answers=min(FEW, limits.answers or FEW))
    found = _count_by(problem, default_route(problem.kind), few)
    if found.exhausted or found.reason is not None or found.at_least == limits.answers:
        return found
    try:
        return _count_by(problem, counting_route(problem.kind), limits)
    except ReductionError:  # it does not take this instance; what took it visits each answer
        return _count_by(problem, default_route(problem.kind), limits)


def counting_route(kind: str) -> Route:
    """The shortest route to a solver that counts; the default one where there is none."""
    rules = way_to(kind, "cover")
    counting = (s for s in solvers_of(end_of(kind, rules)) if isinstance(s, CountingSolver))
    return next((Route(kind, rules, solver) for solver in counting), default_route(kind))


def _count_by(problem: AnyProblem, route: Route, limits: Limits) -> Findings[Any]:
    if limits.answers is None and isinstance(route.solver, CountingSolver):
        # A reduction keeps the number of answers, under the projection that it names.
        return route.solver.count(route.reduce(problem).target, limits)._replace(route=route.name)
    if limits.memo is not None:
        what = route.name if limits.answers is None else "a count with a limit"
        raise SolverError(f"{what} visits every answer and remembers no positions: leave out the memo limit")
    return run(problem, route, limits).findings
