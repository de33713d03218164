"""Connectivity as a condition on the models of a formula, beside its clauses.

No clauses state connectivity both briefly and so that unit propagation finds every consequence. Instead a
formula may have graphs: a model is an answer only if its true elements are connected. Solvers add a *cut*, a
clause, for each model in several pieces: if element *a* is true, *z* is true and all elements of a border
between them are false, then *a* and *z* are not connected. Where each piece has a given size, cuts exclude
pieces that are too large, and pieces without room.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import islice
from typing import NamedTuple

from .clauses import Clause

CERTAIN = 0
"""As a literal of an element: it is true in every model."""


class Cut(NamedTuple):
    """A consequence of one graph, which `Connectivity.clause_of` states as a clause.

    * graph: the position of the graph.
    * a: an element.
    * z: another element; None if the border separates `a` from all roots, or leaves it too little room.
    * border: the elements of which one is true if `a` and `z` are.  Where pieces have a size, with `z`: those
      that are too many with `a` and `z`.
    """

    graph: int
    a: int
    z: int | None
    border: tuple[int, ...]


class Connectivity(NamedTuple):
    """The true elements of a graph are connected through true elements.

    * label: the rule, in words a person would use.
    * literals: for each element the literal that is true if the element is; `CERTAIN`; or None for one that
      others are connected through and that need not be connected itself.
    * neighbours: for each element the positions of its neighbours.
    * roots: positions.  If there are any, each true element is connected with at least one of those that are
      true; otherwise all are connected with each other.
    * unless: literals: if one of them is true, nothing is required.
    * size: something else is required instead, without roots: each piece of true elements has this many.
    """

    label: str
    literals: tuple[int | None, ...]
    neighbours: tuple[tuple[int, ...], ...]
    roots: tuple[int, ...] = ()
    unless: tuple[int, ...] = ()
    size: int | None = None

    def renumbered(self, number: Callable[[int], int]) -> Connectivity:
        """The same graph in other variables; `number` returns the new literal for a literal."""
        literals = tuple(number(literal) if literal else literal for literal in self.literals)
        return self._replace(literals=literals, unless=tuple(map(number, self.unless)))

    def true_elements(self, model: Collection[int]) -> list[bool]:
        """Whether each element is true, or one that others pass through.

        Variables that a model leaves out are false.
        """
        return [
            not literal or (literal in model if literal > 0 else -literal not in model)
            for literal in self.literals
        ]

    def pieces(self, model: Collection[int]) -> list[list[int]]:
        """The connected pieces of elements that are true in a model; the positions of each."""
        true = self.true_elements(model)
        found = []
        for start, literal in enumerate(self.literals):
            if true[start] and literal is not None:
                reached = self.reached((start,), true.__getitem__)
                for at in reached:
                    true[at] = False
                found.append([at for at in reached if self.literals[at] is not None])
        return found

    def implied(self, known: Collection[int]) -> Iterator[int]:
        """Literals that are true because elements are cut off by false ones, if these literals are known.

        Each is the negation of an element's literal; that may be known to be true, which is a contradiction.
        """
        if not all(-literal in known for literal in self.unless):
            return
        possible = [not literal or -literal not in known for literal in self.literals]
        if self.size is not None:
            yield from self._implied_by_size(possible, known)
            return
        starts = [at for at in self.roots if possible[at]]
        if not self.roots:
            true = (at for at, literal in enumerate(self.literals) if literal == CERTAIN or literal in known)
            starts = list(islice(true, 1))
        if starts or self.roots:
            reached = set(self.reached(starts, possible.__getitem__))
            for at, literal in enumerate(self.literals):
                if literal and at not in reached and -literal not in known:
                    yield -literal

    def _implied_by_size(self, possible: list[bool], known: Collection[int]) -> Iterator[int]:
        """Elements without room for a piece are false, and so are those beside a complete piece."""
        assert self.size is not None
        true = [literal in known for literal in self.literals]
        for passable in (possible, true):
            left = list(passable)
            for start, open_ in enumerate(passable):
                if not open_ or not left[start]:
                    continue
                piece = self.reached((start,), passable.__getitem__)
                for at in piece:
                    left[at] = False
                excluded: Collection[int] = ()
                if passable is possible and len(piece) < self.size:
                    excluded = piece
                elif passable is true and len(piece) >= self.size:
                    beside = {other for at in piece for other in self.neighbours[at]} - set(piece)
                    excluded = piece if len(piece) > self.size else sorted(beside)
                yield from (-one for at in excluded if (one := self.literals[at]) and -one not in known)

    def clause_of(self, cut: Cut) -> Clause:
        """The clause of a cut of this graph: not `a`, or not `z`, or an element of the border.

        Where pieces have a size, it is: not `a`, or an element of the border, which leaves too little room
        for `a`; or, if there is `z`, not all of `a`, `z` and the others, which are connected and too many.
        """
        others = [literal for at in cut.border if (literal := self.literals[at])]
        if self.size is not None and cut.z is not None:
            others = [-literal for literal in others]
        ends = [-literal for at in (cut.a, cut.z) if at is not None and (literal := self.literals[at])]
        return tuple(dict.fromkeys((*ends, *others, *self.unless)))

    def reached(self, starts: Collection[int], passable: Callable[[int], bool]) -> list[int]:
        """The elements that are connected with the starts through passable ones, the nearest first."""
        reached = list(starts)
        seen = set(reached)
        for at in reached:  # grows meanwhile
            for other in self.neighbours[at]:
                if other not in seen and passable(other):
                    seen.add(other)
                    reached.append(other)
        return reached

    def border(self, inside: Collection[int], other_side: Collection[int]) -> tuple[int, ...]:
        """Of the elements around connected ones, those that what is connected with the other side touches."""
        around = {other for at in inside for other in self.neighbours[at]}.difference(inside)
        outside = self.reached([at for at in other_side if at not in around], lambda at: at not in around)
        touched = {other for at in outside for other in self.neighbours[at] if other in around}
        return tuple(sorted(touched | around.intersection(other_side)))

    def loose_pieces(self, model: Collection[int]) -> Iterator[list[int]]:
        """The pieces that are not connected with a root or, without roots, all but the largest.

        Of pieces with a size, those that have another one. None if nothing is required of this model.
        """
        if any(literal in model for literal in self.unless):
            return iter(())
        pieces = self.pieces(model)
        if self.size is not None:
            return (piece for piece in pieces if len(piece) != self.size)
        if self.roots:
            roots = set(self.roots)
            return (piece for piece in pieces if roots.isdisjoint(piece))
        return iter(sorted(pieces, key=len)[:-1])
