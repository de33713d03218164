"""The words of Interactive Sudoku Solver's strings: its cells, its lists, its clues beside the board.

An item is ``.Name~argument~argument``.  Cells are ``R1C1``, with a letter for rows and columns from 10,
digits of a list stand between ``_``, groups of cells between ``-``.

Source: the public code of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ..kinds.sudoku.layout import Layout
from .grid import Cell, cell_name
from .text import Token

_CELL = re.compile(r"r([1-9a-g])c([1-9a-g])", re.ASCII | re.IGNORECASE)
_LINE = re.compile(r"([rc])([0-9]{1,2})", re.ASCII | re.IGNORECASE)
_LIST = re.compile(r"[0-9]+(?:_[0-9]+)+", re.ASCII)
_NUMERALS = "0123456789abcdefg"
SIZES = range(1, 17)
"""The sides of its boards."""
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
GROUPS = "-"
"""Stands between groups of cells, where a stroke stands in a line of ours."""
END = "End"
"""Ends an item that holds others."""
_FACING = {("R", 1): "left", ("R", 2): "right", ("C", 1): "top", ("C", 2): "bottom"}
"""Where a clue stands, by the letter of its line and its place behind it."""


def item_text(name: str, *args: str, inside: Iterable[str] | None = None) -> str:
    """An item as text; with the texts of those that it holds, where it holds any."""
    text = "." + "~".join([name, *args])
    return text if inside is None else "".join([text, *inside, f".{END}"])


def iss_cell(cell: Cell) -> str:
    """What a cell is called there."""
    return f"R{_NUMERALS[cell[0] + 1]}C{_NUMERALS[cell[1] + 1]}"


def is_cell(text: str) -> bool:
    """Whether a text looks like a cell."""
    return _CELL.fullmatch(text) is not None


def cell_at(word: Token, layout: Layout) -> Cell:
    """The cell that a word names."""
    found = _CELL.fullmatch(word.text)
    cell = (_NUMERALS.index(found[1].lower()) - 1, _NUMERALS.index(found[2].lower()) - 1) if found else None
    if cell is None or not layout.has(cell):
        raise word.error(f"a cell, from R1C1 to {iss_cell((layout.rows - 1, layout.columns - 1))}")
    return cell


def own_words(args: Iterable[Token], layout: Layout) -> Iterator[Token]:
    """Arguments as the words of a line of ours, where they stand."""
    for arg in args:
        if is_cell(arg.text):
            yield arg._replace(text=cell_name(cell_at(arg, layout)))
        elif _LIST.fullmatch(arg.text):
            yield from (arg.part(*found.span()) for found in re.finditer("[0-9]+", arg.text))
        elif arg.text:
            yield arg._replace(text="/") if arg.text == GROUPS else arg


def clue_words(args: Sequence[Token]) -> Iterator[list[Token]]:
    """The clues of a row or column, each a number and where it stands, as words of ours.

    A line is named first, with the clues at its beginning and its end behind; or last, behind its only one.
    """
    at = 0 if args and _LINE.fullmatch(args[0].text) else 1
    found = _LINE.fullmatch(args[at].text) if at < len(args) else None
    if found is None:
        raise args[-1].error("a row or column such as R1 or C1")
    for place in (1, 2) if at == 0 else (1,):
        clue = args[place if at == 0 else 0] if place < len(args) else None
        if clue and clue.text:
            side = _FACING[found[1].upper(), place]
            yield [clue, args[at]._replace(text=side), args[at].part(1)]


def clue_args(side: tuple[str, int], clue: str, both_ends: bool) -> list[str]:
    """The arguments for a clue; the reverse of `clue_words`."""
    letter, place = next(key for key, name in _FACING.items() if name == side[0])
    line = f"{letter}{side[1] + 1}"
    if not both_ends:
        return [clue, line]
    return [line, clue, ""] if place == 1 else [line, "", clue]


def neighbours(args: Sequence[Token], layout: Layout) -> Iterator[tuple[Token, Token]]:
    """The pairs of cells beside each other, as dots and signs take a list of cells; the earlier first."""
    cells = [cell_at(arg, layout) for arg in args]
    found = False
    for number, (r, c) in enumerate(cells):
        for later in range(number + 1, len(cells)):
            if abs(cells[later][0] - r) + abs(cells[later][1] - c) == 1:
                found = True
                yield args[number], args[later]
    if not found and args:
        raise args[-1].error("cells beside each other")


def lines_apart(args: Iterable[Token]) -> Iterator[list[Token]]:
    """Several lines of cells in one item: a blank argument or a name (``_name``) begins another."""
    line: list[Token] = []
    for arg in args:
        if arg.text and not arg.text.startswith("_"):
            line.append(arg)
        elif line:
            yield line
            line = []
    if line:
        yield line


def bits_of(packed: Token) -> list[bool]:
    """The bits of a packed argument: six a character, the lowest first."""
    found: list[bool] = []
    for at, character in enumerate(packed.text):
        if (number := BASE64.find(character)) < 0:
            raise packed.part(at, at + 1).error("a letter, a digit, '-' or '_'")
        found += (bool(number >> bit & 1) for bit in range(6))
    return found


def box_shape(rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """The boxes of this many cells that it draws on a board: the squarest that fit; None where none do."""
    for small in range(int(size**0.5), 1, -1):
        large, rest = divmod(size, small)
        if not rest and rows % small == 0 and columns % large == 0:
            return small, large
        if not rest and rows % large == 0 and columns % small == 0:
            return large, small
    return None
