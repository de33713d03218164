"""Cuts: clauses that models in several pieces break, for formulas with graphs.

A cut says: of two elements *a* and *z* that are both true, some element of a border that separates them is
true as well. Where the border is removed from the graph, *a* and *z* lie in different components. So a cut
follows from connectivity alone and is checked by one search in the graph; see `proofs.cuts`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..kinds.cnf.connectivity import Connectivity
from ..kinds.cnf.rules import Clause, Cnf
from ..registry import compiled

Separation = tuple[int, int | None, tuple[int, ...]]
"""An element, another one (None for all roots), and a border that separates them."""


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
        # Of a piece, an element that is true in every model makes the strongest clause.
        units = {clause[0] for clause in problem.clauses if len(clause) == 1} if problem.graphs else set()
        kernel = compiled(__package__, "_cuts_kernel")
        find = PlainGraph if kernel is None else kernel.Graph
        self._finders = [
            find(
                graph.literals,
                graph.neighbours,
                graph.roots,
                [literal is not None and (not literal or literal in units) for literal in graph.literals],
            )
            for graph in problem.graphs
        ]

    def of(self, model: Collection[int]) -> list[Cut]:
        """At least one cut for each piece that is not connected with the rest."""
        return [
            Cut(number, a, z, border, _clause(self._graphs[number], a, z, border))
            for number, finder in enumerate(self._finders)
            if not any(literal in model for literal in self._graphs[number].unless)
            for a, z, border in finder.cuts(model)
        ]


def _clause(graph: Connectivity, a: int, z: int | None, border: Iterable[int]) -> Clause:
    clause = [-literal for at in (a, z) if at is not None and (literal := graph.literals[at])]
    clause += [literal for at in border if (literal := graph.literals[at])]
    clause += graph.unless
    return tuple(dict.fromkeys(clause))


class PlainGraph:
    """Finds cuts of one graph; `preferred` elements are true in every model. In Python."""

    def __init__(
        self,
        literals: Sequence[int | None],
        neighbours: Sequence[Sequence[int]],
        roots: Sequence[int],
        preferred: Sequence[bool],
    ) -> None:
        self._graph = Connectivity("", tuple(literals), tuple(map(tuple, neighbours)), tuple(roots))
        self._preferred = preferred

    def cuts(self, model: Collection[int]) -> list[Separation]:
        return list(self._cuts(set(model)))

    def _cuts(self, model: Collection[int]) -> Iterator[Separation]:
        graph = self._graph
        true = graph.true_elements(model)
        pieces = graph.pieces(model)
        if graph.roots:
            for piece in pieces:
                if set(graph.roots).isdisjoint(piece):
                    yield self._cut(true, piece, None)
        elif len(pieces) > 1:
            pieces.sort(key=len)
            z = self._chosen(pieces[-1])
            for piece in pieces[:-1]:
                yield self._cut(true, piece, z)

    def _cut(self, true: Sequence[bool], piece: list[int], z: int | None) -> Separation:
        """The cut around a piece; its border is the part that the other side touches."""
        neighbours = self._graph.neighbours
        inside = set(self._graph.reached(piece, true.__getitem__))
        border = {other for at in inside for other in neighbours[at] if other not in inside}
        other_side = self._graph.roots if z is None else (z,)
        starts = [at for at in other_side if at not in border]
        outside = self._graph.reached(starts, lambda at: at not in border)
        touched = {other for at in outside for other in neighbours[at] if other in border}
        touched.update(at for at in other_side if at in border)
        return self._chosen(piece), z, tuple(sorted(touched))

    def _chosen(self, piece: list[int]) -> int:
        """An element of a piece that is true in every model if there is one, otherwise its first."""
        return next((at for at in piece if self._preferred[at]), piece[0])
