"""Clauses that state together how many literals are true, and a formula with bounds in place of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from .clauses import Clause

Cnf = Any
"""A `rules.Cnf`, whose cardinalities these are."""


class Cardinality(NamedTuple):
    """What some clauses of a formula state together: the number of true literals is within bounds.

    * parts: the positions of the clauses.
    """

    parts: range
    literals: tuple[int, ...]
    least: int
    most: int

    def at_most(self) -> Iterator[AtMost]:
        """The same as bounds from above."""
        if self.most < len(self.literals):
            yield AtMost(self.literals, self.most)
        if self.least > 0:
            yield AtMost(tuple(-literal for literal in self.literals), len(self.literals) - self.least)


class AtMost(NamedTuple):
    """At most so many of the literals are true."""

    literals: tuple[int, ...]
    most: int

    def clauses(self) -> list[Clause]:
        """The same as clauses, where few do: that all literals are false, or one of them is."""
        negated = tuple(-literal for literal in self.literals)
        if self.most == 0:
            return [(literal,) for literal in negated]
        return [negated] if self.most == len(negated) - 1 else []


class Bounded:
    """A formula in which bounds replace the clauses that state them.

    Its variables have the same numbers. Those that only replaced clauses contain are in no constraint.
    A cardinality with a variable twice, which solvers count in different ways, remains clauses.

    * bounds (sequence of AtMost)
    """

    def __init__(self, formula: Cnf) -> None:
        self._formula = formula
        stated: Sequence[Cardinality] = formula.cardinalities
        self._stated = [one for one in stated if len(set(map(abs, one.literals))) == len(one.literals)]
        every = [bound for one in self._stated for bound in one.at_most()]
        self.bounds = [bound for bound in every if not bound.clauses()]
        self._short = [clause for bound in every for clause in bound.clauses()]

    def clauses(self) -> Iterator[Clause]:
        """The clauses that remain, and the bounds that are clauses."""
        parts = sorted((one.parts for one in self._stated), key=lambda part: part.start)
        replaced = chain.from_iterable(parts)
        following = next(replaced, None)
        for at, clause in enumerate(self._formula.clauses):
            if at != following:
                yield clause
            else:
                following = next(replaced, None)
        yield from self._short

    def variables(self) -> set[int]:
        """The variables that occur in a constraint."""
        bounds = (bound.literals for bound in self.bounds)
        return {abs(literal) for clause in chain(self.clauses(), bounds) for literal in clause}

    def projection(self) -> Sequence[int] | None:
        """The variables that distinguish models; not those that occur in replaced clauses only."""
        projection: Sequence[int] | None = self._formula.projection
        if projection is not None:
            return projection
        before = {abs(literal) for clause in self._formula.clauses for literal in clause}
        free = before - self.variables()
        every = range(1, self._formula.variable_count + 1)
        return [variable for variable in every if variable not in free] if free else None
