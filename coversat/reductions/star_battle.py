"""Star battle to exact cover."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import comb

from ..errors import ReductionError
from ..problems.exact_cover import Cover, ExactCover, Option, PartialCover
from ..problems.grid import Cell, Grid, cell_name
from ..problems.star_battle import StarBattle
from .reduction import Reduction, Rule

MOST_CHOICES = 500_000
"""A row, column or region with more ways to place its stars is refused."""


def star_battle_to_cover(source: StarBattle) -> Reduction[StarBattle, ExactCover, Grid, Cover]:
    """Stars as options, and for each row, column and region the places of its stars.

    Items: each unit (a row, a column or a region), and each (unit, cell).  Option star at a cell covers
    the cell in its three units; option (unit, places) covers the unit and its cells *without* a star: so
    each (unit, cell) is covered exactly once.  Stars in two by two cells share a secondary item: no two
    touch.  The rows' options come first, so that the first cover in order shows the smallest board.
    """
    size = source.size
    units = _units(source)
    at_cell: dict[Cell, list[str]] = {(r, c): [] for r, c in product(range(size), range(size))}
    for name, cells in units.items():
        for cell in cells:
            at_cell[cell].append(f"{name}@{cell_name(cell)}")
    options: list[Option] = []
    option_of_row: dict[tuple[int, tuple[int, ...]], int] = {}
    shown: dict[int, tuple[int, tuple[int, ...]]] = {}
    for name, cells in units.items():
        for places in _choices(source, name, cells):
            if name.startswith("row"):
                row = tuple(int((cells[0][0], c) in places) for c in range(size))
                shown[len(options)] = cells[0][0], row
                option_of_row[cells[0][0], row] = len(options)
            without = (f"{name}@{cell_name(cell)}" for cell in cells if cell not in places)
            where = "+".join(map(cell_name, places))
            options.append(Option(f"{name}={where}", (name, *without)))
    for cell, items in at_cell.items():
        options.append(Option(f"star@{cell_name(cell)}", (*items, *_corners(size, cell))))
    primary = [*units, *(item for items in at_cell.values() for item in items)]
    corners = tuple(f"corner@{cell_name(cell)}" for cell in product(range(size - 1), range(size - 1)))

    def encode(answer: Grid) -> PartialCover:
        rows = enumerate(answer)
        return PartialCover(tuple(option_of_row[key] for key in rows if key in option_of_row))

    def decode(cover: Cover) -> Grid:
        return tuple(row for _, row in sorted(shown[at] for at in cover if at in shown))

    target = ExactCover(tuple(primary), corners, tuple(options))
    return Reduction(source, target, encode, decode, parsimonious=True)


def _units(source: StarBattle) -> dict[str, list[Cell]]:
    places = range(source.size)
    units = {f"row{n + 1}": [(n, c) for c in places] for n in places}
    units |= {f"column{n + 1}": [(r, n) for r in places] for n in places}
    for cell in product(places, places):
        units.setdefault(f"region{source.region(cell) + 1}", []).append(cell)
    return units


def _choices(source: StarBattle, name: str, cells: list[Cell]) -> list[tuple[Cell, ...]]:
    """The places for a unit's stars, no two of which touch; for a row, the smallest row first."""
    if comb(len(cells), source.stars) > MOST_CHOICES:
        raise ReductionError(f"{name} has more than {MOST_CHOICES} ways to place {source.stars} stars")
    found = [
        places
        for places in combinations(cells, source.stars)
        if not any(abs(a - c) <= 1 and abs(b - d) <= 1 for (a, b), (c, d) in combinations(places, 2))
    ]
    # A star further left makes a row larger.
    return found[::-1]


def _corners(size: int, cell: Cell) -> Iterator[str]:
    """The corners of a cell at which four cells meet, by the upper left one of these."""
    for r, c in product((cell[0] - 1, cell[0]), (cell[1] - 1, cell[1])):
        if 0 <= r < size - 1 and 0 <= c < size - 1:
            yield f"corner@{cell_name((r, c))}"


RULES = (
    Rule(
        "cover",
        "starbattle",
        "cover",
        "stars, and the places of stars in each row, column and region, as options",
        star_battle_to_cover,
        preferred=True,
    ),
)
