"""Connectivity and circuits as formulas, by encodings that can be compared.

* cuts: no clauses; a solver adds one for each model in several pieces, see `kinds.cnf.connectivity`;
* levels: breadth-first layers from the first true element;
* tree: each true element but one has a parent with a smaller number, which is binary;
* colours: of a loop in the plane, the faces inside are connected, and those outside: layers of both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from ..errors import ReductionError
from ..kinds.cnf.connectivity import CERTAIN, Connectivity
from ..language import Circuit, Connected
from .formula import ALWAYS, NEVER, Formula, add_clauses
from .hamiltonian import AddOrder, add_hamiltonian

Literals = Callable[[tuple[int, int] | tuple[tuple[int, int], tuple[int, int]]], Mapping[int, int]]
AddGraph = Callable[[Formula, Connectivity], None]


def add_connected(
    formula: Formula, places: Literals, primitive: Connected, label: str, add: AddGraph
) -> None:
    """State that the chosen cells are connected; by layers, if the number of steps is limited."""
    chosen: list[int | None] = []
    for cell in primitive.cells:
        place = places(cell)
        chosen.append(any_of(formula, [place[value] for value in place if value in primitive.values]))
    number = {cell: at for at, cell in enumerate(primitive.cells)}
    neighbours: list[list[int]] = [[] for _ in chosen]
    for a, b in primitive.links:
        neighbours[number[a]].append(number[b])
        neighbours[number[b]].append(number[a])
    roots = tuple(number[root] for root in primitive.roots)
    graph = Connectivity(label, tuple(chosen), tuple(map(tuple, neighbours)), roots)
    if primitive.steps is None:
        add(formula, graph)
    else:
        add_levels(formula, graph, primitive.steps)


def any_of(formula: Formula, literals: Sequence[int]) -> int:
    """A literal that is true exactly when one of these is."""
    if len(literals) == 1:
        return literals[0]
    found = formula.variable()
    formula.add(-found, *literals)
    for literal in literals:
        formula.add(-literal, found)
    return found


def add_circuit(
    formula: Formula,
    places: Literals,
    primitive: Circuit,
    label: str,
    add: AddGraph,
    add_order: AddOrder | None = None,
    by_colours: bool = False,
) -> None:
    """State that the chosen edges form one loop: two or none at each point, and connected.

    With faces, each edge is chosen if and only if one of its faces is inside: implied clauses that make
    propagation much stronger. A loop through all points may have an order instead of being connected.

    Raises
    ------
    ReductionError
        For an order of a loop that need not pass all points.
    """
    chosen = [places(edge)[1] for edge in primitive.cells]
    at_point: dict[tuple[int, int], list[int]] = {}
    for position, edge in enumerate(primitive.cells):
        for point in edge:
            at_point.setdefault(point, []).append(position)
    through = set(primitive.through)
    formula.add(*chosen)
    if not through <= at_point.keys():
        formula.add()  # the loop cannot pass a point without edges
    for point, positions in at_point.items():
        literals = [chosen[at] for at in positions]
        formula.add_all(combinations([-literal for literal in literals], 3))
        formula.add_all(
            [(-literal, *literals[:at], *literals[at + 1 :]) for at, literal in enumerate(literals)]
        )
        if point in through:
            formula.add(*literals)
    if primitive.faces:
        inside = _add_faces(formula, places, primitive, chosen)
        if by_colours:
            _add_sides(formula, inside, primitive, label, add)
            return
    if add_order is not None:
        if not at_point.keys() <= through:
            raise ReductionError(f"'{label}' need not pass all points, so that they have no order")
        number = {point: at for at, point in enumerate(at_point)}
        edges = [(number[a], number[b]) for a, b in primitive.cells]
        if edges:
            add_hamiltonian(formula, edges, chosen, len(number), add_order)
        return
    # Edges are connected through points; a point that the loop passes anyway is connected itself.
    points = {point: len(chosen) + number for number, point in enumerate(at_point)}
    literals_of = (*chosen, *(CERTAIN if point in through else None for point in at_point))
    neighbours = (
        *((points[a], points[b]) for a, b in primitive.cells),
        *(tuple(positions) for positions in at_point.values()),
    )
    add(formula, Connectivity(label, literals_of, neighbours))


def _add_sides(
    formula: Formula, inside: Sequence[int], primitive: Circuit, label: str, add: AddGraph
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


def _add_faces(formula: Formula, places: Literals, primitive: Circuit, chosen: list[int]) -> Sequence[int]:
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


def add_by_cuts(formula: Formula, graph: Connectivity) -> None:
    """No clauses: solvers add those that they need."""
    formula.connect(graph)


MOST_LAYERED = 700
"""There are about half as many variables as the square of this, and seven times as many clauses."""


def add_levels(formula: Formula, graph: Connectivity, steps: int | None = None) -> None:
    """Breadth-first layers: a variable for each element and distance from the roots.

    Without roots, the first true element is the root; so the elements determine all variables.  Limited
    `steps` are a further condition.

    Raises
    ------
    ReductionError
        If there are more layers and elements than for `MOST_LAYERED` elements.
    """
    count = len(graph.literals)
    layers = count - 1 if steps is None else min(steps, count - 1)
    if count * layers > MOST_LAYERED**2:
        raise ReductionError(
            f"'{graph.label}' connects {count} elements; breadth-first layers are for up to {MOST_LAYERED}"
        )
    true = _literals(graph)
    level = _roots(formula, graph, true)
    for _ in range(layers):
        further = [
            _reached(formula, true[at], [level[at], *(level[other] for other in graph.neighbours[at])])
            for at in range(count)
        ]
        if further == level:
            break
        level = further
    _require(formula, true, level, graph)


def _literals(graph: Connectivity) -> list[int]:
    """The literal of each element; those without one are passable."""
    return [literal or ALWAYS for literal in graph.literals]


def _require(formula: Formula, true: list[int], reached: list[int], graph: Connectivity) -> None:
    labelled = (at for at, literal in enumerate(graph.literals) if literal is not None)
    add_clauses(formula, [(-true[at], reached[at]) for at in labelled])


def _roots(formula: Formula, graph: Connectivity, true: list[int]) -> list[int]:
    """For each element, a literal that says that it is a root."""
    if graph.roots:
        return [true[at] if at in graph.roots else NEVER for at in range(len(true))]
    found, none_before = [], ALWAYS
    for literal, own in zip(graph.literals, true, strict=True):
        if literal is None or none_before == NEVER:
            found.append(NEVER)
            continue
        found.append(_both(formula, none_before, own))
        none_before = _both(formula, none_before, -own)
    return found


def _both(formula: Formula, one: int, other: int) -> int:
    """A literal that is true exactly when both are."""
    if NEVER in (one, other):
        return NEVER
    if ALWAYS in (one, other):
        return other if one == ALWAYS else one
    found = formula.variable()
    formula.add_all([(-found, one), (-found, other), (found, -one, -other)])
    return found


def _reached(formula: Formula, own: int, sources: list[int]) -> int:
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


def add_tree(formula: Formula, graph: Connectivity) -> None:
    """Each true element is a root or has a true neighbour with a smaller number, its parent.

    Numbers are binary.  Several trees are possible, so the formula has more models than there are answers.
    """
    count = len(graph.literals)
    true = _literals(graph)
    roots = _roots(formula, graph, true)
    bits = [formula.variables(max(count - 1, 1).bit_length()) for _ in range(count)]
    parents: list[list[int]] = []
    for at, neighbours in enumerate(graph.neighbours):
        to_parent = formula.variables(len(neighbours))
        parents.append(list(to_parent))
        for parent, arc in zip(neighbours, to_parent, strict=True):
            add_clauses(formula, [(-arc, true[parent])])
            with formula.where(arc):
                _add_less(formula, bits[parent], bits[at])
    for at, literal in enumerate(graph.literals):
        if literal is not None:
            add_clauses(formula, [(-true[at], roots[at], *parents[at])])
    for at, neighbours in enumerate(graph.neighbours):
        for parent, arc in zip(neighbours, parents[at], strict=True):
            if graph.literals[parent] is None:  # it is passable only where it has a parent itself
                formula.add(-arc, *parents[parent])


def _add_less(formula: Formula, small: Sequence[int], large: Sequence[int]) -> None:
    """One binary number is less than another; the most significant bits are first."""
    equal = ALWAYS
    for a, b in zip(small, large, strict=True):
        add_clauses(formula, [(-equal, -a, b)])
        still = formula.variable()  # equal so far, this bit included
        add_clauses(formula, [(-equal, still, a, b), (-equal, still, -a, -b)])
        equal = still
    formula.add(-equal)
