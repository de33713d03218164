"""A formula as bit sets of literals, for propagation in plain Python.

A literal has a *place*: that of variable x is x - 1, that of its negation is larger by the number of
variables. A set of literals is an integer with the bits at their places.
"""

from __future__ import annotations

from array import array

from ...base.bits import bits_of, positions_of
from ...problems.cnf.rules import Cnf


class ClauseTables:
    """The clauses of one formula, numbered from 1 in their order.

    Clauses of two literals are stored as implications; tautologies are omitted.

    * variable_count (int)
    * shown (int): the places of the projection's variables; of all variables without a projection.
    * implied (per place, the literals that clauses of two make true when its literal is)
    * clauses (per clause that is not of two literals, these)
    * numbers (per such clause, its number; None for one that was derived)
    * settled (per such clause, whether one true literal leaves no variable of it open, by clauses of two): if
      a variable of such a clause is open, none of its literals is true.
    * origins (per derived clause, the clause and the literal that it was derived from)
    """

    def __init__(self, cnf: Cnf) -> None:
        cnf = cnf.complete("a search of positions")
        self.variable_count = count = cnf.variable_count
        self.shown = bits_of(variable - 1 for variable in cnf.shown_variables)
        self.implied = [0] * (2 * count)
        self.clauses: list[int] = []
        self.numbers: list[int | None] = []
        self.origins: dict[int, tuple[int, int]] = {}
        self._derived: dict[tuple[int, int], int] = {}
        self._partners: list[array[int]] = [array("i") for _ in range(2 * count)]
        self._pairs: dict[int, dict[int, int]] = {}
        for number, clause in enumerate(cnf.clauses, 1):
            places = list(dict.fromkeys(map(self.place, clause)))
            if not any(self.opposite(place) in places for place in places):
                self._add(number, places)
        self.settled = [self._settles(clause) for clause in self.clauses]

    def _add(self, number: int, places: list[int]) -> None:
        if len(places) != 2:
            self.clauses.append(bits_of(places))
            self.numbers.append(number)
            return
        for one, other in (places, reversed(places)):
            self.implied[self.opposite(one)] |= 1 << other
            self._partners[self.opposite(one)].extend((other, number))

    def _settles(self, clause: int) -> bool:
        others = self.negated(clause)
        return all(
            not others & ~(1 << self.opposite(place)) & ~self.implied[place] for place in positions_of(clause)
        )

    def derived(self, at: int, place: int) -> int:
        """The place of a clause that follows: a literal, or one of those of a clause that do not imply it."""
        known = self._derived.get((at, place))
        if known is None:
            known = self._derived[at, place] = len(self.clauses)
            others = (
                other for other in positions_of(self.clauses[at]) if not self.implied[other] >> place & 1
            )
            self.clauses.append(bits_of(others) | 1 << place)
            self.numbers.append(None)
            self.origins[known] = at, place
        return known

    def place(self, literal: int) -> int:
        return literal - 1 if literal > 0 else self.variable_count - literal - 1

    def literal(self, place: int) -> int:
        return place + 1 if place < self.variable_count else self.variable_count - place - 1

    def opposite(self, place: int) -> int:
        return place + self.variable_count if place < self.variable_count else place - self.variable_count

    def negated(self, literals: int) -> int:
        count = self.variable_count
        return literals >> count | (literals & (1 << count) - 1) << count

    def variables(self, literals: int) -> int:
        """The places of the variables of a set of literals."""
        return (literals | literals >> self.variable_count) & (1 << self.variable_count) - 1

    def pair(self, place: int, implied: int) -> int:
        """The number of a clause of two by which the literal at `place` makes that at `implied` true."""
        known = self._pairs.get(place)
        if known is None:
            partners = self._partners[place]
            known = self._pairs[place] = dict(zip(partners[::2], partners[1::2], strict=True))
        return known[implied]
