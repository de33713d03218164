"""Definitions of a formula's auxiliary variables, and whether clauses follow from rows.

A variable is taken to be true exactly if clauses force it, by variables whose meaning is known. Soundness
does not depend on this: after a wrong guess, the clauses of the formula do not follow.

A SAT solver decides whether clauses follow: it shows a model, or its proof is checked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import combinations
from math import comb
from typing import NamedTuple

from ...base.deadline import Deadline
from ...base.errors import SolverError
from ...problems.cnf.rules import Cnf, Model
from ...proofs import check_drup
from ...solvers.solver import Limits, Meter
from ..proving import SOLVER, solve_with_proof
from .theory import Literal, Row, Theory

Clause = tuple[Literal, ...]


Implied = Callable[[int], list[Literal]]


def meaning_of(literal: Literal, meaning: Mapping[int, Literal]) -> Literal:
    """The literal of the theory that a literal of the formula means."""
    meant = meaning[abs(literal)]
    return meant if literal > 0 else -meant


class Auxiliaries:
    """Finds definitions for the unknown variables of some clauses.

    * meaning (variable -> literal of the theory): the known variables; the others of the clauses are added.
    * theory: receives the definitions.
    * implied (variable -> literals of the theory): consequences of a variable; without another definition it
      means their conjunction.
    """

    def __init__(
        self,
        clauses: Sequence[Clause],
        meaning: dict[int, Literal],
        theory: Theory,
        implied: Implied | None = None,
    ) -> None:
        self._meaning, self._theory, self._implied = meaning, theory, implied
        self._holding: dict[Literal, list[Clause]] = {}
        """For each literal of an unknown variable, its clauses."""
        for clause in clauses:
            for literal in clause:
                if abs(literal) not in meaning:
                    self._holding.setdefault(literal, []).append(clause)

    def define(self) -> None:
        """Define each variable once its definition is known; if none is, define the last one by what is
        known."""
        unknown = sorted({abs(literal) for literal in self._holding})
        waiting = deque(unknown)
        for last in reversed(unknown):
            while waiting:
                variable = waiting.popleft()
                if variable not in self._meaning and self._is_found(variable):
                    waiting.extend(self._beside(variable))
            if last not in self._meaning:
                if self._implied is None:
                    self._force(last)
                else:
                    self._mean(last, self._theory.every(self._implied(last)))
                waiting.extend(self._beside(last))

    def _beside(self, variable: int) -> Iterator[int]:
        for literal in (variable, -variable):
            for clause in self._holding.get(literal, ()):
                yield from (abs(other) for other in clause if abs(other) not in self._meaning)

    def _is_found(self, variable: int) -> bool:
        """Whether it is now defined, as a gate or by what forces it."""
        for literal in (variable, -variable):
            if (inputs := self._gate(literal)) is not None:
                self._mean(literal, self._theory.either(map(self._meaning_of, inputs)))
                return True
        for literal in (variable, -variable):
            if all(self._others_known(clause, literal) for clause in self._holding.get(literal, ())):
                self._force(literal)
                return True
        return False

    def _gate(self, literal: Literal) -> list[Literal] | None:
        """Known literals of which one is true exactly if this is, by clauses."""
        pairs = (clause for clause in self._holding.get(literal, ()) if len(clause) == 2)
        forcing = {first if second == literal else second for first, second in pairs}
        for clause in self._holding.get(-literal, ()):
            if self._others_known(clause, -literal):
                others = [other for other in clause if other != -literal]
                if all(-other in forcing for other in others):
                    return others
        return None

    def _others_known(self, clause: Clause, literal: Literal) -> bool:
        return all(other == literal or abs(other) in self._meaning for other in clause)

    def _force(self, literal: Literal) -> None:
        """It is true if a clause with it has no other true literal, as far as these are known."""
        forced = [
            self._theory.every(-self._meaning_of(other) for other in clause if other != literal)
            for clause in self._holding.get(literal, ())
            if self._others_known(clause, literal)
        ]
        self._mean(literal, self._theory.either(forced))

    def _meaning_of(self, literal: Literal) -> Literal:
        return meaning_of(literal, self._meaning)

    def _mean(self, literal: Literal, meant: Literal) -> None:
        self._meaning[abs(literal)] = meant if literal > 0 else -meant


MOST_CLAUSES = 200
"""A row that would take more clauses is stated with counters."""


class Decided(NamedTuple):
    """A model in which one of the clauses is false; or none, and how many steps the proof of that has."""

    model: Model | None
    steps: int


def decide(
    variable_count: int, premises: Iterable[Row], clauses: Sequence[Clause], deadline: Deadline
) -> Decided:
    """Whether rows that are true make all of some clauses true.

    Raise `LimitReachedError` when the deadline comes first; `SolverError` if a solver's proof is not valid.
    """
    formula = _Premises(variable_count)
    for row in deadline.through(premises):
        formula.require(row)
    false = []
    for clause in clauses:
        false.append(formula.variable())
        formula.clauses += [(-false[-1], -literal) for literal in clause]
    formula.clauses.append(tuple(false))
    cnf = Cnf.sound(formula.variable_count, tuple(formula.clauses), {}, None)
    found = solve_with_proof(cnf, Meter(Limits(deadline=deadline)))
    if isinstance(found, tuple):
        return Decided(found[:variable_count], 0)
    checked = check_drup(cnf, BytesIO(found.drup()), deadline)
    if not checked.decided():
        raise SolverError(f"{SOLVER}: {checked.reason}")
    return Decided(None, checked.steps)


class _Premises:
    """Rows as clauses."""

    def __init__(self, variable_count: int) -> None:
        self.variable_count = variable_count
        self.clauses: list[Clause] = []

    def variable(self) -> int:
        self.variable_count += 1
        return self.variable_count

    def require(self, row: Row) -> None:
        """In each group of this many of its literals, one is true; or, in a long one, no two are false."""
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
