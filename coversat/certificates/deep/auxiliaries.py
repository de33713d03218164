"""What the auxiliary variables of a formula mean, found in its clauses.

One is taken for true exactly where clauses force it, by variables whose meaning is known.  Nobody has to
believe in this: a wrong guess is one by which the formula's clauses do not follow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence

from ..rules.theory import Literal, Theory

Clause = Sequence[Literal]


def define_auxiliaries(clauses: Sequence[Clause], meaning: dict[int, Literal], theory: Theory) -> None:
    """Find what the other variables of some clauses mean.

    Parameters
    ----------
    clauses : sequence of clauses
    meaning : variable -> literal of the theory
        What is known; all others of the clauses' variables are added.
    theory : Theory
        The definitions are made there.
    """
    _Auxiliaries(clauses, meaning, theory).define()


class _Auxiliaries:
    """The clauses by the unknown variables in them, and what became known so far."""

    def __init__(self, clauses: Sequence[Clause], meaning: dict[int, Literal], theory: Theory) -> None:
        self._meaning, self._theory = meaning, theory
        self._holding: dict[Literal, list[Clause]] = {}
        """For each literal of an unknown variable, its clauses."""
        for clause in clauses:
            for literal in clause:
                if abs(literal) not in meaning:
                    self._holding.setdefault(literal, []).append(clause)

    def define(self) -> None:
        """Each as soon as what defines it is known; where nothing is, the last by what is."""
        unknown = sorted({abs(literal) for literal in self._holding})
        waiting = deque(unknown)
        for last in reversed(unknown):
            while waiting:
                variable = waiting.popleft()
                if variable not in self._meaning and self._is_found(variable):
                    waiting.extend(self._beside(variable))
            if last not in self._meaning:
                self._force(last)
                waiting.extend(self._beside(last))

    def _beside(self, variable: int) -> Iterator[int]:
        """The unknown variables that share a clause with one."""
        for literal in (variable, -variable):
            for clause in self._holding.get(literal, ()):
                yield from (abs(other) for other in clause if abs(other) not in self._meaning)

    def _is_found(self, variable: int) -> bool:
        """Whether it is defined now: as what some clauses say it is, or as what forces it one way."""
        for literal in (variable, -variable):
            if (inputs := self._gate(literal)) is not None:
                self._mean(literal, self._theory.either(map(self._known, inputs)))
                return True
        for literal in (variable, -variable):
            if all(self._others_known(clause, literal) for clause in self._holding.get(literal, ())):
                self._force(literal)
                return True
        return False

    def _gate(self, literal: Literal) -> list[Literal] | None:
        """Known literals of which one is true exactly where this is, by clauses."""
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
        """It is true where a clause of it has no other literal that is, as far as these are known."""
        forced = [
            self._theory.every(-self._known(other) for other in clause if other != literal)
            for clause in self._holding.get(literal, ())
            if self._others_known(clause, literal)
        ]
        self._mean(literal, self._theory.either(forced))

    def _known(self, literal: Literal) -> Literal:
        meant = self._meaning[abs(literal)]
        return meant if literal > 0 else -meant

    def _mean(self, literal: Literal, meant: Literal) -> None:
        self._meaning[abs(literal)] = meant if literal > 0 else -meant
