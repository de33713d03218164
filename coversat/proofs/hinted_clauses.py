"""Numbered clauses, each of which follows from named other clauses: its *hints*.

With the literals of a clause made false, each hint has one literal left, which becomes true, and the last
hint has none.  Nothing is searched, so a step costs as much as its hints are long.

A definition stands for several clauses, numbered from its own number on and never stored.  For a product:
it is true if its children are, and each child is true if the product is; for a sum, the other way round;
for a Skolem node, that it is true, since it only sets variables outside the projection.

If every clause of the formula follows from the root, the graph has no more models than the formula.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from ..base.registry import compiled
from ..problems.cnf.rules import Clause
from .verification import ProofError

MOST_BYTES = 2**30
"""The memory limit of the derived clauses in bytes; a proof that needs more is refused."""
_CLAUSE_BYTES = 200
_AT_ONCE = 2**25
"""The bytes of the sets of clauses that are examined together."""


def hinted_clauses(variable_count: int, formula: Sequence[Clause]) -> HintedClauses:
    """The clauses of a formula; the compiled class if it was built."""
    kernel = compiled(__package__, "_hints_kernel")
    made: type[HintedClauses] = HintedClauses if kernel is None else kernel.HintedClauses
    return made(variable_count, formula, MOST_BYTES)


class HintedClauses:
    """The clauses of a formula, and those that were derived; `_hints_kernel` has the compiled twin.

    Numbers increase, above those of the formula's clauses, which count from 1.  Errors are `ProofError`.
    """

    def __init__(self, variable_count: int, formula: Sequence[Clause], most_bytes: int) -> None:
        self._variable_count, self._most_bytes = variable_count, most_bytes
        self._formula = formula
        self._nodes: dict[int, tuple[str, Sequence[int]]] = {}
        self._defined: list[int] = []
        """The first of the clauses that define each node, in increasing order."""
        self._defines: list[int] = []
        """The nodes of these definitions."""
        self._followed: dict[int, Clause] = {}
        self._structural: dict[int, Clause] = {}
        self._shared: dict[int, int] = {}
        """The integer objects for literals."""
        self._held = 0
        """The bytes of the stored clauses."""

    def add(self, number: int, literals: Sequence[int], hints: Sequence[int], structural: bool) -> None:
        """Add a derived clause; a structural one follows from definitions and structural clauses only."""
        for literal in literals:
            if not 0 < abs(literal) <= self._variable_count and abs(literal) not in self._nodes:
                raise ProofError(f"literal {literal} is of no variable and of no node")
        clause = tuple(map(self._shared.setdefault, literals, literals))
        self._held += _bytes(clause)
        if self._held > self._most_bytes:
            raise ProofError(f"the clauses need more than {self._most_bytes} bytes")
        self._follow(clause, hints, self._of_the_graph if structural else self._any)
        (self._structural if structural else self._followed)[number] = clause

    def define(
        self, number: int, command: str, node: int, children: Sequence[int], hints: Sequence[int]
    ) -> None:
        """Add a node with a new number; the hints of a sum show that it is exclusive."""
        if command == "s":
            self._follow([-child for child in children], hints, self._of_the_graph)
        self._nodes[node] = command, children
        self._defined.append(number)
        self._defines.append(node)

    def delete(self, number: int) -> None:
        """Delete an added clause."""
        deleted = self._followed.pop(number, None)
        if deleted is None:
            deleted = self._structural.pop(number, None)
        if deleted is None:
            raise ProofError(f"deletes clause {number}, which is none of the proof's")
        self._held -= _bytes(deleted)

    def not_implied(self, root: int, look_up: Callable[[], None]) -> int | None:
        """The position of a clause of the formula that does not follow from a node; None if all do.

        A clause follows if making its literals false makes the node false: a product with one child, a sum
        with every child.  This is complete for a graph in which no node is negated and the children of a
        product share no variable.  Many clauses are examined together, as bits.

        * look_up: called often; may raise.
        """
        clauses, nodes = self._formula, self._nodes
        together = max(64, 8 * _AT_ONCE // (len(nodes) + 2 * self._variable_count + 1))
        for start in range(0, len(clauses), together):
            part = clauses[start : start + together]
            literals, all_false = _by_literal(part)
            every = (1 << len(part)) - 1
            false: dict[int, int] = {}
            for at, (node, (command, children)) in enumerate(nodes.items()):
                if at % 256 == 0:
                    look_up()
                made = every if command == "s" else 0
                for child in children:
                    here = literals.get(child, 0) if abs(child) <= self._variable_count else false[child]
                    made = made & here if command == "s" else made | here
                false[node] = made
            left = every & ~(false[root] | all_false)
            if left:
                return start + (left & -left).bit_length() - 1
        return None

    def _follow(
        self, literals: Sequence[int], hints: Sequence[int], clause_of: Callable[[int], Sequence[int] | None]
    ) -> None:
        false = set(literals)
        for hint in hints:
            clause = clause_of(hint)
            if clause is None:
                raise ProofError(f"hint {hint} is no clause that may be used here")
            left = {literal for literal in clause if literal not in false}
            if not left:
                return
            unit = left.pop()
            if left or -unit in false:
                raise ProofError(f"clause {hint} is no unit when its hint is reached")
            false.add(-unit)
        raise ProofError("the hints do not lead to a false clause")

    def _any(self, number: int) -> Sequence[int] | None:
        if 0 < number <= len(self._formula):
            return self._formula[number - 1]
        followed = self._followed.get(number)
        return self._of_the_graph(number) if followed is None else followed

    def _of_the_graph(self, number: int) -> Sequence[int] | None:
        """A clause that defines a node, or a structural one."""
        structural = self._structural.get(number)
        if structural is not None:
            return structural
        at = bisect_right(self._defined, number) - 1
        if at < 0:
            return None
        place, node = number - self._defined[at], self._defines[at]
        command, children = self._nodes[node]
        if place > (0 if command == "t" else len(children)):
            return None
        match command, place:
            case "t", _:
                return (node,)
            case "p", 0:
                return (node, *[-child for child in children])
            case "p", _:
                return (-node, children[place - 1])
            case _, 0:
                return (-node, *children)
        return (node, -children[place - 1])


def _bytes(clause: Clause) -> int:
    return _CLAUSE_BYTES + 8 * len(clause)


def _by_literal(clauses: Sequence[tuple[int, ...]]) -> tuple[dict[int, int], int]:
    """For each literal the clauses that contain it, and the clauses that are always true."""
    holding: dict[int, bytearray] = {}
    size = len(clauses) // 8 + 1
    always = 0
    for at, clause in enumerate(clauses):
        for literal in clause:
            bits = holding.get(literal)
            if bits is None:
                bits = holding[literal] = bytearray(size)
            bits[at >> 3] |= 1 << (at & 7)
        if len(set(map(abs, clause))) < len(set(clause)):
            always |= 1 << at
    return {literal: int.from_bytes(bits, "little") for literal, bits in holding.items()}, always
