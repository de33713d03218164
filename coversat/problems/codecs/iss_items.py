"""The grammar of Interactive Sudoku Solver's strings: ``.Name~argument~argument``, one item behind the other.

``.Or``, ``.And`` and ``.Replicate`` hold the items up to their ``.End``.  White space means nothing.
An item without a name says which digits cells may hold: ``.~R1C1_5~R2C2_1_3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...kinds.sudoku.layout import Layout
from ..iss import END, bits_of, cell_at, is_cell, iss_cell
from ..text import Token

_PIECE = re.compile(r"[.~]|[^.~]+")
_HOLDS = ("Or", "And", "Replicate")
_KEYED = ("Pair", "PairX", "Binary", "BinaryX", "Regex", "NFA")
"""Their first argument is packed, and no cell."""
_DEEPEST = 20


class Item(NamedTuple):
    """An item: its name, its arguments, and the items it holds."""

    name: Token
    args: tuple[Token, ...] = ()
    inside: tuple[Item, ...] = ()


def items(words: Iterable[Token]) -> tuple[Item, ...]:
    """The items that stand in these words."""
    return tuple(_up_to_end(_flat(words), ()))


def _flat(words: Iterable[Token]) -> Iterator[Item]:
    """The items, in order, before it is known which hold others."""
    parts: list[Token] = []
    for word in words:
        for found in _PIECE.finditer(word.text):
            piece = word.part(*found.span())
            if piece.text == ".":
                if parts:
                    yield Item(parts[0], tuple(parts[1:]))
                parts = [piece.part(1)]
            elif not parts:
                raise piece.error("an item such as .Thermo~R1C1~R1C2")
            elif piece.text == "~":
                parts.append(piece.part(1))
            else:  # behind white space it goes on with what stands before
                last = parts.pop()
                parts.append(last._replace(text=last.text + piece.text) if last.text else piece)
    if parts:
        yield Item(parts[0], tuple(parts[1:]))


def _up_to_end(flat: Iterator[Item], holders: tuple[Item, ...]) -> Iterator[Item]:
    """The items up to the end of the last of those that hold them."""
    for item in flat:
        if item.name.text == END:
            if not holders:
                raise item.name.error("an item that this could be the end of before it")
            return
        if item.name.text not in _HOLDS:
            yield item
        elif len(holders) == _DEEPEST:
            raise item.name.error(f"items of at most {_DEEPEST} inside each other")
        else:
            yield item._replace(inside=tuple(_up_to_end(flat, (*holders, item))))
    if holders:
        raise holders[-1].name.error(f"an item with its .{END}")


def copies(item: Item, layout: Layout) -> Iterator[Item]:
    """What ``.Replicate`` holds, once for each target, so far from there as it is from the origin.

    The targets are bits, six a character, of the cells from the origin on, row by row.
    """
    if not item.args:
        raise item.name.error("its targets")
    origin = cell_at(item.args[1], layout) if len(item.args) > 1 else (0, 0)
    first = origin[0] * layout.columns + origin[1]
    for at, bit in enumerate(bits_of(item.args[0])):
        if bit:
            r, c = divmod(first + at, layout.columns)
            for inside in item.inside:
                yield _moved(inside, r - origin[0], c - origin[1], layout)


def _moved(item: Item, down: int, right: int, layout: Layout) -> Item:
    """An item with its cells elsewhere."""
    keyed = item.args[: item.name.text in _KEYED]
    args = (_moved_arg(arg, down, right, layout) for arg in item.args[len(keyed) :])
    inside = tuple(_moved(one, down, right, layout) for one in item.inside)
    return item._replace(args=(*keyed, *args), inside=inside)


def _moved_arg(arg: Token, down: int, right: int, layout: Layout) -> Token:
    """A cell, perhaps with digits, elsewhere; anything else as it is."""
    name, mark, digits = arg.text.partition("_")
    if not is_cell(name):
        return arg
    r, c = cell_at(arg.part(0, len(name)), layout)
    if not layout.has((r + down, c + right)):
        raise arg.error("a cell whose copies are on the board")
    return arg._replace(text=iss_cell((r + down, c + right)) + mark + digits)
