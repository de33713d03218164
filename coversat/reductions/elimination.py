"""Connectivity by vertex elimination: a short formula whose variables the elements determine.

Vertices are eliminated in a fixed order. What two of them were joined through an eliminated one is kept as a
variable for both, so that a true vertex, when it is eliminated, must be joined with a later one, unless none
is true. `docs/loops.md` has a proof that the models are the answers.

Rankooh and Rintanen, "Propositional encodings of acyclicity and reachability by using vertex elimination"
(AAAI 2022), have this for directed graphs and for what is reached from one vertex.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import combinations

from ..problems.cnf.connectivity import Connectivity
from .cnf_builder import NEVER, CnfBuilder, add_clauses
from .distances import connect_by_distances
from .joined import Joined, Pair, conjunction, disjunction, joined

MOST_TRIANGLES = 250_000
"""A vertex and two later neighbours of it take about four clauses: this many are the longest formula."""

Order = Sequence[tuple[int, Sequence[int]]]
"""The vertices in the order of elimination, each with the later ones that it is or becomes a neighbour of."""


def add_eliminated(formula: CnfBuilder, graph: Connectivity) -> None:
    """Connect the true elements by vertex elimination; those of too large a graph by distances."""
    vertices = joined(formula, graph)
    order = elimination_order(len(vertices.true), frozenset(vertices.links), vertices.root)
    if order is None:
        connect_by_distances(formula, vertices)
    else:
        _connect(formula, vertices, order)


def _connect(formula: CnfBuilder, graph: Joined, order: Order) -> None:
    later = [NEVER]  # whether a vertex from a position on is true; the last position first
    for vertex, _ in reversed(order):
        later.append(disjunction(formula, (graph.true[vertex], later[-1])))
    later.pop()
    for vertex, joins in eliminated(formula, order, graph.links, graph.implied):
        add_clauses(formula, [(-graph.true[vertex], -later.pop(), *joins.values())])


def eliminated(
    formula: CnfBuilder, order: Order, links: Mapping[Pair, int], final: Collection[Pair]
) -> Iterator[tuple[int, dict[int, int]]]:
    """Each vertex in the order, and for each later neighbour a literal that says that they are joined.

    They are by a link, or by a path of links whose inner vertices were eliminated before. To `final` pairs no
    path adds anything.
    """
    ways = {pair: [literal] for pair, literal in links.items()}
    for vertex, near in order:
        joins = {
            other: disjunction(formula, ways.pop((min(vertex, other), max(vertex, other)), ()))
            for other in near
        }
        yield vertex, joins
        for one, other in combinations(near, 2):
            if (one, other) not in final:
                through = conjunction(formula, (joins[one], joins[other]))
                ways.setdefault((one, other), []).append(through)


@lru_cache(maxsize=64)
def elimination_order(count: int, links: frozenset[Pair], last: int | None = None) -> Order | None:
    """An order in which always a vertex with least fill is next; of these one with fewest neighbours.

    Boards of one size share it. The fill of a vertex are the pairs of its neighbours that are not neighbours.
    None if there are more than `MOST_TRIANGLES`.
    """
    near = [0] * count  # as bits
    for a, b in links:
        near[a] |= 1 << b
        near[b] |= 1 << a
    fill = [_missing(near, members) for members in near]
    waiting = [(fill[at], near[at].bit_count(), at) for at in range(count) if at != last]
    heapify(waiting)
    done: dict[int, tuple[int, ...]] = {}
    triangles = 0
    while waiting:
        *known, vertex = heappop(waiting)
        if vertex in done or known != [fill[vertex], near[vertex].bit_count()]:
            continue
        done[vertex] = those = _members(near[vertex])
        triangles += len(those) * (len(those) - 1) // 2
        if triangles > MOST_TRIANGLES:
            return None
        changed = {*those}
        for a, b in combinations(those, 2):
            if not near[a] >> b & 1:
                changed.update(commons := _members(near[a] & near[b]))
                for common in commons:
                    fill[common] -= 1
                fill[a] += (near[a] & ~near[b]).bit_count()
                fill[b] += (near[b] & ~near[a]).bit_count()
                near[a] |= 1 << b
                near[b] |= 1 << a
        for one in those:
            near[one] &= ~(1 << vertex)
            fill[one] -= (near[one] & ~near[vertex]).bit_count()
        for one in changed - {vertex, last}:
            heappush(waiting, (fill[one], near[one].bit_count(), one))
    return [*done.items(), *([] if last is None else [(last, ())])]


def _missing(near: Sequence[int], members: int) -> int:
    """The pairs among some vertices that are not neighbours."""
    return sum((members & ~near[one]).bit_count() - 1 for one in _members(members)) // 2


def _members(bits: int) -> tuple[int, ...]:
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return tuple(found)
