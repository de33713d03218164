"""Cardinality constraints under unit propagation: at least k of some literals are true.

Clauses, at-most-ones and exactly-ones are such constraints.  If exactly k of the literals are not false,
all of these become true; if fewer are, there is a conflict.

Assumptions form levels, each of one literal and what it implies, and stay for the next question: a proof that
was written by a search asks in its order, so most of an assumption is in place already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..base.registry import compiled

OPEN, TRUE, FALSE = 0, 1, 2


def propagation(variable_count: int) -> Propagation:
    """A new propagation without constraints; the compiled one if it was built."""
    kernel = compiled(__package__, "_cardinality_kernel")
    made: type[Propagation] = Propagation if kernel is None else kernel.Propagation
    return made(variable_count)


class Propagation:
    """Numbered constraints, assumed literals, and all that follows; the twin is in `_cardinality_kernel`.

    Invariants between calls: the `slack` of a constraint is the number of its literals that are not false,
    minus its degree, for the literals of the trail before `head`; all levels are fully propagated, except
    that the last may be in conflict.

    Literals index the tables directly; Python takes a negative index from the end.
    """

    def __init__(self, variable_count: int) -> None:
        self.value = bytearray(2 * variable_count + 1)
        self._occurs: list[list[int]] = [[] for _ in range(2 * variable_count + 1)]
        self._literals: dict[int, Sequence[int]] = {}
        self._slack: dict[int, int] = {}
        self._trail: list[int] = []
        self._head = 0
        self._assumed: list[int] = []
        self._starts: list[int] = []
        """For each level, the index of its first literal in the trail."""
        self._added: list[list[int]] = [[]]
        """For the root and each level, the constraints added there; they are examined again below it."""
        self.conflict = False
        """Whether the assumptions lead to a contradiction."""

    def add(self, number: int, literals: Sequence[int], degree: int) -> None:
        """Add a constraint on literals of different variables.

        Levels in conflict are undone, so that all remaining levels are fully propagated.
        """
        while self.conflict and self._assumed:
            self._undo(len(self._assumed) - 1)
        value, occurs = self.value, self._occurs
        self._literals[number] = literals
        slack = -degree
        for literal in literals:
            occurs[literal].append(number)
            slack += value[literal] != FALSE
        self._slack[number] = slack
        self._added[-1].append(number)
        self._look_at(number)

    def remove(self, number: int) -> None:
        """Remove a constraint; what it implied stays true."""
        for literal in self._literals.pop(number):
            self._occurs[literal].remove(number)
        del self._slack[number]

    def assume(self, literals: Sequence[int]) -> bool:
        """Assume these literals and no others; return whether that leads to a contradiction."""
        current = self._assumed
        same = 0
        while same < min(len(current), len(literals)) and current[same] == literals[same]:
            same += 1
        self._undo(same)
        for literal in literals[same:]:
            if self.conflict:
                break
            self._starts.append(len(self._trail))
            self._assumed.append(literal)
            self._added.append([])
            if self.value[literal] == FALSE:
                self.conflict = True
            elif self.value[literal] == OPEN:
                self._assign(literal)
                self._propagate()
        return self.conflict

    def values(self, literals: Iterable[int]) -> bytes:
        """The values of literals, a byte each."""
        return bytes(map(self.value.__getitem__, literals))

    @property
    def complete(self) -> bool:
        """Whether every variable has a value."""
        return 2 * len(self._trail) == len(self.value) - 1

    def _undo(self, levels: int) -> None:
        if levels == len(self._assumed):
            return
        value, slack, occurs, trail = self.value, self._slack, self._occurs, self._trail
        start = self._starts[levels]
        for literal in trail[start : self._head]:
            for number in occurs[-literal]:
                slack[number] += 1
        for literal in trail[start:]:
            value[literal] = value[-literal] = OPEN
        del trail[start:], self._assumed[levels:], self._starts[levels:]
        self._head = start
        self.conflict = False
        added = [number for those in self._added[levels + 1 :] for number in those if number in slack]
        del self._added[levels + 1 :]
        self._added[-1] += added
        for number in added:
            self._look_at(number)

    def _look_at(self, number: int) -> None:
        """Propagate a constraint that was not examined at this level yet."""
        if self.conflict:
            return
        slack = self._slack[number]
        if slack < 0:
            self.conflict = True
        elif slack == 0:
            for literal in self._literals[number]:
                if self.value[literal] == OPEN:
                    self._assign(literal)
            self._propagate()

    def _assign(self, literal: int) -> None:
        self.value[literal], self.value[-literal] = TRUE, FALSE
        self._trail.append(literal)

    def _propagate(self) -> None:
        """Propagate the literals on the trail, which grows, to the end or to a conflict."""
        value, slack, literals_of, trail = self.value, self._slack, self._literals, self._trail
        while self._head < len(trail):
            falsified = -trail[self._head]
            self._head += 1
            for number in self._occurs[falsified]:
                left = slack[number] = slack[number] - 1
                if left <= 0:
                    if left < 0:
                        self.conflict = True
                    elif not self.conflict:
                        for literal in literals_of[number]:
                            if not value[literal]:
                                value[literal], value[-literal] = TRUE, FALSE
                                trail.append(literal)
            if self.conflict:
                return
