"""An exact cover as linear constraints over variables that are 0 or 1, for OPB and MIP solvers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ..problems.exact_cover import Cover, ExactCover, Item

Relation = Literal["=", ">=", "<="]


@dataclass(frozen=True)
class Constraint:
    """A sum of variables with coefficients, and what it must be."""

    terms: tuple[tuple[int, int], ...]
    relation: Relation
    bound: int


class LinearCover:
    """The constraints of an exact cover.

    Variable i, from 1, is option i-1; behind the options comes a variable for each colour of each item,
    which is 1 exactly when an option gives the item this colour.
    """

    def __init__(self, cover: ExactCover) -> None:
        self.option_count = len(cover.options)
        covering: dict[Item, list[int]] = {item: [] for item in (*cover.primary, *cover.secondary)}
        colouring: dict[tuple[Item, str], list[int]] = {}
        for variable, option in enumerate(cover.options, 1):
            for item in option.items:
                covering[item].append(variable)
            for shade in option.colours:
                colouring.setdefault(shade, []).append(variable)
        self._colour = {shade: self.option_count + n for n, shade in enumerate(sorted(colouring), 1)}
        self.variable_count = self.option_count + len(self._colour)
        self._cover, self._covering, self._colouring = cover, covering, colouring

    def constraints(self) -> Iterator[Constraint]:
        """One for each item, and those that define the colours."""
        shades: dict[Item, list[int]] = {}
        for (item, _), variable in self._colour.items():
            shades.setdefault(item, []).append(variable)
        for item in self._cover.primary:
            yield _sum(self._covering[item], "=")
        for item in self._cover.secondary:
            yield _sum([*self._covering[item], *shades.get(item, ())], "<=")
        for shade, variable in self._colour.items():
            givers = self._colouring[shade]
            yield Constraint((*((1, giver) for giver in givers), (-1, variable)), ">=", 0)
            for giver in givers:
                yield Constraint(((1, variable), (-1, giver)), ">=", 0)

    def cover_of(self, true: set[int]) -> Cover:
        """The options whose variables are 1."""
        return tuple(variable - 1 for variable in sorted(true) if variable <= self.option_count)


def _sum(variables: list[int], relation: Relation) -> Constraint:
    return Constraint(tuple((1, variable) for variable in variables), relation, 1)
