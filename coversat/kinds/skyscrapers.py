"""Skyscrapers: a Latin square of heights; clues around it state how many are seen from there.

A building is seen from a side if every building before it is lower. The text is the board with its clues in
position, ``.`` for no clue and for a blank cell::

    skyscrapers 4
        . . 1 2
      . . . . . .
      . . . . . 2
      1 . . . . .
      . . 3 . . .
        . 3 . .
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import islice
from typing import ClassVar, Self

from ..base.errors import ReductionError
from ..language.models import GridEncodings, GridModel, Rule
from ..problems.board import BOTTOM, LEFT, RIGHT, TOP, seen_from
from ..problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ..problems.grid import (
    Cell,
    Grid,
    Row,
    Shown,
    cell_name,
    digit_word,
    filled,
    grid_of,
    no_such_digit,
    shown_name,
    spaced_digits,
    thinned,
    unit_digit,
)
from ..problems.layout import visible
from ..problems.problem import Form, Violation, headed_form
from ..problems.text import LineReader
from .latin import LARGEST_ORDER, Latin, latin_model

Clues = tuple[int | None, ...]
"""The numbers at one side, from the left or from the top; None for no clue."""


SIDES = {
    "above": (TOP, "column {} from above"),
    "below": (BOTTOM, "column {} from below"),
    "left": (LEFT, "row {} from the left"),
    "right": (RIGHT, "row {} from the right"),
}
"""The fields with clues, the side of the board of each, and the names of the lines seen from there."""


@dataclass(frozen=True)
class View:
    """A clue: a side, and the number of buildings seen in a line of cells, the nearest first."""

    side: str
    number: int
    cells: tuple[Cell, ...]
    count: int

    def __str__(self) -> str:
        return SIDES[self.side][1].format(self.number)

    @property
    def from_side(self) -> str:
        return SIDES[self.side][0]


@dataclass(frozen=True)
class Skyscrapers(Latin):
    """A Latin square to complete, and the clues at its four sides.

    Raise `ValueError` if the grid is not a square, a side has no place for each line, or a number is outside
    1..n.
    """

    above: Clues
    below: Clues
    left: Clues
    right: Clues

    kind: ClassVar[str] = "skyscrapers"
    about: ClassVar[str] = "a Latin square of heights; clues say how many are seen from the sides"

    def __post_init__(self) -> None:
        super().__post_init__()
        sides = (self.above, self.below, self.left, self.right)
        if any(len(side) != self.order for side in sides):
            raise ValueError(f"a side without {self.order} places for clues")
        if any(clue is not None and not 1 <= clue <= self.order for side in sides for clue in side):
            raise ValueError(f"a clue outside 1..{self.order}; None for no clue")

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The clues: from above and below, then from the left and the right."""
        return tuple(
            View(side, at + 1, seen_from(where, at, self.order, self.order), count)
            for side, (where, _) in SIDES.items()
            for at, count in enumerate(getattr(self, side))
            if count is not None
        )

    def partial_violations(self, partial: Grid) -> list[Violation]:
        """Violations of the Latin square, and clues that differ from the number of visible buildings."""
        found = super().partial_violations(partial)
        for view in self.views:
            built = [partial[r][c] for r, c in view.cells]
            seen, settled = _seen(built, self.order)
            if seen > view.count or (settled and seen < view.count):
                text = f"in {view} {seen} are seen, not {view.count}"
                found.append(Violation(text, view.cells, f"clue {view.count} in {view}"))
        return found

    def format(self) -> str:
        return f"skyscrapers {self.order}\n{self.render()}\n"

    def render(self, answer: Grid | None = None) -> str:
        """The board with its clues around it, columns aligned; the rows of an answer."""
        if answer is not None:
            return super().render(answer)
        rows = zip(self.left, self.givens, self.right, strict=True)
        lines = [self.above, *((left, *row, right) for left, row, right in rows), self.below]
        width = len(str(self.order))
        first, *between, last = (" ".join(digit_word(n).rjust(width) for n in line) for line in lines)
        indent = " " * (width + 1)
        return "\n".join([indent + first, *between, indent + last])

    def given_names(self) -> tuple[str, ...]:
        return (*super().given_names(), *(f"{view.count} seen in {view}" for view in self.views))

    def given_cells(self) -> tuple[tuple[Cell, ...], ...]:
        named, views = super().given_cells(), [view.cells for view in self.views]
        return (*named[: len(named) - len(views)], *views)

    def with_givens(self, keep: Collection[int]) -> Self:
        numbers = (*self.givens, self.above, self.below, self.left, self.right)
        *givens, above, below, left, right = thinned(numbers, keep)
        return replace(self, givens=tuple(givens), above=above, below=below, left=left, right=right)


def _seen(built: Row, tallest: int) -> tuple[int, bool]:
    """The number seen before the first open cell, and whether the buildings after it are all hidden."""
    highest = seen = 0
    for height in built:
        if height is None:
            return seen, highest >= tallest
        if height > highest:
            highest = height
            seen += 1
    return seen, True


def _read(text: str) -> Skyscrapers:
    reader = LineReader(text)
    _, token = reader.heading("skyscrapers", "'skyscrapers' and the order", 2)
    order = token.integer(1, LARGEST_ORDER, "the order")

    def line(what: str, length: int) -> Clues:
        return spaced_digits(
            reader.line(f"{what} ({length} numbers, '.' for none)", length), range(1, order + 1)
        )

    above = line("the clues above", order)
    rows = [line(f"row {r + 1} between its clues", order + 2) for r in range(order)]
    below = line("the clues below", order)
    reader.end("the end of the text after the clues below")
    left, right = (tuple(row[at] for row in rows) for at in (0, -1))
    return Skyscrapers(tuple(row[1:-1] for row in rows), above, below, left, right)


FRAMED: Form[Skyscrapers, Grid] = headed_form(
    Skyscrapers,
    "framed",
    "'skyscrapers N', N clues above, N rows between two clues each, N clues below; '.' for none",
    _read,
)

Skyscrapers.forms = (FRAMED,)


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
        Rule(f"clue {view.count} in {view}", visible(view.cells, view.count, source.order), number)
        for number, view in enumerate(source.views, givens)
    )
    return latin_model(source, clues)


def skyscrapers_cover(source: Skyscrapers) -> CoverModel[Skyscrapers, Shown]:
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
    return board.model(
        source,
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
            for digit in range(1, order + 1) if given is None else [given]:
                in_row, in_column = rows[order * r + digit - 1], columns[order * c + digit - 1]
                yield ((r, c), digit), (cells[order * r + c], in_row, in_column)


def _heights(source: Skyscrapers) -> dict[Cell, list[int]]:
    """The heights that the givens and each clue alone leave to each cell; this excludes most skylines.

    The visible buildings need room for as many higher ones after them.
    """
    order = source.order
    left = {
        (r, c): set(range(1, order + 1)) if given is None else {given}
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
    CoverEncoding(
        "an option for each cell and height, and for each way that a clue's buildings are seen",
        skyscrapers_cover,
    ),
    GridEncodings(
        skyscrapers_model,
        ("regular", "mdd", "table", "cover:assignments"),
        preferred="",
        alternative=True,
    ),
)
