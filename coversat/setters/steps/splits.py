"""The search for case splits, where no step of few rules leads further.

Either a fact whose negation leads to a contradiction by a chain of links, which is one case; or a place with
several values left, or a clause of a rule, of which each case leads to the same fact. `nested` searches
for refutations with further ones among their links.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from ...base.bits import bits_of
from .chains import Branch, Deduction, Reason
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
        cores.model(range(cores.count), facts)
        rules = cores.core()
        cuts = cores.cuts(rules, facts)
        propagation = self._knowledge.propagation
        clauses = [propagation.graphs[cut.graph].clause(cut) for cut in cuts]
        held = {*propagation.held, *propagation.trail}
        lemmas = self._knowledge.lemmas_from(held, (), rules, clauses)
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
