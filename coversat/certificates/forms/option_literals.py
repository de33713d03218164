"""What the options of a searched matrix are in the variables of `LinearCover`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from ...exchange.linear import LinearCover
from ...kinds.exact_cover.table import CoverTable
from ...solvers.cover_matrix import CoverMatrix

Literal = int


class Counted(NamedTuple):
    """Of a set of literals at most one is true, for these constraints add up to that; and one at least."""

    literals: list[Literal]
    addends: list[int]


class OptionLiterals:
    """Which literals are true where an option stands.

    An option of the problem is its variable.  A choice option that shows a colour is this shade's; one that
    shows nothing is that no shade of its item is there.
    """

    def __init__(self, linear: LinearCover, table: CoverTable, matrix: CoverMatrix) -> None:
        self._linear, self._table, self._matrix = linear, table, matrix
        self._projection = tuple(dict.fromkeys(table.projection or ()))
        self._shades: dict[int, list[int]] = {item: [] for item in self._projection}
        for shade in linear.shade_variables:
            if table.shades[shade] in self._shades:
                self._shades[table.shades[shade]].append(shade)
        shown = table.shown()
        own = range(matrix.option_count, len(matrix.covers))
        self._shade_of = {
            choice: next(shade for shade in self._shades_beside(choice) if tuple(shown[shade]) == support)
            for choice, support in zip(own, matrix.supports, strict=True)
            if support
        }

    def _shades_beside(self, choice: int) -> list[int]:
        """The shades of the item that a choice option speaks of."""
        return self._shades[self._projection[self._matrix.covers[choice][0]]]

    @cached_property
    def _members(self) -> list[list[int]]:
        """Per item of the matrix, its options."""
        return self._matrix.options_of_items()

    @cached_property
    def _covering(self) -> list[list[int]]:
        """Per item of the cover, its options."""
        return self._table.covering()

    def literals(self, option: int) -> list[Literal]:
        """Those of an option of the matrix."""
        if option < self._matrix.option_count:
            return [option + 1]
        variables = self._linear.shade_variables
        if option in self._shade_of:
            return [variables[self._shade_of[option]]]
        return [-variables[shade] for shade in self._shades_beside(option)]

    def always_shown(self) -> Iterator[list[Literal]]:
        """For each item of the projection that must show something, that it does."""
        for choice, item in enumerate(self._projection):
            if all(option in self._shade_of for option in self._members[choice]):
                yield [self._linear.shade_variables[shade] for shade in self._shades[item]]

    def implied(self, first_of_items: Sequence[int], first_of_shades: dict[int, int]) -> Iterator[Counted]:
        """The sets of shades of which a primary item asks for exactly one.

        Parameters
        ----------
        first_of_items : per item, the number of its constraint
            Behind it stands that the item is covered at most once.
        first_of_shades : per shade, the number of that it is there only with an option that shows it
        """
        for choice in range(len(self._projection), self._matrix.choice_count):
            shades = [self._shade_of[option] for option in self._members[choice]]
            showing = {
                option
                for place in self._members[choice]
                for option in self._matrix.supports[place - self._matrix.option_count]
            }
            item = next(
                one for one in range(self._table.primary_count) if showing == set(self._covering[one])
            )
            yield Counted(
                [self._linear.shade_variables[shade] for shade in shades],
                [first_of_items[item] + 1, *(first_of_shades[shade] for shade in shades)],
            )
