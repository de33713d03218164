"""The interface of solvers: answers one by one, within limits, and how the search ended."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from ..base.deadline import NEVER, Deadline
from ..base.errors import LimitReachedError, TimeOverError
from ..base.wording import counted
from .findings import Findings

A = TypeVar("A")
B = TypeVar("B")
P = TypeVar("P")
A_co = TypeVar("A_co", covariant=True)
P_contra = TypeVar("P_contra", contravariant=True)


class Limits(NamedTuple):
    """The limits of a search; None is no limit.

    Attributes
    ----------
    answers : int
        Stop at this number of distinct answers.
    nodes : int
        Stop after this effort: nodes of a search tree, or conflicts of a SAT solver.
    deadline : Deadline
        Stop at this time.
    memo : int
        The memory of the memo of counted positions in bytes; 0 visits every answer.  For a `CountingSolver`,
        which has a default.  It never ends a search.
    report : callable
        Not a limit: receives from time to time, in words, how far a search is.
    """

    answers: int | None = None
    nodes: int | None = None
    deadline: Deadline = NEVER
    memo: int | None = None
    report: Callable[[str], None] | None = None

    def caused(self, error: BaseException) -> bool:
        """Whether an error says that one of these limits was reached.

        The time of a whole command may end inside a search without a limit of its own. Its caller expects all
        answers, and must not take some for them.
        """
        is_foreign = isinstance(error, TimeOverError) and self.deadline.endless
        return isinstance(error, LimitReachedError) and not is_foreign

    def reporting(self, who: str) -> Limits:
        """The same limits, with `who` before what is reported."""
        report = self.report
        if report is None:
            return self
        report(who)
        return self._replace(report=lambda words: report(f"{who}: {words}"))


NO_LIMITS = Limits()

REPORTED = 0.2
"""Seconds between two reports of the effort."""


class Meter:
    """Counts the effort of one search and raises `LimitReachedError` at a limit."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.nodes = 0
        self.claimed_by: str | None = None
        self.statistics: dict[str, int | float] = {}
        self.unit = "nodes"
        self._next_report = 0.0

    def check(self) -> None:
        """Raise `LimitReachedError` if no time is left, and report the effort."""
        self.limits.deadline.check()
        if self.limits.report is not None and time.monotonic() >= self._next_report:
            self._next_report = time.monotonic() + REPORTED
            self.limits.report(f"{self.nodes} {self.unit}")

    def node(self) -> None:
        """Count one node.  The clock is read at the first and then at every 256th."""
        if self.limits.nodes is not None and self.nodes >= self.limits.nodes:
            raise LimitReachedError(counted(self.limits.nodes, "node"))
        if self.nodes % 256 == 0:
            self.check()
        self.nodes += 1


FIRST_SLICE = 1_000
"""Conflicts between two checks of the clock; doubled from slice to slice."""
MOST_SLICE = 4_000
"""Conflicts in one call of a solver that continues: Ctrl-C takes effect when the call ends."""
LEAST_SLICE = 100
"""Conflicts in one call shortly before the deadline."""


def slices(meter: Meter, anew: bool = False) -> Iterator[int | None]:
    """Budgets of conflicts for consecutive calls of a SAT solver, until one is decided.

    With `anew`, for a solver that restarts with each call, they keep growing; without limits there is one
    call without a budget (None).

    Raise `LimitReachedError` if the meter's limits are reached before a call is decided.
    """
    limits = meter.limits
    if anew and limits.nodes is None and limits.deadline.endless:
        yield None
        return
    budget = FIRST_SLICE
    while True:
        meter.check()
        if limits.nodes is not None:
            if meter.nodes >= limits.nodes:
                raise LimitReachedError(counted(limits.nodes, "conflict"))
            budget = min(budget, limits.nodes - meter.nodes)
        begun = time.monotonic()
        yield budget
        budget = max(LEAST_SLICE, min(2 * budget, _affordable(budget, time.monotonic() - begun, limits)))
        budget = budget if anew else min(budget, MOST_SLICE)


def _affordable(budget: int, seconds: float, limits: Limits) -> int:
    """The conflicts for which there is time, if the last `budget` took `seconds`."""
    left = limits.deadline.left()
    return 2 * budget if left is None else int(budget * left / max(seconds, 1e-6))


class Search(Generic[A]):
    """The answers of one run, one by one, and its state.

    * exhausted (bool): true once the whole search space has been searched.
    * reason (str or None): the limit that ended the search early.
    * claimed_by (str or None): the outside program that claims the end of the search without a proof.
    """

    def __init__(self, steps: Iterator[A | None], meter: Meter) -> None:
        """`steps` are answers, and None where another search may take a turn."""
        self._steps = steps
        self._meter = meter
        self.exhausted = False
        self.reason: str | None = None
        self._broken_off = False

    @classmethod
    def of(cls, steps: Callable[[P, Meter], Iterator[A | None]], problem: P, limits: Limits) -> Search[A]:
        meter = Meter(limits)
        return cls(steps(problem, meter), meter)

    def __iter__(self) -> Iterator[A]:
        return self

    def __next__(self) -> A:
        while (answer := self.step()) is None:
            pass
        return answer

    def step(self) -> A | None:
        """The next answer, or None where another search may take a turn; `StopIteration` at the end."""
        try:
            return next(self._steps)
        except StopIteration:
            # An interrupted generator ends too, which does not mean that the search is exhausted.
            self.exhausted = not self._broken_off
            raise
        except BaseException as error:
            self._broken_off = True
            if not self.limits.caused(error):
                raise
            self.reason = str(error)
            raise StopIteration from None

    @property
    def limits(self) -> Limits:
        return self._meter.limits

    @property
    def claimed_by(self) -> str | None:
        return self._meter.claimed_by

    @property
    def nodes(self) -> int:
        return self._meter.nodes

    @property
    def effort(self) -> Mapping[str, int | float]:
        return {"nodes": self._meter.nodes, **self._meter.statistics}

    def close(self) -> None:
        self._broken_off = not self.exhausted
        close = getattr(self._steps, "close", None)
        if close is not None:
            close()


class AnswerStream(Generic[B]):
    """The distinct answers of a search, at most `limit`, converted by `shown`; all at once or in turns."""

    def __init__(
        self, search: Search[A], limit: int | None, shown: Callable[[A], B], route: str = ""
    ) -> None:
        self._search, self._limit, self._shown, self._route = search, limit, shown, route
        self._answers: dict[B, None] = {}
        self._reason: str | None = None
        self.ended = False

    def turn(self, nodes: int | None = None) -> bool:
        """Search to the end, or for about this many nodes; return whether it ended.

        At the end the memory of the search is freed.
        """
        search = self._search
        try:
            while not self.ended and (self._limit is None or len(self._answers) < self._limit):
                if nodes is not None and search.nodes >= nodes:
                    return False
                answer = search.step()
                if answer is not None:
                    self._answers[self._shown(answer)] = None
        except StopIteration:
            self._reason = search.reason
        except BaseException as error:
            if not search.limits.caused(error):
                search.close()
                raise
            self._reason = str(error)  # the time ran out while an answer was carried back
        self.close()
        return True

    def close(self) -> None:
        self.ended = True
        self._search.close()

    def findings(self) -> Findings[B]:
        """The findings so far."""
        search = self._search
        return Findings(
            tuple(self._answers),
            len(self._answers),
            search.exhausted and self._reason is None,
            self._route,
            reason=self._reason,
            claimed_by=search.claimed_by,
            effort=search.effort,
        )


@runtime_checkable
class Solver(Protocol[P_contra, A_co]):
    """Finds the answers of one kind of problem."""

    @property
    def name(self) -> str:
        """The name of the solver in routes."""

    @property
    def kind(self) -> str:
        """The kind of problem it takes."""

    @property
    def about(self) -> str:
        """One line for listings."""

    def search(self, problem: P_contra, limits: Limits) -> Search[Any]:
        """Begin a search.  It yields distinct answers; the caller applies `limits.answers`."""
        ...


def effort_unit(solver: Solver[Any, Any]) -> str | None:
    """What the `nodes` of a solver's searches are: ``nodes``, ``conflicts``, or None if it counts nothing."""
    unit: str | None = getattr(solver, "effort_unit", "nodes")
    return unit


def named_effort(solver: Solver[Any, Any], effort: Mapping[str, int | float]) -> dict[str, int | float]:
    """The effort of a search with the number of nodes under the name of its unit, if it has one."""
    unit = effort_unit(solver)
    rest = {name: amount for name, amount in effort.items() if name != "nodes"}
    return {} if unit is None else {unit: effort["nodes"], **rest}


@runtime_checkable
class CountingSolver(Protocol):
    """A solver that can count answers without visiting each."""

    def count(self, problem: Any, limits: Limits) -> Findings[Any]:
        """Count the answers under the problem's projection without listing them.

        `limits.answers` is ignored.
        """


def found_by(solver: Solver[Any, A], problem: Any, limits: Limits = NO_LIMITS) -> Findings[A]:
    """Run `solver` on `problem` until the end or a limit.

    Raise `SolverError` if the solver cannot apply the limits.
    """
    stream = AnswerStream(solver.search(problem, limits), limits.answers, lambda answer: answer)
    stream.turn()
    return stream.findings()


N = TypeVar("N")


class Seen(NamedTuple):
    """The nodes of a part of a tree, and the answers among them."""

    nodes: float
    answers: float


class SearchTree(Protocol[N]):
    """The tree of one search; its nodes are values.

    * reach: the number of nodes searched in the time in which one is opened here.
    """

    reach: int

    def root(self) -> N | None:
        """The root of the search; None if the search is over before it."""

    def open(self, node: N) -> Sequence[N] | Seen | None:
        """The children of a node, or the outcome of a leaf; None if only the search can continue.

        There is one answer at most below the last, and the search ends with it.
        """

    def width(self, node: N) -> int:
        """A coarse estimate of the size of the subtree, equal for similar nodes."""

    def below(self, node: N, most: int | None) -> Seen | None:
        """What a search sees that begins at a node; None where it would visit more than `most` nodes.

        Without a faster way, node by node.
        """
        nodes, answers, waiting = 0, 0.0, [node]
        while waiting:
            opened = self.open(waiting.pop())
            nodes += 1
            if most is not None and nodes > most:
                return None
            if isinstance(opened, Seen):
                answers += opened.answers
            else:
                waiting += opened or ()
        return Seen(nodes, answers)


@runtime_checkable
class TreeSolver(Protocol):
    """A solver whose search is a tree that can be entered anywhere."""

    def tree(self, problem: Any) -> SearchTree[Any]:
        """The tree of the search that visits every distinct answer of a problem."""
