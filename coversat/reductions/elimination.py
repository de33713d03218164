"""Connectivity by vertex elimination: a short formula whose variables the elements determine.

Vertices are eliminated in a fixed order. What two of them were joined through an eliminated one is kept as a
variable for both, so that a true vertex, when it is eliminated, must be joined with a later one, unless none
is true. `docs/loops.md` has a proof that the models are the answers.

Rankooh and Rintanen, "Propositional encodings of acyclicity and reachability by using vertex elimination"
(AAAI 2022), have this for directed graphs and for what is reached from one vertex.

By *distances* from the first true vertex, as states of a shift register, large graphs have shorter formulas,
and the elements determine all variables as well: distances of neighbours differ by at most one, so that none
is larger than the least number of steps. A register passes all its states but zero before it repeats, and
takes a few clauses for each step (Johnson 2018, and Heule, "Chinese remainder encoding for Hamiltonian
cycles", SAT 2021, for positions on a cycle).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import combinations
from typing import NamedTuple

from ..problems.cnf.clauses import Clause
from ..problems.cnf.connectivity import CERTAIN, Connectivity
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, add_clauses
from .hamiltonian import sides


def conjunction(formula: CnfBuilder, literals: Iterable[int]) -> int:
    """A literal that is true exactly when all of these are, `ALWAYS` and `NEVER` included."""
    different = dict.fromkeys(literals)
    different.pop(ALWAYS, None)
    if NEVER in different or any(-literal in different for literal in different):
        return NEVER
    if len(different) < 2:
        return next(iter(different), ALWAYS)
    found = formula.variable()
    formula.add_all([*[(-found, literal) for literal in different], (found, *[-one for one in different])])
    return found


def disjunction(formula: CnfBuilder, literals: Iterable[int]) -> int:
    """A literal that is true exactly when one of these is."""
    return -conjunction(formula, [-literal for literal in literals])


Pair = tuple[int, int]
"""Two vertices, the smaller number first."""


class Joined(NamedTuple):
    """A graph, some of whose vertices are true and are to be connected through links that are true.

    * true: the literals of the vertices.
    * links (pair -> literal): true only if both vertices are true.
    * implied: the pairs whose links are true exactly if both vertices are.
    * root: a vertex that is always true.
    """

    true: list[int]
    links: Mapping[Pair, int]
    implied: set[Pair]
    root: int | None = None


def joined(formula: CnfBuilder, graph: Connectivity) -> Joined:
    """A graph with conditions on links, whose true vertices are connected exactly if the elements are.

    An element all of whose neighbours are always true or passed, such as an edge between points, becomes a
    link between these, and one that is only passed is true if a neighbour is; no two such are neighbours.
    Roots become neighbours of one further vertex.
    """
    literals = [*graph.literals]
    beside = [dict.fromkeys(near) for near in graph.neighbours]
    if graph.roots:
        for root in graph.roots:
            beside[root][len(literals)] = None
        literals.append(CERTAIN)
        beside.append(dict.fromkeys(graph.roots))
    is_link = [
        bool(literal and near) and not any(literals[other] for other in near)
        for literal, near in zip(literals, beside, strict=True)
    ]
    vertices = [at for at, link in enumerate(is_link) if not link]
    number = {at: vertex for vertex, at in enumerate(vertices)}
    ways: dict[Pair, list[int]] = {}
    for at, link in enumerate(is_link):
        if link:
            for pair in combinations(sorted(map(number.__getitem__, beside[at])), 2):
                ways.setdefault(pair, []).append(literals[at] or ALWAYS)
    links = {pair: disjunction(formula, those) for pair, those in sorted(ways.items())}
    implied = set()
    for vertex, at in enumerate(vertices):
        for other in beside[at]:
            if not is_link[other] and at < other:
                pair = vertex, number[other]
                implied.add(pair)
                links[pair] = conjunction(formula, (literals[at] or ALWAYS, literals[other] or ALWAYS))
    true = [
        disjunction(formula, [literals[other] or ALWAYS for other in beside[at]])
        if (literal := literals[at]) is None
        else literal or ALWAYS
        for at in vertices
    ]
    return Joined(true, links, implied, number[len(literals) - 1] if graph.roots else None)


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


# By distances


TAPS = {3: 2, 4: 3, 5: 3, 6: 5, 7: 6, 9: 5, 10: 7, 11: 9, 15: 14, 17: 14, 18: 11, 20: 17, 22: 21, 23: 18}
"""Of registers of full period, by their number of bits: the other bit that the new one is the parity of."""


def add_distances(formula: CnfBuilder, graph: Connectivity) -> None:
    """The true elements are connected, by distances."""
    connect_by_distances(formula, joined(formula, graph))


def connect_by_distances(formula: CnfBuilder, graph: Joined) -> None:
    """The true vertices are connected, as each but the first has a neighbour one step nearer to that."""
    count = len(graph.true)
    # No cycle of steps is as long as the period, and no two distances have one state.
    width = next(bits for bits in TAPS if 1 << bits > 2 * count)
    states = [formula.variables(width) for _ in range(count)]
    nearer: list[list[int]] = [[] for _ in range(count)]
    odd = None in sides(tuple(graph.links))  # where neighbours may have the same distance
    for (a, b), link in graph.links.items():
        there = formula.variable()
        back = formula.variable() if odd else conjunction(formula, (link, -there))
        nearer[b].append(there)
        nearer[a].append(back)
        add_clauses(formula, [(-there, link)])
        add_clauses(formula, [(-there, *clause) for clause in _following(states[a], states[b])])
        add_clauses(formula, [(-back, *clause) for clause in _following(states[b], states[a])])
        if odd:
            add_clauses(formula, [(-back, link), (-there, -back)])
            add_clauses(formula, [(-link, there, back, *clause) for clause in _equal(states[a], states[b])])
    none_before = ALWAYS
    for at in sorted(range(count), key=lambda at: at != graph.root):
        true, bits = graph.true[at], states[at]
        first = conjunction(formula, (none_before, true))
        none_before = conjunction(formula, (none_before, -true))
        add_clauses(formula, [(-true, *bits), (-true, first, *nearer[at])])
        add_clauses(formula, [(true, -bit) for bit in bits])
        add_clauses(formula, [(-first, bit if bit == bits[0] else -bit) for bit in bits])
        add_clauses(formula, [(-first, -arc) for arc in nearer[at]])


def _equal(one: Sequence[int], other: Sequence[int]) -> Iterator[Clause]:
    for a, b in zip(one, other, strict=False):
        yield -a, b
        yield a, -b


def _following(before: Sequence[int], after: Sequence[int]) -> Iterator[Clause]:
    """One state is the next one after another."""
    yield from _equal(before, after[1:])
    a, b, c = before[-1], before[TAPS[len(before)] - 1], after[0]
    yield from ((-a, -b, -c), (-a, b, c), (a, -b, c), (a, b, -c))
