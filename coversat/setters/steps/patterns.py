"""The names that people have for some steps: naked pair, X-wing and so on, recognised from what a step uses.

The search knows none of them. A step has such a name if its rules are sets of different values, and if the
pattern explains each of its conclusions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import NamedTuple

from ...primitives import AllDifferent
from ...problems.grid import Cell
from ...reductions.rule_clauses import RuleClauses
from .values import Fact

Left = Mapping[Cell, tuple[int, ...]]
"""The values that are left for each cell."""
House = frozenset[Cell]

_SUBSETS = {2: "pair", 3: "triple", 4: "quadruple"}
_FISH = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


def houses_of(formula: RuleClauses) -> Mapping[str, House]:
    """The rules by label that are only a set of cells with different values, as many as a place can have."""
    size = max(map(len, formula.literals), default=0)
    return {
        label: frozenset(own[0].primitive.cells)
        for label, own in formula.rules_called.items()
        if len(own) == 1
        and isinstance(own[0].primitive, AllDifferent)
        and own[0].primitive.is_plain
        and len(own[0].primitive.cells) == size
    }


class Pattern(NamedTuple):
    """The name of a step, and the cells that show it besides those of the conclusion."""

    name: str
    cells: tuple[Cell, ...] = ()


def pattern_of(facts: Sequence[Fact], houses: Sequence[House], left: Left) -> Pattern | None:
    """The pattern of a step, if it has a name.

    * facts: the conclusions.
    * houses: the sets of cells with different values that the step uses, each with as many cells as values.
    * left: what was left before the step.
    """
    placed = [(fact.cell, fact.value) for fact in facts if fact.holds and fact.cell]
    removed = [(fact.cell, fact.value) for fact in facts if not fact.holds and fact.cell]
    if len(placed) + len(removed) < len(facts) or not facts:
        return None
    if placed:
        return _single(placed, removed, houses, left)
    if len(houses) == 1:
        return _subsets(removed, houses[0], left)
    patterns: tuple[Callable[..., Pattern | None], ...] = (_intersection, _fish, _turbot, _wing)
    each = (next(filter(None, (find(one, houses, left) for find in patterns)), None) for one in removed)
    found = [one for one in each if one]
    if len(found) < len(removed) or len({one.name for one in found}) > 1:
        return None
    return Pattern(found[0].name, tuple(dict.fromkeys(cell for one in found for cell in one.cells)))


Removed = tuple[Cell, int]


def _single(
    placed: Sequence[Removed], removed: Sequence[Removed], houses: Sequence[House], left: Left
) -> Pattern | None:
    if len(placed) > 1 or removed:
        return None
    ((cell, value),) = placed
    if not houses and left[cell] == (value,):
        return Pattern("naked single")
    if len(houses) == 1 and _cells(value, houses[0], left) == {cell}:
        return Pattern("hidden single")
    return None


def _cells(value: int, house: Collection[Cell], left: Left) -> set[Cell]:
    """The cells of a house in which a value is left."""
    return {cell for cell in house if value in left[cell]}


def _subsets(removed: Sequence[Removed], house: House, left: Left) -> Pattern | None:
    """The largest of the smallest subsets that explain each conclusion."""
    found = [next(_subset(cell, value, house, left), None) for cell, value in removed]
    if None in found:
        return None
    size, hidden, cells = max(filter(None, found))
    return Pattern(f"{'hidden' if hidden else 'naked'} {_SUBSETS[size]}", cells)


def _subset(cell: Cell, value: int, house: House, left: Left) -> Iterator[tuple[int, bool, tuple[Cell, ...]]]:
    """Subsets that exclude a value from a cell, the smallest first: size, whether hidden, and cells."""
    others = sorted(one for one in house if one != cell and len(left[one]) > 1)
    values = sorted({v for one in house if len(left[one]) > 1 for v in left[one]} - {value})
    for size in _SUBSETS:
        for some in combinations(others, size):
            held = {v for one in some for v in left[one]}
            if len(held) == size and value in held:
                yield size, False, some
        for these in combinations(values, size):
            where = set().union(*(_cells(v, house, left) for v in these))
            if len(where) == size and cell in where:
                yield size, True, tuple(sorted(where))


def _is_line(house: House) -> bool:
    return len({r for r, _ in house}) == 1 or len({c for _, c in house}) == 1


def _intersection(removed: Removed, houses: Sequence[House], left: Left) -> Pattern | None:
    """Where a value is left in one house only where it meets the other."""
    cell, value = removed
    if len(houses) != 2:
        return None
    for base, cover in permutations(houses):
        where = _cells(value, base, left)
        if where and where <= cover and cell in cover - base and _is_line(base) != _is_line(cover):
            if _is_line(base):
                return _pattern("box-line reduction", where)
            return _pattern(f"pointing {_SUBSETS.get(len(where), 'cells')}", where)
    return None


def _fish(removed: Removed, houses: Sequence[House], left: Left) -> Pattern | None:
    """As many houses as others that have all cells of a value in the first."""
    cell, value = removed
    size = len(houses) // 2
    if size not in _FISH or len(houses) % 2 or not all(map(_is_line, houses)):
        return None
    for base in combinations(houses, size):
        covers = [house for house in houses if house not in base]
        where = set().union(*(_cells(value, house, left) for house in base))
        covered = frozenset().union(*covers)
        if where <= covered and cell in covered and not any(cell in house for house in base):
            return _pattern(_FISH[size], where)
    return None


def _linked(one: Cell, other: Cell, houses: Sequence[House]) -> bool:
    return one != other and any(one in house and other in house for house in houses)


def _turbot(removed: Removed, houses: Sequence[House], left: Left) -> Pattern | None:
    """Two houses with two cells left for a value, one of each linked: one of the other two has it."""
    cell, value = removed
    pairs = [(house, sorted(where)) for house in houses if len(where := _cells(value, house, left)) == 2]
    for (one, ends), (other, others) in combinations(pairs, 2):
        for a, b in (ends, ends[::-1]):
            for c, d in (others, others[::-1]):
                links = ((b, c), (cell, a), (cell, d))
                if len({a, b, c, d, cell}) == 5 and all(_linked(*pair, houses) for pair in links):
                    name = "skyscraper" if one.isdisjoint(other) else "two-string kite"
                    lines = _is_line(one) and _is_line(other)
                    return _pattern(name if lines else "turbot fish", (*ends, *others))
    return None


def _wing(removed: Removed, houses: Sequence[House], left: Left) -> Pattern | None:
    """A cell with two or three values, linked with two cells that share one value with it and one another."""
    cell, value = removed
    wings = sorted(
        one
        for house in houses
        for one in house
        if value in left[one] and len(left[one]) == 2 and _linked(one, cell, houses)
    )
    for one, other in combinations(dict.fromkeys(wings), 2):
        (x,), (y,) = ([v for v in left[wing] if v != value] for wing in (one, other))
        for pivot in sorted(_linked_cells(one, houses) & _linked_cells(other, houses)):
            if x != y and set(left[pivot]) == {x, y}:
                return Pattern("XY-wing", (pivot, one, other))
            if x != y and set(left[pivot]) == {x, y, value} and _linked(pivot, cell, houses):
                return Pattern("XYZ-wing", (pivot, one, other))
    return None


def _linked_cells(cell: Cell, houses: Sequence[House]) -> set[Cell]:
    return {one for house in houses if cell in house for one in house if one != cell}


def _pattern(name: str, cells: Iterable[Cell]) -> Pattern:
    return Pattern(name, tuple(sorted(set(cells))))
