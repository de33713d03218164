"""Hamiltonian cycles: what follows from passing every vertex, and encodings by the order of the vertices.

Of a graph with two sides, a cycle passes as many vertices of one as of the other. Around any other cycle of
even length two classes alternate, which cuts alone find late: a snark has no such classes, so that no choice
of edges in pieces is left to be excluded, where cuts exclude exponentially many.

In the encodings by order, each chosen edge has a direction, and the end of a directed edge comes right after
its start, except at the first vertex. So each cycle passes the first vertex, and there is only one. The
encodings differ in how they state the positions:

* binary: as binary numbers with an adder, as in Zhou (CP 2020);
* modulo: modulo four, beside cuts: other cycles are left only if their length is a multiple of four. Heule
  (SAT 2021) counts modulo small numbers, without cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from .cnf_builder import CnfBuilder


class Cycle(NamedTuple):
    """The directed edges of a graph whose vertices are numbered from 0; the order begins at `first`."""

    size: int
    first: int
    arcs: Mapping[tuple[int, int], int]
    """The variable of each directed edge."""


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
