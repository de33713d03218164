"""What connectivity alone implies, for the search of steps: which elements are cut off, and which connect.

Of areas with a size: which elements have no room or would make an area too large, and which an area needs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from ...base.grouping import grouped
from ...problems.cnf.connectivity import Cut
from ...problems.cnf.rules import Clause
from ...reductions.rule_clauses import RuleClauses


class GraphRule:
    """The connectivity of one graph, whose elements are true, false or open."""

    def __init__(self, formula: RuleClauses, number: int) -> None:
        self._graph = formula.graphs[number]
        self.number = number
        self.rule = formula.labels.index(self._graph.label)
        used = (*self._graph.literals, *self._graph.unless)
        self.variables = frozenset(abs(literal) for literal in used if literal)
        self._elements = grouped((x, at) for at, x in enumerate(self._graph.literals) if x)

    def clause(self, cut: Cut) -> Clause:
        return self._graph.clause_of(cut)

    def _is_required(self, held: Collection[int]) -> bool:
        return all(-literal in held for literal in self._graph.unless)

    def consequences(self, held: Collection[int]) -> Iterator[tuple[tuple[int, ...], tuple[Cut, ...]]]:
        """Literals of elements, with the separations that imply them; no literals for a contradiction."""
        literals = self._graph.literals
        possible = self._possible(held)
        true = self._true(held) if self._is_required(held) else []
        if not true:
            return
        z = None if self._graph.roots else true[0]
        done = self._reached(z, possible)
        if (lost := next((at for at in true if at not in done), None)) is not None:
            yield (), (self._cut(lost, z, possible),)
            return
        for start, literal in enumerate(literals):
            if start in done or not possible[start] or literal is None:
                continue
            piece = sorted(self._graph.reached((start,), possible.__getitem__))
            done.update(piece)
            # The same border is between each of these and the rest.
            cut = self._cut(start, z, possible)
            shown = [(at, literal) for at in piece if (literal := literals[at]) is not None]
            yield tuple(-literal for _, literal in shown), tuple(cut._replace(a=at) for at, _ in shown)
        for at, lost in self._connecting(self._starts(z), possible, set(true)):
            literal = literals[at]
            if literal and literal not in held:
                yield (literal,), (self._cut(lost, z, [*possible[:at], False, *possible[at + 1 :]]),)

    def is_broken(self, held: Collection[int], new: Collection[int]) -> bool:
        """Whether new literals break a graph that `PlainUnits.disconnected` gives."""
        return True

    def broken(self, held: Collection[int], new: Collection[int]) -> tuple[Cut, ...]:
        """Cuts of true elements, to which new literals lead; two have different borders."""
        if not self._is_required(held):
            return ()
        possible, true = self._possible(held), self._true(held)
        if not true:
            return ()
        z = None if self._graph.roots else true[0]
        reached = self._reached(z, possible)
        lost = next((at for at in true if at not in reached), None)
        if lost is None:
            return ()
        cut = self._cut(lost, z, possible)
        return (cut,) if z is None else (cut, self._cut(z, lost, possible))

    def _starts(self, z: int | None) -> Sequence[int]:
        return self._graph.roots if z is None else (z,)

    def _possible(self, held: Collection[int]) -> list[bool]:
        """Whether each element is true or open, or one that others pass through."""
        return [-(literal or 0) not in held for literal in self._graph.literals]

    def _true(self, held: Collection[int]) -> list[int]:
        return [at for at, literal in enumerate(self._graph.literals) if literal == 0 or literal in held]

    def _reached(self, z: int | None, possible: Sequence[bool]) -> set[int]:
        """What is connected with `z`, or with the roots."""
        starts = [at for at in self._starts(z) if possible[at]]
        return set(self._graph.reached(starts, possible.__getitem__))

    def _cut(self, a: int, z: int | None, possible: Sequence[bool]) -> Cut:
        """The border around an element, as far as the other side touches it."""
        inside = set(self._graph.reached((a,), possible.__getitem__))
        return Cut(self.number, a, z, self._graph.border(inside, self._starts(z)))

    def _connecting(
        self, starts: Sequence[int], possible: Sequence[bool], true: Collection[int]
    ) -> Iterator[tuple[int, int]]:
        """Elements without which a true one is separated from all starts, and that one.

        One depth-first search for articulation points (Tarjan, 1972), from a point beside all starts.
        """
        neighbours = self._graph.neighbours
        count = len(neighbours)
        depth, low = [0] * (count + 1), [0] * (count + 1)
        below: list[int | None] = [at if at in true else None for at in range(count)] + [None]
        found: dict[int, int] = {}
        is_start = set(starts)
        depth[count] = low[count] = order = 1
        path = [(count, iter(starts))]
        while path:
            at, left = path[-1]
            for other in left:
                if not possible[other]:
                    continue
                if depth[other]:
                    low[at] = min(low[at], depth[other])
                    continue
                order += 1
                depth[other] = order
                low[other] = 1 if other in is_start else order
                path.append((other, iter(neighbours[other])))
                break
            else:
                path.pop()
                if not path:
                    break
                parent = path[-1][0]
                low[parent] = min(low[parent], low[at])
                if below[at] is not None:
                    if low[at] >= depth[parent] and parent != count:
                        found.setdefault(parent, below[at] or 0)
                    if below[parent] is None:
                        below[parent] = below[at]
        return iter(sorted(found.items()))


class AreaRule(GraphRule):
    """The sizes of the areas of one graph."""

    def __init__(self, formula: RuleClauses, number: int) -> None:
        super().__init__(formula, number)
        assert self._graph.size is not None
        self._size = self._graph.size

    def consequences(self, held: Collection[int]) -> Iterator[tuple[tuple[int, ...], tuple[Cut, ...]]]:
        if not self._is_required(held):
            return
        literals, possible, is_true = self._graph.literals, self._possible(held), self._is_true(held)
        done: set[int] = set()
        for start in range(len(literals)):
            if start in done or not possible[start]:
                continue
            room = self._graph.reached((start,), possible.__getitem__)
            done.update(room)
            if len(room) < self._size:
                cuts = [self._without_room(at, room) for at in room]
                true = next((cut for cut in cuts if is_true[cut.a]), None)
                if true is not None:
                    yield (), (true,)
                    return
                yield tuple(-(literals[at] or 0) for at in room), tuple(cuts)
        done.clear()
        for start, literal in enumerate(literals):
            if start in done or literal in held or not possible[start]:
                continue
            together = self._graph.reached((start,), lambda at, new=start: at == new or is_true[at])  # type: ignore[misc]
            if len(together) > self._size:
                yield (-(literal or 0),), (self._too_large(together),)
        for start in range(len(literals)):
            if start in done or not is_true[start]:
                continue
            piece = self._graph.reached((start,), is_true.__getitem__)
            done.update(piece)
            if len(piece) > self._size:
                yield (), (self._too_large(piece),)
                return
            yield from self._needed(piece, held)

    def _needed(
        self, piece: Sequence[int], held: Collection[int]
    ) -> Iterator[tuple[tuple[int, ...], tuple[Cut, ...]]]:
        """Elements without which a piece that is too small has no room."""
        possible = self._possible(held)
        for at in self._graph.reached(piece, possible.__getitem__) if len(piece) < self._size else ():
            literal = self._graph.literals[at] or 0
            if literal not in held:
                room = self._graph.reached(piece[:1], lambda one, gone=at: one != gone and possible[one])  # type: ignore[misc]
                if len(room) < self._size:
                    yield (literal,), (self._without_room(piece[0], room),)

    def is_broken(self, held: Collection[int], new: Collection[int]) -> bool:
        return bool(self.broken(held, new))

    def broken(self, held: Collection[int], new: Collection[int]) -> tuple[Cut, ...]:
        own = [literal for literal in new if abs(literal) in self.variables]
        if not own or not self._is_required(held):
            return ()
        possible, is_true = self._possible(held), self._is_true(held)
        for literal in own:
            for at in self._elements.get(literal, ()):
                piece = self._graph.reached((at,), is_true.__getitem__)
                if len(piece) > self._size:
                    return (self._too_large(piece),)
            near = dict.fromkeys(self._elements.get(literal, ()))
            for at in self._elements.get(-literal, ()):
                near |= dict.fromkeys(other for other in self._graph.neighbours[at] if possible[other])
            for start in near:
                room = self._graph.reached((start,), possible.__getitem__)
                true = next((at for at in room if is_true[at]), None) if len(room) < self._size else None
                if true is not None:
                    return (self._without_room(true, room),)
        return ()

    def _is_true(self, held: Collection[int]) -> list[bool]:
        return [literal in held for literal in self._graph.literals]

    def _without_room(self, a: int, room: Collection[int]) -> Cut:
        """The border around all that an element is connected with."""
        border = {other for at in room for other in self._graph.neighbours[at]}.difference(room)
        return Cut(self.number, a, None, tuple(sorted(border)))

    def _too_large(self, piece: Sequence[int]) -> Cut:
        """The first elements of a connected piece, one more than its size."""
        a, z, *others = islice(piece, self._size + 1)
        return Cut(self.number, a, z, tuple(others))


def graph_rule(formula: RuleClauses, number: int) -> GraphRule:
    """The rule of one graph."""
    return (GraphRule if formula.graphs[number].size is None else AreaRule)(formula, number)
