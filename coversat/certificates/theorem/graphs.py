"""Rules that look along links: as graphs for solvers, and what is wrong where something is out of reach.

A solver cuts off models in several pieces. Each of its cuts says which cells cannot have which values
together, and the library checks that by a search along the links.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from ...primitives import AreasBySize, Circuit, Connected, Values, Variable
from ...primitives.meaning import reached
from ...problems.cnf.connectivity import CERTAIN, Connectivity, Cut
from .words import Within

Graph = Connected | AreasBySize | Circuit
GRAPHS = (Connected, AreasBySize, Circuit)
Domains = Mapping[Variable, frozenset[int]]
At = tuple[Variable, int]
"""Where the library has to look: a cell, and what is wrong there."""
Wrong = tuple[Within, At | None]
"""The values with which a rule is broken, and where."""
FIRST_END, SECOND_END, APART = range(3)
"""At an edge: the degree of a point. At a cell or an edge: another is out of reach, or all roots are."""
TOO_FEW, TOO_MANY = range(2)
"""At a cell with a fixed size: the cells of its area."""
USED = frozenset((1,))
LiteralOf = Callable[[Variable, frozenset[int]], int]
"""A literal that is true if a cell has one of these values, some of its own and not all."""


class Linked(NamedTuple):
    """A graph for solvers; `within` says of a cut which values its cells cannot have together, and where."""

    graph: Connectivity
    within: Callable[[Cut], tuple[Within, At]]


def linked(rule: Graph, domains: Domains, literal: LiteralOf) -> Iterator[Linked]:
    """The graphs of a rule; none for one with a number of steps, see `too_far`."""
    match rule:
        case Circuit(edges):  # connected through their points
            ends = [(edge, (point,)) for edge in edges for point in edge]
            yield _graph(
                dict.fromkeys(edges, USED), ends, domains, literal, points=dict.fromkeys(p for _, p in ends)
            )
        case AreasBySize(cells, links, values):
            for size in sorted(values or set().union(*(domains[cell] for cell in cells))):
                if size > 0:
                    yield _graph(dict.fromkeys(cells, frozenset((size,))), links, domains, literal, size=size)
        case Connected(cells, values, links, roots, steps) if steps is None:
            yield _graph(dict.fromkeys(cells, frozenset(values)), links, domains, literal, roots=roots)


def _graph(
    values: Mapping[Variable, frozenset[int]],
    links: Iterable[tuple[Any, Any]],
    domains: Domains,
    literal: LiteralOf,
    points: Collection[Any] = (),
    roots: Collection[Variable] = (),
    size: int | None = None,
) -> Linked:
    """A graph of the cells that may have these values, and of points between them."""
    used = {cell: own for cell, wanted in values.items() if (own := wanted & domains[cell])}
    cells = list(used)
    place = {node: at for at, node in enumerate((*cells, *points))}
    literals: list[int | None] = [
        CERTAIN if own == domains[cell] and size is None else literal(cell, own) for cell, own in used.items()
    ]
    neighbours: list[list[int]] = [[] for _ in place]
    for a, b in links:
        if a in place and b in place:
            neighbours[place[a]].append(place[b])
            neighbours[place[b]].append(place[a])

    def within(cut: Cut) -> tuple[Within, At]:
        """Where there are sizes: an area has too little room or, with a `z`, too many cells."""
        ends = [cells[at] for at in (cut.a, cut.z) if at is not None]
        many = size is not None and cut.z is not None
        border = {
            cell: used[cell] if many else domains[cell] - used[cell]
            for cell in map(cells.__getitem__, cut.border)
        }
        wrong = APART if size is None else TOO_MANY if many else TOO_FEW
        return border | {cell: used[cell] for cell in ends}, (ends[0], wrong)

    literals += [None] * len(points)
    starts = tuple(place[cell] for cell in roots if cell in place)
    return Linked(Connectivity("", tuple(literals), tuple(map(tuple, neighbours)), starts, size=size), within)


def too_far(rule: Connected, domains: Domains, rng: Random, board: Values) -> Iterator[Wrong]:
    """Of a rule with a number of steps: for each cell that is too far from all roots, how it is cut off."""
    chosen = frozenset(rule.values)
    used = [cell for cell in rule.cells if board[cell] in chosen]
    roots = rule.roots or used[:1]

    def far(passable: set[Variable]) -> set[Variable]:
        links = ((a, b) for a, b in rule.links if a in passable and b in passable)
        return passable - reached(passable.intersection(roots), links, rule.steps)

    for cell in sorted(far(set(used))):
        passable = set(used)
        for other in rng.sample(rule.cells, len(rule.cells)) if rule.roots else ():
            if other not in passable and domains[other] & chosen and cell in far({*passable, other}):
                passable.add(other)
        within = {other: domains[other] - chosen for other in rule.cells if other not in passable}
        ends = {cell, *(() if rule.roots else roots)}
        yield within | {end: domains[end] & chosen for end in ends}, (cell, APART)
