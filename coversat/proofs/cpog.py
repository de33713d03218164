"""Checking CPOG and SCPOG: a graph that has the models of a formula, and so counts them.

- The graph is what it has to be for counting (`partitioned_graph`), and its sums are exclusive.
- Forward: where the formula is true the root is, by clauses each of which follows by unit propagation.
- Reverse: each clause of the formula follows from the root.

The formula's clauses are numbered from 1.

References
----------
Bryant, Nawrocki, Avigad and Heule, "Certified knowledge compilation with application to formally verified
model counting", JAIR 2025; with a projection: Bryant, Tan and Heule, "Certifying projected knowledge
compilation", 2025.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..deadline import NEVER, Deadline
from ..errors import LimitReachedError
from ..problems.cnf import Clause, Cnf
from .cpog_file import Line, read_line
from .partitioned_graph import PartitionedGraph
from .proof_file import Source, pieces
from .verification import MOST_VARIABLES, ProofError, Verification

MOST_BYTES = 2**30
"""The memory of the clauses that follow, until they are deleted; a proof that needs more is refused."""
_CLAUSE_BYTES = 200


@dataclass(frozen=True)
class CountVerification(Verification):
    """The end of a check of a count; steps are lines.

    Attributes
    ----------
    count : int or None
        How many models the formula has, as its projection tells them apart; None unless verified.
    """

    count: int | None = None


def check_cpog(cnf: Cnf, proof: Source, deadline: Deadline = NEVER) -> CountVerification:
    """How many models `cnf` has, if `proof` (CPOG or SCPOG as text, with hints) shows it.

    Parameters
    ----------
    cnf : Cnf
    proof : binary file
    deadline : Deadline
        When it stops.

    Returns
    -------
    CountVerification
        Also for malformed proofs: they are not verified.  Unknown when the deadline came first.
    """
    if cnf.variable_count > MOST_VARIABLES:
        return CountVerification(False, 0, None, f"the formula has more than {MOST_VARIABLES} variables")
    at, ended = 0, False
    try:
        check = _Check(cnf)
        for text in deadline.through(pieces(b"", proof, b"\n")):
            at += 1
            line = read_line(text)
            if line is not None:
                check.take(line)
        ended = True
        models = check.end(deadline.check)
    except ProofError as error:
        where = "the end" if ended else f"line {at}"
        return CountVerification(False, at, None if ended else at, f"{where}: {error}")
    except LimitReachedError as limit:
        return CountVerification(None, at, None, f"stopped after {limit}, at line {at} of the proof")
    return CountVerification(True, at, None, f"{at} lines lead to a graph with the formula's models", models)


class _Check:
    """The formula, the graph, and the clauses that follow, while lines are taken one after the other."""

    def __init__(self, cnf: Cnf) -> None:
        self._cnf = cnf
        self._graph = PartitionedGraph(cnf.variable_count, cnf.shown_variables)
        self._formula: Sequence[Clause] = tuple(cnf.clauses)
        self._newest = len(self._formula)
        self._defined: list[int] = []
        """The first of the clauses that define each node, in increasing order."""
        self._defines: list[int] = []
        """The nodes that they define."""
        self._followed: dict[int, Clause] = {}
        self._structural: dict[int, Clause] = {}
        self._root: int | None = None
        self._proved: set[Clause] = set()
        """The clauses that followed and have at most one literal."""
        self._shared: dict[int, int] = {}
        """The integer objects for literals."""
        self._held = 0
        """The bytes of the clauses."""

    def take(self, line: Line) -> None:
        """One line more.

        Raises
        ------
        ProofError
            When it is wrong.
        """
        if line.number:
            last = line.number + (len(line.literals) if line.node else 0)
            if line.number <= self._newest:
                raise ProofError(f"number {line.number} is not above {self._newest}, the newest")
            self._newest = last
        match line.command:
            case "r":
                self._take_root(line.node)
            case "D":
                self._delete(line.literals)
            case "a" | "as":
                self._add(line)
            case _:
                self._define(line)

    def _take_root(self, root: int) -> None:
        if self._root is not None:
            raise ProofError("a second root")
        self._root = root

    def _delete(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            deleted = self._followed.pop(number, None)
            if deleted is None:
                deleted = self._structural.pop(number, None)
            if deleted is None:
                raise ProofError(f"deletes clause {number}, which is none of the proof's")
            self._held -= _bytes(deleted)

    def _add(self, line: Line) -> None:
        for literal in line.literals:
            if not self._graph.known(literal):
                raise ProofError(f"literal {literal} is of no variable and of no node")
        clause = tuple(map(self._shared.setdefault, line.literals, line.literals))
        self._held += _bytes(clause)
        if self._held > MOST_BYTES:
            raise ProofError(f"the clauses need more than {MOST_BYTES} bytes")
        if line.command == "as":
            self._follow(clause, line.hints, self._of_the_graph)
            self._structural[line.number] = clause
            return
        self._follow(clause, line.hints, self._any)
        self._followed[line.number] = clause
        if len(clause) < 2:
            self._proved.add(clause)

    def _define(self, line: Line) -> None:
        self._graph.add(line.command, line.node, line.literals)
        if line.command == "s":
            self._follow(tuple(-child for child in line.literals), line.hints, self._of_the_graph)
        self._defined.append(line.number)
        self._defines.append(line.node)

    def _follow(
        self, literals: Clause, hints: Sequence[int], clause_of: Callable[[int], Clause | None]
    ) -> None:
        """Make sure that a clause follows: with its literals false each hint has one left, the last none."""
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

    def _any(self, number: int) -> Clause | None:
        if 0 < number <= len(self._formula):
            return self._formula[number - 1]
        followed = self._followed.get(number)
        return self._of_the_graph(number) if followed is None else followed

    def _of_the_graph(self, number: int) -> Clause | None:
        """A clause that defines a node, or follows from such alone.

        A Skolem node is true as far as these go: it only sets what nobody sees.
        """
        structural = self._structural.get(number)
        if structural is not None:
            return structural
        at = bisect_right(self._defined, number) - 1
        if at < 0:
            return None
        place, name = number - self._defined[at], self._defines[at]
        node = self._graph.nodes[name]
        if place > (0 if node.command == "t" else len(node.children)):
            return None
        match node.command, place:
            case "t", _:
                return (name,)
            case "p", 0:
                return (name, *[-child for child in node.children])
            case "p", _:
                return (-name, node.children[place - 1])
            case _, 0:
                return (-name, *node.children)
        return (name, -node.children[place - 1])

    def end(self, look_up: Callable[[], None]) -> int:
        """After the last line: that the root and the formula say the same, and the count.

        Raises
        ------
        ProofError
            When it was not shown.
        LimitReachedError
            From `look_up`.
        """
        if self._root is None:
            raise ProofError("no root was named")
        if self._root == 0:
            if () not in self._proved:
                raise ProofError("that the formula has no model was not shown")
            return 0
        if self._root not in self._graph.nodes:
            raise ProofError(f"the root {self._root} was not defined")
        node = self._graph.nodes[self._root]
        if (self._root,) not in self._proved and (node.command, node.children) != ("p", ()):
            raise ProofError(f"that the formula makes the root {self._root} true was not shown")
        at = self._graph.not_implied(self._root, self._formula, look_up)
        if at is not None:
            raise ProofError(f"clause {at + 1} of the formula does not follow from the root")
        return self._graph.count(self._root)


def _bytes(clause: Clause) -> int:
    return _CLAUSE_BYTES + 8 * len(clause)
