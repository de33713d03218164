"""Star battle: n stars in each row, column and region, and no two stars touch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import ClassVar

from ...base.wording import counted
from ...problems.board import regions, rows_and_columns
from ...problems.grid import (
    Cell,
    Numbers,
    board_row,
    cell_name,
    read_answer_board,
    read_rows,
    shape_violations,
    walled_picture,
)
from ...problems.problem import Form, Stepwise, Violation, headed_form
from ...problems.text import LineReader

STAR, EMPTY = "*", "."
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CHARACTERS = NAMES + "0123456789"


@dataclass(frozen=True)
class StarBattle(Stepwise[Numbers]):
    """The number of stars in each row, column and region, and the number of each cell's region.

    An answer has 1 for a star and 0 elsewhere; a partial answer has the first rows only.

    Raise `ValueError` if the board is not a square, has not as many regions as rows, more than 52 rows, or no
    stars.
    """

    stars: int
    regions: Numbers

    kind: ClassVar[str] = "starbattle"
    about: ClassVar[str] = "as many stars in each row, column and region, and none that touch"
    fixed_clues: ClassVar[str] = "the regions and the number of stars"

    def __post_init__(self) -> None:
        # Regions are numbered from 0 by their first cells, so that equal puzzles are equal values.
        numbers: dict[int, int] = {}
        rows = (tuple(numbers.setdefault(label, len(numbers)) for label in row) for row in self.regions)
        object.__setattr__(self, "regions", tuple(rows))
        if not 1 <= self.size <= len(NAMES) or any(len(row) != self.size for row in self.regions):
            raise ValueError(f"the board is not a square of 1 to {len(NAMES)} rows")
        if len(numbers) != self.size:
            raise ValueError(f"{len(numbers)} regions; there are {self.size} rows")
        if self.stars < 1:
            raise ValueError(f"{self.stars} stars")

    @property
    def size(self) -> int:
        return len(self.regions)

    def region(self, cell: Cell) -> int:
        return self.regions[cell[0]][cell[1]]

    def format(self) -> str:
        rows = ("".join(NAMES[label] for label in row) + "\n" for row in self.regions)
        return f"starbattle {self.stars}\n" + "".join(rows)

    @property
    def answer_shape(self) -> tuple[int | None, ...]:
        return (self.size, self.size)

    def violations(self, answer: Numbers) -> list[Violation]:
        """Wrong numbers of stars, and stars that touch."""
        if found := shape_violations(answer, self.size, self.size):
            return found
        return self.partial_violations(answer)

    def partial_violations(self, partial: Numbers) -> list[Violation]:
        """The same for the first rows; too few stars if no row is left for them."""
        found = []
        stars = []
        for r, row in enumerate(partial):
            for c, cell in enumerate(row):
                if cell not in (0, 1):
                    found.append(Violation(f"{cell_name((r, c))} holds {cell}, not 0 or 1", ((r, c),)))
                elif cell:
                    stars.append((r, c))
        for a, b in combinations(stars, 2):
            if max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1:
                names = f"{cell_name(a)} and {cell_name(b)}"
                label = f"{names} do not both have a star"
                found.append(Violation(f"the stars on {names} touch", (a, b), label))
        for name, cells in self._units.items():
            inside = tuple(star for star in stars if star in cells)
            open_cells = sum(r >= len(partial) for r, _ in cells)
            if not len(inside) <= self.stars <= len(inside) + open_cells:
                text = f"{name} has {len(inside)} stars, not {self.stars}"
                found.append(Violation(text, inside, f"{name} has {counted(self.stars, 'star')}"))
        return found

    @cached_property
    def _units(self) -> dict[str, frozenset[Cell]]:
        """Each row, column and region: its name and its cells."""
        units = dict(rows_and_columns(self.size, self.size))
        units |= {f"region {NAMES[label]}": cells for label, cells in regions(self.regions).items()}
        return {name: frozenset(cells) for name, cells in units.items()}

    def steps(self, partial: Numbers) -> Iterable[Numbers] | None:
        if len(partial) == self.size:
            return None
        places = combinations(range(self.size), self.stars)
        rows = (tuple(int(c in chosen) for c in range(self.size)) for chosen in places)
        return ((*partial, row) for row in sorted(rows))

    def render(self, answer: Numbers | None = None) -> str:
        """The board with walls between the regions, ``*`` for stars."""
        grid = answer or [[0] * self.size] * self.size
        faces = [[STAR if cell else EMPTY for cell in row] for row in grid]
        return walled_picture(faces, self.region)

    @property
    def words_of_values(self) -> Mapping[int, str]:
        return {0: "not a star", 1: "a star"}

    @property
    def answer_words(self) -> Mapping[int, str]:
        return {0: EMPTY, 1: STAR}

    def parse_answer(self, text: str) -> Numbers:
        expected = "'*' or '1' (a star), or '.' or '0'"
        rows = read_answer_board(text, self.size, self.size, STAR + EMPTY + "10", expected)
        return tuple(tuple(int(cell in STAR + "1") for cell in row) for row in rows)


def _read(text: str) -> StarBattle:
    reader = LineReader(text)
    _, token = reader.heading("starbattle", "'starbattle' and the number of stars", 2)
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
    return StarBattle(stars, tuple(tuple(map(ord, row)) for row in rows))


REGIONS: Form[StarBattle, Numbers] = headed_form(
    StarBattle,
    "regions",
    "'starbattle N' and a line a row, a letter for the region of each cell",
    _read,
)

StarBattle.forms = (REGIONS,)
