"""Star battle in the constraint language; to exact cover, and to CNF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from math import comb
from typing import Any

from ...base.errors import ReductionError
from ...base.wording import counted
from ...primitives.models import GridEncodings
from ...problems.board import Line, touch
from ...problems.cnf.rules import Cnf
from ...problems.exact_cover.builder import CoverBuilder, CoverEncoding, CoverModel
from ...problems.grid import Cell, Numbers, cell_name, filled
from ...problems.puzzle import model_of_puzzle
from ...reductions.blocks import add_blocks
from ...reductions.cnf_builder import CnfBuilder
from ...reductions.encoders import ENCODERS
from ...reductions.reduction import Encoding, Reduction
from ...reductions.variables import BitVariables
from .rules import NAMES, StarBattle

Stars = tuple[str | int, tuple[Cell, ...]]
"""A unit and the cells of its stars; or the number of stars in one cell."""
STAR = 1

MOST_CHOICES = 500_000
"""The most ways to place the stars of a row, column or region."""


def star_battle_cover(source: StarBattle) -> CoverModel[StarBattle, Stars]:
    """Options for stars, and for each row, column and region the positions of its stars.

    Items: each unit (a row, a column or a region), and each (unit, cell).  Option star at a cell covers
    the cell in its three units; option (unit, places) covers the unit and its cells *without* a star: so
    each (unit, cell) is covered exactly once.  Stars in two by two cells share a secondary item: no two
    touch.  The rows' options come first, so that the first cover in order shows the smallest board.
    """
    size = source.size
    places = source.cells()
    units = {_short(name): cells for name, cells in source.units.items()}
    names = list(units)
    board: CoverBuilder[Stars] = CoverBuilder(_option_name)
    unit_items = board.primary(len(units), names.__getitem__)
    names_at: dict[Cell, list[str]] = {cell: [] for cell in places}
    for name, cells in units.items():
        for cell in cells:
            names_at[cell].append(name)
    in_unit = [(cell, name) for cell in places for name in names_at[cell]]
    at_cell = board.primary(len(in_unit), lambda at: f"{in_unit[at][1]}@{cell_name(in_unit[at][0])}")
    item_of = dict(zip(in_unit, at_cell, strict=True))
    corners = list(product(range(size - 1), range(size - 1)))
    corner_items = board.secondary(len(corners), lambda at: f"corner@{cell_name(corners[at])}")
    corner_of = dict(zip(corners, corner_items, strict=True))
    for unit_item, (name, cells) in zip(unit_items, units.items(), strict=True):
        covers = [(cell, item_of[cell, name]) for cell in cells]
        for chosen in _choices(source, name, cells):
            without = [item for cell, item in covers if cell not in chosen]
            board.option((name, chosen), (unit_item, *without))
    for at, cell in enumerate(places):
        # A cell lies in three units.
        touching = [corner_of[corner] for corner in _corners(cell) if corner in corner_of]
        board.option((STAR, (cell,)), (*at_cell[3 * at : 3 * at + 3], *touching))

    def keys(answer: Numbers) -> Iterator[Stars]:
        """The choices of rows if the last rows of a board are open; otherwise those of every unit."""
        counts = {cell: count for cell, count in filled(answer) if count}
        for name, cells in units.items():
            if len(answer) == size or cells[-1][0] < len(answer):
                yield name, tuple(cell for cell in cells if counts.get(cell) == STAR)
        yield from ((count, (cell,)) for cell, count in counts.items())

    def board_of(found: Iterable[Stars]) -> Numbers:
        stars = {cell for count, cells in found if count == STAR for cell in cells}
        return tuple(tuple(int((r, c) in stars) for c in range(size)) for r in range(size))

    def shows(key: Stars) -> Iterable[tuple[Cell, int]]:
        return ((cell, 1) for cell in key[1] if key[0] == STAR)

    return board.model(source, keys=keys, answer=board_of, refusal=_refusal, shows=shows, empty=places)


def _option_name(key: Stars) -> str:
    unit, cells = key
    return f"{'star@' if isinstance(unit, int) else f'{unit}='}{'+'.join(map(cell_name, cells))}"


def _refusal(key: Stars) -> str:
    unit, cells = key
    where = " and ".join(map(cell_name, cells)) or "no cell"
    if isinstance(unit, int):
        return f"{where} cannot hold {counted(unit, 'star')}"
    return f"{unit} cannot have its stars on {where}"


def _short(name: str) -> str:
    """``row1``; a region by its number: ``region1``."""
    what, label = name.split()
    return f"{what}{NAMES.index(label) + 1 if what == 'region' else label}"


def _choices(source: StarBattle, name: str, cells: Line) -> list[tuple[Cell, ...]]:
    """The positions for a unit's stars, no two of which touch; for a row, the smallest row first."""
    if comb(len(cells), source.stars) > MOST_CHOICES:
        raise ReductionError(f"{name} has more than {MOST_CHOICES} ways to place {source.stars} stars")
    found = [
        places
        for places in combinations(cells, source.stars)
        if not any(touch(*pair) for pair in combinations(places, 2))
    ]
    # A star further left makes a row larger.
    return found[::-1]


def _corners(cell: Cell) -> Iterator[Cell]:
    """The corners of a cell at which four cells meet, each named by its upper left cell."""
    return product((cell[0] - 1, cell[0]), (cell[1] - 1, cell[1]))


def star_battle_to_cnf(source: StarBattle) -> Reduction[StarBattle, Cnf]:
    """A variable for each cell that is true if it is empty; the stars of each unit are counted.

    The stars of a row or column do not touch, so they are blocks of a nonogram's line.
    """
    formula = CnfBuilder()
    shows = BitVariables(formula, source.size, source.size)
    stars = (1,) * source.stars
    units = source.units
    in_turn = [f"{line} {n + 1}" for n in range(source.size) for line in ("row", "column")]
    for name in (*in_turn, *(name for name in units if name not in in_turn)):
        with formula.group(f"{name} has {counted(source.stars, 'star')}"):
            gap = 0 if name.startswith("region") else 1
            add_blocks(formula, list(map(shows.white, units[name])), stars, gap=gap)
    for r, c in product(range(source.size - 1), repeat=2):
        for pair in (((r, c), (r + 1, c + 1)), ((r, c + 1), (r + 1, c))):
            with formula.group(f"{' and '.join(map(cell_name, pair))} do not both have a star"):
                formula.add(*map(shows.white, pair))
    return shows.reduction(source, formula.cnf(shows.all()), groups=formula.groups)


ENCODINGS: tuple[Any, ...] = (
    Encoding(
        "cnf:counters",
        "starbattle",
        "cnf",
        "a variable for each cell, the stars of each row, column and region counted in order",
        star_battle_to_cnf,
        counted=False,
    ),
    CoverEncoding(
        "stars, and the places of stars in each row, column and region, as options",
        star_battle_cover,
        preferred=False,
    ),
    GridEncodings(
        model_of_puzzle,
        tuple(ENCODERS),
        preferred="",
        givens_apart=False,
        alternative=True,
        counted=False,
    ),
)
