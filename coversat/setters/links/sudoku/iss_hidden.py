"""Cells beside the board in Interactive Sudoku Solver's strings: variables, digits that lines lack, regions.

``.Var~A~name~8`` has the variables ``VA1`` to ``VA8``, a single one is called ``VA``; ``.Var~A~~3x3`` lays
them out in rows.  ``.Doppelganger`` has ``DGC1``, the digit that row 1 lacks, ``DGR1`` of column 1, and
``DGB1`` of box 1.  ``.ChaosConstruction`` has ``CC1`` and so on, the regions of all cells.  They are hidden
cells here, and the items about them are parts of one block.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ....kinds.sudoku.constraints.compound import MOST_HIDDEN
from ....problems.grid import Cell
from ....problems.layout import Layout, lines_of, parts_of
from ....problems.text import Token
from .iss_board import KEYED, Item
from .iss_packed import packed_bits
from .iss_words import GROUPS, cell_at, is_cell, iss_cell

_SIZE = re.compile(r"(?:([1-9][0-9]{0,2})x)?([1-9][0-9]{0,2})", re.ASCII)
_PREFIX = re.compile(r"[A-Z]+", re.ASCII)
_LACKED = re.compile(r"DG([RCB])([1-9][0-9]?)", re.ASCII)
CHAOS = "ChaosConstruction"
_AROUND = ("ChaosArrow", "ChaosCount")
"""Items that may name a cell only: four arms from it, or all cells around it."""
_BESIDE: dict[str, Callable[[int, int], bool]] = {
    "GreaterThan": operator.gt,
    "WhiteDot": lambda a, b: abs(a - b) == 1,
    "BlackDot": lambda a, b: a == 2 * b or b == 2 * a,
    "X": lambda a, b: a + b == 10,
    "V": lambda a, b: a + b == 5,
}
"""Marks on borders, as relations: hidden cells have no borders here."""


class _Place(NamedTuple):
    """Where the program shows a variable: in which group, at which row and column."""

    group: str
    row: int
    column: int

    def touches(self, other: _Place) -> bool:
        """Whether both have a common border."""
        return self.group == other.group and abs(self.row - other.row) + abs(self.column - other.column) == 1


class Hidden(NamedTuple):
    """The cells beside the board, by their names; where they are shown; and what defines them.

    * cells (mapping from names to cells)
    * places (mapping from cells to places)
    * units: the cells of a row, column or box, and the hidden cell with the digit that it lacks.
    """

    cells: Mapping[str, Cell]
    places: Mapping[Cell, _Place]
    units: Sequence[tuple[Cell, ...]]

    def renamed(self, items: Iterable[Item], layout: Layout) -> Iterator[Item]:
        """The items with the cells' names here; marks between hidden cells as relations."""
        for item in items:
            if item.name.text in _AROUND and len(item.args) == 1:
                item = _around(item, layout)
            keyed = item.args[: item.name.text in KEYED]
            args = tuple(map(self._renamed, item.args[len(keyed) :]))
            if item.name.text in _BESIDE and any(_is_hidden(arg, layout) for arg in args):
                shown = tuple(arg for arg in args if not _is_hidden(arg, layout))
                if len(shown) > 1:
                    yield item._replace(args=shown)
                yield from self._relations(item, args, layout)
            else:
                inside = tuple(self.renamed(item.inside, layout))
                yield item._replace(args=(*keyed, *args), inside=inside)

    def _relations(self, item: Item, args: Sequence[Token], layout: Layout) -> Iterator[Item]:
        holds = _BESIDE[item.name.text]
        key = packed_bits([holds(a, b) for a, b in product(layout.digits, repeat=2)])
        for pair in self._beside(args, layout):
            yield Item(item.name._replace(text="Pair"), (item.name._replace(text=key), *pair))

    def _renamed(self, arg: Token) -> Token:
        name, mark, digits = arg.text.partition("_")
        cell = self.cells.get(name)
        return arg if cell is None else arg._replace(text=f"{iss_cell(cell)}{mark}{digits}")

    def _beside(self, args: Sequence[Token], layout: Layout) -> Iterator[tuple[Token, Token]]:
        """Each two of these hidden cells that the program shows beside each other."""
        places = [(arg, self.places.get(cell_at(arg, layout))) for arg in args]
        for (arg, one), (other, two) in combinations(places, 2):
            if one and two and one.touches(two):
                yield arg, other


def _around(item: Item, layout: Layout) -> Item:
    """The same with the names of the regions' cells."""
    r, c = cell_at(item.args[0], layout)
    rows, columns = range(layout.rows), range(layout.columns)
    left, right = [(r, other) for other in columns[c::-1]], [(r, other) for other in columns[c:]]
    up, down = [(other, c) for other in rows[r::-1]], [(other, c) for other in rows[r:]]
    near = [(r, c), *((a, b) for a in rows for b in columns if max(abs(a - r), abs(b - c)) == 1)]
    words = [""]
    for arm in (left, right, up, down) if item.name.text == _AROUND[0] else (near,):
        words += [GROUPS] * (len(words) > 1)
        words += (f"CC{a * layout.columns + b + 1}" for a, b in arm)
    return item._replace(args=(*item.args, *(item.args[0]._replace(text=word) for word in words)))


def hidden_cells(items: Iterable[Item], layout: Layout) -> Hidden:
    """The cells beside the board that the items declare and use."""
    cells: dict[str, Cell] = {}
    places: dict[Cell, _Place] = {}
    units = []
    every = list(items)
    if any(item.name.text == CHAOS for item in every):
        for at, (r, c) in enumerate(layout.cells()):
            cells[f"CC{at + 1}"] = (layout.rows, at)
            places[layout.rows, at] = _Place("CC", r, c)
    for item in every:
        if item.name.text == "Var":
            prefix, number, columns = _variables(item, layout)
            if any(place.group == prefix for place in places.values()):
                raise item.args[0].error("letters of no other variables")
            for at in range(number):
                name = f"V{prefix}" if number == 1 else f"V{prefix}{at + 1}"
                cells[name] = (layout.rows, len(cells))
                places[cells[name]] = _Place(prefix, *divmod(at, columns))
            if sum(name.startswith("V") for name in cells) > MOST_HIDDEN:
                raise item.name.error(f"at most {MOST_HIDDEN} variables")
    if any(item.name.text == "Doppelganger" for item in every):
        for name in sorted({name for item in every for name in _lacked(item)}):
            kind, at = name[2], int(name[3:]) - 1
            lines, parts = sorted(map(sorted, lines_of(layout))), sorted(map(sorted, parts_of(layout)))
            across = {"C": lines_by(lines, 0), "R": lines_by(lines, 1), "B": parts}[kind]
            if at < len(across):
                cells[name] = (layout.rows, len(cells))
                columns = layout.box_rows if kind == "B" else layout.columns
                places[cells[name]] = _Place(name[:3], *divmod(at, columns))
                units.append((*across[at], cells[name]))
    return Hidden(cells, places, units)


def lines_by(lines: Sequence[list[Cell]], side: int) -> list[list[Cell]]:
    """The rows (0) or the columns (1) among lines."""
    return [line for line in lines if len({cell[side] for cell in line}) == 1]


def _variables(item: Item, layout: Layout) -> tuple[str, int, int]:
    """The letters of variables, their number, and how many the program shows in a row."""
    if not item.args or not _PREFIX.fullmatch(item.args[0].text):
        raise (item.args or (item.name,))[0].error("capital letters")
    size = _SIZE.fullmatch(item.args[2].text) if len(item.args) > 2 else None
    if size is None:
        return item.args[0].text, 1, layout.columns
    return item.args[0].text, int(size[1] or 1) * int(size[2]), int(size[2]) if size[1] else layout.columns


def _lacked(item: Item) -> Iterator[str]:
    for arg in item.args:
        name = arg.text.partition("_")[0]
        if _LACKED.fullmatch(name):
            yield name
    for inside in item.inside:
        yield from _lacked(inside)


def names_hidden(item: Item, layout: Layout) -> bool:
    """Whether a renamed item, or one that it holds, names a hidden cell."""
    args = item.args[item.name.text in KEYED :]
    found = any(_is_hidden(arg, layout) for arg in args)
    return found or any(names_hidden(inside, layout) for inside in item.inside)


def _is_hidden(arg: Token, layout: Layout) -> bool:
    name = arg.part(0, len(arg.text.partition("_")[0]))
    return is_cell(name.text) and cell_at(name, layout)[0] == layout.rows
