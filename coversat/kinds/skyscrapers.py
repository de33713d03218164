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

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, islice, product
from typing import Any, NamedTuple, Self

from ..base.errors import ReductionError
from ..primitives.models import GridEncodings, Rule
from ..problems.board import BOTTOM, LEFT, RIGHT, TOP, Line, seen_from
from ..problems.board_rules import visible
from ..problems.clue_board import Where
from ..problems.clue_text import BoardWords, or_blank
from ..problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ..problems.grid import (
    Cell,
    Grid,
    Held,
    Numbers,
    Row,
    Shown,
    cell_name,
    filled,
    grid_of,
    no_such_digit,
    shown_name,
    spaced_digits,
    unit_digit,
)
from ..problems.problem import AnyForm, headed_form
from ..problems.puzzle import Wrong, model_of_puzzle
from ..problems.text import LineReader
from .latin import LARGEST_ORDER, Latin

Clues = tuple[int | None, ...]
"""The numbers at one side, from the left or from the top; None for no clue."""


_SIDES = {TOP: "above", BOTTOM: "below", LEFT: "the left", RIGHT: "the right"}


class View(NamedTuple):
    """A clue: where it is, the line that is seen from there, and the number of buildings seen."""

    where: Where
    words: str
    cells: Line
    number: int

    def __str__(self) -> str:
        return self.words


class Skyscrapers(Latin):
    """A Latin square to complete, and the clues at its four sides.

    Raise `ValueError` if the grid is not a square, a side has no place for each line, or a number is outside
    1..n.
    """

    about = "a Latin square of heights; clues say how many are seen from the sides"
    sides = tuple(_SIDES)

    def __init__(self, givens: Grid, above: Clues, below: Clues, left: Clues, right: Clues) -> None:
        super().__init__(givens, (), (above, below, left, right))

    @property
    def above(self) -> Clues:
        return self.side_clues[0]  # type: ignore[return-value]

    @property
    def below(self) -> Clues:
        return self.side_clues[1]  # type: ignore[return-value]

    @property
    def left(self) -> Clues:
        return self.side_clues[2]  # type: ignore[return-value]

    @property
    def right(self) -> Clues:
        return self.side_clues[3]  # type: ignore[return-value]

    def reject(self) -> str | None:
        if any(clue not in (None, *self.values) for clue in chain(*self.side_clues)):
            return f"a clue outside 1..{self.order}; None for no clue"
        return super().reject()

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The clues: from above and below, then from the left and the right."""
        return tuple(
            View(where, f"{line} from {_SIDES[str(where[0])]}", cells, count)
            for where, line, cells, count in self.clued_sides()
        )

    def clue_name(self, where: Where) -> str:
        view = next((view for view in self.views if view.where == where), None)
        return super().clue_name(where) if view is None else f"{view.number} seen in {view}"

    def model(self) -> Iterator[Rule]:
        """A Latin square; each clue is an automaton of the tallest building and the number seen so far."""
        yield from super().model()
        for view in self.views:
            seen = visible(view.cells, view.number, self.order)
            yield self.rule("clue {count} in {line}", seen, view.where, count=view.number, line=view.words)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        yield from super().wrong(held)
        for view in self.views:
            seen, settled = _seen(list(map(held.get, view.cells)), self.order)
            if seen > view.number or (settled and seen < view.number):
                label = f"clue {view.number} in {view}"
                yield f"in {view} {seen} are seen, not {view.number}", view.cells, label

    # Texts.

    @classmethod
    def text_forms(cls) -> tuple[AnyForm, ...]:
        about = "'skyscrapers N', N clues above, N rows between two clues each, N clues below; '.' for none"
        return (headed_form(cls, "framed", about, cls.read),)

    @classmethod
    def read(cls, text: str) -> Self:
        reader = LineReader(text)
        _, token = reader.heading(cls.kind, f"'{cls.kind}' and the order", 2)
        order = token.integer(1, LARGEST_ORDER, "the order")

        def line(what: str, length: int) -> Clues:
            tokens = reader.line(f"{what} ({length} numbers, '.' for none)", length)
            return spaced_digits(tokens, range(1, order + 1))

        above = line("the clues above", order)
        rows = [line(f"row {r + 1} between its clues", order + 2) for r in range(order)]
        below = line("the clues below", order)
        reader.end("the end of the text after the clues below")
        left, right = (tuple(row[at] for row in rows) for at in (0, -1))
        return cls(tuple(row[1:-1] for row in rows), above, below, left, right)

    @classmethod
    def text_of(cls, words: BoardWords) -> str:
        return "\n".join([f"{cls.kind} {words.rows}", *_framed(words), ""])

    def render(self, answer: Numbers | None = None) -> str:
        """The board with its clues around it, columns aligned; the rows of an answer."""
        if answer is not None:
            return super().render(answer)
        return "\n".join(_framed(self.words))

    # Generating.

    usual_side = 5
    sides_made = range(3, 6)
    checked_by = ("search/backtracking", "cover/bitset")

    @classmethod
    def blank_with_answer(cls, rows: int, columns: int, rng: random.Random) -> tuple[Self, Numbers]:
        _, square = Latin.blank_with_answer(rows, columns, rng)
        return cls.empty(rows, columns), square

    def clued_by(self, held: Held) -> Self:
        clues: dict[Where, int] = dict(held.items())
        for where in product(self.sides, range(self.order)):
            line = seen_from(*where, self.order, self.order)
            clues[where], _ = _seen([held[cell] for cell in line], self.order)
        return self.with_clues(clues)

    def givens_made(self) -> range:
        return range(self.order**2 + 1)


def _framed(words: BoardWords) -> list[str]:
    """The rows between their clues, columns aligned."""
    above, below, left, right = words.sides
    rows = ([before, *row, after] for before, row, after in zip(left, words.clues, right, strict=True))
    width = len(str(words.rows))
    lines = or_blank([above, *rows, below], ".")
    first, *between, last = (" ".join(word.rjust(width) for word in line) for line in lines)
    indent = " " * (width + 1)
    return [indent + first, *between, indent + last]


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


MOST_SKYLINES = 200_000
"""The most skylines of all clues of a board."""
NOT = "not"
"""The colour of a height that a cell does not have."""
Skyline = tuple[tuple[int, int], ...]
"""The positions of the visible buildings in a line, from 0, and their heights."""
Heights = Sequence[Sequence[int]]
"""The possible heights of each cell in a line, in increasing order."""


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
        (at, skyline) for at, view in enumerate(source.views) for skyline in _skylines(lines[at], view.number)
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
            left[cell] &= set(range(1, order - view.number + at + 2))
        if view.number == 1:
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
    side, at = view.where
    return f"{_SIDES[str(side)].removeprefix('the ')}{at + 1}"


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


ENCODINGS: tuple[CoverEncoding | GridEncodings[Any], ...] = (
    CoverEncoding(
        "an option for each cell and height, and for each way that a clue's buildings are seen",
        skyscrapers_cover,
    ),
    GridEncodings(model_of_puzzle, ("regular", "mdd", "table"), preferred="", alternative=True),
)
