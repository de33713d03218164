"""Rules that look along links: as graphs for solvers, and the clauses of what solvers or boards show.

A solver cuts off models in several pieces. Each of its cuts says which cells cannot have which values
together, and the library checks that by a search along the links.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from ...problems.cnf.connectivity import CERTAIN, Connectivity, Cut
from .rules import AreasBySize, Board, Connected, Graph, Loop, Rooted
from .words import Within

Domains = Mapping[int, frozenset[int]]
At = tuple[int, int]
"""Where the library has to look: a cell, and what is wrong there."""
FIRST_END, SECOND_END, APART = range(3)
"""At an edge: the degree of a point. At a cell or an edge: another is out of reach, or all roots are."""
TOO_FEW, TOO_MANY = range(2)
"""At a cell with a fixed size: the cells of its area."""
LiteralOf = Callable[[int, frozenset[int]], int]
"""A literal that is true if a cell has one of these values, which are some of its own and not all."""


class Linked(NamedTuple):
    """A graph for solvers, and what its cuts say.

    Attributes
    ----------
    graph : Connectivity
    within : function
        Of a cut, the values that its cells cannot have together, and the hint for the library.
    """

    graph: Connectivity
    within: Callable[[Cut], tuple[Within, At]]


def linked(rule: Graph, domains: Domains, literal: LiteralOf) -> Iterator[Linked]:
    """The graphs of a rule; none for one with a number of steps, see `too_far`."""
    match rule:
        case Loop(edges):
            yield _loop(edges, domains, literal)
        case AreasBySize(cells, links, values):
            for size in sorted(values or set().union(*(domains[cell] for cell in cells))):
                if size < 1:
                    continue
                yield _areas(rule, size, domains, literal)
        case Connected(cells, values, links):
            yield _pieces(cells, values, links, (), domains, literal)
        case Rooted(cells, values, links, roots, None) if roots:
            yield _pieces(cells, values, links, roots, domains, literal)


def _neighbours(count: int, links: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    found: list[list[int]] = [[] for _ in range(count)]
    for a, b in links:
        found[a].append(b)
        found[b].append(a)
    return tuple(map(tuple, found))


def _loop(edges: Sequence[tuple[int, tuple[int, int]]], domains: Domains, literal: LiteralOf) -> Linked:
    """Edges are connected through their points, which stand behind them in the graph."""
    used = frozenset((1,))
    open_ = [(edge, ends) for edge, ends in edges if used <= domains[edge]]
    points: dict[int, int] = {}
    for _, ends in open_:
        for point in ends:
            points.setdefault(point, len(open_) + len(points))
    links = [(at, points[point]) for at, (_, ends) in enumerate(open_) for point in ends]
    literals = tuple(CERTAIN if domains[edge] == used else literal(edge, used) for edge, _ in open_)
    count = len(open_) + len(points)

    def within(cut: Cut) -> tuple[Within, At]:
        found = {edge: domains[edge] - used for edge, _ in map(open_.__getitem__, cut.border)}
        ends = [open_[at][0] for at in (cut.a, cut.z) if at is not None]
        return found | dict.fromkeys(ends, used), (ends[0], APART)

    return Linked(Connectivity("", (*literals, *[None] * len(points)), _neighbours(count, links)), within)


def _pieces(
    cells: Sequence[int],
    values: Collection[int],
    links: Sequence[tuple[int, int]],
    roots: Collection[int],
    domains: Domains,
    literal: LiteralOf,
) -> Linked:
    used = {cell: domains[cell].intersection(values) for cell in cells}
    open_ = [cell for cell in cells if used[cell]]
    at = {cell: number for number, cell in enumerate(open_)}
    literals = tuple(CERTAIN if used[cell] == domains[cell] else literal(cell, used[cell]) for cell in open_)
    joined = [(at[a], at[b]) for a, b in links if a in at and b in at]

    def within(cut: Cut) -> tuple[Within, At]:
        found = {cell: domains[cell] - used[cell] for cell in map(open_.__getitem__, cut.border)}
        ends = [open_[end] for end in (cut.a, cut.z) if end is not None]
        return found | {cell: used[cell] for cell in ends}, (ends[0], APART)

    own_roots = tuple(at[cell] for cell in roots if cell in at)
    return Linked(Connectivity("", literals, _neighbours(len(open_), joined), own_roots), within)


def _areas(rule: AreasBySize, size: int, domains: Domains, literal: LiteralOf) -> Linked:
    value = frozenset((size,))
    open_ = [cell for cell in rule.cells if size in domains[cell]]
    at = {cell: number for number, cell in enumerate(open_)}
    literals = tuple(literal(cell, value) for cell in open_)
    joined = [(at[a], at[b]) for a, b in rule.links if a in at and b in at]

    def within(cut: Cut) -> tuple[Within, At]:
        """The area has too little room, or, where there is a `z`, these cells are too many."""
        wrong = TOO_FEW if cut.z is None else TOO_MANY
        border = map(open_.__getitem__, cut.border)
        found = {cell: value if wrong == TOO_MANY else domains[cell] - value for cell in border}
        ends = [open_[end] for end in (cut.a, cut.z) if end is not None]
        return found | dict.fromkeys(ends, value), (ends[0], wrong)

    return Linked(Connectivity("", literals, _neighbours(len(open_), joined), size=size), within)


def too_far(rule: Graph, board: Board, domains: Domains, rng: Random) -> Iterator[tuple[Within, At]]:
    """Of a rule with a number of steps: for each cell that is too far from all roots, how it is cut off."""
    if not isinstance(rule, Rooted) or (rule.steps is None and rule.roots):
        return
    used = {cell for cell in rule.cells if board[cell] in rule.values}
    first = [cell for cell in rule.cells if cell in used][:1]
    roots = set(rule.roots or first)
    near: dict[int, list[int]] = {cell: [] for cell in rule.cells}
    for a, b in rule.links:
        near[a].append(b)
        near[b].append(a)
    reached = _reached(roots & used, near, used, rule.steps)
    for cell in sorted(used - reached):
        passable = set(used)
        if rule.roots:
            for other in rng.sample(rule.cells, len(rule.cells)):
                if other in passable or not domains[other].intersection(rule.values):
                    continue
                passable.add(other)
                if cell in _reached(roots & passable, near, passable, rule.steps):
                    passable.remove(other)
        within = {
            other: domains[other].difference(rule.values) for other in rule.cells if other not in passable
        }
        ends = [cell] if rule.roots else [cell, *first]
        yield within | {end: domains[end].intersection(rule.values) for end in ends}, (cell, APART)


def _reached(
    starts: Collection[int], near: Mapping[int, Sequence[int]], passable: Collection[int], steps: int | None
) -> set[int]:
    layer = set(starts)
    reached = set(layer)
    while layer and steps != 0:
        layer = {other for one in layer for other in near[one] if other in passable} - reached
        reached |= layer
        steps = None if steps is None else steps - 1
    return reached
