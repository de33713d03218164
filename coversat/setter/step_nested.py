"""The search for refutations with further refutations among their links, as deep as necessary.

This finds every fact that holds in all answers. In this order:

1. by the rules of a core that has few;
2. by all rules, with one level of refutations within;
3. with places split, one within another, where nothing else leads further.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, islice

from .step_chains import Deduction
from .step_knowledge import Knowledge
from .step_propagation import WholePropagation, bits_of
from .step_splits import Plan, Splits

MOST_CANDIDATES, MOST_COMPARED = 12, 4
"""The facts that are examined, and the refutations that are compared."""


_Refuted = tuple[int, tuple[int, ...]]
"""A fact, and rules that suffice to refute it."""


class Nested:
    """Finds nested refutations from what is known.

    Parameters
    ----------
    knowledge : Knowledge
    splits : Splits
    most : int
        The most rules of a step.
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
            by_core = (self._within(fact, core, self._part(core), bits_of(core)) for fact, core in few)
            by_rules = (Deduction((-fact,), core, smallest=False) for fact, core in few)
            return self._shortest(by_core) or self._shortest(by_rules)
        candidates = self._candidates(refuted)
        by_all = (self._within(fact, core, self._knowledge.whole) for fact, core in candidates)
        by_splitting = (self._by_splitting(fact, core) for fact, core in candidates)
        return self._shortest(by_all) or self._splits.shortest(by_splitting)

    def _candidates(self, refuted: Sequence[_Refuted]) -> list[_Refuted]:
        """Some of the facts: in turn those with the smallest core, and those that imply most."""
        whole = self._knowledge.whole
        by_strength = sorted(refuted, key=lambda one: -len(whole.closure((one[0],)) or ()))
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
        return fact, cores.irreducible(-fact, self._most + 1) or ()

    def _part(self, rules: Sequence[int]) -> WholePropagation:
        """Propagation by some of the rules."""
        formula = self._knowledge.formula
        own = [clause for rule in rules for clause in formula.clauses[rule]]
        graphs = [graph for graph in self._knowledge.graphs if graph.rule in rules]
        variables = {abs(x) for clause in own for x in clause}.union(*(graph.variables for graph in graphs))
        domains = (clause for clause in formula.domains if not variables.isdisjoint(map(abs, clause)))
        part = WholePropagation((*domains, *own), graphs, self._knowledge.loops)
        part.learn(sorted(self._knowledge.known, key=abs))
        return part

    def _facts_of(self, core: Sequence[int]) -> list[int]:
        """The open facts that rules are about."""
        own = set().union(*(self._knowledge.scopes[rule] for rule in core))
        return [fact for fact in self._knowledge.open_facts if abs(fact) in own]

    def _within(
        self, fact: int, core: Sequence[int], whole: WholePropagation, allowed: int = -1
    ) -> Deduction | None:
        """Refute a fact, if no places have to be split, by refuting what rules that suffice are about."""
        inner, held = self._refuted_within(whole, [fact], self._facts_of(core))
        found = None if held is not None else self._splits.refutation(_plan(fact, inner), allowed)
        if found is None or not found.cases:
            return found
        inner = _needed(whole, fact, [-link.literals[0] for link in found.cases[0].links if link.cases])
        fewer = self._splits.refutation(_plan(fact, inner), allowed)
        return self._splits.shortest(filter(None, (found, fewer)))

    def _refuted_within(
        self, whole: WholePropagation, assumed: list[int], facts: Sequence[int]
    ) -> tuple[list[int], set[int] | None]:
        """Facts that chains refute, and what holds then, if anything can.

        They are found in rounds, each from what the rounds before have shown. Adds to `assumed`.
        """
        inner: list[int] = []
        held = whole.closure(assumed)
        while held is not None:
            refuted = []
            for fact in facts:
                self._knowledge.deadline.check()
                if fact not in held and -fact not in held and whole.closure((*assumed, fact)) is None:
                    refuted.append(fact)
            if not refuted:
                break
            inner += refuted
            assumed += (-fact for fact in refuted)
            held = whole.closure(assumed)
        return inner, held

    def _by_splitting(self, fact: int, core: Sequence[int]) -> Deduction:
        found = self._splits.refutation(self._splitting(self._knowledge.whole, (fact,), self._facts_of(core)))
        assert found is not None
        return found

    def _splitting(self, whole: WholePropagation, assumed: Sequence[int], facts: Sequence[int]) -> Plan:
        """Refute the last of some literals, with places split where nothing else leads further."""
        literal = assumed[-1]
        assumed = list(assumed)
        refuted, held = self._refuted_within(whole, assumed, facts)
        inner = list(map(Plan, refuted))
        while held is not None:
            case = self._open_case(held, facts)
            if case is None:
                return Plan(literal, tuple(inner), is_leaf=True)
            inner.append(self._splitting(whole, (*assumed, case), facts))
            assumed.append(-case)
            refuted, held = self._refuted_within(whole, assumed, facts)
            inner += map(Plan, refuted)
        return Plan(literal, tuple(inner))

    def _open_case(self, held: set[int], facts: Collection[int]) -> int | None:
        """A value of an open place with few of them, if possible of one that some facts are about."""
        known = self._knowledge.known
        values = [
            [x for x in self._knowledge.left(place) if -x not in held]
            for place in self._places
            if held.isdisjoint(place) and known.isdisjoint(place)
        ]
        near = [place for place in values if not set(facts).isdisjoint(place)]
        return min(near or values, key=len, default=[None])[0]


def _plan(fact: int, inner: Iterable[int]) -> Plan:
    return Plan(fact, tuple(map(Plan, inner)))


def _needed(whole: WholePropagation, fact: int, inner: list[int]) -> list[int]:
    """The refutations within that are needed, as few as single omissions lead to."""
    for other in reversed(inner):
        fewer = [one for one in inner if one != other]
        if _suffices(whole, fact, fewer):
            inner = fewer
    return inner


def _suffices(whole: WholePropagation, fact: int, inner: Iterable[int]) -> bool:
    """Whether a fact is refuted by refuting others before, one after the other."""
    assumed = [fact]
    for other in inner:
        if whole.closure((*assumed, other)) is not None:
            return False
        assumed.append(-other)
    return whole.closure(assumed) is None
