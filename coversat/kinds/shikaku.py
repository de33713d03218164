"""Shikaku: divide the board into rectangles, each with one number, which is its area."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

from ..primitives import Contains, Table
from ..primitives.models import Rule
from ..problems.clue_board import UNKNOWN, Clue
from ..problems.grid import Cell, Held, cell_name
from ..problems.puzzle import GridPuzzle, Wrong, numbered


class Shikaku(GridPuzzle):
    """Rectangles with one number each, which is their area; ``?`` is one of any area.

    An answer numbers them in reading order.
    """

    has_cover = False
    default_encoding = "table"  # one variable for each rectangle: 0.64 times as long as automata
    symbols = range(1, 10_000)
    fixed = frozenset({*symbols, UNKNOWN})
    clue_words = "a number from 1 to 9999, or '?' for a rectangle of any area"
    has_walls = True
    marks = ("walls",)
    small_clues = True

    @property
    def values(self) -> Mapping[int, str]:  # type: ignore[override]
        return numbered(max(len(self.clue_at), 1))

    @cached_property
    def _rectangles(self) -> Mapping[int, tuple[frozenset[Cell], ...]]:
        """For each clue the rectangles of its area that contain it and no other clue."""
        found: dict[int, tuple[frozenset[Cell], ...]] = {}
        for at, ((r, c), area) in enumerate(self.clued(), 1):
            sides = self._sides(area)
            places = (
                frozenset((top + a, left + b) for a in range(high) for b in range(wide))
                for high, wide in sides
                for top in range(max(0, r - high + 1), min(r, self.rows - high) + 1)
                for left in range(max(0, c - wide + 1), min(c, self.columns - wide) + 1)
            )
            found[at] = tuple(cells for cells in places if len(cells & self.clue_at.keys()) == 1)
        return found

    def _sides(self, area: Clue) -> list[tuple[int, int]]:
        """The heights and widths of rectangles of an area."""
        if area == UNKNOWN:
            return [*product(range(1, self.rows + 1), range(1, self.columns + 1))]
        return [(high, int(area) // high) for high in range(1, int(area) + 1) if int(area) % high == 0]

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return UNKNOWN if text == UNKNOWN else super().read_clue(text)

    @cached_property
    def _owners(self) -> Mapping[Cell, list[int]]:
        """For each cell the clues whose rectangles may cover it."""
        found: dict[Cell, list[int]] = {cell: [] for cell in self.cells()}
        for at, rectangles in self._rectangles.items():
            for cell in sorted(frozenset().union(*rectangles)):
                found[cell].append(at)
        return found

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        number = list(self.clue_at)[value - 1]
        return f"{place} is {'' if holds else 'not '}in the rectangle at {cell_name(number)}"

    def domain(self, cell: Cell) -> Sequence[int]:
        return self._owners[cell]

    def model(self) -> Iterator[Rule]:
        for (cell, area), (at, rectangles) in zip(self.clued(), self._rectangles.items(), strict=True):
            cells = sorted(frozenset().union(*rectangles))
            rows = [tuple(int(one in rectangle) for one in cells) for rectangle in rectangles]
            terms = tuple(Contains((one,), (at,)) for one in cells or [cell])
            yield self.rule("a rectangle of {area} at {cell}", Table(terms, rows), area=area, cell=cell)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        clues = list(self.clued())
        for at, (cell, area) in enumerate(clues, 1):
            own = [one for one in self.cells() if held[one] == at]
            if len(own) != area and area != UNKNOWN:
                yield f"the area at {cell_name(cell)} has {len(own)} cells, not {area}", own
            elif held[cell] != at:
                yield f"the area of {area} does not contain its number at {cell_name(cell)}", own
            else:
                ends = [sorted(one[axis] for one in own) for axis in (0, 1)]
                high, wide = (line[-1] - line[0] + 1 for line in ends)
                if high * wide != len(own):
                    yield f"the area at {cell_name(cell)} is no rectangle", own
        if not clues:
            yield "there is no number"
