"""The search for case splits, where no step of few rules leads further.

In this order:

1. a fact whose negation leads to a contradiction by a chain of links: one case;
2. a place with several values left, or a clause of a rule, of which each case leads to the same fact;
3. a fact whose negation leads to a contradiction if there are such splits among the links;
4. the same with splits of places among the links, as deep as necessary. This finds every fact that holds
   in all answers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from ..deadline import Deadline
from ..reductions.rule_clauses import RuleClauses
from .step_chains import Branch, Chain, Deduction, Reason
from .step_cores import Cores, lemmas_of
from .step_loops import Loops
from .step_propagation import Propagation, WholePropagation, bits_of

MOST_CHAINS = 12
"""The chains that are compared, to take one with few links."""
MOST_CASES = 3
MOST_CANDIDATES, MOST_NESTED = 12, 4
"""The facts that are examined, and those compared, for refutations with splits among the links."""


class _Plan(NamedTuple):
    """A literal, and those that are to be refuted one after the other before it is itself."""

    literal: int
    inner: tuple[_Plan, ...] = ()
    is_leaf: bool = False


class Splits:
    """Finds case splits from what is known.

    Parameters
    ----------
    formula : RuleClauses
    propagation : Propagation
        Holds what is known.
    whole : WholePropagation
    loops : Loops
    cores : function
        The solver of all rules, with what is known.
    known : set of literals
        Grows with what is known.
    most : int
        The most rules of a step.
    deadline : Deadline
    """

    def __init__(
        self,
        formula: RuleClauses,
        propagation: Propagation,
        whole: WholePropagation,
        loops: Loops,
        cores: Callable[[], Cores],
        known: set[int],
        most: int,
        deadline: Deadline,
    ) -> None:
        self._formula, self._deadline = formula, deadline
        self._propagation, self._whole, self._loops, self._cores = propagation, whole, loops, cores
        self._known, self._most = known, most
        self._places = [tuple(place.values()) for place in formula.literals]

    def by_rules(self, fact: int, rules: Sequence[int]) -> Deduction | None:
        """How some rules refute a fact by a chain; None if more than propagation is necessary."""
        return self._refutation(_Plan(fact), bits_of(rules))

    def refuted(self, facts: Sequence[int]) -> Deduction | None:
        """The negation of a fact that propagation refutes, by a chain with few links."""
        found = (self._refutation(_Plan(fact)) for fact in facts[:MOST_CHAINS])
        return self._shortest(one for one in found if one is not None)

    def size(self, found: Deduction) -> tuple[int, int]:
        """What a person would prefer less of: rules, unless they are too many, and links."""
        return min(len(found.reasons()), self._most + 1), found.length

    def _shortest(self, found: Iterable[Deduction]) -> Deduction | None:
        return min(found, key=self.size, default=None)

    def _refutation(self, plan: _Plan, allowed: int = -1) -> Deduction | None:
        found = self._chain(plan, None, allowed)
        if found is None:
            return None
        links = found[0]
        if len(links) == 1 and not links[0].cases:  # no chain
            return replace(links[0], literals=(-plan.literal,))
        return Deduction((-plan.literal,), cases=(Branch(plan.literal, links),), smallest=False)

    def _chain(
        self, plan: _Plan, outer: Chain | None, allowed: int
    ) -> tuple[tuple[Deduction, ...], frozenset[int]] | None:
        """The links of a refutation, and the literals of the outer chain that they need."""
        self._deadline.check()
        with Chain(self._propagation, self._loops, outer, allowed) as chain:
            chain.suppose(plan.literal)
            for inner in plan.inner:
                if chain.conflict is not None:
                    break
                found = None if chain.holds(-inner.literal) else self._chain(inner, chain, allowed)
                if found is not None:
                    branch = Branch(inner.literal, found[0])
                    split = Deduction((-inner.literal,), cases=(branch,), smallest=False)
                    chain.suppose(-inner.literal, Reason(tuple(sorted(found[1])), split=split))
            if plan.is_leaf and chain.conflict is None:
                chain.conclude(self._contradiction(chain.facts()))
            return None if chain.conflict is None else chain.refutation()

    def _contradiction(self, facts: Sequence[int]) -> Deduction:
        """Rules that contradict a full assignment, where propagation does not show it."""
        cores = self._cores()
        cores.model(range(cores.count), facts)
        rules = cores.core()
        cuts = cores.cuts(rules, facts)
        clauses = [self._propagation.graphs[cut.graph].clause(cut) for cut in cuts]
        held = self._propagation.held
        lemmas = tuple(lemmas_of(self._formula, held.keys(), rules, clauses, (), self._deadline))
        return Deduction((), rules, cuts, lemmas=lemmas, smallest=False)

    def common(self) -> Deduction | None:
        """What follows in all cases of a place or of a clause."""
        closures: dict[int, set[int]] = {}
        found: list[tuple[int, tuple[int, ...], tuple[int, ...], list[int]]] = []
        for cases, rules in self._alternatives(self._known):
            self._deadline.check()
            for literal in cases:
                if literal not in closures:
                    closures[literal] = self._whole.implied(literal)
            each = [closures[literal] for literal in cases]
            shared = each[0].intersection(*each[1:])
            facts = sorted(
                (x for x in shared if abs(x) in self._propagation.facts and x not in self._known),
                key=lambda x: (abs(x), x),
            )
            if facts:
                found.append((sum(map(len, each)), cases, rules, facts))
        found.sort(key=lambda one: one[:3])
        candidates = ((cases, rules, fact) for _, cases, rules, facts in found for fact in facts[:3])
        splits = (self._split(*one) for one in islice(candidates, MOST_CHAINS))
        return self._shortest(splits)

    def _alternatives(self, known: set[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Literals of which one holds, and the rule that states it unless they are the values of a place."""
        for place in self._places:
            cases = tuple(x for x in place if -x not in known)
            if 1 < len(cases) <= MOST_CASES and known.isdisjoint(cases):
                yield cases, ()
        facts = self._propagation.facts
        for rule, clauses in enumerate(self._formula.clauses):
            for clause in clauses:
                cases = tuple(x for x in clause if -x not in known)
                is_open = 1 < len(cases) <= MOST_CASES and min(cases) > 0 and known.isdisjoint(cases)
                if is_open and facts.issuperset(map(abs, clause)):
                    yield cases, (rule,)

    def _split(self, cases: Sequence[int], rules: tuple[int, ...], fact: int) -> Deduction:
        branches = []
        for literal in cases:
            with Chain(self._propagation, self._loops) as chain:
                chain.suppose(literal)
                links = chain.derivation(fact) if chain.conflict is None else chain.refutation()[0]
                branches.append(Branch(literal, links))
        return Deduction((fact,), rules, cases=tuple(branches), smallest=False)

    def nested(self, facts: Iterable[int], possible: set[int]) -> Deduction | None:
        """The negation of one of some facts, with splits among the links; None if each is in an answer.

        Those of answers are added to `possible`.
        """
        cores = self._cores()
        every = range(cores.count)
        refuted: list[tuple[int, int, tuple[int, ...]]] = []
        for fact in facts:
            self._deadline.check()
            answer = None if fact in possible else cores.model(every, [fact])
            if answer is not None:
                possible |= answer
            elif fact not in possible:
                core = cores.core()
                refuted.append((len(core), fact, core))
        refuted.sort()
        smallest = []
        for _, fact, core in refuted[:MOST_CANDIDATES]:
            cores.model(core, [fact])
            if (small := cores.irreducible(-fact, None)) is not None:
                smallest.append((len(small), fact, small))
        smallest.sort()
        by_core = (self._nested(fact, core, self._part(core), bits_of(core)) for _, fact, core in smallest)
        by_all = (self._nested(fact, core, self._whole, -1) for _, fact, core in smallest)
        few = [(fact, core) for size, fact, core in smallest if size <= self._most]
        by_rules = (Deduction((-fact,), core, smallest=False) for fact, core in few)
        for found in (by_core, by_rules, by_all):
            if some := list(islice((one for one in found if one is not None), MOST_NESTED)):
                return self._shortest(some)
        return self._shortest(self._by_splitting(fact, core) for _, fact, core in smallest)

    def _nested(
        self, fact: int, core: Sequence[int], whole: WholePropagation, allowed: int
    ) -> Deduction | None:
        """Refute a fact, if no places have to be split, by refuting what rules that suffice are about."""
        inner, held = self._refuted_within(whole, [fact], self._facts_of(core))
        return None if held is not None else self._refutation(_Plan(fact, tuple(inner)), allowed)

    def _by_splitting(self, fact: int, core: Sequence[int]) -> Deduction:
        found = self._refutation(self._splitting(self._whole, (fact,), self._facts_of(core)))
        assert found is not None
        return found

    def _part(self, rules: Sequence[int]) -> WholePropagation:
        """Propagation by some of the rules."""
        own = [clause for rule in rules for clause in self._formula.clauses[rule]]
        graphs = [graph for graph in self._propagation.graphs if graph.rule in rules]
        variables = {abs(x) for clause in own for x in clause}.union(*(graph.variables for graph in graphs))
        domains = (clause for clause in self._formula.domains if not variables.isdisjoint(map(abs, clause)))
        part = WholePropagation((*domains, *own), graphs, self._loops)
        part.learn(sorted(self._known, key=abs))
        return part

    def _facts_of(self, core: Sequence[int]) -> list[int]:
        """The facts that rules are about."""
        variables = {abs(x) for rule in core for clause in self._formula.clauses[rule] for x in clause}
        own = sorted(variables & self._propagation.facts)
        return [fact for v in own for fact in (v, -v)]

    def _refuted_within(
        self, whole: WholePropagation, assumed: list[int], facts: Sequence[int]
    ) -> tuple[list[_Plan], set[int] | None]:
        """Facts that chains refute, one after the other, and what holds then, if anything can.

        Adds to `assumed`.
        """
        inner: list[_Plan] = []
        held = whole.closure(assumed)
        progress = True
        while held is not None and progress:
            progress = False
            for fact in facts:
                if fact in held or -fact in held or fact in self._known or -fact in self._known:
                    continue
                self._deadline.check()
                if whole.closure((*assumed, fact)) is None:
                    progress = True
                    inner.append(_Plan(fact))
                    assumed.append(-fact)
                    held = whole.closure(assumed)
                    if held is None:
                        break
        return inner, held

    def _splitting(self, whole: WholePropagation, assumed: Sequence[int], facts: Sequence[int]) -> _Plan:
        """Refute the last of some literals, with places split where nothing else leads further."""
        literal = assumed[-1]
        assumed = list(assumed)
        inner, held = self._refuted_within(whole, assumed, facts)
        while held is not None:
            case = self._open_case(held, facts)
            if case is None:
                return _Plan(literal, tuple(inner), is_leaf=True)
            inner.append(self._splitting(whole, (*assumed, case), facts))
            assumed.append(-case)
            more, held = self._refuted_within(whole, assumed, facts)
            inner += more
        return _Plan(literal, tuple(inner))

    def _open_case(self, held: set[int], facts: Collection[int]) -> int | None:
        """A value of an open place with few of them, if possible of one that some facts are about."""
        known = self._known
        values = [
            [x for x in place if -x not in held and -x not in known]
            for place in self._places
            if held.isdisjoint(place) and known.isdisjoint(place)
        ]
        near = [place for place in values if not set(facts).isdisjoint(place)]
        return min(near or values, key=len, default=[None])[0]
