"""How many answers a puzzle has, by plain backtracking: the second method of `audits.py`.

It uses nothing of coversat: no reader, no encoding, no solver, no rules check. A puzzle states the values
that each cell may have, and rules. The cell with the fewest values left is filled first, or the
value with the fewest places in a unit is placed; after each choice every rule that looks at the cell is asked
which values its other cells can still have.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

Cell = Hashable
Value = int | None
"""None is a cell that is not filled yet."""

TRIES = 300_000
"""How many values of cells are tried before a puzzle is given up."""


class Rule(NamedTuple):
    """Whether the values of some cells can still become right, as far as is seen; of filled cells, are right.

    `filters`: it is also asked of each value of each of its blank cells.
    """

    cells: tuple[Cell, ...]
    may: Callable[[Sequence[Value]], bool]
    filters: bool = True


class Puzzle(NamedTuple):
    """`units`: cells that hold each of their values exactly once; this only guides the search."""

    domains: dict[Cell, tuple[int, ...]]
    rules: list[Rule]
    units: Sequence[Sequence[Cell]] = ()


def keeps(puzzle: Puzzle, values: Mapping[Cell, int]) -> bool:
    """Whether these values are an answer."""
    if values.keys() != puzzle.domains.keys():
        return False
    inside = all(values[cell] in domain for cell, domain in puzzle.domains.items())
    return inside and all(rule.may([values[cell] for cell in rule.cells]) for rule in puzzle.rules)


def answers(puzzle: Puzzle, most: int = 2, tries: int = TRIES) -> list[dict[Cell, int]] | None:
    """At most this many answers; None if so many tries do not suffice."""
    values: dict[Cell, Value] = dict.fromkeys(puzzle.domains)
    rules_of: dict[Cell, list[Rule]] = {cell: [] for cell in values}
    for rule in puzzle.rules:
        for cell in rule.cells:
            rules_of[cell].append(rule)
    beside = {cell: _beside(cell, rules) for cell, rules in rules_of.items()}
    found: list[dict[Cell, int]] = []
    tried = 0

    def allow(rules: Iterable[Rule]) -> bool:
        return all(rule.may([values[cell] for cell in rule.cells]) for rule in rules)

    def possible(cell: Cell, value: int, rules: Iterable[Rule]) -> bool:
        nonlocal tried
        tried += 1
        values[cell] = value
        fits = allow(rules)
        values[cell] = None
        return fits

    def filtered(left: dict[Cell, tuple[int, ...]], cell: Cell) -> dict[Cell, tuple[int, ...]] | None:
        """What is left after this cell was filled; None if some cell has no value."""
        left = dict(left)
        del left[cell]
        for other, rules in beside[cell].items():
            if other in left:
                left[other] = tuple(value for value in left[other] if possible(other, value, rules))
                if not left[other]:
                    return None
        return left

    def search(left: dict[Cell, tuple[int, ...]]) -> bool:
        """Go on until there are enough answers; False if tries run out."""
        if not left:
            found.append({cell: value for cell, value in values.items() if value is not None})
            return True
        if tried > tries:
            return False
        for cell, value in chosen(left, puzzle.units):
            values[cell] = value
            ends = True
            if allow(rules_of[cell]):
                smaller = filtered(left, cell)
                ends = smaller is None or search(smaller)
            values[cell] = None
            if not ends:
                return False
            if len(found) == most:
                break
        return True

    return found if search(dict(puzzle.domains)) else None


def chosen(left: Mapping[Cell, tuple[int, ...]], units: Iterable[Iterable[Cell]]) -> list[tuple[Cell, int]]:
    """The values of a cell, or the places of a value in a unit; as few as there are."""
    first = min(left, key=lambda cell: len(left[cell]))
    found = [(first, value) for value in left[first]]
    for unit in units if len(found) > 1 else ():
        places: dict[int, list[tuple[Cell, int]]] = {}
        for cell in unit:
            for value in left.get(cell, ()):
                places.setdefault(value, []).append((cell, value))
        found = min([found, *places.values()], key=len)
    return found


def _beside(cell: Cell, rules: Iterable[Rule]) -> dict[Cell, list[Rule]]:
    """The other cells of these rules, each with those that look at it."""
    found: dict[Cell, list[Rule]] = {}
    for rule in rules:
        if rule.filters:
            for other in rule.cells:
                if other != cell:
                    found.setdefault(other, []).append(rule)
    return found


# Rules that several kinds have.


def different(cells: Iterable[Cell]) -> Rule:
    def may(values: Sequence[Value]) -> bool:
        known = [value for value in values if value is not None]
        return len(set(known)) == len(known)

    return Rule(tuple(cells), may)


def total(cells: Iterable[Cell], target: int, weights: Sequence[int] = (), filters: bool = True) -> Rule:
    """The sum of cells of 0 and 1 is the target; each counts with its weight."""
    cells = tuple(cells)
    weighed = tuple(weights) or (1,) * len(cells)

    def may(values: Sequence[Value]) -> bool:
        pairs = list(zip(values, weighed, strict=True))
        known = sum(value * weight for value, weight in pairs if value is not None)
        return known <= target <= known + sum(weight for value, weight in pairs if value is None)

    return Rule(cells, may, filters)


def some(cells: Iterable[Cell]) -> Rule:
    """At least one is 1."""
    return Rule(tuple(cells), lambda values: any(value != 0 for value in values))


def few(cells: Iterable[Cell]) -> Rule:
    """At most one is 1."""
    return Rule(tuple(cells), lambda values: sum(value == 1 for value in values) < 2)


def unequal(one: Cell, other: Cell) -> Rule:
    return Rule((one, other), lambda values: None in values or values[0] != values[1])


def rising(lower: Cell, higher: Cell) -> Rule:
    return Rule((lower, higher), lambda values: None in values or values[0] < values[1])  # type: ignore[operator]
