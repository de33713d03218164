"""Unit propagation on clauses that belong to rules, which notes why each consequence follows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from ...base.registry import compiled
from ...problems.cnf.connectivity import Connectivity
from ...problems.cnf.rules import Clause

Refuted = tuple[list[int] | None, list[int], list[int], list[list[int]], list[int]]
"""Of a refutation: the rules that it needs, or None; those that were used, in order; what was found to follow
before; the rules that each of this needs, if that is to be explained; and which graphs are disconnected."""


class PlainUnits:
    """Clauses, and what is known. In Python.

    * variables: the largest variable.
    * rule_count: the number of rules, also of those without clauses.
    * rules: the number of the rule of each clause; -1 for a clause that may always be used.
    * facts: the variables that state facts; others are auxiliary.
    """

    def __init__(
        self,
        variables: int,
        rule_count: int,
        clauses: Sequence[Clause],
        rules: Sequence[int],
        facts: Iterable[int] = (),
        graphs: Sequence[Connectivity] = (),
    ) -> None:
        self._clauses, self._rules = clauses, rules
        self._facts, self._graphs = frozenset(facts), graphs
        self._occurs: dict[int, list[int]] = {x: [] for one in range(1, variables + 1) for x in (one, -one)}
        for number, clause in enumerate(clauses):
            for literal in clause:
                self._occurs[literal].append(number)
        self._held: dict[int, frozenset[int]] = {}
        self._hidden: dict[int, frozenset[int]] = {}
        """What is known, but only by rules that are not allowed."""
        self._allowed: frozenset[int] | None = None
        self._trail: list[int] = []

    def hold(self, literal: int, rules: Iterable[int]) -> None:
        """Add what is known, and the rules that it needs."""
        self._held[literal] = frozenset(rules)

    def learn(
        self, literals: Iterable[int], clauses: Iterable[int] = ()
    ) -> tuple[list[tuple[int, list[int]]], list[int] | None]:
        """Add what is known, and the auxiliary literals that these clauses imply then, or those about it.

        Returns these literals with the rules that each needs, and the rules of a clause that is violated.
        """
        derived: list[tuple[int, list[int]]] = []
        violated = self._derive(clauses, derived)
        for literal in literals:
            self.hold(literal, ())
            violated += self._derive(self._occurs[-literal], derived)
        return derived, violated[0] if violated else None

    def _derive(self, clauses: Iterable[int], derived: list[tuple[int, list[int]]]) -> list[list[int]]:
        """Hold open literals of clauses, if auxiliary, and what these derive; the rules of each conflict."""
        waiting, violated = list(clauses), []
        for number in waiting:  # grows meanwhile
            unit = self._open(number)
            if unit is None or abs(unit) in self._facts:
                continue
            rules = sorted(self._needed(number, unit))
            if unit:
                derived.append((unit, rules))
                self.hold(unit, rules)
                waiting += self._occurs[-unit]
            else:
                violated.append(rules)
        return violated

    # Chains from what is supposed.

    def holds(self, literal: int) -> bool:
        """Whether a literal is known or follows from what is supposed."""
        return literal in self._held

    def restrict(self, rules: Collection[int] | None) -> None:
        """From now on use only some rules, and what is known by these; None to use all."""
        self._held |= self._hidden
        self._allowed = None if rules is None else frozenset(rules)
        self._hidden = {x: own for x, own in self._held.items() if rules is not None and not own <= {*rules}}
        for literal in self._hidden:
            del self._held[literal]

    def suppose(self, literal: int) -> tuple[list[int], list[int], int]:
        """Hold an open literal and what follows, until a contradiction.

        Returns all new literals, the clause of each, and one that is violated. The clause of what is supposed
        is -1; so is the last one, if there is no contradiction.
        """
        new, reasons = [literal], [-1]
        held, clauses, nothing = self._held, self._clauses, frozenset[int]()
        held[literal] = nothing
        violated = -1
        for one in new:  # grows meanwhile
            if violated >= 0:
                break
            for number in self._occurs[-one]:
                if not self._is_allowed(number):
                    continue
                unit = 0
                for other in clauses[number]:
                    if -other not in held:
                        if unit or other in held:
                            break
                        unit = other
                else:
                    if not unit:
                        violated = number
                        break
                    held[unit] = nothing
                    new.append(unit)
                    reasons.append(number)
        self._trail += new
        return new, reasons, violated

    def _is_allowed(self, number: int) -> bool:
        return self._allowed is None or self._rules[number] < 0 or self._rules[number] in self._allowed

    def forget(self, size: int) -> None:
        """Hold only so many of the literals that were supposed, or followed from these."""
        for literal in self._trail[size:]:
            del self._held[literal]
        del self._trail[size:]

    def disconnected(self) -> list[int]:
        """The numbers of the graphs with true elements that are cut off from each other, or from all roots.

        Graphs with a size are not looked at, and always among them.
        """
        return [number for number, graph in enumerate(self._graphs) if self._is_disconnected(graph)]

    def _is_disconnected(self, graph: Connectivity) -> bool:
        held = self._held
        if graph.size is not None:
            return True
        if not all(-literal in held for literal in graph.unless):
            return False
        possible = [not literal or -literal not in held for literal in graph.literals]
        true = [at for at, literal in enumerate(graph.literals) if literal == 0 or literal in held]
        starts = [at for at in graph.roots or true[:1] if possible[at]]
        return not set(graph.reached(starts, possible.__getitem__)).issuperset(true)

    def refute(
        self,
        assumed: Sequence[int],
        most: int,
        allowed: Collection[int] | None = None,
        explained: bool = False,
    ) -> Refuted:
        """Whether literals lead to a contradiction by at most `most` rules, all of them allowed.

        Each consequence needs the rules of its clause and those that its premises need. Not to be called
        while something is supposed, nor is `consequences`.
        """
        held, trail = self._held, list(assumed)
        fired: dict[int, None] = {}
        before = {literal: held[literal] for literal in trail if literal in held}
        held.update(dict.fromkeys(trail, frozenset[int]()))
        try:
            for literal in trail:  # grows meanwhile
                for number in self._occurs[-literal]:
                    unit = self._open(number)
                    used = None if unit is None else self._needed(number, unit)
                    if unit is None or used is None or len(used) > most:
                        continue
                    if allowed is not None and not used.issubset(allowed):
                        continue
                    fired[self._rules[number]] = None
                    if not unit:
                        return sorted(used), [rule for rule in fired if rule >= 0], trail, [], []
                    held[unit] = used
                    trail.append(unit)
            needs = [sorted(held[literal]) for literal in trail if explained]
            return None, [rule for rule in fired if rule >= 0], trail, needs, self.disconnected()
        finally:
            for literal in trail:
                held.pop(literal, None)
            held.update(before)

    def consequences(
        self, rules: Sequence[int], variables: Sequence[int]
    ) -> list[int] | Literal[False] | None:
        """What some rules imply of variables with what is known, in increasing order, if that is easy.

        None if the rules have no model; False if a SAT solver has to find it out, as without compiled code.
        """
        return False

    def _open(self, number: int) -> int | None:
        """The open literal of a clause; 0 if all are false, None if there are several, or a true one."""
        unit = 0
        for literal in self._clauses[number]:
            if -literal not in self._held:
                if unit or literal in self._held:
                    return None
                unit = literal
        return unit

    def _needed(self, number: int, unit: int) -> frozenset[int]:
        own = {self._rules[number]} - {-1}
        return frozenset(own).union(*(self._held[-x] for x in self._clauses[number] if x != unit))


def units(
    variables: int,
    rule_count: int,
    clauses: Sequence[Clause],
    rules: Sequence[int],
    facts: Iterable[int] = (),
    graphs: Sequence[Connectivity] = (),
) -> PlainUnits:
    """Propagation on clauses, compiled if possible."""
    kernel = compiled(__package__, "_units_kernel")
    return (PlainUnits if kernel is None else kernel.Units)(
        variables, rule_count, clauses, rules, facts, graphs
    )
