"""Unit propagation for the search of steps: with the rules of each consequence, or the clause of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from functools import cached_property
from itertools import chain, repeat
from typing import Any, Literal, NamedTuple

from ...base.bits import bits_of, positions_of
from ...base.grouping import grouped
from ...problems.cnf.connectivity import Cut
from ...problems.cnf.rules import Clause
from ...reductions.rule_clauses import RuleClauses
from ...solvers.sat.units import units
from .graphs import GraphRule

EVERY = -1
"""The bits of all rules."""


class Examined(NamedTuple):
    """The literals that a search without a result looked at.

    It stays without one as long as `Propagation.touched` by new facts is none of them.
    """

    literals: Set[int]


class Propagation:
    """Unit propagation from what is known, and from what is supposed one after the other.

    * facts (set of variables): those of places, except what steps leave unsaid.
    * clauses (list of clauses)
    * held (mapping from literals to int): what is known, auxiliary variables included, and the bits of the
      rules that it needs; with graphs, also what is supposed.
    * contradiction (tuple of int): rules of which what is known violates one, with those by which it is
      known.
    * trail (list of literals): what is supposed and what follows.
    * reasons (list): for each of these the clause, by number, or the reason that was given to suppose it.
    * allowed (int): the bits of the rules that are used; see `restricted`.
    """

    def __init__(self, formula: RuleClauses, graphs: Sequence[GraphRule]) -> None:
        self.graphs = graphs
        said = (place.literals.values() for place in formula.places if not place.is_silent)
        self.facts = {abs(literal) for literals in said for literal in literals}
        self.clauses: list[Clause] = [*formula.domains, *chain.from_iterable(formula.clauses)]
        groups = enumerate((formula.domains, *formula.clauses), -1)
        self._rules = list(chain.from_iterable(repeat(rule, len(clauses)) for rule, clauses in groups))
        self._excludes = formula.exclusions
        self._arounds: dict[int, frozenset[int]] = {}
        self.held: dict[int, int] = {}
        self.contradiction: tuple[int, ...] | None = None
        self.trail: list[int] = []
        self.reasons: list[Any] = []
        self.allowed = EVERY
        self._units = units(
            formula.variable_count, len(formula.labels), self.clauses, self._rules, self.facts, formula.graphs
        )
        self._learn((), [number for number, clause in enumerate(self.clauses) if len(clause) == 1])

    def learn(self, literals: Iterable[int]) -> None:
        """Add facts, and the auxiliary literals that rules derive from them."""
        self._learn(list(literals), ())

    def _learn(self, literals: Sequence[int], clauses: Sequence[int]) -> None:
        derived, contradiction = self._units.learn(literals, clauses)
        self.held.update(dict.fromkeys(literals, 0))
        self.held.update((literal, bits_of(rules)) for literal, rules in derived)
        if contradiction is not None and self.contradiction is None:
            self.contradiction = tuple(contradiction)

    # What new facts change.

    @cached_property
    def _occurs(self) -> dict[int, list[int]]:
        """The numbers of the clauses with a literal."""
        return grouped((literal, number) for number, clause in enumerate(self.clauses) for literal in clause)

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
                for number in self._occurs.get(literal, ()):
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

    # From what is supposed.

    def holds(self, literal: int) -> bool:
        """Whether a literal is known or follows from what is supposed."""
        return self._units.holds(literal)

    def suppose(self, literal: int, reason: object) -> int:
        """Hold an open literal and what follows by clauses; the number of one that is violated, or -1."""
        new, reasons, violated = self._units.suppose(literal)
        self.trail += new
        self.reasons += (reason, *reasons[1:])
        if self.graphs:
            self.held.update(dict.fromkeys(new, 0))
        return violated

    def forget(self, size: int) -> None:
        """Hold only so many of the literals of the trail."""
        self._units.forget(size)
        for literal in self.trail[size:] if self.graphs else ():
            del self.held[literal]
        del self.trail[size:], self.reasons[size:]

    def implied(self, literal: int) -> set[int]:
        """What follows from a literal by clauses alone; nothing for a contradiction."""
        if self.holds(literal) or self.holds(-literal):
            return {literal}
        new, _, violated = self._units.suppose(literal)
        self._units.forget(len(self.trail))
        return {literal} if violated >= 0 else set(new)

    def broken(self, new: Sequence[int]) -> list[GraphRule]:
        """The graphs that new literals break, of rules that are used."""
        found = self._graphs_of(self._units.disconnected() if self.graphs else (), self.allowed)
        return [graph for graph in found if graph.is_broken(self.held, new)]

    def _graphs_of(self, numbers: Iterable[int], allowed: int) -> list[GraphRule]:
        return [graph for number in numbers if 1 << (graph := self.graphs[number]).rule & allowed]

    @contextmanager
    def restricted(self, allowed: int) -> Iterator[None]:
        """Meanwhile only some rules are used, and what is known by these; not nested."""
        if allowed == EVERY:
            yield
            return
        self._units.restrict(positions_of(allowed))
        self.allowed = allowed
        try:
            yield
        finally:
            self._units.restrict(None)
            self.allowed = EVERY

    def rules_of(self, number: int) -> int:
        """The bits of the rule of a clause; none of a domain."""
        rule = self._rules[number]
        return 0 if rule < 0 else 1 << rule

    def is_note(self, literal: int, premises: Sequence[int]) -> bool:
        """Whether a placed value, the one premise, excludes the literal directly."""
        return len(premises) == 1 and -literal in self._excludes.get(premises[0], ())

    # By few rules.

    def refute(
        self, facts: Sequence[int], most: int, allowed: int = EVERY
    ) -> tuple[tuple[int, ...], tuple[Cut, ...], int] | Examined:
        """The rules and cuts by which facts lead to a contradiction, and the bits of the rules.

        The rules are in the order in which they are used. If at most `most` of the allowed rules lead to
        none: what was examined.
        """
        chosen = None if allowed == EVERY else positions_of(allowed)
        used, fired, trail, _, disconnected = self._units.refute(facts, most, chosen)
        if used is not None:
            return _in_order(used, fired), (), bits_of(used)
        for cut in self._broken(trail, disconnected, allowed):
            needed = dict(zip(trail, self._units.refute(facts, most, chosen, explained=True)[3], strict=True))
            rules = 1 << self.graphs[cut.graph].rule
            for literal in self.graphs[cut.graph].clause(cut):
                rules |= bits_of(needed[-literal]) if -literal in needed else self.held[-literal]
            if not rules & ~allowed and rules.bit_count() <= most:
                return _in_order(positions_of(rules), fired), (cut,), rules
        return Examined({*trail})

    def consequences(self, rules: tuple[int, ...], variables: int) -> list[int] | Literal[False] | None:
        """All that local rules imply of variables, a bit set; see `PlainUnits.consequences`."""
        return self._units.consequences(rules, positions_of(variables))

    def _broken(self, trail: Sequence[int], disconnected: Sequence[int], allowed: int) -> list[Cut]:
        """The contradictions with connectivity, of graphs that are disconnected."""
        if not disconnected:
            return []
        new = [literal for literal in trail if literal not in self.held]
        self.held.update(dict.fromkeys(new, 0))
        own = self._graphs_of(disconnected, allowed)
        found = [cut for graph in own for cut in graph.broken(self.held, trail)]
        for literal in new:
            del self.held[literal]
        return found


def _in_order(used: Iterable[int], fired: Sequence[int]) -> tuple[int, ...]:
    """The rules in the order in which they fired, then the others."""
    order = {rule: at for at, rule in enumerate(fired)}
    return tuple(sorted(used, key=lambda rule: order.get(rule, len(order))))
