"""Items of Interactive Sudoku Solver's strings: their names, and arguments that are cells, lists and clues.

An item is ``.Name~argument~argument``.  Cells are ``R1C1``, with a letter for rows and columns from 10;
digits of a list are separated by ``_``, groups of cells by ``-``.

Source: the public code of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ....problems.board import are_neighbours
from ....problems.grid import Cell, cell_name
from ....problems.layout import Layout
from ....problems.text import Token

_CELL = re.compile(r"r([1-9a-h])c([1-9a-g]|[1-9][0-9]{1,2})", re.ASCII | re.IGNORECASE)
"""A cell, or a hidden one in the row below the last, whose columns may be larger numbers."""
_LINE = re.compile(r"([rc])([0-9]{1,2})", re.ASCII | re.IGNORECASE)
_LIST = re.compile(r"[0-9]+(?:_[0-9]+)+", re.ASCII)
_NUMERALS = "0123456789abcdefgh"
SIZES = range(1, 17)
"""The numbers of rows and columns of its boards."""
GROUPS = "-"
"""Separates groups of cells."""
END = "End"
"""Ends an item that holds others."""
_FACING = {("R", 1): "left", ("R", 2): "right", ("C", 1): "top", ("C", 2): "bottom"}
"""Where a clue is, by the letter of its line and its position after it."""


_OWN_WORDS = """
    all-different and anti-consecutive anti-king anti-knight anti-taxicab arrow between cage contain-exact
    count-distinct counting-circles diagonal doppelganger double-arrow entropic equal-sum equality-cage
    full-rank global-entropy hidden-skyscraper little-killer lockout look-and-say lunchbox modular
    numbered-room or palindrome pill-arrow regex renban same-values sandwich skyscraper strict-kropki sum
    sum-line thermo whisper windoku x-sum zipper
    """
"""The constraints whose items are called as they are."""
NAMES = dict(
    sorted(
        {
            **{word: word.title().replace("-", "") for word in _OWN_WORDS.split()},
            "automaton": "NFA",
            "candidates": "Given",
            "chaos": "ChaosConstruction",
            "contain": "ContainAtLeast",
            "difference": "WhiteDot",
            "disjoint-groups": "DisjointSets",
            "flatmates": "DutchFlatmates",
            "global-modular": "GlobalMod",
            "greater": "GreaterThan",
            "hidden": "Var",
            "index": "Indexing",
            "lines-differ": "FullRankTies",
            "pair": "Pair Binary",
            "pair-all": "PairX BinaryX",
            "quadruple": "Quad",
            "ratio": "BlackDot",
            "region-sum": "RegionSumLine",
            "regions": "Jigsaw",
            "rellik": "RellikCage",
            "same-count": "ChaosCount",
            "same-digits": "RegionSameValues",
            "same-run": "ChaosArrow",
            "strict-xv": "StrictXV",
            "value-index": "ValueIndexing",
            "xv": "X V",
        }.items()
    )
)
"""The items of constraints, by their words; of several names the first is written."""


def item_text(name: str, *args: str, inside: Iterable[str] | None = None) -> str:
    """The text of an item; `inside` are those of the items that it holds."""
    text = "." + "~".join([name, *args])
    return text if inside is None else "".join([text, *inside, f".{END}"])


def iss_cell(cell: Cell) -> str:
    """``R1C1`` for the top left cell."""
    r, c = cell[0] + 1, cell[1] + 1
    return f"R{_NUMERALS[r]}C{_NUMERALS[c] if c in SIZES else c}"


def cell_groups(groups: Iterable[Iterable[Cell]]) -> Iterator[str]:
    """Groups of cells, as arguments."""
    for number, group in enumerate(groups):
        yield from [GROUPS] * (number > 0)
        yield from map(iss_cell, group)


def is_cell(text: str) -> bool:
    """Whether a text has the form of a cell's name."""
    return _CELL.fullmatch(text) is not None


def cell_at(word: Token, layout: Layout) -> Cell:
    """The cell with this name."""
    found = _CELL.fullmatch(word.text)
    cell = (_number(found[1]) - 1, _number(found[2]) - 1) if found else None
    if cell is None or not layout.names(cell):
        raise word.error(f"a cell, from R1C1 to {iss_cell((layout.rows - 1, layout.columns - 1))}")
    return cell


def _number(text: str) -> int:
    return _NUMERALS.index(text.lower()) if len(text) == 1 else int(text)


def own_words(args: Iterable[Token], layout: Layout) -> Iterator[Token]:
    """Arguments as the words of a constraint's line; each keeps its position in the text."""
    for arg in args:
        if is_cell(arg.text):
            yield arg._replace(text=cell_name(cell_at(arg, layout)))
        elif _LIST.fullmatch(arg.text):
            yield from (arg.part(*found.span()) for found in re.finditer("[0-9]+", arg.text))
        elif arg.text:
            yield arg._replace(text="/") if arg.text == GROUPS else arg


def clue_words(args: Sequence[Token]) -> Iterator[list[Token]]:
    """The clues of a row or column as words of a constraint's line: a number, a side, the number of the line.

    The line comes first, followed by the clues at its beginning and at its end; or last, after its only clue.
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
    """The arguments for a clue; the inverse of `clue_words`."""
    letter, place = next(key for key, name in _FACING.items() if name == side[0])
    line = f"{letter}{side[1] + 1}"
    if not both_ends:
        return [clue, line]
    return [line, clue, ""] if place == 1 else [line, "", clue]


def neighbours(args: Sequence[Token], layout: Layout) -> list[tuple[Token, Token]]:
    """The pairs of cells with a common border, of all cells that a dot or sign lists."""
    cells = {arg: cell_at(arg, layout) for arg in args}
    found = [pair for pair in combinations(args, 2) if are_neighbours(*map(cells.__getitem__, pair))]
    if args and not found:
        raise args[-1].error("cells beside each other")
    return found


def lines_apart(args: Iterable[Token]) -> Iterator[list[Token]]:
    """The lines of cells in one item: an empty argument or a name (``_name``) begins another line."""
    line: list[Token] = []
    for arg in args:
        if arg.text and not arg.text.startswith("_"):
            line.append(arg)
        elif line:
            yield line
            line = []
    if line:
        yield line


def box_shape(rows: int, columns: int, size: int) -> tuple[int, int] | None:
    """The boxes of `size` cells that the program draws on a board: the squarest that fit, or None."""
    for small in range(int(size**0.5), 1, -1):
        large, rest = divmod(size, small)
        if not rest and rows % small == 0 and columns % large == 0:
            return small, large
        if not rest and rows % large == 0 and columns % small == 0:
            return large, small
    return None
