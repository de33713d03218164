"""One rule by one encoder: whether unit propagation is arc consistent, found by trying everything.

Of each cell any of its values may be removed. For every such set of values left,

* an *arc consistent* encoding excludes each value that no assignment which satisfies the rule has, and is
  refuted if there is no such assignment (also called domain consistency, or generalized arc consistency);
* a *refuting* one is refuted if there is no such assignment, but leaves some values that it should exclude;
* all others leave some contradictions to the search.

What satisfies the rule is judged by `primitives.meaning`, which no encoder uses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import reduce
from itertools import combinations, product
from math import prod
from operator import or_
from typing import NamedTuple

from coversat.comparing.propagation import Propagator, Value, as_formula, names_of
from coversat.kinds.latin import Latin
from coversat.primitives import Primitive, Variable
from coversat.primitives.meaning import holds
from coversat.primitives.models import LineModel, Rule
from coversat.reductions import AnyReduction
from coversat.reductions.grid import NAMED
from coversat.reductions.to_cnf import to_cnf
from coversat.reductions.to_cover import to_cover

COVER = "cover"
"""The name of the exact cover beside those of the encoders."""
MOST_LEFT = 1 << 20
"""The most sets of values that are tried."""

Domains = Mapping[Variable, Sequence[int]]


class Level(Enum):
    """What unit propagation finds."""

    ARC_CONSISTENT = "arc consistent"
    REFUTING = "refuting"
    NEITHER = "neither"
    WRONG = "wrong"


class RuleStrength(NamedTuple):
    """The level of an encoding, and the smallest example of what it misses.

    * left (mapping from places to values, or None): the values left at places where some were removed, as few
      as possible. None for an arc consistent encoding.
    * missed ((place, value) or None): what should be excluded then; None if no assignment is left, which is
      not found.
    """

    level: Level
    left: Mapping[str, tuple[int, ...]] | None = None
    missed: Value | None = None

    def __str__(self) -> str:
        if self.left is None:
            return self.level.value
        those = (f"{name} in {{{','.join(map(str, values))}}}" for name, values in self.left.items())
        left = ", ".join(those) or "nothing removed"
        what = "there is no solution" if self.missed is None else "{} is not {}".format(*self.missed)
        return f"{left}: {what}"


def rule_strength(primitives: Sequence[Primitive], domains: Domains, encoder: str) -> RuleStrength:
    """Classify the encoding of a rule over small domains, by trying every set of values left.

    * primitives: one, or several that are taken together.
    * domains (mapping from its cells to values)
    * encoder: a name in `reductions.grid.NAMED`, or ``cover``.

    Raise `ReductionError` if the encoder does not state a primitive. Raise `ValueError` if there are more
    than `MOST_LEFT` sets of values.
    """
    if (number := prod((1 << len(one)) - 1 for one in domains.values())) > MOST_LEFT:
        raise ValueError(f"{number} sets of values; up to {MOST_LEFT} are tried")
    solutions = [
        tuple(zip(domains, values, strict=True))
        for values in product(*domains.values())
        if all(holds(one, dict(zip(domains, values, strict=True))) for one in primitives)
    ]
    reduction, name_of = _reduced(primitives, domains, encoder)
    with Propagator(as_formula(reduction)) as propagator:
        return _classified(_Space(domains, solutions, name_of), propagator)


def _reduced(
    primitives: Sequence[Primitive], domains: Domains, encoder: str
) -> tuple[AnyReduction, Mapping[Variable, str]]:
    inner = [one for variable in domains for one in _cells(variable)]
    rows, columns = (max(one[axis] for one in inner) + 1 for axis in (0, 1))
    rules = [Rule(f"rule {number}", primitive) for number, primitive in enumerate(primitives, 1)]
    model = LineModel(Latin(((None,),)), rows, columns, domains, rules)  # which shows edges as well
    reduction: AnyReduction = to_cover(model) if encoder == COVER else to_cnf(model, NAMED[encoder], False)
    return reduction, {variable: model.name_of(variable) for variable in domains}


def _cells(variable: Variable) -> tuple[tuple[int, int], ...]:
    a, b = variable
    return ((a, b),) if isinstance(a, int) else (a, b)


class _Space:
    """The values of all cells as bits of an integer; a solution is the bits of its values."""

    def __init__(
        self,
        domains: Domains,
        solutions: Sequence[Sequence[tuple[Variable, int]]],
        names: Mapping[Variable, str],
    ) -> None:
        self._domains, self._names = domains, names
        pairs = [(variable, value) for variable, those in domains.items() for value in those]
        self.values: list[Value] = [(names[variable], value) for variable, value in pairs]
        bit = {pair: 1 << at for at, pair in enumerate(pairs)}
        self._bit = bit
        self.solutions = [reduce(or_, (bit[pair] for pair in one), 0) for one in solutions]

    def left(self) -> Iterator[int]:
        """Every set of values with at least one of each cell, those with most values first."""
        parts = [
            [
                reduce(or_, (self._bit[variable, value] for value in some))
                for size in range(len(those), 0, -1)
                for some in combinations(those, size)
            ]
            for variable, those in self._domains.items()
        ]
        sets = [reduce(or_, one) for one in product(*parts)]
        return iter(sorted(sets, key=lambda one: -one.bit_count()))

    def within(self, bits: int) -> list[Value]:
        """The values of these bits."""
        return [value for at, value in enumerate(self.values) if bits >> at & 1]

    def by_place(self, bits: int) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = dict.fromkeys(self._names.values(), ())
        for name, value in self.within(bits):
            found[name] = (*found[name], value)
        places = names_of(self.values)
        return {name: values for name, values in found.items() if len(values) < len(places[name])}


def _classified(space: _Space, propagator: Propagator) -> RuleStrength:
    whole = (1 << len(space.values)) - 1
    known = set(propagator.values)
    assert names_of(known).keys() == names_of(space.values).keys()
    missed: RuleStrength | None = None
    for left in space.left():
        supported = reduce(or_, (one for one in space.solutions if one & ~left == 0), 0)
        removed = [value for value in space.within(whole & ~left) if value in known]
        found = propagator.solver.follows(propagator.literals_without(removed))
        if found is None:
            if supported:
                return RuleStrength(Level.WRONG, space.by_place(left))
            continue
        if not supported:
            return RuleStrength(Level.NEITHER, space.by_place(left))
        excluded = propagator.excluded_by(found)
        if not excluded.isdisjoint(space.within(supported)):
            return RuleStrength(Level.WRONG, space.by_place(left))
        if missed is None:
            lacking = (one for one in space.within(left & ~supported) if one in known and one not in excluded)
            if (first := next(lacking, None)) is not None:
                missed = RuleStrength(Level.REFUTING, space.by_place(left), first)
    return missed or RuleStrength(Level.ARC_CONSISTENT)
