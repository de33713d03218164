"""A question asked in parts: who works on it, where it is kept, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..errors import LimitReachedError
from ..findings import Findings
from ..routing import judged
from ..solvers import Limits
from .covers import CoverTask
from .ledger import Ledger
from .local import Local
from .part import Part, Told
from .run import Crew, Run


class Hands(NamedTuple):
    """Who works on the parts of a question.

    Attributes
    ----------
    jobs : int
        Processes of this machine.
    memory : int, optional
        The bytes that each of them may use.
    """

    jobs: int
    memory: int | None = None


def ask(task: CoverTask, limits: Limits, hands: Hands) -> Findings[Any]:
    """What came of a question about the covers of a problem."""
    ledger = Ledger(Part())
    reason = None
    try:
        with limits.deadline.enforced():
            _ = task.work
        run = Run(task, ledger, limits, _forget, _look_away)
        run.here()
        run.there(_crew(task, hands))
    except LimitReachedError as reached:
        reason = str(reached)
    return _findings(task, ledger, reason)


def _crew(task: CoverTask, hands: Hands) -> Crew:
    return Local(task, hands.jobs, hands.memory)


def _forget(told: Iterable[Told]) -> None:
    """Where nothing is kept."""


def _look_away() -> None:
    """Where nobody watches."""


def _findings(task: CoverTask, ledger: Ledger, reason: str | None) -> Findings[Any]:
    """All that was told, joined: answers in the order of their places, each judged."""
    if task.counts:
        return Findings(
            (), ledger.found, ledger.finished, task.route.name, reason=reason, effort=ledger.effort
        )
    answers: dict[Any, None] = {}
    for told in sorted(ledger.tolds):
        for cover in told.answers:
            answers[judged(task.problem, task.reduction.decode(cover), task.route.name)] = None
    return Findings(
        tuple(answers),
        len(answers),
        ledger.finished,
        task.route.name,
        reason=reason,
        effort=ledger.effort,
    )
