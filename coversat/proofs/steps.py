"""Checking solving steps, each from the clauses of the rules that it names.

A step has conclusions, which are facts (a place has a value, or not), and the labels of rules. It is accepted
if unit propagation on the clauses of these rules and on the domains of places, with the facts known from
earlier steps and the negation of the conclusion, ends in a conflict. Where propagation does not suffice, a
step has lemmas: clauses that follow in the same way, each from the former. Of connectivity a step names
cuts: elements *a* and *z* of a graph, and a border without which they lie in different components.

A step may split cases, which are facts. It is accepted if the known facts, the rules it names and the domains
say that one of the cases holds or else the conclusions do, and if in each case a chain of steps, its links,
leads to the conclusions or to a contradiction. A link may use what is supposed and the links before it.

Two arguments about loops are steps in themselves, which propagation would need many lemmas for:

* a *parity*: each of some rules states of its few facts that the number of true ones is even, or that it is
  odd; so their sum modulo 2 states the same of the facts that it contains an odd number of times;
* a *closed* part of a graph without roots: if its elements are true, the rules make all their neighbours
  false; so no other element is true, since true elements are connected.

Between steps, where a place with more than two values got its value, the values that clauses of two literals
exclude in other such places are noted.

The checker knows no search and no solver. Clauses are derived by the caller from the puzzle.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, product
from typing import NamedTuple

from ..problems.cnf.connectivity import Connectivity, Cut
from ..problems.cnf.rules import Clause
from .cuts import cut_clause
from .drup import propagation as clauses_under_propagation
from .verification import ProofError

FORMAT = "coversat steps 1"
"""The first member of a file of steps, as `Steps.as_json` writes it."""


MOST_NESTED = 100
"""Cases within cases."""
MOST_PARITY = 6
"""The facts of one rule that states a parity, and the open facts of a sum of such rules."""


class ClaimedArgument(NamedTuple):
    """An argument about a loop, as it is claimed.

    * name: ``parity`` or ``closed``.
    * rules (tuple of labels)
    * elements: the closed part.
    """

    name: str
    rules: tuple[str, ...]
    graph: int = -1
    elements: tuple[int, ...] = ()


class ClaimedCase(NamedTuple):
    """One case of a step: a fact that is supposed, and steps that follow from it."""

    assumed: int
    links: tuple[ClaimedStep, ...]


class ClaimedStep(NamedTuple):
    """One step, as it is claimed.

    * conclusions (tuple of literals): none of them: the rules named are contradictory.
    * rules (tuple of labels)
    """

    conclusions: tuple[int, ...]
    rules: tuple[str, ...]
    cuts: tuple[Cut, ...] = ()
    lemmas: tuple[Clause, ...] = ()
    arguments: tuple[ClaimedArgument, ...] = ()
    cases: tuple[ClaimedCase, ...] = ()


class Domains:
    """The clauses that each step may use: a place has one value, and what auxiliary variables stand for.

    * facts (set of variables): those of places; all others are auxiliary.
    """

    def __init__(self, clauses: Sequence[Clause], facts: Set[int]) -> None:
        self.clauses = clauses
        self._numbers: dict[int, list[int]] = {}
        self._defining: dict[int, list[int]] = {}
        """The variables of each clause with an auxiliary one."""
        for number, clause in enumerate(clauses):
            variables = list(map(abs, clause))
            for variable in variables:
                self._numbers.setdefault(variable, []).append(number)
            if not all(variable in facts for variable in variables):
                self._defining[number] = variables

    def about(self, variables: Iterable[int]) -> list[Clause]:
        """Those with one of some variables, or with one that is connected with these by auxiliary ones."""
        waiting = set(variables)
        seen, found = set(waiting), set[int]()
        while waiting:
            found.update(*(self._numbers.get(variable, ()) for variable in waiting))
            waiting = set().union(*(self._defining[number] for number in self._defining.keys() & found))
            waiting -= seen
            seen |= waiting
        return [self.clauses[number] for number in sorted(found)]


class StepChecker:
    """Checks one step after the other; `known` are the facts that were accepted.

    * rules (mapping from labels to clauses)
    * domains: each place has one of its values.
    * graphs: the label of each is one of a rule.
    * places (sequence of collections of literals): for each place, the literals of its values.
    * givens (collection of literals): facts that the puzzle states; each is a clause of a rule.
    * asides (sequence of collections of literals): further places, whose values need not be known, and of
      which nothing is noted.
    * hidden (sequence of collections of literals): further places, whose values need not be known.
    """

    def __init__(
        self,
        rules: Mapping[str, Sequence[Clause]],
        domains: Sequence[Clause],
        graphs: Sequence[Connectivity],
        places: Sequence[Collection[int]],
        givens: Collection[int] = (),
        asides: Sequence[Collection[int]] = (),
        hidden: Sequence[Collection[int]] = (),
    ) -> None:
        self._rules, self._graphs = rules, graphs
        self._facts = {abs(literal) for place in (*places, *asides, *hidden) for literal in place}
        self._places = places
        in_graphs = ((*filter(None, graph.literals), *graph.unless) for graph in graphs)
        every = chain(self._facts, *domains, *chain.from_iterable(rules.values()), *in_graphs)
        self._variable_count = max(map(abs, every), default=0)
        self._domains = Domains(domains, self._facts)
        many = {literal for place in (*places, *hidden) if len(place) > 2 for literal in place}
        self._notes: dict[int, list[int]] = {}
        stated = set()
        for clause in (*domains, *(clause for own in rules.values() for clause in own)):
            if len(clause) == 1:
                stated.add(clause[0])
            elif len(clause) == 2 and {-clause[0], -clause[1]} <= many:
                self._notes.setdefault(-clause[0], []).append(clause[1])
                self._notes.setdefault(-clause[1], []).append(clause[0])
        if not stated.issuperset(givens):
            raise ProofError("a given is not stated by a rule")
        self.known: set[int] = set()
        self.contradiction = False
        self._inconsistent = () in domains  # or a fact and its negation are known
        self.learn(givens)
        self.learn(clause[0] for clause in domains if len(clause) == 1)

    @property
    def complete(self) -> bool:
        """Whether each place that matters has a value."""
        return all(any(literal in self.known for literal in place) for place in self._places)

    def check(self, step: ClaimedStep, depth: int = 0) -> None:
        """Accept a step and learn its conclusions. Raise `ProofError` if it does not follow."""
        if depth > MOST_NESTED:
            raise ProofError("its cases are nested too deeply")
        labels = (*step.rules, *(label for one in step.arguments for label in one.rules))
        unknown = next((label for label in labels if label not in self._rules), None)
        if unknown is not None:
            raise ProofError(f"the puzzle has no rule {unknown!r}")
        facts = (*step.conclusions, *(case.assumed for case in step.cases))
        if not all(abs(literal) in self._facts for literal in facts):
            raise ProofError("a conclusion is not a fact of the puzzle")
        if len(set(step.conclusions)) < len(step.conclusions):
            raise ProofError("a conclusion is repeated")
        propagation = self._propagation(step)
        for number, lemma in enumerate(step.lemmas, 1):
            if not all(0 < abs(literal) <= self._variable_count for literal in lemma):
                raise ProofError(f"lemma {number} has a literal of no variable")
            if not propagation.refutes([-literal for literal in lemma]):
                raise ProofError(f"lemma {number} does not follow")
            propagation.add(lemma)
        cases = [-case.assumed for case in step.cases]
        for literal in step.conclusions or (None,):
            assumed = cases if literal is None else [*cases, -literal]
            if not self._inconsistent and not propagation.refutes(assumed):
                none = "it is not certain that one of the cases holds"
                raise ProofError(none if step.cases else "the conclusion does not follow from these rules")
        for case in step.cases:
            self._check_case(case, step.conclusions, depth)
        self.contradiction |= not step.conclusions
        self.learn(step.conclusions)

    def _check_case(self, case: ClaimedCase, conclusions: Collection[int], depth: int) -> None:
        """That a chain leads from what is supposed to conclusions, or to a contradiction."""
        within = copy.copy(self)
        within.known = set(self.known)
        within.learn([case.assumed])
        for link in case.links:
            within.check(link, depth + 1)
        reached = conclusions and within.known.issuperset(conclusions)
        if not (reached or within.contradiction or within._inconsistent):
            raise ProofError("a case leads neither to the conclusion nor to a contradiction")

    def _propagation(self, step: ClaimedStep) -> _Propagation:
        """With the clauses of the rules, cuts and arguments of a step."""
        clauses = [clause for label in step.rules for clause in self._rules[label]]
        clauses += (self._clause_of(step.rules, cut) for cut in step.cuts)
        for argument in step.arguments:
            clauses += self._argued(argument)
        facts = (*step.conclusions, *(case.assumed for case in step.cases))
        variables = {abs(x) for clause in (*clauses, facts) for x in clause}
        is_empty = not (step.rules or step.arguments or facts)
        shown = self._domains.clauses if is_empty else self._domains.about(variables)
        propagation = _Propagation(self.known, self._variable_count)
        for clause in (*shown, *clauses):
            propagation.add(clause)
        return propagation

    def _argued(self, argument: ClaimedArgument) -> Iterator[Clause]:
        """The clauses of an argument, with what is known."""
        if argument.name == "parity":
            return self._parity(argument.rules)
        if argument.name == "closed":
            return self._closed(argument)
        raise ProofError("it names an argument that there is not")

    def _parity(self, rules: Collection[str]) -> Iterator[Clause]:
        odd: set[int] = set()
        total = 0
        for label in dict.fromkeys(rules):
            variables, parity = self._parity_of(label)
            odd ^= set(variables)
            total ^= parity
        total ^= len(odd & self.known) % 2
        left = sorted(v for v in odd if v not in self.known and -v not in self.known)
        if len(left) > MOST_PARITY:
            raise ProofError("too many facts of a parity are open")
        for signs in product((0, 1), repeat=len(left)):
            if sum(signs) % 2 != total:
                yield tuple(-v if sign else v for v, sign in zip(left, signs, strict=True))

    def _parity_of(self, label: str) -> tuple[tuple[int, ...], int]:
        """The facts of a rule, and whether the number of true ones is odd, from all their assignments."""
        clauses = self._rules[label]
        variables = tuple(sorted({abs(x) for clause in clauses for x in clause} & self._facts))
        if not 0 < len(variables) <= MOST_PARITY:
            raise ProofError(f"{label!r} states no parity")
        propagation = _Propagation(frozenset(), self._variable_count)
        for clause in clauses:
            propagation.add(clause)
        parities = {
            sum(signs) % 2
            for signs in product((0, 1), repeat=len(variables))
            if not propagation.refutes([v if s else -v for v, s in zip(variables, signs, strict=True)])
        }
        if len(parities) != 1:
            raise ProofError(f"{label!r} states no parity")
        return variables, parities.pop()

    def _closed(self, argument: ClaimedArgument) -> Iterator[Clause]:
        if not 0 <= argument.graph < len(self._graphs):
            raise ProofError("an argument names a graph that there is not")
        graph, inside = self._graphs[argument.graph], set(argument.elements)
        if not inside or min(inside) < 0 or max(inside) >= len(graph.literals):
            raise ProofError("an argument names elements that its graph does not have")
        if graph.label not in argument.rules or graph.roots or graph.size or not all(graph.literals):
            raise ProofError("an argument is about a graph of another form")
        propagation = _Propagation(self.known, self._variable_count)
        for label in argument.rules:
            for clause in self._rules[label]:
                propagation.add(clause)
        own = [graph.literals[at] or 0 for at in sorted(inside)]
        for other in {other for at in inside for other in graph.neighbours[at]} - inside:
            if not propagation.refutes([*own, graph.literals[other] or 0]):
                raise ProofError("the part that an argument names is not closed")
        for at, literal in enumerate(graph.literals):
            if at not in inside:
                yield (*(-x for x in own), -(literal or 0), *graph.unless)

    def _clause_of(self, rules: Collection[str], cut: Cut) -> Clause:
        """The clause of a cut, whose graph belongs to one of these rules."""
        if not 0 <= cut.graph < len(self._graphs) or self._graphs[cut.graph].label not in rules:
            raise ProofError("a cut belongs to none of the rules")
        graph = self._graphs[cut.graph]
        elements = {cut.a, 0 if cut.z is None else cut.z, *cut.border}
        if min(elements) < 0 or max(elements) >= len(graph.literals):
            raise ProofError("a cut names elements that its graph does not have")
        return cut_clause(graph, cut)

    def learn(self, literals: Iterable[int]) -> None:
        """Know literals from now on, and what they exclude directly."""
        waiting = list(literals)
        for literal in waiting:  # grows meanwhile
            if literal not in self.known:
                self._inconsistent |= -literal in self.known
                self.known.add(literal)
                waiting += self._notes.get(literal, ())


class _Propagation:
    """Unit propagation on clauses, of which known literals are left out."""

    def __init__(self, known: Set[int], variable_count: int) -> None:
        self._known, self._clauses, self._conflict = known, clauses_under_propagation(variable_count), False

    def add(self, clause: Clause) -> None:
        """Add a clause, and what follows from it without assumptions."""
        if not self._conflict and self._known.isdisjoint(clause):
            self._conflict = self._clauses.add([x for x in clause if -x not in self._known])

    def refutes(self, assumed: Iterable[int]) -> bool:
        """Whether assumptions lead to a conflict."""
        false = [-x for x in assumed if x not in self._known]
        return self._conflict or not self._known.isdisjoint(false) or self._clauses.implies(false)
