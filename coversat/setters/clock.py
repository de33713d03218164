"""The time that one request has, and who hears of its progress."""

from __future__ import annotations

from typing import Any

from ..answering.routes import default_route, find_route
from ..answering.running import run
from ..base.arguments import Listener, listener, silent
from ..base.deadline import NEVER, Deadline
from ..base.errors import LimitReachedError
from ..problems import AnyProblem
from ..problems.cnf.rules import Cnf
from ..solvers import Limits
from ..solvers.sat.sat import CADICAL, SatCalls
from ..solvers.solver import Meter


class Clock:
    """The deadline of one request, shared by everything done for it, and the listener for its progress.

    Each solver may visit at most `nodes` nodes.
    """

    def __init__(
        self, deadline: Deadline = NEVER, report: Listener = silent, nodes: int | None = None
    ) -> None:
        self.deadline = deadline
        self.report = listener(report)
        self._nodes = nodes

    def check(self) -> None:
        """Raise `LimitReachedError` after the deadline."""
        self.deadline.check()

    def left(self, answers: int | None = None) -> Limits:
        return Limits(answers=answers, deadline=self.deadline, nodes=self._nodes)

    def calls(self, formula: Cnf) -> SatCalls:
        """A solver for repeated calls on a formula in the remaining time."""
        return SatCalls(CADICAL, formula, Meter(self.left()))

    def answers(self, problem: AnyProblem, most: int, route: str | None = None) -> tuple[Any, ...]:
        """So many answers, or all if there are fewer, by the default route or another one.

        Raise `LimitReachedError` after the deadline.
        """
        by = default_route(problem.kind) if route is None else find_route(problem.kind, route)
        found = run(problem, by, self.left(answers=most)).findings
        if not found.exhausted and len(found.answers) < most:
            raise LimitReachedError(found.reason)
        return found.answers

    def two_answers(self, problem: AnyProblem, nodes: int) -> list[Any] | None:
        """Two answers, or all if there are fewer, by the cover engine; None if that takes more nodes."""
        limits = Limits(answers=2, nodes=nodes, deadline=self.deadline)
        found = run(problem, find_route(problem.kind, "cover/bitset"), limits).findings
        self.check()
        return list(found.answers) if found.exhausted or len(found.answers) == 2 else None

    def part(self, seconds: float) -> Clock:
        """A clock for a part of the request that may take at most `seconds`."""
        return Clock(self.deadline.part(seconds), self.report, self._nodes)
