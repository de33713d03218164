"""Clauses and at-most-ones that follow from rows by unit propagation.

A clause follows if making all its literals false leads to a contradiction.  At most one of some literals is
true if making any one of them true makes each other one false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Set
from itertools import chain, combinations

from ..base.deadline import NEVER, Deadline
from .cardinality import TRUE, propagation
from .veripb import Cardinality

Clause = tuple[int, ...]


class Consequences:
    """Rows that are assumed to be true."""

    def __init__(
        self, variable_count: int, premises: Iterable[Cardinality], deadline: Deadline = NEVER
    ) -> None:
        self._propagation = propagation(variable_count)
        self._clauses: set[Clause] = set()
        """The clauses among the rows, sorted."""
        self._count = 0
        self._deadline = deadline
        rows = list(premises)
        self.take(rows)
        if not self._propagation.assume(()):
            # Again without settled literals: most questions are about the rest.
            variables = range(1, variable_count + 1)
            values = self._propagation.values(variables)
            settled = {
                at if value == TRUE else -at for at, value in zip(variables, values, strict=True) if value
            }
            self._propagation = propagation(variable_count)
            self.take(Cardinality((literal,), 1) for literal in sorted(settled))
            self.take(_left(rows, settled))

    def take(self, premises: Iterable[Cardinality]) -> None:
        """Add rows; of those with a repeated variable, only the clauses."""
        for literals, degree in self._deadline.through(premises):
            different = tuple(dict.fromkeys(literals))
            if degree == 1:
                self._clauses.add(tuple(sorted(different)))
            elif len(different) < len(literals):
                continue
            if degree > 0 and not any(-literal in different for literal in different):
                self._count += 1
                self._propagation.add(self._count, different, degree)

    def value(self, literal: int) -> int:
        """The value of a literal that follows from the rows: a constant of `cardinality`."""
        self._propagation.assume(())
        return self._propagation.values((literal,))[0]

    def implied(self, literal: int, variables: Iterable[int]) -> list[int]:
        """The literals of these variables that unit propagation makes true if `literal` is."""
        if self._propagation.assume((literal,)):
            return []
        among = [literal for variable in variables for literal in (variable, -variable)]
        values = self._propagation.values(among)
        return [one for one, value in zip(among, values, strict=True) if value == TRUE]

    def unseen(self, rows: Iterable[Cardinality]) -> list[Clause]:
        """The clauses of these rows that do not follow by unit propagation.

        Each row is a clause or an at-most-one.
        """
        clauses: set[Clause] = set()
        exclusive: dict[int, list[Clause]] = {}
        for literals, degree in rows:
            if degree == 1:
                clauses.add(tuple(sorted(set(literals))))
            elif degree == len(literals) - 1:
                for literal in literals:
                    exclusive.setdefault(-literal, []).append(literals)
            elif degree > 0:
                raise ValueError(f"{degree} of {len(literals)} literals")
        clauses |= set(self._open_pairs(exclusive))
        clauses -= self._clauses
        return [clause for clause in self._deadline.through(_in_turn(clauses)) if not self.implies(clause)]

    def seen(self, rows: Iterable[Cardinality]) -> list[Cardinality]:
        rows = list(rows)
        unseen = {frozenset(clause) for clause in self.unseen(rows)}

        def is_seen(row: Cardinality) -> bool:
            implied = [row.literals] if row.degree == 1 else combinations(row.literals, 2)
            return unseen.isdisjoint(map(frozenset, implied))

        return list(filter(is_seen, rows)) if unseen else rows

    def implies(self, clause: Clause) -> bool:
        """Whether making all literals of a clause false leads to a contradiction."""
        return self._propagation.assume([-literal for literal in clause])

    def _open_pairs(self, exclusive: dict[int, list[Clause]]) -> Iterator[Clause]:
        """The clauses of two literals that do not follow by propagating the first.

        * exclusive (literal -> rows): the literal's rows as the opposites of literals of which at most one is
          true.
        """
        for literal in self._deadline.through(sorted(exclusive)):
            if self._propagation.assume((literal,)):
                continue
            for row in exclusive[literal]:
                for opposite, value in zip(row, self._propagation.values(row), strict=True):
                    if value != TRUE and opposite != -literal:
                        yield tuple(sorted((-literal, opposite)))
                if row.count(-literal) > 1:
                    yield (-literal,)


def _left(rows: Iterable[Cardinality], settled: Set[int]) -> Iterator[Cardinality]:
    """The rows that remain if these literals are true."""
    for literals, degree in rows:
        left = tuple(literal for literal in literals if literal not in settled and -literal not in settled)
        degree -= sum(literal in settled for literal in literals)
        if degree > 0 and left:
            yield Cardinality(left, degree)


def _in_turn(clauses: Iterable[Clause]) -> list[Clause]:
    """The clauses with frequent literals first, so that neighbours share a prefix.

    The prefix is assumed once for all of them.
    """
    clauses = list(clauses)
    counts = Counter(chain.from_iterable(clauses))
    return sorted(
        tuple(sorted(clause, key=lambda literal: (-counts[literal], literal))) for clause in clauses
    )
