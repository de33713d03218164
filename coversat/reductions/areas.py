"""Areas whose sizes are their values: bounds and cuts, or counts along a tree that is determined.

By vertex elimination, each cell but the last of an area has a parent, the first later cell that it is joined
with, and counts one more than its children do together. So the last cell of an area counts all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from ..base.errors import ReductionError
from ..primitives import AreasBySize, Variable
from ..primitives.models import CUTS
from ..problems.cnf.connectivity import Connectivity
from .cnf_builder import ALWAYS, NEVER, CnfBuilder, add_clauses
from .connectivity import AddGraph, add_by_cuts
from .elimination import Pair, conjunction, eliminated, elimination_order
from .places import Literals, LiteralsOf

SMALL_AREAS = 3
"""Of areas of up to this many cells, clauses state that they are not larger."""


def add_areas(
    formula: CnfBuilder, places: LiteralsOf, primitive: AreasBySize, label: str, connect: AddGraph
) -> None:
    """State that each area of equal values has as many cells as its value.

    By cuts: a graph for each value, and what two cells imply. Otherwise also by counts.
    """
    every = {value for cell in primitive.cells for value in places(cell)}
    values = sorted(value for value in every if not primitive.values or value in primitive.values)
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
    if connect is not add_by_cuts:
        number = {cell: at for at, cell in enumerate(primitive.cells)}
        chosen = [{v: x for v, x in places(cell).items() if v in values} for cell in primitive.cells]
        _add_counts(formula, chosen, [[number[other] for other in near] for near in beside.values()], label)


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


def _add_counts(
    formula: CnfBuilder, chosen: Sequence[Literals], neighbours: Sequence[Sequence[int]], label: str
) -> None:
    most = max((value for held in chosen for value in held), default=0)
    width = min(most, len(chosen)).bit_length()
    pairs = {(a, b) for a, near in enumerate(neighbours) for b in near if a < b}
    links = {(a, b): _same(formula, chosen[a], chosen[b]) for a, b in sorted(pairs)}
    counts: list[list[int]] = [[ALWAYS, *[NEVER] * (width - 1)] for _ in chosen]
    order = elimination_order(len(chosen), frozenset(links))
    if order is None:
        raise ReductionError(f"'{label}' is about {len(chosen)} cells, too many for counts: use cnf:{CUTS}")
    for cell, joins in eliminated(formula, order, links, {*links, *_far(neighbours, most)}):
        is_last = ALWAYS  # none of the later cells so far is joined with it
        for other, literal in joins.items():
            if literal != NEVER:
                arc = conjunction(formula, (is_last, literal))
                is_last = conjunction(formula, (is_last, -literal))
                added = [conjunction(formula, (arc, bit)) for bit in counts[cell]]
                counts[other] = _sum_of(formula, counts[other], added)
        for value, own in chosen[cell].items():
            bits = [bit if value >> at & 1 else -bit for at, bit in enumerate(counts[cell])]
            short = value.bit_length() > width
            add_clauses(formula, [(-is_last, -own, bit) for bit in ([NEVER] if short else bits)])


def _same(formula: CnfBuilder, one: Literals, other: Literals) -> int:
    """A literal that is true exactly when two cells have the same of these values."""
    shared = one.keys() & other.keys()
    if not shared:
        return NEVER
    same = formula.variable()
    formula.add(-same, *(one[value] for value in one if value in shared))
    for value in one:
        if value in shared:
            a, b = one[value], other[value]
            formula.add_all([(-a, -b, same), (-same, -a, b)])
    return same


def _far(neighbours: Sequence[Sequence[int]], most: int) -> set[Pair]:
    """The pairs of later cells that are in no area of this many cells."""
    found = set()
    for start in range(len(neighbours)):
        steps = {start: 1}
        for cell in (queue := [start]):  # which grows
            if steps[cell] < most:
                for other in neighbours[cell]:
                    if other not in steps:
                        steps[other] = steps[cell] + 1
                        queue.append(other)
        found |= {(start, other) for other in range(start + 1, len(neighbours)) if other not in steps}
    return found


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
