"""An exact cover problem as numbers: what both cover engines, in Python and compiled, are built from.

Items and options become places in tuples.  A projection becomes part of the matrix: each projected
item gets a *choice*, a primary item of its own, and a *choice option* for each colour it can show
("this item shows red"), which covers the choice and the projected item in that colour.  Two covers
that show the same colours then take the same choice options, so an engine that branches on the
choices first, and afterwards asks only whether a cover exists, sees each distinct answer once.  Primary
items that ask for one of several colours, such as "the row has a 5 somewhere", become choices as well: it
may be much better to branch on them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ...problems.exact_cover.builder import CoverTable

PLAIN = 0
"""The colour number of a secondary item that is covered without a colour."""


class CoverMatrix(NamedTuple):
    """A numbered exact cover problem.

    * covers (per option, the items it covers): items that must be covered exactly once, as places in
      ``range(item_count)``.  The choices come first, and those of the projected items before the others; a
      choice option covers one of them first. The problem's options come first, in their order; choice options
      follow.
    * shares (per option, its (secondary item, colour number) pairs): two options that share a secondary item
      exclude each other, unless both give it the same colour, other than `PLAIN`.
    * supports (per choice option, the options that show what it states): without one of them the choice
      option cannot stand.  Empty for "shows no colour", which needs none.
    * option_count: the problem's own options.
    * projected: true when covers that agree on the choices count as one.
    """

    covers: tuple[tuple[int, ...], ...]
    shares: tuple[tuple[tuple[int, int], ...], ...]
    supports: tuple[tuple[int, ...], ...]
    option_count: int
    item_count: int
    choice_count: int
    secondary_count: int
    projected: bool

    def options_of_items(self) -> list[list[int]]:
        """Per item, the options that cover it, in increasing order."""
        members: list[list[int]] = [[] for _ in range(self.item_count)]
        for option, items in enumerate(self.covers):
            for item in items:
                members[item].append(option)
        return members

    def options_of_secondary(self) -> list[dict[int, list[int]]]:
        """Per secondary item and colour number, the options that cover it so, in increasing order."""
        return _by_colour(self.shares, self.secondary_count)

    def check_options(self, options: Iterable[int]) -> None:
        """Raise `ValueError` for a number that is not an option."""
        for option in options:
            if not 0 <= option < len(self.covers):
                raise ValueError(f"option {option} does not exist: there are {self.option_count}")


def number(table: CoverTable) -> CoverMatrix:
    """The matrix of an exact cover problem."""
    covers, shares = _split(table), _shares(table)
    if table.projection is None:
        nothing: tuple[tuple[int, ...], ...] = ()
        counts = len(covers), table.primary_count, 0, len(table.secondary)
        return CoverMatrix(tuple(covers), tuple(shares), nothing, *counts, projected=False)
    return _projected(table, covers, shares, tuple(dict.fromkeys(table.projection)))


def _split(table: CoverTable) -> Sequence[tuple[int, ...]]:
    primary = table.primary_count
    if primary == table.item_count:
        return table.options
    return [tuple([item for item in items if item < primary]) for items in table.options]


def _shares(table: CoverTable) -> list[tuple[tuple[int, int], ...]]:
    """Per option, its secondary items, from 0, and their colours.

    The colours of an item are counted from 1, in the order in which options show them.
    """
    primary = table.primary_count
    if primary == table.item_count:
        return [()] * len(table.options)
    plain = [(item, PLAIN) for item in range(len(table.secondary))]
    highest = [PLAIN] * len(plain)
    pair_of: dict[int, tuple[int, int]] = {}
    for shade in dict.fromkeys(chain.from_iterable(table.colours)):
        place = table.shades[shade] - primary
        highest[place] += 1
        pair_of[shade] = place, highest[place]
    return [
        (*[plain[item - primary] for item in items if item >= primary], *[pair_of[shade] for shade in shades])
        for items, shades in zip(table.options, table.colours, strict=True)
    ]


def _by_colour(shares: Sequence[tuple[tuple[int, int], ...]], count: int) -> list[dict[int, list[int]]]:
    """Per secondary item and colour number, the options that cover it so, in increasing order."""
    members: list[dict[int, list[int]]] = [{} for _ in range(count)]
    for option, pairs in enumerate(shares):
        for item, colour in pairs:
            members[item].setdefault(colour, []).append(option)
    return members


def _projected(
    table: CoverTable,
    covers: Sequence[tuple[int, ...]],
    shares: list[tuple[tuple[int, int], ...]],
    projection: tuple[int, ...],
) -> CoverMatrix:
    sizes = [0] * table.primary_count
    for covered in covers:
        for place in covered:
            sizes[place] += 1
    projected = [item - table.primary_count for item in projection]
    shown = _by_colour(shares, len(table.secondary))
    chosen, supports = _choice_options(covers, [(item, shown[item]) for item in projected], sizes)
    whose = [[choice] for choice, _ in chosen]
    choice_count = len(projection)
    known = {tuple(at for at, mine in enumerate(whose) if mine == [choice]) for choice in range(choice_count)}
    for together in _implied_choices(supports, covers, sizes):
        if together not in known:
            known.add(together)
            for at in together:
                whose[at].append(choice_count)
            choice_count += 1
    behind_choices = [tuple([choice_count + place for place in covered]) for covered in covers]
    return CoverMatrix(
        (*behind_choices, *map(tuple, whose)),
        (*shares, *((pair,) for _, pair in chosen)),
        tuple(supports),
        len(covers),
        choice_count + table.primary_count,
        choice_count,
        len(table.secondary),
        projected=True,
    )


def _choice_options(
    covers: Sequence[tuple[int, ...]], projection: list[tuple[int, dict[int, list[int]]]], sizes: list[int]
) -> tuple[list[tuple[int, tuple[int, int]]], list[tuple[int, ...]]]:
    """The choice options, as (choice, (secondary item, colour)), and the options that support each.

    * projection: each projected item, and the options that give it a colour, by colour.
    """
    chosen: list[tuple[int, tuple[int, int]]] = []
    supports: list[tuple[int, ...]] = []
    for choice, (item, shown) in enumerate(projection):
        options = [(colour, tuple(those)) for colour, those in sorted(shown.items())]
        if not _always_shown(options, covers, sizes):
            options.append((PLAIN, ()))
        for colour, support in options:
            chosen.append((choice, (item, colour)))
            supports.append(support)
    return chosen, supports


def _implied_choices(
    supports: list[tuple[int, ...]], covers: Sequence[tuple[int, ...]], sizes: list[int]
) -> list[tuple[int, ...]]:
    """Sets of choice options of which each cover takes exactly one, besides those of one projected item.

    If each option that covers some primary item shows exactly one of the colours that only such options show,
    the item requires one of these colours, such as the position of the 5 in a sudoku's row.
    """
    shown: dict[int, list[int]] = {}  # per primary item: the choice options of which every support covers it
    for at, support in enumerate(supports):
        if support:
            for place in set(covers[support[0]]).intersection(*(covers[option] for option in support[1:])):
                shown.setdefault(place, []).append(at)
    found = []
    for place in sorted(shown):
        every = [option for at in shown[place] for option in supports[at]]
        if len(every) == len(set(every)) == sizes[place]:
            found.append(tuple(shown[place]))
    return found


def _always_shown(
    options: list[tuple[int, tuple[int, ...]]], covers: Sequence[tuple[int, ...]], sizes: list[int]
) -> bool:
    """Whether some primary item can only be covered together with the projected item."""
    together: dict[int, int] = {}
    for _, support in options:
        for option in support:
            for item in covers[option]:
                together[item] = together.get(item, 0) + 1
    return any(count == sizes[item] for item, count in together.items())
