"""Connectivity by distances from the first true vertex, as states of a shift register.

For large graphs it is shorter than vertex elimination, and the elements determine all variables as well:
distances of neighbours differ by at most one, so that none is larger than the least number of steps. A
register passes all its states but zero before it repeats, and takes a few clauses for each step (Johnson
2018, and Heule, "Chinese remainder encoding for Hamiltonian cycles", SAT 2021, for positions on a cycle).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..problems.cnf.clauses import Clause
from ..problems.cnf.connectivity import Connectivity
from .cnf_builder import ALWAYS, CnfBuilder, add_clauses
from .hamiltonian import sides
from .joined import Joined, conjunction, joined

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
