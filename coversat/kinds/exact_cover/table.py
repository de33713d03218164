"""An exact cover problem in numbers: what encoders write and engines read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class CoverTable(NamedTuple):
    """Items, options and shades as indices; a *shade* is one colour of one secondary item.

    Attributes
    ----------
    primary_count, item_count : int
        The primary items come first, followed by the secondary ones.
    options : per option, the items that it covers without a colour
    colours : per option, the shades that it shows
    shades : per shade, its item
    projection : items, or None
        See `ExactCover`.
    """

    primary_count: int
    item_count: int
    options: Sequence[tuple[int, ...]]
    colours: Sequence[tuple[int, ...]]
    shades: Sequence[int] = ()
    projection: tuple[int, ...] | None = None

    @property
    def secondary(self) -> range:
        return range(self.primary_count, self.item_count)

    def shown(self) -> list[list[int]]:
        """For each shade, the options that show it, in increasing order."""
        if not self.shades:
            return []
        showing: list[list[int]] = [[] for _ in self.shades]
        for option, shades in enumerate(self.colours):
            for shade in shades:
                showing[shade].append(option)
        return showing

    def covering(self) -> list[list[int]]:
        """For each item, the options that cover it without a colour, in increasing order."""
        found: list[list[int]] = [[] for _ in range(self.item_count)]
        for option, items in enumerate(self.options):
            for item in items:
                found[item].append(option)
        return found


class CoverNames(NamedTuple):
    """The names of the parts of a `CoverTable`: sequences that are created on demand."""

    items: Callable[[], tuple[str, ...]]
    options: Callable[[], tuple[str, ...]]
    colours: Callable[[], tuple[str, ...]]
    """For each shade, the name of its colour, which other items' shades may share."""
