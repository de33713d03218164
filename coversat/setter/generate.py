"""Puzzles that are unique by construction, and checked by two different routes before they are shown."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import CoversatError, LimitReachedError, WrongAnswerError
from ..problems import KINDS, Problem
from ..problems.kinds import module_of
from ..registry import Registry
from ..routes import find_route, run
from ..solvers import NO_LIMITS, Limits
from .clock import Clock, Listener, silent
from .facts import encoded
from .generators.wish import Wish, WishError
from .grade import find_grade

_MAKERS: Registry[Callable[[Wish, random.Random, Clock], Problem[Any] | None]] = Registry(
    f"{__package__}.generators", "attempt"
)
_CHECKS: Registry[tuple[str, str]] = Registry(f"{__package__}.generators", "CHECKS")

GENERATED = tuple(kind for kind in KINDS if module_of(kind) in _MAKERS)
"""The kinds that are generated."""

MOST_ATTEMPTS = 1_000
"""After so many attempts in a row that fail, a wish is taken for one that cannot be fulfilled."""


@dataclass(frozen=True)
class Generated:
    """A puzzle with its one answer, the name of its grade, and the routes by which both checked it."""

    problem: Problem[Any]
    answer: Any
    grade: str
    routes: tuple[str, ...]


class NotFoundError(CoversatError):
    """The attempts or the time were used up before a puzzle as wished was found."""


def checks_of(kind: str) -> tuple[str, str]:
    """The two routes that check each puzzle of a kind: no reduction is in both."""
    return _CHECKS[module_of(kind)]


def generate(
    kind: str,
    wish: Wish = Wish(),  # noqa: B008 - a frozen value
    seed: int = 0,
    count: int = 1,
    limits: Limits = NO_LIMITS,
    report: Listener = silent,
) -> Iterator[Generated]:
    """Make puzzles, one after the other.

    The n-th puzzle of a seed is the same whatever the count, and on every machine.

    Parameters
    ----------
    kind : str
        One of `GENERATED`.
    wish : Wish
    seed, count : int
    limits : Limits
        Only seconds are looked at, for all of the puzzles together.

    Raises
    ------
    WishError
        For a wish that this kind cannot fulfil, or a kind that is not generated.
    NotFoundError
        When time or attempts are used up.
    WrongAnswerError
        When a route says that a puzzle is not unique: a fault in coversat or in a solver.
    """
    if kind not in GENERATED:
        raise WishError(f"no {kind} is generated; there is {', '.join(GENERATED)}")
    clock = Clock(limits.deadline, report)
    for number in range(count):
        # Text seeds are hashed by Python's documented rule, whatever the machine.
        rng = random.Random(f"coversat {kind} {seed} {number}")
        try:
            yield _one(kind, wish, rng, clock)
        except LimitReachedError as limit:
            raise NotFoundError(f"stopped after {limit}") from None


def _one(kind: str, wish: Wish, rng: random.Random, clock: Clock) -> Generated:
    attempt = _MAKERS[module_of(kind)]
    for _ in range(MOST_ATTEMPTS):
        clock.check()
        problem = attempt(wish, rng, clock)
        if problem is None:
            continue
        grade = find_grade(encoded(problem), clock)
        if grade.reason is not None:
            raise LimitReachedError(grade.reason)
        if wish.grade in (None, grade.name):
            return Generated(problem, _checked(problem, clock), grade.name, checks_of(kind))
    raise NotFoundError(f"no {kind} as wished was found in {MOST_ATTEMPTS} attempts")


def _checked(problem: Problem[Any], clock: Clock) -> Any:
    """The one answer, if both routes say that there is one and the same."""
    found = []
    for name in checks_of(problem.kind):
        clock.report(f"checking by {name}")
        outcome = run(problem, find_route(problem.kind, name), clock.left(answers=2)).outcome
        if len(outcome.answers) < 2 and not outcome.exhausted:
            raise LimitReachedError(outcome.reason)
        found.append(outcome.answers)
    if len(found[0]) != 1 or any(answers != found[0] for answers in found):
        raise WrongAnswerError(
            f"a generated {problem.kind} is not unique by {' and '.join(checks_of(problem.kind))}"
        )
    return found[0][0]
