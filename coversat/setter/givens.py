"""Do these givens leave an answer?  The question behind clashes and behind redundant givens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from types import TracebackType
from typing import Any, Self

from ..problems import AnyProblem
from ..problems.cnf import Cnf
from ..solvers.sat import CADICAL, SatCalls
from ..solvers.solver import Meter
from .clock import Clock
from .facts import other_than, reduced
from .selectors import Groups, group_clauses

Set = frozenset[int]
"""Givens, by their places in `Problem.given_names`."""


class Givens(ABC):
    """Asks whether some of a problem's givens, with its rules, leave an answer; counts the calls.

    Parameters
    ----------
    apart_from : answer, optional
        This answer does not count: a clash then means that the givens rule out every *other* answer.
    """

    def __init__(self, problem: AnyProblem, clock: Clock, apart_from: Any = None) -> None:
        self.problem = problem
        self.clock = clock
        self.apart_from = apart_from
        self.count = len(problem.given_names())
        self.calls = 0

    @abstractmethod
    def clash(self, keep: Collection[int]) -> Set | None:
        """None where an answer is left; otherwise some of the givens that leave none.

        Raises
        ------
        LimitReachedError
            When the clock has run out.
        """

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:  # noqa: B027
        """Free what is held, where anything is."""


class ReencodedGivens(Givens):
    """Encodes the problem anew for each question: right for every kind."""

    def clash(self, keep: Collection[int]) -> Set | None:
        """All of `keep`, or None."""
        self.calls += 1
        self.clock.check()
        reduction = reduced(self.problem.with_givens(frozenset(keep)))
        with SatCalls(CADICAL, reduction.target, Meter(self.clock.left())) as solver:
            if self.apart_from is not None:
                solver.add(other_than(reduction, self.apart_from))
            return None if solver.solve() else frozenset(keep)


class SelectedGivens(Givens):
    """One solver for all questions: a selector for each given, assumed where the given is kept."""

    def __init__(self, problem: AnyProblem, groups: Groups, clock: Clock, apart_from: Any = None) -> None:
        super().__init__(problem, clock, apart_from)
        reduction = reduced(problem)
        first = reduction.target.variable_count + 1
        self._selectors = tuple(range(first, first + self.count))
        guarded = (
            (-selector, *clause)
            for selector, group in zip(self._selectors, groups.of_given, strict=True)
            for clause in group
        )
        cnf = Cnf(first + self.count - 1, (*groups.rules, *guarded))
        self._solver = SatCalls(CADICAL, cnf, Meter(clock.left()))
        if apart_from is not None:
            self._solver.add(other_than(reduction, apart_from))

    def clash(self, keep: Collection[int]) -> Set | None:
        """The solver's core, often much smaller than `keep`; or None."""
        self.calls += 1
        if self._solver.solve([self._selectors[given] for given in sorted(keep)]):
            return None
        return frozenset(self._selectors.index(selector) for selector in self._solver.core())

    def close(self) -> None:
        """Free the solver."""
        self._solver.__exit__()


def givens_of(problem: AnyProblem, clock: Clock, apart_from: Any = None) -> Givens:
    """The quicker of the two ways that is right for this problem."""
    groups = group_clauses(problem, clock)
    if groups is None:
        return ReencodedGivens(problem, clock, apart_from)
    return SelectedGivens(problem, groups, clock, apart_from)
