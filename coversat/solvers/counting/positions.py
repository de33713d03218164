"""Positions of an exact cover: what some options leave of it, what follows, and canonical names.

A position is the set of options that are still possible. Two positions are equivalent if renaming the items
of one gives the options of the other. Names identify them: items and options are numbered by the structure
alone, as far as that is cheap, and the name lists the options in these numbers. Equal names mean equal
covers. Equivalent positions with different names are counted twice, which costs time but
does not change the result.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...base.errors import SolverError
from ...base.registry import compiled
from ...problems.exact_cover.builder import CoverTable

if TYPE_CHECKING:
    from ._positions_kernel import Positions

Position = bytes
"""How many options are possible, these, and the items and shades that matter, as C's ``int32_t``.

They stand in the order of the name: what is behind a position is numbered from there, so that what looks
the same there is numbered the same whichever way led there.
"""
SHORT = 1 << 16
"""With fewer items and options the numbers in names take two bytes, otherwise four."""


class Child(NamedTuple):
    """The position after one more option and all that it forces.

    * open: the number of primary items not covered.
    * position, name: empty if none is open.
    """

    option: int
    open: int
    position: Position
    name: bytes


def positions_of(table: CoverTable, ranks: Sequence[int]) -> Positions:
    """The positions of a cover with items by rank. Raise `SolverError` where nothing is compiled."""
    kernel = compiled(__package__, "_positions_kernel")
    if kernel is None:
        raise SolverError("counting by classes is compiled, and this installation is in plain Python")
    found: Positions = kernel.Positions(table, ranks)
    return found


def whole(table: CoverTable) -> Position:
    """The position without choices, of a cover with an option for each primary item."""
    count = len(table.options)
    return array("i", (count, *range(count), *range(table.item_count + len(table.shades)))).tobytes()


class Incidence(NamedTuple):
    """Which options contain which vertices: items and, numbered after them, shades.

    * rows: the vertices of each option.
    * item_of: the item of each vertex.
    * touching: the options with each item or a shade of it.
    """

    rows: list[tuple[int, ...]]
    item_of: list[int]
    touching: list[list[int]]


def incidence(table: CoverTable) -> Incidence:
    """Which options of a cover contain which items and shades."""
    rows = [
        (*items, *(table.item_count + shade for shade in shades))
        for items, shades in zip(table.options, table.colours, strict=True)
    ]
    item_of = [*range(table.item_count), *table.shades]
    touching: list[list[int]] = [[] for _ in range(table.item_count)]
    for option, row in enumerate(rows):
        for vertex in row:
            touching[item_of[vertex]].append(option)
    return Incidence(rows, item_of, touching)
