"""In which order to cover the items of a cover so that positions meet again.

Options that are chosen rule out others at the items that they touch.  Where few items are touched and
still open, few different positions are left, whatever was chosen.  So items are taken as one fills a grid
row by row: next the one that makes the fewest others touched, of these the one that has most beside it
that are touched already, then the one that was touched first.  How items are called does not matter, and
in which order they are listed matters only where all this is equal.
"""

from __future__ import annotations

from ..kinds.exact_cover.table import CoverTable


def closing_ranks(table: CoverTable) -> list[int]:
    """For each primary item, its place in the order."""
    beside = _beside(table)
    fresh = [len(others) for others in beside]  # of those beside it, itself too, not touched
    standing = [0] * table.item_count  # touched and open
    touched: dict[int, int] = {}  # open items, by when
    seen = [False] * table.item_count
    ranks = [0] * table.primary_count
    left = set(range(table.primary_count))

    def touch(item: int, when: int) -> None:
        seen[item] = True
        touched[item] = when
        for other in beside[item]:
            fresh[other] -= 1
            standing[other] += 1

    for rank in range(table.primary_count):
        item = min(left, key=lambda at: (fresh[at], -standing[at], touched.get(at, rank), at))
        for other in sorted(beside[item]):
            if not seen[other]:
                touch(other, rank)
        ranks[item] = rank
        left.remove(item)
        del touched[item]
        for other in beside[item]:
            standing[other] -= 1
    return ranks


def _beside(table: CoverTable) -> list[set[int]]:
    """For each item those that an option covers with it, and itself."""
    beside = [{item} for item in range(table.item_count)]
    for items, shades in zip(table.options, table.colours, strict=True):
        together = {*items, *(table.shades[shade] for shade in shades)}
        for item in together:
            beside[item] |= together
    return beside
