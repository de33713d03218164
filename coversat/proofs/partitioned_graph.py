"""A partitioned-operation graph: its structure, and what it counts.

A product's children have no variable in common, and a sum's are never true together (which is proved
elsewhere); so that models are counted by multiplying and adding.  No child is negated but a variable.  A
Skolem node sets variables that the projection does not show, in one way, and counts as one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .verification import ProofError

MOST_BYTES = 2**31
"""The memory of the sets of variables below the nodes; a graph that needs more is refused."""
_NODE_BYTES = 200


class Node(NamedTuple):
    """A node.

    Attributes
    ----------
    below : int
        The variables below it, as a bit set.
    models : int
        How many values of the shown ones among them make it true.
    """

    below: int
    models: int


class PartitionedGraph:
    """Nodes by their numbers, children first.

    Parameters
    ----------
    variable_count : int
    shown : iterable of int
        The variables of the projection.
    """

    def __init__(self, variable_count: int, shown: Iterable[int]) -> None:
        self.variable_count = variable_count
        self._shown = self._variables(shown)
        self.nodes: dict[int, Node] = {}
        self._bytes = 0
        self._same: dict[int, int] = {}
        """The sets of variables, of which many are equal."""

    def _variables(self, variables: Iterable[int]) -> int:
        bits = bytearray(self.variable_count // 8 + 1)
        for variable in variables:
            bits[variable >> 3] |= 1 << (variable & 7)
        return int.from_bytes(bits, "little")

    def add(self, command: str, number: int, children: tuple[int, ...]) -> None:
        """One node more.

        Raises
        ------
        ProofError
            When it breaks the structure.
        """
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
        """The variables among the children of a node, and the nodes."""
        nodes, own = [], []
        for child in children:
            if abs(child) <= self.variable_count:
                own.append(abs(child))
            elif command == "t":
                raise ProofError(f"Skolem node {number} has child {child}, which is no literal")
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
        """The models of a sum: what a child says nothing of is free there."""
        over = (below & self._shown).bit_count()
        total = 0
        for child in children:
            node = self.nodes.get(child)
            models, of = (1, 1) if node is None else (node.models, (node.below & self._shown).bit_count())
            total += models << over - of
        return total

    def count(self, root: int) -> int:
        """How many values of the shown variables make a node true."""
        node = self.nodes[root]
        return node.models << (self._shown & ~node.below).bit_count()

    def is_true(self, number: int) -> bool:
        """Whether a node is a product of nothing."""
        return not self.nodes[number].below
