"""Connectivity and circuits as formulas, by encodings that can be compared.

* cuts: no clauses; a solver adds one for each model in several pieces, see `kinds.cnf.connectivity`;
* elimination: what vertices are joined through others, which are eliminated one by one; see `elimination`;
* distances: the numbers of steps from the first true element, see `distances`;
* colours: of a loop in the plane, the faces inside are connected, and those outside: by elimination.

Areas whose sizes are their values are stated in the same ways; see `areas`. Limited steps are layers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from ..base.errors import ReductionError
from ..primitives import Cell, Circuit, Connected, Edge, Variable
from ..problems.cnf.connectivity import CERTAIN, Connectivity
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, Pattern, add_clauses
from .elimination import add_eliminated, conjunction
from .hamiltonian import AddOrder, add_through_all
from .places import LiteralsOf

MANY_STEPS = 12
"""From this limit on, one that other rules imply is left to them, and connection is by elimination. Of 16
nurikabes of 250 to 800 cells, 15 took up to 7.4 s by layers, and up to 1.7 s so."""

AddGraph = Callable[[CnfBuilder, Connectivity], None]


def add_connected(
    formula: CnfBuilder, places: LiteralsOf, primitive: Connected, label: str, add: AddGraph
) -> None:
    """State that the chosen cells are connected; in clauses, if the number of steps is limited."""
    if len(primitive.values) == 1:
        (value,) = primitive.values
        shown = [[place[value]] if value in place else [] for place in map(places, primitive.cells)]
    else:
        held = map(places, primitive.cells)
        shown = [[x for value, x in place.items() if value in primitive.values] for place in held]
    chosen = [literals[0] if len(literals) == 1 else any_of(formula, literals) for literals in shown]
    cells = tuple(primitive.cells)
    roots = tuple(map(cells.index, primitive.roots))
    links = tuple(map(tuple, primitive.links))
    graph = Connectivity(label, tuple(chosen), _neighbours(cells, links), roots)
    if primitive.steps is not None and primitive.limit_follows and primitive.steps >= MANY_STEPS:
        add_eliminated(formula, graph)
    elif primitive.steps is not None:
        add_levels(formula, graph, primitive.steps)
    elif add is not add_by_cuts and (at_points := _meeting(cells, links)) is not None:
        points = [None] * (len(at_points) - len(cells))
        add(formula, graph._replace(literals=(*chosen, *points), neighbours=at_points))
    else:
        add(formula, graph)


@lru_cache(maxsize=64)
def _neighbours(
    cells: Sequence[Variable], links: Sequence[tuple[Variable, Variable]]
) -> tuple[tuple[int, ...], ...]:
    """The positions of the neighbours of each cell; boards of one size share them."""
    number = {cell: at for at, cell in enumerate(cells)}
    found: list[list[int]] = [[] for _ in cells]
    for a, b in links:
        one, other = number[a], number[b]
        found[one].append(other)
        found[other].append(one)
    return tuple(map(tuple, found))


@lru_cache(maxsize=64)
def _meeting(cells: Sequence[Any], links: Sequence[tuple[Any, Any]]) -> tuple[tuple[int, ...], ...] | None:
    """The neighbours of edges that are linked exactly where they meet, and of these points; None for others.

    That is shorter than links between edges.
    """
    if not all(isinstance(end, tuple) for cell in cells for end in cell):
        return None
    at_point, neighbours = _points(cells)
    meeting = {pair for those in at_point.values() for pair in combinations(those, 2)}
    number = {cell: at for at, cell in enumerate(cells)}
    linked = {(min(pair), max(pair)) for pair in ((number[a], number[b]) for a, b in links)}
    return neighbours if linked == meeting else None


def any_of(formula: CnfBuilder, literals: Sequence[int]) -> int:
    """A literal that is true exactly when one of these is."""
    if len(literals) == 1:
        return literals[0]
    found = formula.variable()
    formula.add(-found, *literals)
    for literal in literals:
        formula.add(-literal, found)
    return found


def add_circuit(
    formula: CnfBuilder,
    places: LiteralsOf,
    primitive: Circuit,
    label: str,
    add: AddGraph,
    add_order: AddOrder | None = None,
    by_colours: bool = False,
    alternating: bool = False,
) -> None:
    """State that the chosen edges form one loop: two or none at each point, and connected.

    With faces, each edge is chosen if and only if one of its faces is inside, which is implied. A loop
    through all points may have an order instead of being connected; see `hamiltonian.add_through_all`.

    Raise `ReductionError` for an order of a loop that need not pass all points.
    """
    chosen = [places(edge)[1] for edge in primitive.cells]
    at_point, neighbours = _points(tuple(primitive.cells))
    through = set(primitive.through)
    formula.add(*chosen)
    if not through <= at_point.keys():
        formula.add()  # the loop cannot pass a point without edges
    formula.add_patterns(
        [_passed(len(positions), point in through) for point, positions in at_point.items()],
        [[chosen[at] for at in positions] for positions in at_point.values()],
    )
    if at_point.keys() <= through:
        add_through_all(formula, primitive.cells, chosen, add_order, alternating)
    elif add_order is not None or alternating:
        raise ReductionError(f"'{label}' need not pass all points, so that they have no order")
    if primitive.faces:
        inside = _add_faces(formula, places, primitive, chosen)
        if by_colours:
            _add_sides(formula, inside, primitive, label, add)
            return
    if add_order is not None and add is not add_by_cuts:
        return  # by such an order there is one loop
    # Edges are connected through points; a point that the loop passes anyway is connected itself.
    literals_of = (*chosen, *[CERTAIN if point in through else None for point in at_point])
    add(formula, Connectivity(label, literals_of, neighbours))


@lru_cache(maxsize=64)
def _points(
    edges: Sequence[Edge],
) -> tuple[Mapping[Cell, tuple[int, ...]], tuple[tuple[int, ...], ...]]:
    """The positions of the edges at each point, and the neighbours of edges and of the points behind them."""
    found: dict[Cell, list[int]] = {}
    for position, edge in enumerate(edges):
        for point in edge:
            found.setdefault(point, []).append(position)
    at_point = {point: tuple(positions) for point, positions in found.items()}
    number = {point: len(edges) + at for at, point in enumerate(at_point)}
    return at_point, (*((number[a], number[b]) for a, b in edges), *at_point.values())


@cache
def _passed(degree: int, always: bool) -> Pattern:
    """The clauses of a point with `degree` edges: two are chosen or, unless `always`, none."""
    every = range(degree)
    clauses: list[tuple[int, ...]] = [(~a, ~b, ~c) for a, b, c in combinations(every, 3)]
    without = [() if always else (~at,) for at in every]
    return Pattern([*clauses, *((*without[at], *every[:at], *every[at + 1 :]) for at in every)])


def _add_sides(
    formula: CnfBuilder, inside: Sequence[int], primitive: Circuit, label: str, add: AddGraph
) -> None:
    """The faces inside are connected, and those outside with the outer face: several loops have more areas.

    Two faces of one colour have no line between them, so that they are neighbours.
    """
    beside: list[dict[int, None]] = [{} for _ in (0, *inside)]
    for one, other in primitive.faces:
        if one != other:
            beside[one][other] = beside[other][one] = None
    outside = tuple(map(tuple, beside))
    within = tuple(tuple(other - 1 for other in near if other) for near in outside[1:])
    add(formula, Connectivity(label, tuple(inside), within))
    add(formula, Connectivity(label, (CERTAIN, *(-literal for literal in inside)), outside, (0,)))


def _add_faces(
    formula: CnfBuilder, places: LiteralsOf, primitive: Circuit, chosen: list[int]
) -> Sequence[int]:
    """State that an edge is chosen if one of its faces is inside; the literals of the faces from 1 on."""
    count = max(max(pair) for pair in primitive.faces)
    inside = [places(cell)[1] for cell in primitive.inside] or list(formula.variables(count))
    clauses: list[tuple[int, ...]] = []
    for edge, (one, other) in zip(chosen, primitive.faces, strict=True):
        if one == other:
            clauses.append((-edge,))
        elif one and other:
            a, b = inside[one - 1], inside[other - 1]
            clauses += (-edge, a, b), (-edge, -a, -b), (edge, -a, b), (edge, a, -b)
        else:
            a = inside[(one or other) - 1]
            clauses += (-edge, a), (edge, -a)
    formula.add_all(clauses)
    return inside


def add_by_cuts(formula: CnfBuilder, graph: Connectivity) -> None:
    """No clauses: solvers add those that they need."""
    formula.connect(graph)


def add_levels(formula: CnfBuilder, graph: Connectivity, steps: int) -> None:
    """Breadth-first layers: a variable for each element and distance of up to so many steps from the roots.

    Without roots, the first true element is the root; so the elements determine all variables.
    """
    count = len(graph.literals)
    true = [literal or ALWAYS for literal in graph.literals]
    level = _roots(formula, graph, true)
    changed = [at for at in range(count) if level[at] != NEVER]
    for _ in range(min(steps, count - 1)):
        before = level[:]
        for at in sorted({near for other in changed for near in graph.neighbours[other]}):
            sources = [before[at], *[before[other] for other in graph.neighbours[at]]]
            level[at] = _reached(formula, true[at], sources)
        # Where nothing changed beside an element, the next layer has it if this one does.
        if not (changed := [at for at in range(count) if level[at] != before[at]]):
            break
    add_clauses(formula, [(-own, reached) for own, reached in zip(true, level, strict=True)])


def _roots(formula: CnfBuilder, graph: Connectivity, true: list[int]) -> list[int]:
    """For each element, a literal that says that it is a root."""
    if graph.roots:
        return [true[at] if at in graph.roots else NEVER for at in range(len(true))]
    found, none_before = [], ALWAYS
    for own in true:
        found.append(conjunction(formula, (none_before, own)))
        none_before = conjunction(formula, (none_before, -own))
    return found


def _reached(formula: CnfBuilder, own: int, sources: list[int]) -> int:
    """A literal that is true exactly when the element is and one of the sources is."""
    known = list(dict.fromkeys(source for source in sources if source != NEVER))
    if not known or own == NEVER:
        return NEVER
    if ALWAYS in known:
        return own
    if own in known or (own == ALWAYS and len(known) == 1):
        return known[0] if own == ALWAYS else own
    found = formula.variable()
    clauses = [(-found, own), (-found, *known), *((found, -own, -source) for source in known)]
    add_clauses(formula, clauses)
    return found
