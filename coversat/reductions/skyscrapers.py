"""Skyscrapers to exact cover with colours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from ..errors import ReductionError
from ..problems.exact_cover import ExactCover
from ..problems.skyscrapers import Skyscrapers, View
from .cover_builder import CoverBuilder
from .digits import Shown, filled, grid_of, no_such_digit, shown_name
from .latin import latin_options
from .reduction import Reduction, Rule

MOST_SKYLINES = 200_000
"""A board whose clues can be met by more skylines, taken together, is refused."""
NOT = "not"
"""The colour of a height that a cell does not have."""
Skyline = tuple[tuple[int, int], ...]
"""The places of the buildings that are seen in a line, from 0, and their heights."""


def skyscrapers_to_cover(source: Skyscrapers) -> Reduction[Skyscrapers, ExactCover]:
    """A Latin square, and for each clue its skylines: which buildings are seen, and how high they are.

    Each height in each cell is a secondary item, which the option of the cell and its height covers.  A
    skyline covers its clue, and colours the heights that it rules out: those others than the one seen, and,
    in the cells between, those that would be seen; so skylines that cross can agree.  The cells' options
    come first, so that the first cover in order shows the smallest board.

    Raises
    ------
    ReductionError
        When there are too many skylines.
    """
    order = source.order
    every = ((view, skyline) for view in source.views for skyline in _skylines(order, view.count))
    skylines = list(islice(every, MOST_SKYLINES + 1))
    if len(skylines) > MOST_SKYLINES:
        raise ReductionError(
            f"the clues can be met by more skylines than the {MOST_SKYLINES} that this encoding takes"
        )
    board: CoverBuilder[Shown] = CoverBuilder(shown_name)
    options = list(latin_options(board, source))
    clues = board.primary(len(source.views), lambda at: _clue(source.views[at]))
    height_items = board.secondary(
        order**3, lambda at: shown_name((source.cells[at // order], at % order + 1))
    )
    ruled_out = board.shades(height_items, (NOT,))
    # Of each cell, where height 1 stands among the heights of all cells.
    lowest = {cell: at * order for at, cell in enumerate(source.cells)}
    for (cell, height), items in options:
        board.option((cell, height), (*items, height_items[lowest[cell] + height - 1]))
    clue_of = dict(zip(source.views, clues, strict=True))
    lowest_in = {view: [ruled_out[lowest[cell]] for cell in view.cells] for view in source.views}
    board.aids(
        (((clue_of[view],), _ruled_out(skyline, lowest_in[view], order)) for view, skyline in skylines),
        lambda at: _skyline_name(*skylines[at]),
    )
    return board.reduction(
        source,
        board.target(),
        keys=filled,
        answer=partial(grid_of, order, order),
        refusal=no_such_digit,
        shows=lambda key: [key],
    )


def _clue(view: View) -> str:
    """The item of a clue."""
    return f"{view.side}{view.number}"


def _skylines(order: int, count: int, place: int = -1, highest: int = 0) -> Iterator[Skyline]:
    """Every way in which `count` more buildings are seen behind the `highest`, which is at `place`.

    The buildings before the next one seen are different and at most as high as the `highest`: there are
    no more of them than that.  Every beginning that this allows has an end.
    """
    if not count:
        yield ()
        return
    lowest = highest + 1 if count > 1 else order
    for at in range(place + 1, highest + 1):
        for height in range(lowest, order - count + 2):
            for rest in _skylines(order, count - 1, at, height):
                yield ((at, height), *rest)


def _skyline_name(view: View, skyline: Skyline) -> str:
    shown = (shown_name((view.cells[at], height)) for at, height in skyline)
    return f"{_clue(view)}:{'+'.join(shown)}"


def _ruled_out(skyline: Skyline, lowest: list[int], order: int) -> tuple[int, ...]:
    """The shades of the heights that a skyline rules out; `lowest`: of each cell in line, that of height 1.

    Behind the tallest building nothing can be seen.
    """
    seen = dict(skyline)
    highest = 0
    found: list[int] = []
    for at, first in enumerate(lowest):
        if at in seen:
            highest = seen[at]
            found += range(first, first + highest - 1)
        found += range(first + highest, first + order)
    return tuple(found)


RULES = (
    Rule(
        "cover",
        "skyscrapers",
        "cover",
        "an option for each cell and height, and for each way that a clue's buildings are seen",
        skyscrapers_to_cover,
        preferred=True,
    ),
)
