"""Do these givens leave an answer?  The question behind clashes and behind redundant givens."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..kinds.cnf.rules import Cnf
from ..problems import AnyProblem
from ..solvers.sat import SatCalls
from .clock import Clock
from .facts import other_than, reduced
from .selectors import group_clauses

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


class ReencodedGivens(Givens):
    """Encodes the problem anew for each question: right for every kind."""

    def clash(self, keep: Collection[int]) -> Set | None:
        """All of `keep`, or None."""
        self.calls += 1
        self.clock.check()
        reduction = reduced(self.problem.with_givens(frozenset(keep)))
        with self.clock.calls(reduction.target) as solver:
            if self.apart_from is not None:
                solver.add(other_than(reduction, self.apart_from))
            return None if solver.solve() else frozenset(keep)


class SelectedGivens(Givens):
    """One solver for all questions: a selector for each given, assumed where the given is kept.

    Parameters
    ----------
    solver : SatCalls
        Of the rules' clauses, and of each given's guarded by its selector.
    """

    def __init__(
        self, problem: AnyProblem, clock: Clock, apart_from: Any, solver: SatCalls, selectors: Sequence[int]
    ) -> None:
        super().__init__(problem, clock, apart_from)
        self._solver, self._selectors = solver, selectors

    def clash(self, keep: Collection[int]) -> Set | None:
        """The solver's core, often much smaller than `keep`; or None."""
        self.calls += 1
        if self._solver.solve([self._selectors[given] for given in sorted(keep)]):
            return None
        return frozenset(self._selectors.index(selector) for selector in self._solver.core())


@contextmanager
def givens_of(problem: AnyProblem, clock: Clock, apart_from: Any = None) -> Iterator[Givens]:
    """The quicker of the two ways that is right for this problem; at the end the solver is freed."""
    groups = group_clauses(problem, clock)
    if groups is None:
        yield ReencodedGivens(problem, clock, apart_from)
        return
    reduction = reduced(problem)
    first = reduction.target.variable_count + 1
    selectors = range(first, first + len(groups.of_given))
    guarded = (
        (-selector, *clause)
        for selector, group in zip(selectors, groups.of_given, strict=True)
        for clause in group
    )
    with clock.calls(Cnf(selectors.stop - 1, (*groups.rules, *guarded))) as solver:
        if apart_from is not None:
            solver.add(other_than(reduction, apart_from))
        yield SelectedGivens(problem, clock, apart_from, solver, selectors)
