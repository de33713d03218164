"""Cuts: clauses that models in several pieces break, for formulas with graphs.

A cut says: of two elements *a* and *z* that are both true, some element of a border that separates them is
true as well. Where the border is removed from the graph, *a* and *z* lie in different components. So a cut
follows from connectivity alone and is checked by one search in the graph; see `proofs.cuts`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from ..kinds.cnf.connectivity import Connectivity
from ..kinds.cnf.rules import Clause, Cnf, Model


class Cut(NamedTuple):
    """A clause that follows from one graph of a formula.

    Attributes
    ----------
    graph : int
        The position of the graph.
    a : int
        An element.
    z : int or None
        Another element; None if the border separates `a` from all roots.
    border : tuple of int
        The elements of which one is true if `a` and `z` are.
    clause : tuple of literals
    """

    graph: int
    a: int
    z: int | None
    border: tuple[int, ...]
    clause: Clause


class CutFinder:
    """Finds the cuts that a model of a formula's clauses breaks; none if its graphs are connected."""

    def __init__(self, problem: Cnf) -> None:
        self._graphs = problem.graphs
        # Of a piece, an element that is true anyway makes the strongest clause.
        self._units: frozenset[int] = frozenset()
        if problem.graphs:
            self._units = frozenset(clause[0] for clause in problem.clauses if len(clause) == 1)

    def of(self, model: Model) -> list[Cut]:
        """At least one cut for each piece that is not connected with the rest."""
        true = frozenset(model)
        return [
            cut for number, graph in enumerate(self._graphs) for cut in self._cuts_of(number, graph, true)
        ]

    def _cuts_of(self, number: int, graph: Connectivity, model: Collection[int]) -> Iterator[Cut]:
        pieces = graph.pieces(model)
        if graph.roots:
            roots = set(graph.roots)
            for piece in pieces:
                if roots.isdisjoint(piece):
                    yield self._cut(number, graph, model, piece, None)
        elif len(pieces) > 1:
            pieces.sort(key=len)
            z = self._chosen(graph, pieces[-1])
            for piece in pieces[:-1]:
                yield self._cut(number, graph, model, piece, z)

    def _cut(
        self, number: int, graph: Connectivity, model: Collection[int], piece: list[int], z: int | None
    ) -> Cut:
        """The cut around a piece; its border is the part that the other side touches."""
        literals, neighbours = graph.literals, graph.neighbours
        inside = set(graph.reached(piece, lambda at: not literals[at] or literals[at] in model))
        border = {other for at in inside for other in neighbours[at] if other not in inside}
        other_side = graph.roots if z is None else (z,)
        outside = graph.reached([at for at in other_side if at not in border], lambda at: at not in border)
        touched = {other for at in outside for other in neighbours[at] if other in border}
        touched.update(at for at in other_side if at in border)
        a = self._chosen(graph, piece)
        shown = tuple(sorted(touched))
        clause = [-literal for at in (a, z) if at is not None and (literal := literals[at])]
        clause += [literal for at in shown if (literal := literals[at])]
        return Cut(number, a, z, shown, tuple(dict.fromkeys(clause)))

    def _chosen(self, graph: Connectivity, piece: list[int]) -> int:
        """An element of a piece, true in every model if there is one."""
        literals = graph.literals
        return next((at for at in piece if not literals[at] or literals[at] in self._units), piece[0])
