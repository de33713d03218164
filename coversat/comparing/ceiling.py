"""What full propagation of each rule alone finds: the ceiling of formulas that state rule by rule.

No formula is made. Each rule removes all values that no assignment which satisfies it has (generalized arc
consistency), one rule after the other until nothing changes: different values by matchings (Régin, AAAI
1994) for each set that they may form; sums, counts, tables and words by the layers of an automaton (Trick,
Annals of Operations Research 118, 2003), pairs of a `Binary` one by one; connected cells by what is reached
without one of them; alternatives by the union of what each leaves; any other rule by a list of its
assignments.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain, product
from math import comb, prod
from typing import Any, NamedTuple

from .. import primitives
from ..base.errors import ReductionError
from ..primitives import Primitive, Variable, as_regular, scope, terms_of
from ..primitives.automata import Layer, reduced, unrolled
from ..primitives.meaning import holds, reached
from ..primitives.models import GridModel
from ..primitives.sums import combinations_of
from ..primitives.tables import values_of_term
from ..solvers.search.domains import pair_word, steps_of
from .propagation import Value

MOST = 4096
"""The most assignments, or sets of values, of one rule that are listed."""
MOST_STEPS = 200_000

Left = tuple[frozenset[int], ...]
"""The values left of the cells of a rule."""


class Filter(NamedTuple):
    """What a rule, or a part of one, leaves of the values of its cells; None if nothing satisfies it."""

    cells: tuple[Variable, ...]
    keep: Callable[[Left], Left | None]


class Ceiling:
    """Full propagation of each rule of a model alone, in the places and values of the puzzle.

    Raise `ReductionError` for a rule of which it is not known.
    """

    def __init__(self, model: GridModel[Any]) -> None:
        self._variables = {model.name_of(one): one for one in model.domains if model.in_answers(one)}
        self._first = {variable: frozenset(values) for variable, values in model.domains.items()}
        self._filters: list[Filter] = []
        for rule in model.rules:
            found = _filters(rule.primitive, model.domains)
            if found is None:
                raise ReductionError(f"full propagation of {rule.label!r} is not known")
            self._filters += found
        self._of: dict[Variable, list[int]] = {variable: [] for variable in model.domains}
        for at, one in enumerate(self._filters):
            for cell in one.cells:
                self._of[cell].append(at)
        self._known: list[dict[Left, Left | None]] = [{} for _ in self._filters]
        self._begin = self._propagated(self._first, self._first)

    def missing(self, values: Iterable[Value]) -> set[Value]:
        """Those of some values that the model does not have."""
        return {
            (name, value)
            for name, value in values
            if name not in self._variables or value not in self._first[self._variables[name]]
        }

    def excluded(self, chosen: Iterable[Value], failed_literals: bool = False) -> set[Value] | None:
        """The values that a partial answer excludes; None if it is refuted. See `Propagator.excluded`."""
        left = self._with(self._begin, chosen)
        again = failed_literals
        while left is not None and again:
            again = False
            for name, value in [
                (name, value) for name, one in self._variables.items() for value in left[one]
            ]:
                if left is not None and self._with(left, ((name, value),)) is None:
                    variable, again = self._variables[name], True
                    left = self._propagated({**left, variable: left[variable] - {value}}, (variable,))
        if left is None:
            return None
        return {
            (name, value) for name, one in self._variables.items() for value in self._first[one] - left[one]
        }

    def _with(
        self, left: Mapping[Variable, frozenset[int]] | None, chosen: Iterable[Value]
    ) -> Mapping[Variable, frozenset[int]] | None:
        """What is left if some places have these values."""
        if left is None:
            return None
        fixed: dict[Variable, frozenset[int]] = {}
        for name, value in chosen:
            variable = self._variables[name]
            fixed[variable] = fixed.get(variable, left[variable]) & {value}
        return self._propagated({**left, **fixed}, fixed)

    def _propagated(
        self, left: Mapping[Variable, frozenset[int]], changed: Collection[Variable]
    ) -> Mapping[Variable, frozenset[int]] | None:
        """What all rules leave; those of the changed variables come first. None if one has no assignment."""
        found = dict(left)
        waiting = dict.fromkeys(at for variable in changed for at in self._of[variable])
        while waiting:
            at = next(iter(waiting))
            del waiting[at]
            cells, keep = self._filters[at]
            before = tuple(found[cell] for cell in cells)
            known = self._known[at]
            if before not in known:
                known[before] = keep(before) if all(before) else None
            after = known[before]
            if after is None:
                return None
            for cell, values, fewer in zip(cells, before, after, strict=True):
                if len(fewer) < len(values):
                    found[cell] = fewer
                    waiting.update((one, None) for one in self._of[cell] if one != at)
        return found if all(found.values()) else None


def _filters(primitive: Primitive, domains: Mapping[Variable, Sequence[int]]) -> list[Filter] | None:
    """The filters of a primitive; None if full propagation is not known."""
    cells = scope(primitive)
    match primitive:
        case primitives.AllDifferent() if len(cells) == len(primitive.cells):
            if (sets := _sets(primitive, domains)) is not None:
                return [Filter(cells, partial(_different, sets))]
        case primitives.Binary(pairs, allowed):
            words = [_word(pair_word(one, other, allowed), domains) for one, other in pairs]
            if None not in words:
                return [word for word in words if word is not None]
        case primitives.Connected(steps=None) | primitives.Connected(limit_follows=True) if len(cells) == len(
            primitive.cells
        ):
            return [Filter(primitive.cells, partial(_connected, primitive))]
        case (
            primitives.Table()
            | primitives.Regular()
            | primitives.SumBetween()
            | primitives.Sum()
            | primitives.Count()
        ):
            values = {
                value for term in terms_of(primitive) for value in values_of_term(term, domains.__getitem__)
            }
            if (word := _word(as_regular(primitive, values), domains)) is not None:
                return [word]
        case primitives.Or(alternatives) if all(len(those) == 1 for those in alternatives):
            inner = [_filters(one, domains) for (one,) in alternatives]
            if all(found is not None and len(found) == 1 for found in inner):
                return [Filter(cells, partial(_either, cells, [found[0] for found in inner if found]))]
    if prod(len(domains[cell]) for cell in cells) > MOST:
        return None
    every = (dict(zip(cells, values, strict=True)) for values in product(*(domains[cell] for cell in cells)))
    rows = [tuple(one.values()) for one in every if holds(primitive, one)]
    return [Filter(cells, partial(_listed, rows))]


def _listed(rows: Sequence[tuple[int, ...]], left: Left) -> Left | None:
    """The values in rows of which all values are left."""
    kept = [row for row in rows if all(value in values for value, values in zip(row, left, strict=True))]
    return tuple(map(frozenset, zip(*kept, strict=True))) if kept else None


def _either(cells: Sequence[Variable], filters: Sequence[Filter], left: Left) -> Left | None:
    """The values that one of several filters leaves; each leaves all values of cells that it is not about."""
    held = dict(zip(cells, left, strict=True))
    kept = [(one, one.keep(tuple(held[cell] for cell in one.cells))) for one in filters]
    each = [{**held, **dict(zip(one.cells, found, strict=True))} for one, found in kept if found is not None]
    return tuple(frozenset().union(*(one[cell] for one in each)) for cell in cells) if each else None


def _word(word: primitives.Regular, domains: Mapping[Variable, Sequence[int]]) -> Filter | None:
    """The filter of an automaton; None if it reads a cell twice, or has too many steps."""
    try:
        steps = [step for term in word.cells for step in steps_of(term, word.step)]
        cells = tuple(cell for cell, _ in steps)
        if len(set(cells)) < len(cells):
            return None
        places = [domains[cell] for cell in cells]
        layers = unrolled(places, word.start, (step for _, step in steps), word.accepts, MOST_STEPS)
    except ReductionError:
        return None
    return Filter(cells, partial(_walked, None if layers is None else reduced(layers)))


def _walked(layers: Sequence[Layer] | None, left: Left) -> Left | None:
    """The values on the ways through all layers."""
    if layers is None:
        return None
    reached: set[int] = {0}
    taken = []
    for layer, values in zip(layers, left, strict=True):
        ways = [(at, value, to) for at in reached for value, to in layer[at].items() if value in values]
        taken.append(ways)
        reached = {to for _, _, to in ways}
    found = []
    for ways in reversed(taken):
        ways = [way for way in ways if way[2] in reached]
        found.append(frozenset(value for _, value, _ in ways))
        reached = {at for at, _, _ in ways}
    return tuple(reversed(found)) if reached else None


def _sets(
    group: primitives.AllDifferent, domains: Mapping[Variable, Sequence[int]]
) -> Sequence[frozenset[int] | None] | None:
    """The sets that different values may form; None in it for any, and instead of it for too many."""
    if group.sets is not None:
        return [frozenset(one) for one in group.sets if group.total in (None, sum(one))]
    if group.total is None:
        return [None]
    values = sorted(set(chain.from_iterable(domains[cell] for cell in group.cells)))
    if comb(len(values), len(group.cells)) > MOST:
        return None
    return list(map(frozenset, combinations_of(values, len(group.cells), group.total)))


def _different(sets: Sequence[frozenset[int] | None], left: Left) -> Left | None:
    found = [_matched(left if one is None else tuple(values & one for values in left)) for one in sets]
    kept = [one for one in found if one is not None]
    return tuple(frozenset().union(*those) for those in zip(*kept, strict=True)) if kept else None


def _matched(left: Left) -> Left | None:
    """The values in matchings of all cells: of one matching, and of its alternating paths and cycles."""
    owner: dict[int, int] = {}

    def place(at: int, seen: set[int]) -> bool:
        for value in left[at] - seen:
            seen.add(value)
            if value not in owner or place(owner[value], seen):
                owner[value] = at
                return True
        return False

    if not all(place(at, set()) for at in range(len(left))):
        return None
    free = frozenset().union(*left) - owner.keys()
    after = {value: set(left[at]) for value, at in owner.items()} | {value: {value} for value in free}
    for through in owner:
        for ends in after.values():
            if through in ends:
                ends |= after[through]
    held = {at: value for value, at in owner.items()}
    return tuple(
        frozenset(value for value in values if held[at] in after[value] or not free.isdisjoint(after[value]))
        for at, values in enumerate(left)
    )


def _connected(rule: primitives.Connected, left: Left) -> Left | None:
    """The values in connected sets of cells, each with a root if there are any."""
    chosen = frozenset(rule.values)
    values = dict(zip(rule.cells, left, strict=True))
    possible = {cell for cell in rule.cells if values[cell] & chosen}
    needed = {cell for cell in possible if values[cell] <= chosen}

    def together(cells: set[Variable]) -> set[Variable] | None:
        """The cells that may be chosen among these; None if the needed ones are not connected."""
        links = [(a, b) for a, b in rule.links if a in cells and b in cells]
        first = [cell for cell in cells if cell in rule.roots] if rule.roots else list(needed)[:1]
        found: set[Any] = {*reached(first, links)} if rule.roots or needed else cells
        return found if needed <= found else None

    if (inside := together(possible)) is None:
        return None
    return tuple(
        (held & chosen if cell in inside else frozenset())
        | (held - chosen if cell not in inside or together(possible - {cell}) is not None else frozenset())
        for cell, held in values.items()
    )
