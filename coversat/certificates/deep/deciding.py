"""Whether clauses follow from rows, by a SAT solver that shows a model or whose proof is checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import combinations
from math import comb
from typing import NamedTuple

from ...deadline import Deadline
from ...errors import SolverError
from ...kinds.cnf.clauses import Clause
from ...kinds.cnf.rules import Cnf, Model
from ...proofs import check_drup
from ...proofs.veripb import Cardinality as Row
from ...solvers.solver import Limits, Meter
from ..proving import SOLVER, solve_with_proof

MOST_CLAUSES = 200
"""A row that is said by more is said with counters."""


class Decided(NamedTuple):
    """A model in which one of the clauses is false; or none, and how many steps the proof of that has."""

    model: Model | None
    steps: int


def decide(
    variable_count: int, premises: Iterable[Row], clauses: Sequence[Clause], deadline: Deadline
) -> Decided:
    """Whether rows that are true make all of some clauses true.

    Raises
    ------
    LimitReachedError
        When the deadline comes first.
    SolverError
        When the solver's proof is none.
    """
    formula = _Clauses(variable_count)
    for row in deadline.through(premises):
        formula.say(row)
    false = []
    for clause in clauses:
        false.append(formula.variable())
        formula.clauses += [(-false[-1], -literal) for literal in clause]
    formula.clauses.append(tuple(false))
    cnf = Cnf.sound(formula.variable_count, tuple(formula.clauses), {}, None)
    found = solve_with_proof(cnf, Meter(Limits(deadline=deadline)), "drup")
    if not isinstance(found, bytes):
        return Decided(found[:variable_count], 0)
    checked = check_drup(cnf, BytesIO(found), deadline)
    if not checked.decided():
        raise SolverError(f"{SOLVER}: {checked.reason}")
    return Decided(None, checked.steps)


class _Clauses:
    """Rows as clauses."""

    def __init__(self, variable_count: int) -> None:
        self.variable_count = variable_count
        self.clauses: list[Clause] = []

    def variable(self) -> int:
        self.variable_count += 1
        return self.variable_count

    def say(self, row: Row) -> None:
        """Of every so many of its literals one is true; or, in a long one, no two are false."""
        literals, degree = row
        size = len(literals) - degree + 1
        if degree == len(literals) - 1 and comb(len(literals), size) > MOST_CLAUSES:
            self.clauses += self._counted([-literal for literal in literals])
        elif degree > 0:
            self.clauses += combinations(literals, size)

    def _counted(self, literals: Sequence[int]) -> Iterator[Clause]:
        """No two of these, by variables that say whether one came before; they have values in each model."""
        before = literals[0]
        for literal in literals[1:]:
            yield -before, -literal
            here = self.variable()
            yield -before, here
            yield -literal, here
            before = here
