"""Statements about cells as items and options of an exact cover.

Two cells and digits that may not stand together share a secondary item.  Every other statement is a primary
item with an option for each filling of its cells, which agrees with them in a colour: each cell is a
secondary item then, and its digits are the colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ..errors import ReductionError
from ..kinds.sudoku.layout import Layout
from ..language import (
    Binary,
    Count,
    Derived,
    Primitive,
    Regular,
    Sum,
    SumBetween,
    Table,
    as_regular,
    cells_of,
    terms_of,
)
from ..problems.grid import Cell, cell_name
from .cover_builder import CoverBuilder
from .diagrams import diagram, words_of
from .digits import Shown

MOST_FILLINGS = 20_000
"""Statements with more fillings, all together, are refused."""

Asked = dict[Shown, tuple[tuple[int, ...], tuple[int, ...]]]
"""Of a cell and the place of its digit, the items and shades that its option has for the statements."""


class Fillings(NamedTuple):
    """The cells of a statement, each once, and all their digits that it allows."""

    name: str
    cells: tuple[Cell, ...]
    digits: list[tuple[int, ...]]


def fillings_of(statements: Sequence[tuple[str, Primitive]], layout: Layout) -> list[Fillings]:
    """Of all that are more than pairs.

    Raises
    ------
    ReductionError
        For more fillings than can be searched, or what is more than a statement about digits of cells.
    """
    found: list[Fillings] = []
    left = MOST_FILLINGS
    for name, one in statements:
        if any(isinstance(term, Derived) for term in terms_of(one)):
            raise ReductionError(f"{name}: an exact cover cannot say what holds of many cells together")
        if not isinstance(one, Binary):
            found.append(_fillings(name, one, layout, left))
            left -= len(found[-1].digits)
    return found


def _fillings(name: str, statement: Primitive, layout: Layout, most: int) -> Fillings:
    if not isinstance(statement, Regular | SumBetween | Sum | Count | Table):
        raise ReductionError(f"{name}: an exact cover cannot say that one of several constraints holds")
    word = as_regular(statement, layout.digits)
    cells = tuple(dict.fromkeys(cells_of(word)))
    once = [word.cells.index(cell) for cell in cells]
    layers = diagram(word, [layout.digits] * len(word.cells))
    words = iter(()) if layers is None else words_of(layers)
    if len(cells) < len(word.cells):
        words = (one for one in words if len(set(zip(word.cells, one, strict=True))) == len(cells))
    found = [tuple(one[at] for at in once) for one in islice(words, most + 1)]
    if len(found) > most:
        raise ReductionError(f"{name}: more than {MOST_FILLINGS} fillings in all")
    return Fillings(name, cells, found)


def ask(
    board: CoverBuilder[Shown],
    statements: Sequence[tuple[str, Primitive]],
    fillings: Sequence[Fillings],
    items: range,
    layout: Layout,
) -> Asked:
    """What statements ask of the option of each cell and digit; the options of fillings are added.

    Those of digits that cannot stand in their cell are missing.
    `items` are those of the fillings, in their order.
    """
    asked: Asked = {(cell, at): ((), ()) for cell in layout.cells() for at, _ in enumerate(layout.digits, 1)}
    _add_conflicts(board, statements, layout, asked)
    _add_colours(board, fillings, items, layout, asked)
    return asked


def _add_conflicts(
    board: CoverBuilder[Shown], statements: Sequence[tuple[str, Primitive]], layout: Layout, asked: Asked
) -> None:
    for name, one in statements:
        if not isinstance(one, Binary):
            continue
        cells = list(cells_of(one))
        clashes = [
            (a, i, b, j)
            for a, b in zip(cells[::2], cells[1::2], strict=True)
            for i, x in enumerate(layout.digits, 1)
            for j, y in enumerate(layout.digits, 1)
            if not one.allowed(x, y)
        ]
        items = board.secondary(len(clashes), lambda at, name=name: f"{name}@{at + 1}")  # type: ignore[misc]
        for item, (a, i, b, j) in zip(items, clashes, strict=True):
            if (a, i) == (b, j):
                asked.pop((a, i), None)
            for key in {(a, i), (b, j)} & asked.keys():
                own, shades = asked[key]
                asked[key] = (*own, item), shades


def _add_colours(
    board: CoverBuilder[Shown],
    fillings: Sequence[Fillings],
    items: range,
    layout: Layout,
    asked: Asked,
) -> None:
    coloured = sorted({cell for _, cells, _ in fillings for cell in cells})
    colour_items = board.secondary(len(coloured), lambda at: f"digit@{cell_name(coloured[at])}")
    shades = board.shades(colour_items, [str(digit) for digit in layout.digits])
    first = {cell: shades[at * len(layout.digits)] for at, cell in enumerate(coloured)}
    for cell in coloured:
        for at in range(1, len(layout.digits) + 1):
            if (cell, at) in asked:
                own, others = asked[cell, at]
                asked[cell, at] = own, (*others, first[cell] + at - 1)

    def options() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        for item, (_, cells, found) in zip(items, fillings, strict=True):
            for digits in found:
                shown = zip(cells, digits, strict=True)
                yield (item,), tuple(first[cell] + digit - layout.lowest for cell, digit in shown)

    names = [f"{name}=({','.join(map(str, digits))})" for name, _, found in fillings for digits in found]
    board.aids(options(), names.__getitem__)
