"""Star battle: n stars in each row, column and region, and no two stars touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Self

from ...base.wording import counted
from ...primitives import Binary, total_of
from ...primitives.models import Rule
from ...problems.board import Line, touch
from ...problems.board import cells as board_cells
from ...problems.clue_text import BoardWords
from ...problems.grid import (
    Cell,
    Held,
    Numbers,
    board_row,
    cell_name,
    read_answer_board,
    read_rows,
    rows_of,
    walled_picture,
)
from ...problems.problem import AnyForm, headed_form
from ...problems.puzzle import Wrong
from ...problems.stepwise import StepwisePuzzle
from ...problems.text import LineReader
from .regions import random_regions, random_stars

if TYPE_CHECKING:
    import random

STAR, EMPTY = "*", "."
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CHARACTERS = NAMES + "0123456789"
TWO_STARS = 10
"""The side from which on generated boards have two stars in each row, column and region."""


class StarBattle(StepwisePuzzle):
    """The number of stars in each row, column and region, and the region of each cell.

    An answer has 1 for a star and 0 elsewhere; a partial answer has the first rows only.

    Raise `ValueError` if the board is not a square, has not as many regions as rows, more than 52 rows, or no
    stars.
    """

    about = "as many stars in each row, column and region, and none that touch"
    has_regions = is_square = True
    regions_connected = False
    header = ("stars",)
    values = {0: EMPTY, 1: STAR}
    value_words = {0: "not a star", 1: "a star"}
    fixed_clues = "the regions and the number of stars"
    look = {1: "star"}
    has_tints = rings_placed = True

    stars: int

    def __init__(self, stars: int, regions: Numbers) -> None:
        super().__init__(((None,) * len(regions),) * len(regions), regions, (), (stars,))

    @property
    def size(self) -> int:
        return self.rows

    def region(self, cell: Cell) -> int:
        """The number of the region of a cell, from 1."""
        return self.regions[cell[0]][cell[1]]

    @property
    def captions(self) -> tuple[str, ...]:
        return (f"{counted(self.stars, 'star')} in each row, column and region",)

    def reject(self) -> str | None:
        if self.size > len(NAMES):
            return f"the board has more than {len(NAMES)} rows"
        if (count := len(self.region_cells())) != self.size:
            return f"{count} regions; there are {self.size} rows"
        return f"{self.stars} stars" if self.stars < 1 else None

    @cached_property
    def units(self) -> Mapping[str, Line]:
        """Each row, column and region: its name and its cells."""
        regions = {f"region {NAMES[at - 1]}": cells for at, cells in self.region_cells().items()}
        return dict(self.lines()) | regions

    def model(self) -> Iterator[Rule]:
        """The sum of each row, column and region; and no two stars touch."""
        stars = counted(self.stars, "star")
        for name, cells in self.units.items():
            yield self.rule("{unit} has {stars}", total_of(cells, self.stars), unit=name, stars=stars)
        for pair in self.touching():
            yield self.rule("{pair} do not both have a star", Binary((pair,), _not_both), pair=pair)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        stars = [cell for cell in held if held[cell]]
        for pair in combinations(stars, 2):
            if touch(*pair):
                names = " and ".join(map(cell_name, pair))
                yield f"the stars on {names} touch", pair, f"{names} do not both have a star"
        for name, cells in self.units.items():
            inside = [cell for cell in cells if held.get(cell)]
            blank = sum(cell not in held for cell in cells)
            if not len(inside) <= self.stars <= len(inside) + blank:
                label = f"{name} has {counted(self.stars, 'star')}"
                yield f"{name} has {len(inside)} stars, not {self.stars}", inside, label

    def beginning(self) -> Numbers:
        return ()

    def steps(self, partial: Numbers) -> Iterable[Numbers] | None:
        if len(partial) == self.size:
            return None
        places = combinations(range(self.size), self.stars)
        rows = (tuple(int(c in chosen) for c in range(self.size)) for chosen in places)
        return ((*partial, row) for row in sorted(rows))

    # Texts.

    @classmethod
    def text_forms(cls) -> tuple[AnyForm, ...]:
        about = "'starbattle N' and a line a row, a letter for the region of each cell"
        return (headed_form(cls, "regions", about, cls.read),)

    @classmethod
    def read(cls, text: str) -> Self:
        reader = LineReader(text)
        _, token = reader.heading(cls.kind, "'starbattle' and the number of stars", 2)
        stars = token.integer(1, len(NAMES), "the number of stars")
        tokens = reader.line("a row of regions")
        first = board_row(tokens, None, _CHARACTERS, "a region's letter")
        size = len(first)
        if size > len(NAMES):
            raise tokens[0].error(f"at most {len(NAMES)} cells in a row")
        rows = [first, *read_rows(reader, size - 1, size, _CHARACTERS, "a region's letter")]
        reader.end(f"the end of the text after {size} rows")
        count = len(set("".join(rows)))
        if count != size:
            raise tokens[0].error(f"{size} regions for {size} rows, not {count}; the board")
        return cls(stars, tuple(tuple(map(ord, row)) for row in rows))

    @classmethod
    def text_of(cls, words: BoardWords) -> str:
        rows = ("".join(NAMES[int(label) - 1] for label in row) for row in words.regions)
        return "\n".join([f"{cls.kind} {words.numbers[0] or '-'}", *rows, ""])

    def render(self, answer: Numbers | None = None) -> str:
        """The board with walls between the regions, ``*`` for stars."""
        grid = answer or ((0,) * self.size,) * self.size
        return walled_picture([[self.values[cell] for cell in row] for row in grid], self.region)

    def parse_answer(self, text: str) -> Numbers:
        expected = "'*' or '1' (a star), or '.' or '0'"
        rows = read_answer_board(text, self.size, self.size, STAR + EMPTY + "10", expected)
        return tuple(tuple(int(cell in STAR + "1") for cell in row) for row in rows)

    # Generating: regions grow around random stars, and exchange cells until there is one answer.

    usual_side = 8
    sides_made = range(5, 11)
    drops_clues = False
    checked_by = ("search/counted", "cover/bitset")

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self | None:
        """Regions around any cells, and one star in each."""
        if rows != columns:
            return None
        regions = random_regions(rows, 1, rng.sample(board_cells(rows, rows), rows), rng)
        return None if regions is None else cls(1, regions)

    @classmethod
    def blank_with_answer(cls, rows: int, columns: int, rng: random.Random) -> tuple[Self, Numbers] | None:
        if rows != columns:
            return None
        count = 2 if rows >= TWO_STARS else 1
        stars = random_stars(rows, count, rng)
        regions = stars and random_regions(rows, count, stars, rng)
        if not (stars and regions):
            return cls.blank_with_answer(rows, columns, rng)
        answer = tuple(tuple(int((r, c) in stars) for c in range(rows)) for r in range(rows))
        return cls(count, regions), answer

    def clued_by(self, held: Held) -> Self:
        return self

    def excluding(self, held: Held, other: Held, rng: random.Random) -> Self | None:
        """A star of the other answer goes to another region, which then has one too many."""
        moves = [
            (cell, label)
            for cell in held
            if other[cell] > held[cell]
            for label in sorted({self.region(near) for near in self.neighbours(cell)} - {self.region(cell)})
            if self._stays_connected(cell)
        ]
        if not moves:
            return None
        moved, label = rng.choice(moves)
        region = {cell: self.region(cell) for cell in held} | {moved: label}
        return type(self)(self.stars, rows_of(list(region.values()), self.size))

    def _stays_connected(self, cell: Cell) -> bool:
        """Whether the rest of the region of a cell is in one piece."""
        return len(self.pieces(one for one in self.region_cells()[self.region(cell)] if one != cell)) == 1


def _not_both(one: int, other: int) -> bool:
    return not (one and other)
