"""Unit propagation for the search of steps: with the rules of each consequence, and fast without them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from ..kinds.cnf.rules import Clause
from ..reductions.rule_clauses import RuleClauses
from ..solvers.compiled_sat import CompiledSolver
from .step_graphs import GraphRule, Separation

SOLVER = "minisat22"


class Propagation:
    """Unit propagation from what is known, with the rules of each consequence as a bit set."""

    def __init__(self, formula: RuleClauses, graphs: Sequence[GraphRule]) -> None:
        self._graphs = graphs
        self._facts = {abs(literal) for place in formula.literals for literal in place.values()}
        self._clauses: list[Clause] = []
        self._bits: list[int] = []  # of the rule; 0 for a domain
        self._occurs: dict[int, list[int]] = {}
        self.held: dict[int, int] = {}
        """What is known, auxiliary variables included: literals, and the rules they need."""
        for bit, clauses in (
            (0, formula.domains),
            *((1 << at, own) for at, own in enumerate(formula.clauses)),
        ):
            for clause in clauses:
                for literal in clause:
                    self._occurs.setdefault(literal, []).append(len(self._clauses))
                self._clauses.append(clause)
                self._bits.append(bit)
        self._reasons: dict[int, tuple[int, ...] | Separation] = {}

    def start(self) -> None:
        """Draw the consequences of clauses with one literal."""
        self.learn(())
        for number, clause in enumerate(self._clauses):
            if len(clause) == 1:
                self._derive_auxiliary(number)

    def learn(self, literals: Iterable[int]) -> None:
        """Add facts, and the auxiliary literals that one rule derives from them."""
        waiting = list(literals)
        for literal in waiting:
            self.held[literal] = 0
            for number in self._occurs.get(-literal, ()):
                self._derive_auxiliary(number)

    def _derive_auxiliary(self, number: int) -> None:
        waiting = [number]
        for at in waiting:  # grows meanwhile
            used, unit = self._examine(at)
            if unit and abs(unit) not in self._facts and unit not in self.held:
                self.held[unit] = used
                waiting += self._occurs.get(-unit, ())

    def _examine(self, number: int) -> tuple[int, int | None]:
        """The rules that a clause's false literals need, and its open literal.

        The literal is 0 if there is none, and None if there are several, or a true one.
        """
        held = self.held
        used, unit = self._bits[number], 0
        for one in self._clauses[number]:
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
    ) -> tuple[tuple[int, ...], tuple[Separation, ...], int] | int:
        """The rules and cuts by which facts lead to a contradiction, and the bits of the rules.

        If they do not lead to one by so many of the allowed rules: the bits of all rules that were examined.
        """
        held, clauses, bits, occurs = self.held, self._clauses, self._bits, self._occurs
        trail = list(facts)
        reasons: dict[int, Clause] = {}
        examined = 0
        before = {fact: held.get(fact) for fact in facts}
        held.update(dict.fromkeys(facts, 0))
        try:
            for literal in trail:  # grows meanwhile
                for number in occurs.get(-literal, ()):
                    bit = bits[number]
                    examined |= bit
                    if bit & ~allowed:
                        continue
                    used, unit = bit, 0
                    for one in clauses[number]:
                        false = held.get(-one)
                        if false is not None:
                            used |= false
                        elif one in held or unit:
                            break
                        else:
                            unit = one
                    else:
                        if used.bit_count() > most:
                            continue
                        if not unit:
                            return numbers_of(used), (), used
                        held[unit] = used
                        trail.append(unit)
                        reasons[unit] = clauses[number]
            return self._broken(trail, most, allowed) or examined | self._graph_bits(trail)
        finally:
            for literal in trail:
                held.pop(literal, None)
            held.update((fact, needs) for fact, needs in before.items() if needs is not None)

    def _broken(
        self, trail: Sequence[int], most: int, allowed: int
    ) -> tuple[tuple[int, ...], tuple[Separation, ...], int] | None:
        """The contradiction with connectivity, if there is one."""
        for graph in self._graphs:
            if not 1 << graph.rule & allowed:
                continue
            for cut in graph.broken(self.held, trail):
                used = 1 << graph.rule
                for literal in graph.clause(cut):
                    used |= self.held[-literal]
                if used.bit_count() <= most:
                    return numbers_of(used), (cut,), used
        return None

    def _graph_bits(self, trail: Sequence[int]) -> int:
        found = 0
        for graph in self._graphs:
            if any(abs(literal) in graph.variables for literal in trail):
                found |= 1 << graph.rule
        return found


class WholePropagation:
    """Unit propagation by all rules in a compiled solver, which is fast but does not name the rules."""

    def __init__(self, formula: RuleClauses, graphs: Sequence[GraphRule]) -> None:
        self._graphs = graphs
        every = [*formula.domains, *chain.from_iterable(formula.clauses)]
        self._units = [clause[0] for clause in every if len(clause) == 1]
        self._solver = CompiledSolver(SOLVER)
        self._solver.add(clause for clause in every if len(clause) > 1)

    def consistent(self, known: Collection[int], fact: int) -> set[int] | None:
        """What follows from a fact beside what is known; None for a contradiction."""
        found = self._solver.propagated([*self._units, *known, fact])
        if found is None:
            return None
        held = set(found)
        held.update(self._units, known)
        held.add(fact)
        new = held - known if isinstance(known, set) else held.difference(known)
        return None if any(graph.broken(held, new) for graph in self._graphs) else new


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
