"""Checking solving steps, each from the clauses of the rules that it names.

A step has conclusions, which are facts (a place has a value, or not), and the labels of rules. It is accepted
if unit propagation on the clauses of these rules and on the domains of places, with the facts known from
earlier steps and the negation of the conclusion, ends in a conflict. Where propagation does not suffice, a
step has lemmas: clauses that follow in the same way, each from the former. Of connectivity a step names
cuts: elements *a* and *z* of a graph, and a border without which they lie in different components.

Between steps, where a place with more than two values got its value, the values that clauses of two literals
exclude in other such places are noted.

The checker knows no search and no solver. Clauses are derived by the caller from the puzzle.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..kinds.cnf.connectivity import Connectivity
from ..kinds.cnf.rules import Clause
from .cuts import cut_clause
from .verification import ProofError

FORMAT = "coversat steps 1"
"""The first member of a file of steps, as `Steps.as_json` writes it."""


class ClaimedStep(NamedTuple):
    """One step, as it is claimed.

    Attributes
    ----------
    conclusions : tuple of literals
        None of them: the rules named are contradictory.
    rules : tuple of labels
    cuts : tuple of (graph, a, z or None, border)
    lemmas : tuple of clauses
    """

    conclusions: tuple[int, ...]
    rules: tuple[str, ...]
    cuts: tuple[tuple[int, int, int | None, tuple[int, ...]], ...] = ()
    lemmas: tuple[Clause, ...] = ()


class StepChecker:
    """Checks one step after the other; `known` are the facts that were accepted.

    Parameters
    ----------
    rules : mapping from labels to clauses
    domains : sequence of clauses
        Each place has one of its values.
    graphs : sequence of Connectivity
        The label of each is one of a rule.
    places : sequence of collections of literals
        For each place, the literals of its values.
    givens : collection of literals
        Facts that the puzzle states; each is a clause of a rule.
    """

    def __init__(
        self,
        rules: Mapping[str, Sequence[Clause]],
        domains: Sequence[Clause],
        graphs: Sequence[Connectivity],
        places: Sequence[Collection[int]],
        givens: Collection[int] = (),
    ) -> None:
        self._rules, self._graphs = rules, graphs
        self._facts = {abs(literal) for place in places for literal in place}
        self._places = places
        self._domains: dict[int, list[Clause]] = {}
        for clause in domains:
            for literal in clause:
                self._domains.setdefault(abs(literal), []).append(clause)
        many = {literal for place in places if len(place) > 2 for literal in place}
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
        self._inconsistent = False  # a fact and its negation are known
        self._learn(givens)
        self._learn(clause[0] for clause in domains if len(clause) == 1)

    @property
    def complete(self) -> bool:
        """Whether each place has a value."""
        return all(any(literal in self.known for literal in place) for place in self._places)

    def check(self, step: ClaimedStep) -> None:
        """Accept a step and learn its conclusions.

        Raises
        ------
        ProofError
            If it does not follow.
        """
        unknown = next((label for label in step.rules if label not in self._rules), None)
        if unknown is not None:
            raise ProofError(f"the puzzle has no rule {unknown!r}")
        if not all(abs(literal) in self._facts for literal in step.conclusions):
            raise ProofError("a conclusion is not a fact of the puzzle")
        if len(set(step.conclusions)) < len(step.conclusions):
            raise ProofError("a conclusion is repeated")
        clauses = [clause for label in step.rules for clause in self._rules[label]]
        clauses += (self._separation(step.rules, *cut) for cut in step.cuts)
        variables = {abs(x) for clause in (*clauses, step.conclusions) for x in clause}
        shown = {clause: None for variable in sorted(variables) for clause in self._domains.get(variable, ())}
        propagation = _Propagation(self.known)
        if not step.rules and not step.conclusions:
            shown = {clause: None for own in self._domains.values() for clause in own}
        for clause in (*shown, *clauses):
            propagation.add(clause)
        for number, lemma in enumerate(step.lemmas, 1):
            if not propagation.refutes([-literal for literal in lemma]):
                raise ProofError(f"lemma {number} does not follow")
            propagation.add(lemma)
        for literal in step.conclusions or (None,):
            assumed = [] if literal is None else [-literal]
            if not self._inconsistent and not propagation.refutes(assumed):
                raise ProofError("the conclusion does not follow from these rules")
        self.contradiction |= not step.conclusions
        self._learn(step.conclusions)

    def _separation(
        self, rules: Collection[str], number: int, a: int, z: int | None, border: Sequence[int]
    ) -> Clause:
        """The clause of a cut: not both ends are true, or an element of the border is."""
        if not 0 <= number < len(self._graphs) or self._graphs[number].label not in rules:
            raise ProofError("a cut belongs to none of the rules")
        graph = self._graphs[number]
        elements = {a, 0 if z is None else z, *border}
        if min(elements) < 0 or max(elements) >= len(graph.literals):
            raise ProofError("a cut names elements that its graph does not have")
        return cut_clause(graph, a, -1 if z is None else z, border)

    def _learn(self, literals: Iterable[int]) -> None:
        waiting = list(literals)
        for literal in waiting:  # grows meanwhile
            if literal not in self.known:
                self._inconsistent |= -literal in self.known
                self.known.add(literal)
                waiting += self._notes.get(literal, ())


class _Propagation:
    """Unit propagation on clauses, of which known literals are left out."""

    def __init__(self, known: Collection[int]) -> None:
        self._known = known
        self._held: set[int] = set()
        self._occurs: dict[int, list[list[int]]] = {}
        self._conflict = False

    def add(self, clause: Clause) -> None:
        """Add a clause, and what follows from it without assumptions."""
        if any(literal in self._known or literal in self._held for literal in clause):
            return
        left = [literal for literal in clause if -literal not in self._known]
        for literal in left:
            self._occurs.setdefault(literal, []).append(left)
        free = [literal for literal in left if -literal not in self._held]
        if len(free) < 2:
            self._conflict |= self._draw(free) is None or not free

    def refutes(self, assumed: Iterable[int]) -> bool:
        """Whether assumptions lead to a conflict."""
        if self._conflict:
            return True
        first = [literal for literal in dict.fromkeys(assumed) if literal not in self._known]
        if any(-literal in self._known or -literal in self._held for literal in first):
            return True
        new = self._draw([literal for literal in first if literal not in self._held])
        if new is None:
            return True
        self._held.difference_update(new)
        return False

    def _draw(self, literals: Iterable[int]) -> list[int] | None:
        """Hold literals and what follows from them, and return all of these; None for a conflict."""
        new: list[int] = []
        for literal in literals:
            if -literal in self._held:
                self._held.difference_update(new)
                return None
            if literal not in self._held:
                self._held.add(literal)
                new.append(literal)
        for literal in new:  # grows meanwhile
            for clause in self._occurs.get(-literal, ()):
                free = None
                for one in clause:
                    if one in self._held:
                        break
                    if -one not in self._held:
                        if free is not None:
                            break
                        free = one
                else:
                    if free is None:
                        self._held.difference_update(new)
                        return None
                    self._held.add(free)
                    new.append(free)
        return new
