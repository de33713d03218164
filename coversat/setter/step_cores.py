"""Cores of rules for the search of steps, and case splits for what unit propagation does not find."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from ..deadline import Deadline
from ..kinds.cnf.rules import Clause, Cnf
from ..reductions.rule_clauses import RuleClauses
from ..solvers.compiled_sat import CompiledSolver
from ..solvers.cuts import CutFinder
from .step_graphs import Separation

SOLVER, CORE_SOLVER = "minisat22", "glucose4"


class CaseSplit:
    """Splits into cases until unit propagation decides each."""

    def __init__(
        self, formula: RuleClauses, known: Collection[int], rules: Sequence[int], deadline: Deadline
    ) -> None:
        self._deadline = deadline
        self._solver = CompiledSolver(SOLVER)
        self._units: list[int] = sorted(known, key=abs)
        self._empty = False
        self._clauses: list[Clause] = []
        self.add(formula.domains)
        for rule in rules:
            self.add(formula.clauses[rule])
        own = {abs(literal) for rule in rules for clause in formula.clauses[rule] for literal in clause}
        shown = [literal for place in formula.literals for literal in place.values()]
        self._choices = list(dict.fromkeys((*(x for x in shown if x in own), *sorted(own))))

    def add(self, clauses: Iterable[Clause]) -> None:
        for clause in clauses:
            if len(clause) > 1:
                self._solver.add((clause,))
            elif clause:
                self._units.append(clause[0])
            else:
                self._empty = True

    def lemmas(self, assumed: tuple[int, ...]) -> Iterator[Clause]:
        """Lemmas after which unit propagation refutes the assumptions.

        A lemma of an earlier conclusion is a clause of the solver.
        """
        self._deadline.check()
        found = None if self._empty else self._solver.propagated([*self._units, *assumed])
        if found is None:
            return
        held = {*found, *self._units, *assumed}
        choice = next((x for x in self._choices if x not in held and -x not in held), None)
        if choice is None:
            return
        deeper = (*assumed, choice)
        yield from self.lemmas(deeper)
        lemma = tuple(-literal for literal in deeper)
        self.add((lemma,))
        yield lemma
        yield from self.lemmas(assumed)


class Cores:
    """Whether facts are consistent with some of all rules; adds cuts as they are needed.

    Each rule, and each cut, has a literal that is assumed where it is used.
    """

    def __init__(self, formula: RuleClauses) -> None:
        self._formula = formula
        self._first = formula.variable_count + 1
        self._solver = CompiledSolver(CORE_SOLVER)
        self._solver.add(clause for clause in formula.domains if clause)
        for number, clauses in enumerate(formula.clauses):
            self._solver.add((-(self._first + number), *clause) for clause in clauses)
        count = formula.variable_count
        self._finders = [CutFinder(Cnf.sound(count, (), {}, None, (graph,))) for graph in formula.graphs]
        self._rule_of = [formula.labels.index(graph.label) for graph in formula.graphs]
        self._cuts: list[Separation] = []
        self._known: set[int] = set()

    def learn(self, known: Collection[int]) -> None:
        """Add facts."""
        self._solver.add((literal,) for literal in sorted(set(known) - self._known, key=abs))
        self._known.update(known)

    def model(self, rules: Iterable[int], literals: Sequence[int]) -> frozenset[int] | None:
        """A model of some rules in which literals hold; None if there is none."""
        chosen = set(rules)
        while self._solver.solve([*self._assumed(chosen), *literals]):
            found = frozenset(self._solver.model())
            if not self._cut(found, chosen):
                return found
        return None

    def _assumed(self, chosen: Collection[int]) -> Iterator[int]:
        yield from (self._first + rule for rule in sorted(chosen))
        after = self._first + len(self._formula.clauses)
        yield from (after + at for at, cut in enumerate(self._cuts) if self._rule_of[cut.graph] in chosen)

    def _cut(self, model: frozenset[int], chosen: Collection[int]) -> bool:
        before = len(self._cuts)
        for number, finder in enumerate(self._finders):
            for cut in finder.of(model) if self._rule_of[number] in chosen else ():
                selector = self._first + len(self._formula.clauses) + len(self._cuts)
                self._cuts.append(Separation(number, cut.a, cut.z, cut.border))
                self._solver.add([(-selector, *cut.clause)])
        return len(self._cuts) > before

    def core(self) -> tuple[tuple[int, ...], tuple[Separation, ...]]:
        """After `model` found none: rules, and cuts of these, that suffice."""
        found = [one - self._first for one in self._solver.core() if one >= self._first]
        count = len(self._formula.clauses)
        cuts = tuple(self._cuts[one - count] for one in sorted(found) if one >= count)
        rules = {one for one in found if one < count} | {self._rule_of[cut.graph] for cut in cuts}
        return tuple(sorted(rules)), cuts

    def irreducible(
        self, literal: int, below: int | None, deadline: Deadline
    ) -> tuple[tuple[int, ...], tuple[Separation, ...]] | None:
        """After `model` found none: a core without superfluous rules.

        None if it does not have fewer than `below`.
        """
        found = self.core()
        needed: list[int] = []
        rest = list(found[0])
        while rest:
            deadline.check()
            rule, *rest = rest
            if self.model([*needed, *rest], [-literal]) is None:
                found = self.core()
                rest = [one for one in found[0] if one not in needed]
            else:
                needed.append(rule)
                if below is not None and len(needed) >= below:
                    return None
        return found
