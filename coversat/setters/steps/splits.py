"""The search for case splits, where no step of few rules leads further.

Either a fact whose negation leads to a contradiction by a chain of links, which is one case; or a place with
several values left, or a clause of a rule, of which each case leads to the same fact. `Nested` searches
for refutations with further ones among their links.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import NamedTuple

from ...base.bits import bits_of
from .chains import Branch, Chain, Deduction, Reason
from .knowledge import Knowledge
from .propagation import EVERY

MOST_CHAINS = 12
"""The chains that are compared, to take one with few links."""
MOST_CASES = 3


class Plan(NamedTuple):
    """A literal to be refuted, and those that are to be refuted before, one after the other."""

    literal: int
    inner: tuple[Plan, ...] = ()
    is_leaf: bool = False


class Splits:
    """Finds case splits from what is known.

    * most: the most rules of a step.
    """

    def __init__(self, knowledge: Knowledge, most: int) -> None:
        self._knowledge, self._most = knowledge, most
        self._formula, self._deadline = knowledge.formula, knowledge.deadline
        self._known = knowledge.known
        self._places = [tuple(place.values()) for place in self._formula.literals]

    def by_rules(self, fact: int, rules: Sequence[int]) -> Deduction | None:
        """How some rules refute a fact by a chain; None for one link that says less than all these rules."""
        found = self.refutation(Plan(fact), bits_of(rules))
        return None if found is None or (found.cases and found.length == 1) else found

    def refuted(self, facts: Sequence[int]) -> Deduction | None:
        """The negation of a fact that propagation refutes, by a chain with few links."""
        found = (self.refutation(Plan(fact)) for fact in facts[:MOST_CHAINS])
        return self.shortest(one for one in found if one is not None)

    def size(self, found: Deduction) -> tuple[int, int]:
        """What a person would prefer less of: rules, unless they are too many, and links."""
        return min(len(found.reasons()), self._most + 1), found.length

    def shortest(self, found: Iterable[Deduction]) -> Deduction | None:
        """The deduction that a person would prefer."""
        return min(found, key=self.size, default=None)

    def refutation(self, plan: Plan, allowed: int = EVERY) -> Deduction | None:
        """How a literal is refuted by some rules, a bit set; None if the plan does not succeed."""
        with self._knowledge.propagation.restricted(allowed):
            found = self._chain(plan)
        if found is None:
            return None
        links = found[0]
        if len(links) == 1 and not links[0].cases and not links[0].by_notes:  # no chain
            return replace(links[0], literals=(-plan.literal,))
        return Deduction((-plan.literal,), cases=(Branch(plan.literal, links),), smallest=False)

    def _chain(self, plan: Plan) -> tuple[tuple[Deduction, ...], frozenset[int]] | None:
        """The links of a refutation, and the literals of the outer chain that they need."""
        self._deadline.check()
        with self._knowledge.chain() as chain:
            chain.suppose(plan.literal)
            for inner in plan.inner:
                if chain.is_refuted:
                    break
                found = None if chain.holds(-inner.literal) else self._chain(inner)
                if found is not None:
                    branch = Branch(inner.literal, found[0])
                    split = Deduction((-inner.literal,), cases=(branch,), smallest=False)
                    chain.suppose(-inner.literal, Reason(tuple(sorted(found[1])), split=split))
            if plan.is_leaf and not chain.is_refuted:
                chain.conclude(self._contradiction(chain.facts()))
            return chain.refutation() if chain.is_refuted else None

    def _contradiction(self, facts: Sequence[int]) -> Deduction:
        """Rules that contradict a full assignment, where propagation does not show it."""
        cores = self._knowledge.cores
        cores.answer(facts)
        rules = cores.core()
        cuts = cores.cuts(rules, facts)
        propagation = self._knowledge.propagation
        held = {*propagation.held, *propagation.trail}
        lemmas = self._knowledge.lemmas((), rules, cuts, held)
        return Deduction((), rules, cuts, lemmas=lemmas, smallest=False)

    def common(self) -> Deduction | None:
        """What follows in all cases of a place or of a clause."""
        closures: dict[int, set[int]] = {}
        found: list[tuple[int, tuple[int, ...], tuple[int, ...], list[int]]] = []
        for cases, rules in self._alternatives(self._known):
            self._deadline.check()
            for literal in cases:
                if literal not in closures:
                    closures[literal] = self._knowledge.propagation.implied(literal)
            each = [closures[literal] for literal in cases]
            shared = each[0].intersection(*each[1:])
            facts = sorted(
                (x for x in shared if abs(x) in self._knowledge.propagation.facts and x not in self._known),
                key=lambda x: (abs(x), x),
            )
            if facts:
                found.append((sum(map(len, each)), cases, rules, facts))
        found.sort(key=lambda one: one[:3])
        candidates = ((cases, rules, fact) for _, cases, rules, facts in found for fact in facts[:3])
        splits = (self._split(*one) for one in islice(candidates, MOST_CHAINS))
        return self.shortest(splits)

    def _alternatives(self, known: set[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Literals of which one holds, and the rule that states it unless they are the values of a place."""
        for place in self._places:
            cases = tuple(x for x in place if -x not in known)
            if 1 < len(cases) <= MOST_CASES and known.isdisjoint(cases):
                yield cases, ()
        facts = self._knowledge.propagation.facts
        for rule, clauses in enumerate(self._formula.clauses):
            for clause in clauses:
                cases = tuple(x for x in clause if -x not in known)
                is_open = 1 < len(cases) <= MOST_CASES and min(cases) > 0 and known.isdisjoint(cases)
                if is_open and facts.issuperset(map(abs, clause)):
                    yield cases, (rule,)

    def _split(self, cases: Sequence[int], rules: tuple[int, ...], fact: int) -> Deduction:
        branches = []
        for literal in cases:
            with self._knowledge.chain() as chain:
                chain.suppose(literal)
                links = chain.refutation()[0] if chain.is_refuted else chain.derivation(fact)
                branches.append(Branch(literal, links))
        return Deduction((fact,), rules, cases=tuple(branches), smallest=False)


MOST_CANDIDATES, MOST_COMPARED = 12, 4
"""The facts that are examined, and the refutations that are compared."""


_Refuted = tuple[int, tuple[int, ...]]
"""A fact, and rules that suffice to refute it."""


class Nested:
    """Finds refutations with further refutations among their links, as deep as necessary.

    This finds every fact that holds in all answers. In this order:

    1. by the rules of a core that has few;
    2. by all rules, with one level of refutations within;
    3. with places split, one within another, where nothing else leads further.

    * most: the most rules of a step.
    """

    def __init__(self, knowledge: Knowledge, splits: Splits, most: int) -> None:
        self._knowledge, self._splits, self._most = knowledge, splits, most
        self._places = [tuple(place.values()) for place in knowledge.formula.literals]

    def find(self, facts: Iterable[int], possible: set[int]) -> Deduction | None:
        """The negation of one of some facts; None if each is in an answer.

        Those of answers are added to `possible`.
        """
        refuted = sorted(self._knowledge.cores.refuted(facts, possible), key=lambda one: (len(one[1]), one))
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
