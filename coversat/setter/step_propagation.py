"""Unit propagation for the search of steps: with the rules of each consequence, and fast without them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Literal, NamedTuple

from ..kinds.cnf.rules import Clause
from ..reductions.rule_clauses import RuleClauses
from ..solvers.compiled_sat import CompiledSolver
from ..solvers.units import units
from .step_graphs import GraphRule, Separation
from .step_loops import Loops

SOLVER = "minisat22"


class Examined(NamedTuple):
    """The literals that a search without a result looked at.

    It stays without one as long as `Propagation.touched` by new facts is none of them.
    """

    literals: Set[int]


class Propagation:
    """Unit propagation from what is known, with the rules of each consequence as a bit set."""

    def __init__(self, formula: RuleClauses, graphs: Sequence[GraphRule]) -> None:
        self.graphs = graphs
        said = (place.literals.values() for place in formula.places if not place.is_silent)
        self.facts = {abs(literal) for literals in said for literal in literals}
        """The variables of places, except those that steps leave unsaid."""
        self.excludes = formula.exclusions
        self.clauses: list[Clause] = []
        self.bits: list[int] = []
        """Of the rule of each clause; 0 for a domain."""
        self.occurs: dict[int, list[int]] = {}
        """The numbers of the clauses with a literal."""
        self._arounds: dict[int, frozenset[int]] = {}
        self.held: dict[int, int] = {}
        """What is known, auxiliary variables included: literals, and the rules they need."""
        self.contradiction: tuple[int, ...] | None = None
        """Rules of which what is held violates one, with those by which it is held."""
        rules: list[int] = []
        for rule, clauses in enumerate((formula.domains, *formula.clauses), -1):
            bit = 0 if rule < 0 else 1 << rule
            for clause in clauses:
                for literal in clause:
                    self.occurs.setdefault(literal, []).append(len(self.clauses))
                self.clauses.append(clause)
                self.bits.append(bit)
                rules.append(rule)
        self._units = units(formula.variable_count, self.clauses, rules)
        for number, clause in enumerate(self.clauses):
            if len(clause) == 1:
                self._derive_auxiliary(number)

    def touched(self, literals: Iterable[int]) -> set[int]:
        """The literals that something new may follow from, since they share a clause or a graph with these.

        Instead of an auxiliary variable, those with which it shares clauses: it may be derived from them.
        """
        variables = {abs(literal) for literal in literals}
        found, auxiliary = self._beside(variables)
        for variable in auxiliary:
            found |= self._around(variable)
        for graph in self.graphs:
            if not (variables | auxiliary).isdisjoint(graph.variables):
                found.update(graph.variables, [-variable for variable in graph.variables])
        return found

    def _beside(self, variables: Iterable[int]) -> tuple[set[int], set[int]]:
        """The literals whose negations share clauses with variables, and which of theirs are auxiliary."""
        found: set[int] = set()
        for variable in variables:
            found |= {variable, -variable}
            for literal in (variable, -variable):
                for number in self.occurs.get(literal, ()):
                    found.update([-one for one in self.clauses[number]])
        return found, {abs(literal) for literal in found} - self.facts

    def _around(self, auxiliary: int) -> frozenset[int]:
        """The literals beside an auxiliary variable and all others that are connected with it."""
        if auxiliary not in self._arounds:
            found: set[int] = set()
            connected, new = {auxiliary}, {auxiliary}
            while new:
                literals, beside = self._beside(new)
                found |= literals
                new = beside - connected
                connected |= new
            self._arounds |= dict.fromkeys(connected, frozenset(found))
        return self._arounds[auxiliary]

    def learn(self, literals: Iterable[int]) -> None:
        """Add facts, and the auxiliary literals that one rule derives from them."""
        waiting = list(literals)
        for literal in waiting:
            self._hold(literal, 0)
            for number in self.occurs.get(-literal, ()):
                self._derive_auxiliary(number)

    def _derive_auxiliary(self, number: int) -> None:
        waiting = [number]
        for at in waiting:  # grows meanwhile
            used, unit = self._examine(at)
            if unit == 0 and self.contradiction is None:
                self.contradiction = numbers_of(used)
            if unit and abs(unit) not in self.facts and unit not in self.held:
                self._hold(unit, used)
                waiting += self.occurs.get(-unit, ())

    def _hold(self, literal: int, rules: int) -> None:
        self.held[literal] = rules
        self._units.hold(literal, numbers_of(rules))

    def _examine(self, number: int) -> tuple[int, int | None]:
        """The rules that a clause's false literals need, and its open literal.

        The literal is 0 if there is none, and None if there are several, or a true one.
        """
        held = self.held
        used, unit = self.bits[number], 0
        for one in self.clauses[number]:
            false = held.get(-one)
            if false is not None:
                used |= false
            elif one in held or unit:
                return 0, None
            else:
                unit = one
        return used, unit

    def refute(
        self, facts: Sequence[int], most: int, allowed: int = -1
    ) -> tuple[tuple[int, ...], tuple[Separation, ...], int] | Examined:
        """The rules and cuts by which facts lead to a contradiction, and the bits of the rules.

        The rules are in the order in which they are used. If at most `most` of the allowed rules lead to
        none: what was examined.
        """
        chosen = None if allowed == -1 else numbers_of(allowed)
        used, fired, trail, _ = self._units.refute(facts, most, chosen)
        if used is not None:
            return _in_order(used, fired), (), bits_of(used)
        for cut in self._broken(trail, allowed):
            needed = dict(zip(trail, self._units.refute(facts, most, chosen, explained=True)[3], strict=True))
            rules = 1 << self.graphs[cut.graph].rule
            for literal in self.graphs[cut.graph].clause(cut):
                rules |= bits_of(needed[-literal]) if -literal in needed else self.held[-literal]
            if not rules & ~allowed and rules.bit_count() <= most:
                return _in_order(numbers_of(rules), fired), (cut,), rules
        return Examined({*trail})

    def consequences(self, rules: tuple[int, ...], variables: int) -> list[int] | Literal[False] | None:
        """All that local rules imply of variables, a bit set; see `PlainUnits.consequences`."""
        return self._units.consequences(rules, numbers_of(variables))

    def _broken(self, trail: Sequence[int], allowed: int) -> list[Separation]:
        """The contradictions with connectivity."""
        if not self.graphs:
            return []
        new = [literal for literal in trail if literal not in self.held]
        self.held.update(dict.fromkeys(new, 0))
        own = (graph for graph in self.graphs if 1 << graph.rule & allowed)
        found = [cut for graph in own for cut in graph.broken(self.held, trail)]
        for literal in new:
            del self.held[literal]
        return found


class WholePropagation:
    """Unit propagation by clauses in a compiled solver, which is fast but does not name the rules."""

    def __init__(self, clauses: Iterable[Clause], graphs: Sequence[GraphRule], loops: Loops) -> None:
        self._graphs, self._loops = graphs, loops
        self._known: set[int] = set()
        self._solver = CompiledSolver(SOLVER)
        self._solver.add(clause for clause in clauses if clause)

    def learn(self, literals: Sequence[int]) -> None:
        """Add facts."""
        self._solver.add((literal,) for literal in literals)
        self._known.update(literals)
        for graph in self._graphs:
            graph.learn(literals)

    def implied(self, literal: int) -> set[int]:
        """What follows from a literal by clauses alone; nothing for a contradiction."""
        return {literal, *(self._solver.propagated((literal,)) or ())}

    def closure(self, assumed: Sequence[int]) -> set[int] | None:
        """What follows from literals beside what is known; None for a contradiction."""
        while True:
            # The solver does not report what follows from unit clauses alone.
            found = self._solver.propagated(assumed)
            if found is None:
                return None
            new = {*found, *assumed}
            if not self._graphs:
                return new
            if any(graph.separates(new) and graph.broken(self._known | new, new) for graph in self._graphs):
                return None
            lines: list[int] = []
            held = self._known | new if self._loops.all else new
            for _, _, others in self._loops.closed(held, new):
                if any(other in held for other in others):
                    return None
                lines += [-other for other in others if -other not in held]
            if not lines:
                return new
            assumed = [*assumed, *lines]


def _in_order(used: Iterable[int], fired: Sequence[int]) -> tuple[int, ...]:
    """The rules in the order in which they fired, then the others."""
    order = {rule: at for at, rule in enumerate(fired)}
    return tuple(sorted(used, key=lambda rule: order.get(rule, len(order))))


def numbers_of(bits: int) -> tuple[int, ...]:
    """The positions of the bits that are set."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return tuple(found)


def bits_of(numbers: Iterable[int]) -> int:
    """An integer in which the bits at these positions are set."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found
