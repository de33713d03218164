"""Clues to add so that one answer is left, of kinds whose texts have clues and no values of cells."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ...answering.routes import default_route
from ...answering.running import run
from ...base.errors import LimitReachedError
from ...problems import AnyProblem
from ..clock import Clock


def clues_to_add(problem: Any, answer: Any, clock: Clock) -> tuple[str, ...]:
    """Clues of an answer that leave no other, none of which can be left out; empty if none are known.

    Each other answer that is met rules in a clue that it breaks, until there is none. Not the fewest: there
    may be smaller sets. None are known of a kind whose texts have values, if all its clues leave several
    answers, or after the time limit.
    """
    made = getattr(problem, "clued_by", None)
    if made is None or problem.has_givens or problem.fixed_clues or not getattr(problem, "drops_clues", True):
        return ()
    with suppress(LimitReachedError, NotImplementedError), clock.deadline.enforced():
        full = made(problem.held(answer))
        return () if full is None else _enough(problem, full, answer, clock)
    return ()


def _enough(problem: Any, full: AnyProblem, answer: Any, clock: Clock) -> tuple[str, ...]:
    names = full.given_names()
    stated = {at for at, name in enumerate(names) if name in problem.given_names()}
    added: list[int] = []
    while (other := _other(full.with_givens({*stated, *added}), answer, clock)) is not None:
        shown = problem.clued_by(problem.held(other))
        kept = set() if shown is None else {*shown.given_names()}
        broken = [at for at, name in enumerate(names) if name not in kept and at not in {*stated, *added}]
        if not broken:
            return ()
        added.append(broken[len(broken) // 2])
        clock.report(f"{len(added)} clues to add so far")
    for at in [*added]:
        rest = [one for one in added if one != at]
        if _other(full.with_givens({*stated, *rest}), answer, clock) is None:
            added = rest
    return tuple(names[at] for at in sorted(added))


def _other(problem: AnyProblem, answer: Any, clock: Clock) -> Any:
    """Another answer, or None."""
    found = run(problem, default_route(problem.kind), clock.left(answers=2)).findings
    clock.check()
    return next((one for one in found.answers if one != answer), None)
