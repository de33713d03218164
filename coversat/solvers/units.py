"""Unit propagation on clauses that belong to rules, which notes the rules that each consequence needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from ..kinds.cnf.rules import Clause
from ..registry import compiled

Refuted = tuple[list[int] | None, list[int], list[int], list[list[int]]]
"""Of a refutation: the rules that it needs, or None; those that were used, in order; what was found to follow
before, and the rules that each of this needs if that is to be explained."""


class PlainUnits:
    """Clauses, and what is known. In Python.

    Parameters
    ----------
    variables : int
        The largest variable.
    clauses : sequence of clauses
    rules : sequence of int
        The number of the rule of each clause; -1 for a clause that may always be used.
    """

    def __init__(self, variables: int, clauses: Sequence[Clause], rules: Sequence[int]) -> None:
        self._clauses, self._rules = clauses, rules
        self._occurs: dict[int, list[int]] = {x: [] for one in range(1, variables + 1) for x in (one, -one)}
        for number, clause in enumerate(clauses):
            for literal in clause:
                self._occurs[literal].append(number)
        self._held: dict[int, frozenset[int]] = {}

    def hold(self, literal: int, rules: Iterable[int]) -> None:
        """Add what is known, and the rules that it needs."""
        self._held[literal] = frozenset(rules)

    def refute(
        self,
        assumed: Sequence[int],
        most: int,
        allowed: Collection[int] | None = None,
        explained: bool = False,
    ) -> Refuted:
        """Whether literals lead to a contradiction by at most `most` rules, all of them allowed.

        Each consequence needs the rules of its clause and those that its premises need.
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
                        return sorted(used), [rule for rule in fired if rule >= 0], trail, []
                    held[unit] = used
                    trail.append(unit)
            needs = [sorted(held[literal]) for literal in trail if explained]
            return None, [rule for rule in fired if rule >= 0], trail, needs
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


def units(variables: int, clauses: Sequence[Clause], rules: Sequence[int]) -> PlainUnits:
    """Propagation on clauses, compiled if possible."""
    kernel = compiled(__package__, "_units_kernel")
    return (PlainUnits if kernel is None else kernel.Units)(variables, clauses, rules)
