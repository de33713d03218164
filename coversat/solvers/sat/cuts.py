"""Cuts: clauses that models in several pieces break, for formulas with graphs.

A cut states: of two elements *a* and *z* that are both true, some element of a border that separates them is
true as well. Where the border is removed from the graph, *a* and *z* lie in different components. So a cut
follows from connectivity alone and is checked by one search in the graph; see `proofs.cuts`.

Where each piece has a size, a cut states that not all of some connected elements, which are too many, are
true; or that an element is false, or one of a border that leaves it too little room is true.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from ...base.registry import compiled
from ...problems.cnf.connectivity import Connectivity, Cut
from ...problems.cnf.rules import Clause, Cnf

Ends = tuple[int, int | None, tuple[int, ...]]
"""The *a*, *z* and border of a cut."""


class CutFinder:
    """Finds the cuts that a model of a formula's clauses breaks; none if its graphs are connected."""

    def __init__(self, problem: Cnf) -> None:
        self._graphs = problem.graphs
        # Of a piece, an element that is true in every model makes the strongest clause.
        units = {clause[0] for clause in problem.clauses if len(clause) == 1} if problem.graphs else set()
        self._certain = {
            number: [literal is not None and (not literal or literal in units) for literal in graph.literals]
            for number, graph in enumerate(problem.graphs)
            if graph.size is None
        }
        kernel = compiled(__package__, "_cuts_kernel")
        find = PlainGraph if kernel is None else kernel.Graph
        self._finders = {
            number: find(graph.literals, graph.neighbours, graph.roots, certain)
            for number, certain in self._certain.items()
            for graph in (problem.graphs[number],)
        }
        sized = {number: graph for number, graph in enumerate(problem.graphs) if graph.size is not None}
        self._areas = AreaFinder(sized, units) if sized else None

    def of(self, model: Collection[int]) -> list[Cut]:
        """At least one cut for each piece that is not connected with the rest, or has a wrong size."""
        found = [
            Cut(number, *ends)
            for number, finder in self._finders.items()
            if not any(literal in model for literal in self._graphs[number].unless)
            for ends in finder.cuts(model)
        ]
        if self._areas is not None:
            found += self._areas.cuts(model)
        return found

    def clause(self, cut: Cut) -> Clause:
        return self._graphs[cut.graph].clause_of(cut)

    def around_small_pieces(self) -> list[Cut]:
        """The cuts around every small set of elements of an area: what is true there goes on beyond it.

        They shorten long searches several times, since most models of the clauses alone have small pieces. A
        graph needs roots or an element that is true in every model.
        """
        return [
            Cut(number, *ends)
            for number, certain in self._certain.items()
            if all(self._graphs[number].literals)  # of a loop, the clauses at its points say this
            for ends in _small_pieces(self._graphs[number], certain)
        ]


SMALL = 3
"""The most elements of a small piece; with four there are three times as many cuts, for no gain."""


def _small_pieces(graph: Connectivity, certain: Sequence[bool]) -> Iterator[Ends]:
    """Each element of each small connected set without roots or the first certain element, and its border."""
    others = set(graph.roots or islice((at for at, is_certain in enumerate(certain) if is_certain), 1))
    z = None if graph.roots else next(iter(others), None)
    pieces = {frozenset((at,)) for at in range(len(certain)) if others and at not in others}
    for _ in range(SMALL):
        for piece in sorted(map(sorted, pieces)):
            border = tuple(sorted({near for at in piece for near in graph.neighbours[at]}.difference(piece)))
            if not any(certain[at] for at in border):
                yield from ((a, z, border) for a in piece)
        pieces = {
            piece | {near}
            for piece in pieces
            for at in piece
            for near in graph.neighbours[at]
            if near not in piece and near not in others
        }


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

    def cuts(self, model: Collection[int]) -> list[Ends]:
        return list(self._cuts(set(model)))

    def _cuts(self, model: Collection[int]) -> Iterator[Ends]:
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

    def _cut(self, true: Sequence[bool], piece: list[int], z: int | None) -> Ends:
        """The cut around a piece."""
        inside = set(self._graph.reached(piece, true.__getitem__))
        return self._chosen(piece), z, self._graph.border(inside, self._graph.roots if z is None else (z,))

    def _chosen(self, piece: list[int]) -> int:
        """An element of a piece that is true in every model if there is one, otherwise its first."""
        return next((at for at in piece if self._preferred[at]), piece[0])


MOST_STARTS = 6
"""The cuts of one piece that is too large."""


class AreaFinder:
    """Finds cuts of graphs whose pieces have a size; `units` are true in every model."""

    def __init__(self, graphs: Mapping[int, Connectivity], units: Collection[int]) -> None:
        self._graphs, self._units = graphs, units
        self._place = {
            literal: (number, at)
            for number, graph in graphs.items()
            for at, literal in enumerate(graph.literals)
            if literal
        }

    def cuts(self, model: Collection[int]) -> Iterator[Cut]:
        true: dict[int, list[int]] = {}
        for place in map(self._place.get, model):
            if place is not None:
                true.setdefault(place[0], []).append(place[1])
        for number in sorted(true):
            graph = self._graphs[number]
            size = graph.size or 0
            if graph.unless and any(literal in model for literal in graph.unless):
                continue
            left = set(true[number])
            for start in sorted(left):
                if start not in left:
                    continue
                piece = graph.reached((start,), left.__contains__)
                if len(piece) < size:
                    yield Cut(number, *self._without_room(graph, size, piece, true[number]))
                elif len(piece) > size:
                    for ends in self._too_large(graph, size, piece):
                        yield Cut(number, *ends)
                left.difference_update(piece)

    def _is_certain(self, graph: Connectivity, at: int) -> bool:
        return graph.literals[at] in self._units

    def _without_room(self, graph: Connectivity, size: int, piece: list[int], true: Collection[int]) -> Ends:
        """A piece that is too small and its border; with more elements where the border does not grow."""
        inside, elsewhere = set(piece), set(true)
        border = {other for at in piece for other in graph.neighbours[at]} - inside
        while len(inside) < size - 1:
            for at in sorted(border):
                new = set(graph.neighbours[at]) - inside - border
                if len(new) < 2 and new.isdisjoint(elsewhere):
                    inside.add(at)
                    border = border - {at} | new
                    break
            else:
                break
        a = next((at for at in piece if self._is_certain(graph, at)), min(piece))
        return a, None, tuple(sorted(border))

    def _too_large(self, graph: Connectivity, size: int, piece: list[int]) -> Iterator[Ends]:
        """Connected parts of a piece, one element too large; elements that are certain make them strong."""
        inside = set(piece)
        certain = {at for at in piece if self._is_certain(graph, at)}
        found = set()
        for start in islice(sorted(certain) or piece, MOST_STARTS):
            part, beside = {start: None}, dict.fromkeys(graph.neighbours[start])
            while len(part) <= size:
                candidates = [at for at in beside if at in inside and at not in part]
                at = next((at for at in candidates if at in certain), candidates[0])
                part[at] = None
                beside |= dict.fromkeys(graph.neighbours[at])
            found.add(tuple(sorted(part)))
        return ((a, z, tuple(others)) for a, z, *others in sorted(found))
