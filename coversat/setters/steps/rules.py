"""The search for steps of one rule, or of two local rules whose places overlap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...base.grouping import grouped
from ...problems.cnf.rules import Clause
from .chains import Deduction
from .knowledge import ContradictionError, Knowledge


class OneRule:
    """Steps of one rule, or of a place with one value left.

    In this order: a value for which a clause of a rule leaves one place; a place with one value left, which
    takes pencil marks to see; values that a rule places by itself; what else local rules imply; connectivity,
    with closed loops and parities. A rule is examined again only after a place of its own has changed.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._clauses = knowledge.formula.clauses
        rules = range(len(self._clauses))
        self._to_examine = dict.fromkeys(rule for rule in rules if rule not in knowledge.by_chains)
        self._later: dict[int, None] = {}
        """Rules that imply something, but place no value."""
        self._ready: list[Deduction] = []
        self._one_place: list[tuple[int, Clause]] = []
        self._many = [place for place in knowledge.formula.literals if len(place) > 2]
        values = {literal for place in self._many for literal in place.values()}
        self._places_of = grouped(
            (literal, (rule, clause))
            for rule, clauses in enumerate(self._clauses)
            for clause in clauses
            if len(clause) > 1 and clause[0] in values and values.issuperset(clause)
            for literal in clause
        )

    def learn(self, new: Sequence[int]) -> None:
        """Note which rules facts are about."""
        left, by_chains = self._knowledge.left, self._knowledge.by_chains
        for literal in new:
            rules = self._knowledge.rules_of.get(abs(literal), ())
            self._to_examine |= dict.fromkeys(rule for rule in rules if rule not in by_chains)
            clauses = self._places_of.get(-literal, ())
            self._one_place += ((rule, clause) for rule, clause in clauses if len(left(clause)) == 1)

    def find(self) -> Deduction | None:
        return self._single_place() or self._single_value() or self._implied()

    def available(self) -> int:
        """The places with one value left, and the rules that lead further."""
        knowledge = self._knowledge
        places = sum(
            len(knowledge.left(place.values())) == 1 and knowledge.known.isdisjoint(place.values())
            for place in self._many
        )
        local = [rule for rule in {**self._to_examine, **self._later} if rule not in knowledge.graph_of]
        rules = sum(_leads_further(knowledge.implied, (rule,)) for rule in local)
        graphs = sum(_leads_further(self._of_graph, graph.rule) for graph in knowledge.graphs)
        return max(places + rules + graphs, 1)

    def find_contradiction(self) -> None:
        """Raise an error if a place has no value, or the rules are not satisfied although all have one."""
        self._single_value()
        while self._to_examine:
            rule = next(iter(self._to_examine))
            del self._to_examine[rule]
            if rule in self._knowledge.graph_of:
                self._of_graph(rule)
            self._knowledge.implied((rule,))

    def _single_place(self) -> Deduction | None:
        """A value for which a clause of a rule leaves one place."""
        while self._one_place:
            rule, clause = self._one_place.pop(0)
            left = self._knowledge.left(clause)
            if len(left) == 1 and left[0] not in self._knowledge.known:
                return Deduction((left[0],), (rule,))
        return None

    def _single_value(self) -> Deduction | None:
        """A place with one value left."""
        for place in self._many:
            left = self._knowledge.left(place.values())
            if not left:
                raise ContradictionError(())
            if len(left) == 1 and left[0] not in self._knowledge.known:
                return Deduction((left[0],), ())
        return None

    def _implied(self) -> Deduction | None:
        """What one rule implies: values that it alone places, then all else, then connectivity."""
        knowledge = self._knowledge
        while True:
            while self._ready:
                found = self._ready.pop(0)
                if not knowledge.known.issuperset(found.literals):
                    return found
            if not self._to_examine:
                return self._put_off()
            rule = next((one for one in self._to_examine if one not in knowledge.graph_of), None)
            if rule is None:
                if (put_off := self._put_off()) is not None:
                    return put_off
                rule = next(iter(self._to_examine))
            del self._to_examine[rule]
            if rule in knowledge.graph_of:
                self._ready += self._of_graph(rule)
            elif literals := knowledge.implied((rule,)):
                placed = self._placed(rule, literals)
                if placed or not any(map(knowledge.has_many_values, literals)):
                    self._to_examine[rule] = None
                    return Deduction((placed,), (rule,)) if placed else knowledge.deduction(literals, (rule,))
                self._later[rule] = None

    def _put_off(self) -> Deduction | None:
        """What a rule that was put off implies, now that no value is placed at once."""
        while self._later:
            rule = next(iter(self._later))
            del self._later[rule]
            if literals := self._knowledge.implied((rule,)):
                self._to_examine[rule] = None
                return self._knowledge.deduction(self._knowledge.one_placed(literals), (rule,))
        return None

    def _placed(self, rule: int, literals: Sequence[int]) -> int | None:
        """A value for which a clause of the rule leaves one place."""
        values = {one for one in literals if one > 0 and self._knowledge.has_many_values(one)}
        for clause in self._clauses[rule] if values else ():
            left = self._knowledge.left(clause)
            if len(left) == 1 and left[0] in values:
                return left[0]
        return None

    def _of_graph(self, rule: int) -> list[Deduction]:
        """What connectivity implies."""
        held = self._knowledge.propagation.held
        graph = self._knowledge.graph_of[rule]
        found = []
        for literals, cuts in graph.consequences(held):
            if not literals:
                raise ContradictionError((rule,), cuts)
            facts = [one for literal in literals for one in self._facts_of(literal, rule)]
            if facts:
                found.append(Deduction(tuple(facts), (rule,), cuts))
        for literal, argument in self._knowledge.loops.consequences(graph.number, held):
            found.append(Deduction((literal,), arguments=(argument,), smallest=False))
        return found

    def _facts_of(self, literal: int, rule: int) -> Iterator[int]:
        """The facts that an element's literal implies; it may stand for several values of a cell."""
        if literal in self._knowledge.facts:
            yield literal
            return
        for clause in self._clauses[rule]:
            if -literal in clause:
                left = self._knowledge.left(one for one in clause if one != -literal)
                if len(left) == 1 and left[0] not in self._knowledge.known:
                    yield left[0]


def _leads_further(find: Callable[[Any], object], reason: Any) -> bool:
    """Whether something follows, a contradiction included."""
    try:
        return bool(find(reason))
    except ContradictionError:
        return True


class TwoRules:
    """Steps of two local rules that share at least two open places.

    After all single rules, each open value of a place is in a filling of each rule. So fillings of two rules
    that share one place can be joined, and nothing follows from the two that does not from one.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._changes = [0] * len(knowledge.scopes)
        self._examined: dict[tuple[int, int], int] = {}
        """How often the places of two rules had changed."""

    def learn(self, new: Sequence[int]) -> None:
        """Note which rules facts are about."""
        for literal in new:
            for rule in self._knowledge.rules_of.get(abs(literal), ()):
                self._changes[rule] += 1

    def find(self) -> Deduction | None:
        for pair in self._pairs():
            changes = sum(self._changes[rule] for rule in pair)
            if self._examined.get(pair) == changes:
                continue
            self._examined[pair] = changes
            if self._says_all(*pair) or self._says_all(*reversed(pair)):
                continue  # one says nothing new
            self._knowledge.deadline.check()
            if found := self._knowledge.implied(pair):
                del self._examined[pair]
                return self._knowledge.deduction(self._knowledge.one_placed(found), pair)
        return None

    def _says_all(self, one: int, other: int) -> bool:
        """Whether a rule has all clauses of another one."""
        if not self._knowledge.scopes[other] <= self._knowledge.scopes[one]:
            return False
        clauses = self._knowledge.formula.clauses
        return set(map(_sorted, clauses[other])).issubset(map(_sorted, clauses[one]))

    def _pairs(self) -> Iterator[tuple[int, int]]:
        """The local rules that share two open places."""
        knowledge = self._knowledge
        open_places = knowledge.places(knowledge.open_variables)
        places_of = [
            open_places & knowledge.places(scope) if knowledge.is_local(rule) else ()
            for rule, scope in enumerate(knowledge.scopes)
        ]
        rules_of = grouped((place, rule) for rule, places in enumerate(places_of) for place in places)
        for rule, places in enumerate(places_of):
            shared = Counter(other for place in places for other in rules_of[place] if other > rule)
            for other in sorted(other for other, number in shared.items() if number > 1):
                yield rule, other


def _sorted(clause: Clause) -> Clause:
    return tuple(sorted(clause))
