"""Connectivity and circuits as formulas, by encodings that can be compared.

* cuts: no clauses; a solver adds one for each model in several pieces, see `kinds.cnf.connectivity`;
* levels: breadth-first layers from the first true element;
* tree: each true element but one has a parent with a smaller number, which is binary;
* colours: of a loop in the plane, the faces inside are connected, and those outside: layers of both.

Areas whose sizes are their values are stated in the same ways; see `add_areas`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product

from ..base.errors import ReductionError
from ..language import AreasBySize, Cell, Circuit, Connected, Edge, Variable
from ..problems.cnf.connectivity import CERTAIN, Connectivity
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, Pattern, add_clauses
from .hamiltonian import AddOrder, add_through_all
from .places import Literals, LiteralsOf
from .sums import ZERO, digit_number, in_halves, is_one_of

AddGraph = Callable[[CnfBuilder, Connectivity], None]


def add_connected(
    formula: CnfBuilder, places: LiteralsOf, primitive: Connected, label: str, add: AddGraph
) -> None:
    """State that the chosen cells are connected; by layers, if the number of steps is limited."""
    if len(primitive.values) == 1:
        (value,) = primitive.values
        shown = [[place[value]] if value in place else [] for place in map(places, primitive.cells)]
    else:
        held = map(places, primitive.cells)
        shown = [[x for value, x in place.items() if value in primitive.values] for place in held]
    chosen = [literals[0] if len(literals) == 1 else any_of(formula, literals) for literals in shown]
    cells = tuple(primitive.cells)
    roots = tuple(map(cells.index, primitive.roots))
    neighbours = _neighbours(cells, tuple(map(tuple, primitive.links)))
    graph = Connectivity(label, tuple(chosen), neighbours, roots)
    if primitive.steps is None:
        add(formula, graph)
    else:
        add_levels(formula, graph, primitive.steps)


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

    Raises
    ------
    ReductionError
        For an order of a loop that need not pass all points.
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


MOST_LAYERED = 700
"""There are about half as many variables as the square of this, and seven times as many clauses."""


def add_levels(formula: CnfBuilder, graph: Connectivity, steps: int | None = None) -> None:
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
    changed = [at for at in range(count) if level[at] != NEVER]
    for _ in range(layers):
        before = level[:]
        for at in sorted({near for other in changed for near in graph.neighbours[other]}):
            sources = [before[at], *[before[other] for other in graph.neighbours[at]]]
            level[at] = _reached(formula, true[at], sources)
        # Where nothing changed beside an element, the next layer has it if this one does.
        if not (changed := [at for at in range(count) if level[at] != before[at]]):
            break
    _require(formula, true, level, graph)


def _literals(graph: Connectivity) -> list[int]:
    """The literal of each element; those without one are passable."""
    return [literal or ALWAYS for literal in graph.literals]


def _require(formula: CnfBuilder, true: list[int], reached: list[int], graph: Connectivity) -> None:
    labelled = (at for at, literal in enumerate(graph.literals) if literal is not None)
    add_clauses(formula, [(-true[at], reached[at]) for at in labelled])


def _roots(formula: CnfBuilder, graph: Connectivity, true: list[int]) -> list[int]:
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


def _both(formula: CnfBuilder, one: int, other: int) -> int:
    """A literal that is true exactly when both are."""
    if NEVER in (one, other):
        return NEVER
    if ALWAYS in (one, other):
        return other if one == ALWAYS else one
    found = formula.variable()
    formula.add_all([(-found, one), (-found, other), (found, -one, -other)])
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


def add_tree(formula: CnfBuilder, graph: Connectivity) -> None:
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


def _add_less(formula: CnfBuilder, small: Sequence[int], large: Sequence[int]) -> None:
    """One binary number is less than another; the most significant bits are first."""
    equal = ALWAYS
    for a, b in zip(small, large, strict=True):
        add_clauses(formula, [(-equal, -a, b)])
        still = formula.variable()  # equal so far, this bit included
        add_clauses(formula, [(-equal, still, a, b), (-equal, still, -a, -b)])
        equal = still
    formula.add(-equal)


# Areas whose sizes are their values.

SMALL_AREAS = 3
"""Of areas of up to this many cells, clauses state that they are not larger."""


def add_areas(
    formula: CnfBuilder, places: LiteralsOf, primitive: AreasBySize, label: str, connect: AddGraph
) -> None:
    """State that each area of equal values has as many cells as its value.

    By cuts: a graph for each value, and what two cells imply. Otherwise also by layers or trees.
    """
    values = sorted(primitive.values or {value for cell in primitive.cells for value in places(cell)})
    beside: dict[Variable, list[Variable]] = {cell: [] for cell in primitive.cells}
    for a, b in primitive.links:
        beside[a].append(b)
        beside[b].append(a)
    for value in values:
        own = {cell: held[value] for cell in primitive.cells if value in (held := places(cell))}
        near = {cell: [other for other in beside[cell] if other in own] for cell in own}
        _add_bounds(formula, value, own, near)
        if connect is add_by_cuts and value > 0:
            number = {cell: at for at, cell in enumerate(own)}
            neighbours = tuple(tuple(number[other] for other in those) for those in near.values())
            connect(formula, Connectivity(label, tuple(own.values()), neighbours, size=value))
    if connect is add_by_cuts:
        return
    chosen = {cell: {v: x for v, x in places(cell).items() if v in values} for cell in primitive.cells}
    if connect is add_tree:
        _add_area_trees(formula, chosen, primitive.links)
    else:
        _add_area_layers(formula, chosen, beside, label)


def _add_bounds(
    formula: CnfBuilder, value: int, own: Mapping[Variable, int], near: Mapping[Variable, Sequence[Variable]]
) -> None:
    """A cell has room for at least three cells, and areas of small values are not larger."""
    for cell, literal in own.items():
        if value < 1:
            formula.add(-literal)
        elif value > 1:
            formula.add(-literal, *(own[other] for other in near[cell]))
        for other in near[cell] if value > 2 else ():
            border = dict.fromkeys((*near[cell], *near[other]))
            formula.add(-literal, *(own[one] for one in border if one not in (cell, other)))
    if 0 < value <= SMALL_AREAS:
        areas: dict[frozenset[Variable], None] = {frozenset((cell,)): None for cell in own}
        for _ in range(value):
            larger = (area | {other} for area in areas for cell in area for other in near[cell])
            areas = dict.fromkeys(area for area in larger if area not in areas)
        formula.add_all(sorted(tuple(sorted(-own[cell] for cell in area)) for area in areas))


def _add_area_trees(
    formula: CnfBuilder,
    chosen: Mapping[Variable, Literals],
    links: Sequence[tuple[Variable, Variable]],
) -> None:
    """A tree in each area, whose root has a number that all cells of the area share, and counts its cells.

    Each cell but the root has a neighbour of the area as its parent, and counts one more than the sum of its
    children, in binary. Several trees are possible. Cells without one of the values are trees of their own.
    """
    index = {cell: at for at, cell in enumerate(chosen)}
    most = max((value for held in chosen.values() for value in held), default=0)
    names = {cell: formula.variables(max(len(index) - 1, 1).bit_length()) for cell in chosen}
    counts = {cell: list(formula.variables(min(most, len(index)).bit_length())) for cell in chosen}
    parents: dict[Variable, list[int]] = {cell: [] for cell in chosen}
    children: dict[Variable, list[tuple[int, Variable]]] = {cell: [] for cell in chosen}
    for a, b in links:
        same = formula.variable()
        formula.add_all((-chosen[a][v], -chosen[b][v], same) for v in chosen[a] if v in chosen[b])
        for one, other in zip(names[a], names[b], strict=True):
            formula.add_all([(-same, -one, other), (-same, one, -other)])
        for child, parent in ((a, b), (b, a)):
            arc = formula.variable()
            parents[child].append(arc)
            children[parent].append((arc, child))
            formula.add(-arc, same)
            formula.add(-arc, *chosen[child].values())
            for value, literal in chosen[child].items():
                formula.add(-arc, -literal, *filter(None, [chosen[parent].get(value)]))
    for cell, arcs in parents.items():
        for one, other in combinations(arcs, 2):
            formula.add(-one, -other)
        total: list[int] = [ALWAYS, *[NEVER] * (len(counts[cell]) - 1)]
        for arc, child in children[cell]:
            total = _sum_of(formula, total, [_both(formula, arc, bit) for bit in counts[child]])
        for one, other in zip(counts[cell], total, strict=True):
            add_clauses(formula, [(-one, other), (one, -other)])
        for at, bit in enumerate(names[cell]):
            formula.add(*arcs, bit if index[cell] >> at & 1 else -bit)
        for value, literal in chosen[cell].items():
            if value.bit_length() > len(counts[cell]):
                formula.add(-literal)
                continue
            for at, bit in enumerate(counts[cell]):
                formula.add(*arcs, -literal, bit if value >> at & 1 else -bit)


def _sum_of(formula: CnfBuilder, one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The sum of two binary numbers of one length, the least bit first, which has this length as well."""
    found, carry = [], NEVER
    for a, b in zip(one, other, strict=True):
        total, following = formula.variable(), formula.variable()
        for x, y, z in product((False, True), repeat=3):
            known = [-literal if is_true else literal for literal, is_true in ((a, x), (b, y), (carry, z))]
            ones = x + y + z
            result = (total if ones % 2 else -total), (following if ones > 1 else -following)
            add_clauses(formula, [(*known, one_bit) for one_bit in result])
        found.append(total)
        carry = following
    formula.add(-carry)
    return found


def _add_area_layers(
    formula: CnfBuilder,
    chosen: Mapping[Variable, Literals],
    beside: Mapping[Variable, Sequence[Variable]],
    label: str,
) -> None:
    """Breadth-first layers of the area of each cell, and the number of its cells."""
    most = {cell: min(max(held, default=0), len(chosen)) for cell, held in chosen.items()}
    if sum(most.values()) * len(chosen) > MOST_LAYERED**2:
        raise ReductionError(
            f"'{label}' is about {len(chosen)} cells and too large values for breadth-first layers"
        )
    same: dict[tuple[Variable, Variable], int] = {}
    for a, near in beside.items():
        for b in near:
            if (b, a) in same:
                same[a, b] = same[b, a]
                continue
            equal = same[a, b] = formula.variable()
            shared = {v: x for v, x in chosen[a].items() if v in chosen[b]}
            formula.add(-equal, *shared.values())
            for value, literal in shared.items():
                formula.add_all([(-literal, -chosen[b][value], equal), (-equal, -literal, chosen[b][value])])
    for start, held in chosen.items():
        level = dict.fromkeys(chosen, NEVER) | {start: ALWAYS}
        for _ in range(most[start]):
            level = {
                cell: _one_of(
                    formula,
                    [
                        level[cell],
                        *(
                            _both(formula, level[other], same[cell, other])
                            for other in beside[cell]
                            if level[other] != NEVER and level[cell] != ALWAYS
                        ),
                    ],
                )
                for cell in chosen
            }
        places = ({0: -literal, 1: literal} for literal in level.values() if literal not in (ALWAYS, NEVER))
        numbers = [digit_number(formula, place, 1) for place in places]
        total = in_halves(formula, numbers or [ZERO])
        for value, literal in held.items():
            with formula.where(literal):
                is_one_of(formula, total, (value - 1,))


def _one_of(formula: CnfBuilder, literals: Sequence[int]) -> int:
    """A literal that is true exactly when one of these is."""
    known = [literal for literal in dict.fromkeys(literals) if literal != NEVER]
    if ALWAYS in known:
        return ALWAYS
    return any_of(formula, known) if known else NEVER
