"""Checking CPOG and SCPOG: a graph that has the models of a formula, and so counts them.

- Structure: the children of a product share no variable, and those of a sum are never true together (which
  the hints of the sum show), so that models are counted by multiplying and adding.  Only variables are
  negated.  A Skolem node sets variables outside the projection in one way, and counts as one.
- Forward: if the formula is true, so is the root, by clauses each of which follows by unit propagation.
- Reverse: each clause of the formula follows from the root.

The clauses of the formula are numbered from 1.

References
----------
Bryant, Nawrocki, Avigad and Heule, "Certified knowledge compilation with application to formally verified
model counting", JAIR 2025; with a projection: Bryant, Tan and Heule, "Certifying projected knowledge
compilation", 2025.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..base.deadline import NEVER, Deadline
from ..base.errors import LimitReachedError
from ..problems.cnf.rules import Clause, Cnf
from .cpog_file import Line, line_reader
from .hinted_clauses import hinted_clauses
from .verification import MOST_VARIABLES, ProofError, Source, Verification, pieces

MOST_BYTES = 2**31
"""The memory limit of the sets of variables below the nodes, in bytes."""
_NODE_BYTES = 200


class Node(NamedTuple):
    """A node.

    * below: the variables below it, as a bit set.
    * models: the number of assignments of the shown ones among them that make it true.
    """

    below: int
    models: int


class PartitionedGraph:
    """Nodes by their numbers, children first.

    * shown: the variables of the projection.
    """

    def __init__(self, variable_count: int, shown: Iterable[int]) -> None:
        self.variable_count = variable_count
        self._shown = self._variables(shown)
        self.nodes: dict[int, Node] = {}
        self._bytes = 0
        self._same: dict[int, int] = {}
        """The sets of variables, many of which are equal."""

    def _variables(self, variables: Iterable[int]) -> int:
        bits = bytearray(self.variable_count // 8 + 1)
        for variable in variables:
            bits[variable >> 3] |= 1 << (variable & 7)
        return int.from_bytes(bits, "little")

    def add(self, command: str, number: int, children: tuple[int, ...]) -> None:
        """Add a node. Raise `ProofError` if it breaks the structure."""
        if number <= self.variable_count:
            raise ProofError(f"node {number} is not above the {self.variable_count} variables")
        if number in self.nodes:
            raise ProofError(f"there is a node {number} already")
        own, nodes = self._children(command, number, children)
        below, models = own, 1
        for node in nodes:
            if command == "p" and below & node.below:
                shared = (below & node.below).bit_length() - 1
                raise ProofError(f"two children of product {number} speak of variable {shared}")
            below |= node.below
            models *= node.models
        if command == "s":
            models = self._added(children, below)
        kept = self._same.setdefault(below, below)
        self._bytes += _NODE_BYTES + models.bit_length() // 8
        if kept is below:
            self._bytes += below.bit_length() // 8
        if self._bytes > MOST_BYTES:
            raise ProofError(f"the graph needs more than {MOST_BYTES} bytes")
        self.nodes[number] = Node(kept, models)

    def _children(self, command: str, number: int, children: tuple[int, ...]) -> tuple[int, list[Node]]:
        nodes, own = [], []
        for child in children:
            if abs(child) <= self.variable_count:
                own.append(abs(child))
            elif command == "t":
                raise ProofError(f"Skolem node {number} has child {child}, which is not a literal")
            elif child not in self.nodes:
                what = "is negated" if -child in self.nodes else "was not defined"
                raise ProofError(f"child {child} of node {number} {what}")
            else:
                nodes.append(self.nodes[child])
        variables = self._variables(own)
        if command != "s" and variables.bit_count() < len(own):
            raise ProofError(f"two children of node {number} are literals of the same variable")
        if variables & (self._shown if command == "t" else ~self._shown):
            how = "shows" if command == "t" else "does not show"
            raise ProofError(f"node {number} has a literal that the projection {how}")
        return variables, nodes

    def _added(self, children: tuple[int, ...], below: int) -> int:
        """The models of a sum: variables that a child does not mention are free there."""
        over = (below & self._shown).bit_count()
        total = 0
        for child in children:
            node = self.nodes.get(child)
            models, of = (1, 1) if node is None else (node.models, (node.below & self._shown).bit_count())
            total += models << over - of
        return total

    def count(self, root: int) -> int:
        """The number of assignments of the shown variables that make a node true."""
        node = self.nodes[root]
        return node.models << (self._shown & ~node.below).bit_count()

    def is_true(self, number: int) -> bool:
        return not self.nodes[number].below


@dataclass(frozen=True)
class CountVerification(Verification):
    """The result of a check of a count; steps are lines.

    * count: the number of models of the formula, by its projection; None unless accepted.
    """

    count: int | None = None


def check_cpog(cnf: Cnf, proof: Source, deadline: Deadline = NEVER) -> CountVerification:
    """Count the models of `cnf` by a proof (CPOG or SCPOG as text, with hints).

    Malformed proofs are refused. Unknown if the deadline comes first.
    """
    if cnf.variable_count > MOST_VARIABLES:
        return CountVerification(False, 0, None, f"the formula has more than {MOST_VARIABLES} variables")
    at, ended = 0, False
    try:
        check = _Check(cnf)
        read_line = line_reader()
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
    """The formula, the graph and the derived clauses while the lines of a proof are read."""

    def __init__(self, cnf: Cnf) -> None:
        self._graph = PartitionedGraph(cnf.variable_count, cnf.shown_variables)
        self._formula: Sequence[Clause] = tuple(cnf.clauses)
        self._clauses = hinted_clauses(cnf.variable_count, self._formula)
        self._newest = len(self._formula)
        self._root: int | None = None
        self._proved: set[Clause] = set()
        """The derived clauses with at most one literal."""

    def take(self, line: Line) -> None:
        """Check one line. Raise `ProofError` if it is wrong."""
        if line.number:
            last = line.number + (len(line.literals) if line.node else 0)
            if line.number <= self._newest:
                raise ProofError(f"number {line.number} is not above {self._newest}, the newest")
            self._newest = last
        match line.command:
            case "r":
                if self._root is not None:
                    raise ProofError("a second root")
                self._root = line.node
            case "D":
                for number in line.literals:
                    self._clauses.delete(number)
            case "a" | "as":
                self._clauses.add(line.number, line.literals, line.hints, line.command == "as")
                if line.command == "a" and len(line.literals) < 2:
                    self._proved.add(line.literals)
            case _:
                self._graph.add(line.command, line.node, line.literals)
                self._clauses.define(line.number, line.command, line.node, line.literals, line.hints)

    def end(self, look_up: Callable[[], None]) -> int:
        """After the last line, check that the root is equivalent to the formula; return the count.

        Raise `ProofError` if this was not shown. Raise `LimitReachedError` from `look_up`.
        """
        if self._root is None:
            raise ProofError("no root was named")
        if self._root == 0:
            if () not in self._proved:
                raise ProofError("that the formula has no model was not shown")
            return 0
        if self._root not in self._graph.nodes:
            raise ProofError(f"the root {self._root} was not defined")
        if (self._root,) not in self._proved and not self._graph.is_true(self._root):
            raise ProofError(f"that the formula makes the root {self._root} true was not shown")
        at = self._clauses.not_implied(self._root, look_up)
        if at is not None:
            raise ProofError(f"clause {at + 1} of the formula does not follow from the root")
        return self._graph.count(self._root)
