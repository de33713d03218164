"""The distinct answers of a projection: two searches take turns, and the first to finish ends both.

One visits every cover and skips those that show the same as an earlier one; it is faster if few covers show
the same.  The other branches on what is shown, and visits each picture once however many covers it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from ...base.errors import LimitReachedError
from ...base.wording import counted
from ..solver import Meter

if TYPE_CHECKING:
    from ...problems.exact_cover.builder import CoverTable
    from ...problems.exact_cover.rules import Cover

Steps: TypeAlias = "Iterator[Cover | None]"
"""Covers, and None where another search may take a turn."""

LEAD = 64
"""Turns of the first search before the second begins; building its tables takes about as long."""
TURNS = 2
"""Turns of the first search for each of the second, whose cost is then at most half of the first."""
_SEEN = 150
"""The approximate bytes of a remembered picture."""


def pictures(table: CoverTable) -> Callable[[Cover], int]:
    """A function from a cover to a number that identifies what it shows of the projection."""
    wanted = set(table.projection or ())
    bit = [1 << shade if item in wanted else 0 for shade, item in enumerate(table.shades)]
    shows = [sum(bit[shade] for shade in shades) for shades in table.colours]

    def picture(cover: Cover) -> int:
        shown = 0
        for option in cover:
            shown |= shows[option]
        return shown

    return picture


def distinct(
    meter: Meter,
    visit: Callable[[Meter], Steps],
    branch: Callable[[Meter], Steps],
    picture: Callable[[Cover], int],
) -> Steps:
    """The covers that show something different from those before.

    * visit, branch (functions from a meter to steps): all covers; and one cover for each picture, possibly
      another one.
    """
    nodes = meter.limits.nodes
    share = None if nodes is None else nodes // (TURNS + 1)
    meters = [_part(meter, None if nodes is None or share is None else nodes - share), _part(meter, share)]
    searches: list[Steps | None] = [visit(meters[0]), None if share == 0 else branch(meters[1])]
    seen: set[int] = set()
    for turn in count():
        which = 1 if turn >= LEAD and turn % (TURNS + 1) == TURNS else 0
        search = searches[which]
        if search is None:
            continue
        try:
            for cover in search:
                if cover is None:
                    _add_up(meter, meters, len(seen))
                    yield None
                    break
                shown = picture(cover)
                if shown not in seen:
                    seen.add(shown)
                    _add_up(meter, meters, len(seen))
                    yield cover
            else:
                return
        except LimitReachedError:
            if nodes is None or meters[which].nodes < (meters[which].limits.nodes or 0):
                raise
            if which == 0:
                raise LimitReachedError(counted(nodes, "node")) from None
            searches[1] = None  # its share is used up, the visit's is not
        finally:
            _add_up(meter, meters, len(seen))


def _part(meter: Meter, nodes: int | None) -> Meter:
    part = Meter(meter.limits._replace(nodes=nodes))
    part.statistics.update(dict.fromkeys(meter.statistics, 0))
    return part


def _add_up(meter: Meter, meters: list[Meter], seen: int) -> None:
    meter.nodes = sum(part.nodes for part in meters)
    for name in dict.fromkeys(name for part in meters for name in part.statistics):
        meter.statistics[name] = sum(part.statistics.get(name, 0) for part in meters)
    held = sum(part.statistics.get("peak_bytes", 0) for part in meters)
    meter.statistics["peak_bytes"] = held + _SEEN * seen
