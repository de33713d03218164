"""The search for refutations with further refutations among their links, as deep as necessary.

This finds every fact that holds in all answers. In this order:

1. by the rules of a core that has few;
2. by all rules, with one level of refutations within;
3. with places split, one within another, where nothing else leads further.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice

from ...base.bits import bits_of
from .chains import Chain, Deduction
from .knowledge import Knowledge
from .propagation import EVERY
from .splits import Plan, Splits

MOST_CANDIDATES, MOST_COMPARED = 12, 4
"""The facts that are examined, and the refutations that are compared."""


_Refuted = tuple[int, tuple[int, ...]]
"""A fact, and rules that suffice to refute it."""


class Nested:
    """Finds nested refutations from what is known.

    * most: the most rules of a step.
    """

    def __init__(self, knowledge: Knowledge, splits: Splits, most: int) -> None:
        self._knowledge, self._splits, self._most = knowledge, splits, most
        self._places = [tuple(place.values()) for place in knowledge.formula.literals]

    def find(self, facts: Iterable[int], possible: set[int]) -> Deduction | None:
        """The negation of one of some facts; None if each is in an answer.

        Those of answers are added to `possible`.
        """
        refuted = sorted(self._refuted(facts, possible), key=lambda one: (len(one[1]), one))
        few = [(fact, core) for fact, core in map(self._reduced, refuted[:MOST_CANDIDATES]) if core]
        if few:
            by_core = (self._within(fact, core, bits_of(core)) for fact, core in few)
            by_rules = (Deduction((-fact,), core, smallest=False) for fact, core in few)
            return self._shortest(by_core) or self._shortest(by_rules)
        candidates = self._candidates(refuted)
        by_all = (self._within(fact, core) for fact, core in candidates)
        by_splitting = (self._by_splitting(fact, core) for fact, core in candidates)
        return self._shortest(by_all) or self._splits.shortest(by_splitting)

    def _candidates(self, refuted: Sequence[_Refuted]) -> list[_Refuted]:
        """Some of the facts: in turn those with the smallest core, and those that imply most."""
        by_strength = sorted(refuted, key=lambda one: -len(self._follows(one[0])))
        in_turn = chain.from_iterable(zip(by_strength, refuted, strict=True))
        return list(dict.fromkeys(in_turn))[:MOST_CANDIDATES]

    def _shortest(self, found: Iterable[Deduction | None]) -> Deduction | None:
        return self._splits.shortest(islice(filter(None, found), MOST_COMPARED))

    def _refuted(self, facts: Iterable[int], possible: set[int]) -> Iterator[_Refuted]:
        """The facts that no answer has, and rules that suffice to refute each."""
        cores = self._knowledge.cores
        every = range(cores.count)
        for fact in facts:
            self._knowledge.deadline.check()
            if fact in possible:
                continue
            answer = cores.model(every, [fact])
            if answer is None:
                yield fact, cores.core()
            else:
                possible |= answer

    def _reduced(self, refuted: _Refuted) -> _Refuted:
        """The same fact with few rules, or none if it takes too many."""
        fact, core = refuted
        cores = self._knowledge.cores
        cores.model(core, [fact])
        return fact, cores.irreducible([fact], self._most) or ()

    def _facts_of(self, core: Sequence[int]) -> list[int]:
        """The open facts that rules are about."""
        own = set().union(*(self._knowledge.scopes[rule] for rule in core))
        return [fact for fact in self._knowledge.open_facts if abs(fact) in own]

    def _within(self, fact: int, core: Sequence[int], allowed: int = EVERY) -> Deduction | None:
        """Refute a fact, if no places have to be split, by refuting what rules that suffice are about."""
        with self._knowledge.propagation.restricted(allowed), self._knowledge.chain() as chain:
            chain.suppose(fact)
            inner = self._refuted_within(chain, self._facts_of(core))
            is_refuted = chain.is_refuted
        found = self._splits.refutation(_plan(fact, inner), allowed) if is_refuted else None
        if found is None or not found.cases:
            return found
        nested = [-link.literals[0] for link in found.cases[0].links if link.cases]
        with self._knowledge.propagation.restricted(allowed):
            inner = self._needed(fact, nested)
        fewer = self._splits.refutation(_plan(fact, inner), allowed) if inner != nested else None
        return self._splits.shortest(filter(None, (found, fewer)))

    def _refuted_within(self, chain: Chain, facts: Sequence[int]) -> list[int]:
        """Facts that chains within refute; their negations are added to the chain around them.

        They are found in rounds, each from what the rounds before have shown.
        """
        found: list[int] = []
        while refuted := self._refuted_once(chain, facts):
            found += refuted
            self._add(chain, refuted)
        return found

    def _refuted_once(self, chain: Chain, facts: Sequence[int]) -> list[int]:
        """Those that follow from what a chain holds, until they are enough to refute this."""
        found: list[int] = []
        consistent: set[int] = set()
        for fact in () if chain.is_refuted else facts:
            if fact in consistent or chain.holds(fact) or chain.holds(-fact):
                continue
            if follows := self._follows(fact):
                consistent.update(follows)
                continue
            found.append(fact)
            with self._knowledge.chain() as all_of_them:
                self._add(all_of_them, found)
                if all_of_them.is_refuted:
                    break
        return found

    def _add(self, chain: Chain, refuted: Iterable[int]) -> None:
        for fact in refuted:
            chain.suppose(-fact)

    def _follows(self, fact: int) -> list[int]:
        """What an open fact implies; nothing if it leads to a contradiction."""
        self._knowledge.deadline.check()
        with self._knowledge.chain() as chain:
            chain.suppose(fact)
            return [] if chain.is_refuted else chain.new()

    def _needed(self, fact: int, inner: list[int]) -> list[int]:
        """The refutations within that are needed, as few as single omissions lead to."""
        for other in reversed(inner):
            fewer = [one for one in inner if one != other]
            if self._suffices(fact, fewer):
                inner = fewer
        return inner

    def _suffices(self, fact: int, inner: Iterable[int]) -> bool:
        """Whether a fact is refuted by refuting others before, one after the other."""
        with self._knowledge.chain() as chain:
            chain.suppose(fact)
            for other in inner:
                if chain.is_refuted:
                    break
                if not chain.holds(-other) and (chain.holds(other) or self._follows(other)):
                    return False
                chain.suppose(-other)
            return chain.is_refuted

    def _by_splitting(self, fact: int, core: Sequence[int]) -> Deduction:
        found = self._splits.refutation(self._splitting(fact, self._facts_of(core)))
        assert found is not None
        return found

    def _splitting(self, literal: int, facts: Sequence[int]) -> Plan:
        """Refute a literal, with places split where nothing else leads further."""
        with self._knowledge.chain() as chain:
            chain.suppose(literal)
            inner = list(map(Plan, self._refuted_within(chain, facts)))
            while not chain.is_refuted:
                case = self._open_case(chain, facts)
                if case is None:
                    return Plan(literal, tuple(inner), is_leaf=True)
                inner.append(self._splitting(case, facts))
                chain.suppose(-case)
                inner += map(Plan, self._refuted_within(chain, facts))
            return Plan(literal, tuple(inner))

    def _open_case(self, chain: Chain, facts: Collection[int]) -> int | None:
        """A value of an open place with few of them, if possible of one that some facts are about."""
        values = [
            [x for x in place if not chain.holds(-x)]
            for place in self._places
            if not any(map(chain.holds, place))
        ]
        near = [place for place in values if not set(facts).isdisjoint(place)]
        return min(near or values, key=len, default=[None])[0]


def _plan(fact: int, inner: Iterable[int]) -> Plan:
    return Plan(fact, tuple(map(Plan, inner)))
