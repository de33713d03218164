"""Hamiltonian cycles: what follows from passing every vertex, and encodings by the order of the vertices.

Of a graph with two sides, a cycle passes as many vertices of one as of the other. Around any other cycle of
even length two classes alternate, which cuts alone find late: a snark has no such classes, so that no choice
of edges in pieces is left to be excluded, where cuts exclude exponentially many.

In the encodings by order, each chosen edge has a direction, and the end of a directed edge comes right after
its start, except at the first vertex. So each cycle passes the first vertex, and there is only one. The
encodings differ in how they state the order:

* positions: a variable for each vertex and position, as in Iwama and Miyazaki (IFIP Congress 1994);
* precedence: a variable for each two vertices, and a transitive order, the relative encoding of Prestwich
  (Discrete Applied Mathematics 130, 2003) and Velev and Gao (SARA 2009);
* binary: positions as binary numbers with an adder, as in Zhou (CP 2020);
* modulo: positions modulo four, which leave other cycles only if their length is a multiple of four, beside
  cuts. Heule (SAT 2021) counts modulo small numbers, without cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations
from typing import NamedTuple

from ..base.errors import ReductionError
from .cnf_builder import NEVER, CnfBuilder, add_clauses

LARGEST_BY_POSITIONS, LARGEST_BY_PRECEDENCE = 400, 150
"""The most vertices; their formulas grow with the number of vertices times the edges, and with its cube."""


class Cycle(NamedTuple):
    """The directed edges of a graph whose vertices are numbered from 0; the order begins at `first`."""

    size: int
    first: int
    arcs: Mapping[tuple[int, int], int]
    """The variable of each directed edge."""

    def inner(self) -> Iterable[tuple[int, int, int]]:
        """The start, end and variable of the directed edges that do not end at the first vertex."""
        return ((a, b, arc) for (a, b), arc in self.arcs.items() if b != self.first)

    def distances(self) -> list[int]:
        """The number of edges from the first vertex to each vertex that can be reached."""
        found = {self.first: 0}
        for one in (queue := [self.first]):  # which grows
            for a, b in self.arcs:
                if a == one and b not in found:
                    found[b] = found[a] + 1
                    queue.append(b)
        return [found.get(vertex, self.size) for vertex in range(self.size)]


AddOrder = Callable[[CnfBuilder, Cycle], None]


def add_through_all(
    formula: CnfBuilder,
    links: Sequence[tuple[Hashable, Hashable]],
    chosen: Sequence[int],
    order: AddOrder | None,
    alternating: bool,
) -> None:
    """State what follows if the chosen edges, two at each vertex, are one cycle.

    No cycle is left where the sides of a graph differ in size. With an `order`, nothing but one cycle is
    left. `alternating` states two classes of vertices, where these say something; see `alternates`.

    Raise `ReductionError` for a graph too large for the order.
    """
    if any(sides is not None and sides[0] != sides[1] for sides in sides(links)):
        formula.add()  # which degrees alone would take long to find
    number = {vertex: at for at, vertex in enumerate(dict.fromkeys(chain.from_iterable(links)))}
    edges = [(number[a], number[b]) for a, b in links]
    if order is not None and edges:
        _add_hamiltonian(formula, edges, chosen, len(number), order)
    if alternating and alternates(links):
        _add_classes(formula, edges, chosen, len(number))


def alternates(links: Sequence[tuple[Hashable, Hashable]]) -> bool:
    """Whether two classes alternate along each cycle through all vertices, and not along all other cycles.

    So the number of vertices is even, and the graph does not have two sides, which alternate anyway.
    """
    return len({*chain.from_iterable(links)}) % 2 == 0 and None in sides(links)


def sides(links: Sequence[tuple[Hashable, Hashable]]) -> Iterator[tuple[int, int] | None]:
    """Of each component of a graph, the sizes of its two sides; None if it has a cycle of odd length."""
    beside: dict[Hashable, list[Hashable]] = {}
    for a, b in links:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    side: dict[Hashable, int] = {}
    for start in beside:
        if start in side:
            continue
        side[start] = 0
        for one in (component := [start]):  # which grows
            for other in beside[one]:
                if other not in side:
                    side[other] = 1 - side[one]
                    component.append(other)
        odd = any(side[one] == side[other] for one in component for other in beside[one])
        second = sum(side[one] for one in component)
        yield None if odd else (len(component) - second, second)


def _add_classes(
    formula: CnfBuilder, edges: Sequence[tuple[int, int]], chosen: Sequence[int], count: int
) -> None:
    """State that each chosen edge joins the two classes. A cycle determines them, but for their names."""
    second = formula.variables(count)
    formula.add(-second[0])
    for (a, b), edge in zip(edges, chosen, strict=True):
        formula.add_all([(-edge, second[a], second[b]), (-edge, -second[a], -second[b])])


def _add_hamiltonian(
    formula: CnfBuilder, edges: Sequence[tuple[int, int]], chosen: Sequence[int], count: int, add: AddOrder
) -> None:
    """State that the chosen edges, two at each vertex, are one cycle.

    The first vertex is one with fewest edges. Its edge to the neighbour with the smaller number is directed
    away from it, so that each cycle has one direction.
    """
    arcs: dict[tuple[int, int], int] = {}
    for (a, b), edge in zip(edges, chosen, strict=True):
        there, back = formula.variables(2)
        arcs[a, b], arcs[b, a] = there, back
        formula.add_all([(-edge, there, back), (edge, -there), (edge, -back), (-there, -back)])
    for vertex in range(count):
        formula.exactly_one([arc for (a, _), arc in arcs.items() if a == vertex])
        formula.exactly_one([arc for (_, b), arc in arcs.items() if b == vertex])
    first = min(range(count), key=lambda vertex: sum(vertex in edge for edge in edges))
    beside = sorted(b for a, b in arcs if a == first)
    formula.add_all((-arcs[first, large], -arcs[small, first]) for small, large in combinations(beside, 2))
    add(formula, Cycle(count, first, arcs))


def add_positions(formula: CnfBuilder, cycle: Cycle) -> None:
    """Give each vertex a position, not before the first vertex can reach it, and each position a vertex.

    Raise `ReductionError` for more than `LARGEST_BY_POSITIONS` vertices.
    """
    _at_most(cycle, LARGEST_BY_POSITIONS, "positions")
    count = cycle.size
    near = cycle.distances()
    allowed = [range(steps, count - steps + 1) if steps else range(1) for steps in near]
    held = [[formula.variable() if at in own else NEVER for at in range(count)] for own in allowed]
    for line in (*held, *zip(*held, strict=True)):
        formula.exactly_one([literal for literal in line if literal != NEVER])
    for a, b, arc in cycle.inner():
        after = [*held[b][1:], NEVER]
        add_clauses(formula, [(-arc, -held[a][at], after[at]) for at in range(count)])


def add_precedence(formula: CnfBuilder, cycle: Cycle) -> None:
    """State a transitive order of all vertices but the first, which each directed edge follows.

    Raise `ReductionError` for more than `LARGEST_BY_PRECEDENCE` vertices.
    """
    _at_most(cycle, LARGEST_BY_PRECEDENCE, "a transitive order")
    others = [vertex for vertex in range(cycle.size) if vertex != cycle.first]
    before: dict[tuple[int, int], int] = {}
    for a, b in combinations(others, 2):
        before[a, b] = formula.variable()
        before[b, a] = -before[a, b]
    formula.add_all(
        (-before[a, b], -before[b, c], before[a, c])
        for a, b, c in permutations(others, 3)
        if a == min(a, b, c)  # the two cyclic orders of three vertices are excluded
    )
    formula.add_all((-arc, before[a, b]) for a, b, arc in cycle.inner() if a != cycle.first)


def add_binary(formula: CnfBuilder, cycle: Cycle) -> None:
    """State positions as binary numbers, to which each directed edge adds one.

    The numbers wrap around only after more vertices than a cycle without the first one can have.
    """
    _add_numbers(formula, cycle, max(cycle.size - 1, 1).bit_length())


def add_modulo(formula: CnfBuilder, cycle: Cycle) -> None:
    """State positions modulo four; cuts exclude what is left beside one cycle."""
    _add_numbers(formula, cycle, 2)


def _add_numbers(formula: CnfBuilder, cycle: Cycle, width: int) -> None:
    """State the last bits of positions. The last position, which the others imply, is stated as well."""
    numbers = [formula.variables(width) for _ in range(cycle.size)]
    formula.add_all((-bit,) for bit in numbers[cycle.first])
    successors = [_plus_one(formula, number) for number in numbers]
    for (a, b), arc in cycle.arcs.items():
        if b == cycle.first:
            last = (bit if cycle.size - 1 >> at & 1 else -bit for at, bit in enumerate(numbers[a]))
            formula.add_all((-arc, bit) for bit in last)
            continue
        for bit, sum_bit in zip(numbers[b], successors[a], strict=True):
            formula.add_all([(-arc, -bit, sum_bit), (-arc, bit, -sum_bit)])


def _plus_one(formula: CnfBuilder, number: Sequence[int]) -> list[int]:
    """A binary number, with its least significant bit first, plus one, without the last carry."""
    found, carry = [-number[0]], number[0]
    for bit in number[1:]:
        both, one = formula.variables(2)
        formula.add_all([(-both, bit), (-both, carry), (both, -bit, -carry)])
        formula.add_all([(-one, bit, carry), (-one, -bit, -carry), (one, -bit, carry), (one, bit, -carry)])
        found.append(one)
        carry = both
    return found


def _at_most(cycle: Cycle, most: int, what: str) -> None:
    if cycle.size > most:
        raise ReductionError(f"{what} are for up to {most} vertices, and the graph has {cycle.size}")
