"""Skyscrapers in the constraint language; to CNF, and to exact cover with colours by their skylines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice

from ...errors import ReductionError
from ...language import GridModel, Regular, Rule
from ...problems.grid import Cell, cell_name
from ...reductions.cover_builder import CoverBuilder
from ...reductions.grid import grid_encodings
from ...reductions.reduction import Encoding, Reduction
from ...reductions.variables import Shown, filled, grid_of, no_such_digit, shown_name, unit_digit
from ..exact_cover.rules import ExactCover
from ..latin.model import latin_model
from .rules import Skyscrapers, View

MOST_SKYLINES = 200_000
"""The most skylines of all clues of a board."""
NOT = "not"
"""The colour of a height that a cell does not have."""
Skyline = tuple[tuple[int, int], ...]
"""The positions of the visible buildings in a line, from 0, and their heights."""
Heights = Sequence[Sequence[int]]
"""The possible heights of each cell in a line, in increasing order."""


def skyscrapers_model(source: Skyscrapers) -> GridModel[Skyscrapers]:
    """A Latin square; each clue is an automaton of the tallest building and the number seen so far."""
    givens = sum(1 for _ in filled(source.givens))
    clues = (
        Rule(f"clue {view.count} in {view}", _visible(view, source.order), number)
        for number, view in enumerate(source.views, givens)
    )
    return latin_model(source, clues)


def _visible(view: View, tallest: int) -> Regular:
    def step(state: tuple[int, int], height: int) -> tuple[int, int] | None:
        highest, seen = state
        if height <= highest:
            return state
        # Nothing is seen after the tallest building, so it is the last one counted.
        is_right = seen < view.count and (height == tallest) <= (seen + 1 == view.count)
        return (height, seen + 1) if is_right else None

    return Regular(view.cells, (0, 0), step, lambda state: state[1] == view.count)


def skyscrapers_to_cover(source: Skyscrapers) -> Reduction[Skyscrapers, ExactCover]:
    """A Latin square, and for each clue its skylines: the buildings that are seen and their heights.

    Each height that a cell can have is a secondary item, covered by the option of the cell and height. A
    skyline covers its clue, and colours the heights that it rules out: those other than the one seen, and,
    in the cells between, those that would be seen; so skylines that cross can agree. The cells' options
    come first, so that the first cover in order shows the smallest board.

    Raise `ReductionError` if there are too many skylines.
    """
    order = source.order
    heights = _heights(source)
    lines = [[heights[cell] for cell in view.cells] for view in source.views]
    every = (
        (at, skyline) for at, view in enumerate(source.views) for skyline in _skylines(lines[at], view.count)
    )
    skylines = list(islice(every, MOST_SKYLINES + 1))
    if len(skylines) > MOST_SKYLINES:
        raise ReductionError(
            f"the clues can be met by more skylines than the {MOST_SKYLINES} that this encoding takes"
        )
    board: CoverBuilder[Shown] = CoverBuilder(shown_name)
    options = [one for one in _latin_options(board, source) if one[0][1] in heights[one[0][0]]]
    clues = board.primary(len(source.views), lambda at: _clue(source.views[at]))
    height_items = board.secondary(len(options), lambda at: shown_name(options[at][0]))
    ruled_out = board.shades(height_items, (NOT,))
    for (shown, items), item in zip(options, height_items, strict=True):
        board.option(shown, (*items, item))
    shade_of = dict(zip((shown for shown, _ in options), ruled_out, strict=True))
    shades = [
        [{height: shade_of[cell, height] for height in heights[cell]} for cell in view.cells]
        for view in source.views
    ]
    board.aids(
        (((clues[at],), _ruled_out(skyline, shades[at])) for at, skyline in skylines),
        lambda at: _skyline_name(source.views[skylines[at][0]], skylines[at][1]),
    )
    return board.reduction(
        source,
        board.target(),
        keys=filled,
        answer=partial(grid_of, order, order),
        refusal=no_such_digit,
        shows=lambda key: [key],
    )


def _latin_options(
    board: CoverBuilder[Shown], source: Skyscrapers
) -> Iterator[tuple[Shown, tuple[int, ...]]]:
    """Add the options of a Latin square, row by row; return them with the items they cover."""
    order = source.order
    cells = board.primary(order * order, lambda at: cell_name(divmod(at, order)))
    rows = board.primary(order * order, partial(unit_digit, "row", order))
    columns = board.primary(order * order, partial(unit_digit, "column", order))
    for r, row in enumerate(source.givens):
        for c, given in enumerate(row):
            for digit in [given] if given else range(1, order + 1):
                in_row, in_column = rows[order * r + digit - 1], columns[order * c + digit - 1]
                yield ((r, c), digit), (cells[order * r + c], in_row, in_column)


def _heights(source: Skyscrapers) -> dict[Cell, list[int]]:
    """The heights that the givens and each clue alone leave to each cell; this excludes most skylines.

    The visible buildings need room for as many higher ones after them.
    """
    order = source.order
    left = {
        (r, c): {given} if given else set(range(1, order + 1))
        for r, row in enumerate(source.givens)
        for c, given in enumerate(row)
    }
    for view in source.views:
        for at, cell in enumerate(view.cells):
            left[cell] &= set(range(1, order - view.count + at + 2))
        if view.count == 1:
            left[view.cells[0]] &= {order}
    known = [cell for cell, heights in left.items() if len(heights) == 1]
    for r, c in known:  # which grows
        for cell in (*((r, n) for n in range(order)), *((n, c) for n in range(order))):
            if cell != (r, c) and left[cell] & left[r, c]:
                left[cell] -= left[r, c]
                if len(left[cell]) == 1:
                    known.append(cell)
    return {cell: sorted(heights) for cell, heights in left.items()}


def _clue(view: View) -> str:
    return f"{view.side}{view.number}"


def _skylines(line: Heights, count: int, place: int = -1, highest: int = 0) -> Iterator[Skyline]:
    """Ways to see `count` more buildings after the `highest`, which is at `place`.

    The buildings before the next visible one are distinct and lower than the `highest`.
    """
    if not count:
        yield ()
        return
    order = len(line)
    for at in range(place + 1, highest + 1):
        for height in line[at]:
            if highest < height <= order - count + 1 and (count > 1 or height == order):
                for rest in _skylines(line, count - 1, at, height):
                    yield ((at, height), *rest)
        if not line[at] or line[at][0] >= highest:
            return  # nothing that can be here would be hidden


def _skyline_name(view: View, skyline: Skyline) -> str:
    shown = (shown_name((view.cells[at], height)) for at, height in skyline)
    return f"{_clue(view)}:{'+'.join(shown)}"


def _ruled_out(skyline: Skyline, shades: Sequence[Mapping[int, int]]) -> tuple[int, ...]:
    """The shades of the heights that a skyline excludes; `shades` has those of each cell in line, by height.

    Nothing can be seen after the tallest building.
    """
    seen = dict(skyline)
    highest = 0
    found: list[int] = []
    for at, shade_of in enumerate(shades):
        lowest = highest = seen.get(at, highest)
        if at not in seen:
            lowest = 1
        found += (shade for height, shade in shade_of.items() if not lowest <= height <= highest)
    return tuple(found)


ENCODINGS = (
    Encoding(
        "cover",
        "skyscrapers",
        "cover",
        "an option for each cell and height, and for each way that a clue's buildings are seen",
        skyscrapers_to_cover,
        preferred=True,
    ),
    *grid_encodings(
        "skyscrapers", skyscrapers_model, ("regular", "mdd", "table"), preferred="", alternative=True
    ),
)
