"""The grammar of Interactive Sudoku Solver's strings, and the board in them: sides, digits, boxes and
regions.

A string is items ``.Name~argument~argument``, in sequence. ``.Or``, ``.And`` and ``.Replicate`` hold the
items up to their ``.End``. White space is ignored. An item without a name lists the digits that cells may
hold: ``.~R1C1_5~R2C2_1_3``.

``.Shape~6x6~9`` has nine digits, ``.Shape~9x9~0-8`` those from 0. Boxes, and pieces of a jigsaw, have as
many cells as the longer side of the board, or as ``.RegionSize`` states.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ....base.grouping import grouped
from ....kinds.sudoku.constraints import Constraint
from ....kinds.sudoku.constraints.sets import AllDifferent, Regions
from ....kinds.sudoku.rules import Sudoku
from ....problems.grid import rows_of
from ....problems.layout import BOX_SIDES, NO_BOXES, Layout
from ....problems.layout import SIZES as BOARDS
from ....problems.text import Token
from .common import box_labels, boxes_of
from .iss_packed import bits_of
from .iss_words import END, SIZES, box_shape, cell_at, is_cell, iss_cell, item_text

_PIECE = re.compile(r"[.~]|[^.~]+")
_HOLDS = ("Or", "And", "Replicate")
KEYED = ("Pair", "PairX", "Binary", "BinaryX", "Regex", "NFA")
"""Items whose first argument is packed instead of a cell."""
_DEEPEST = 20


class Item(NamedTuple):
    """An item: its name, its arguments, and the items it holds."""

    name: Token
    args: tuple[Token, ...] = ()
    inside: tuple[Item, ...] = ()


def items(words: Iterable[Token]) -> tuple[Item, ...]:
    """The items in these words."""
    return tuple(_up_to_end(_flat(words), ()))


def _flat(words: Iterable[Token]) -> Iterator[Item]:
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
            else:  # after white space the previous item continues
                last = parts.pop()
                parts.append(last._replace(text=last.text + piece.text) if last.text else piece)
    if parts:
        yield Item(parts[0], tuple(parts[1:]))


def _up_to_end(flat: Iterator[Item], holders: tuple[Item, ...]) -> Iterator[Item]:
    """The items up to the end of the last of those that contain them."""
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
    """The contents of ``.Replicate``, moved from the origin to each target.

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
    keyed = item.args[: item.name.text in KEYED]
    args = (_moved_arg(arg, down, right, layout) for arg in item.args[len(keyed) :])
    inside = tuple(_moved(one, down, right, layout) for one in item.inside)
    return item._replace(args=(*keyed, *args), inside=inside)


def _moved_arg(arg: Token, down: int, right: int, layout: Layout) -> Token:
    """A cell, possibly with digits, moved; anything else unchanged."""
    name, mark, digits = arg.text.partition("_")
    if not is_cell(name):
        return arg
    r, c = cell_at(arg.part(0, len(name)), layout)
    if not layout.has((r + down, c + right)):
        raise arg.error("a cell whose copies are on the board")
    return arg._replace(text=iss_cell((r + down, c + right)) + mark + digits)


# The board


_SHAPE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})", re.ASCII)
_DIGITS = re.compile(r"(?:([01])-)?([0-9]{1,2})", re.ASCII)
_LABELS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
WORDS = ("Shape", "NoBoxes", "RegionSize", "Jigsaw")


def read_board(items: Sequence[Item], usual: tuple[int, int]) -> Sudoku:
    """The board of the items, without givens; `usual` has the default sides."""
    named: dict[str, Item] = {}
    for item in items:
        if item.name.text in named:
            raise item.name.error(f"one .{item.name.text}")
        named[item.name.text] = item
    shape = named.get("Shape")
    (rows, columns), digits = _shape(shape) if shape and shape.args else (usual, None)
    lowest, highest = digits or (1, max(rows, columns))
    size = region_size(items, rows, columns, highest - lowest + 1)
    boxes = None if "NoBoxes" in named else box_shape(rows, columns, size)
    regions = _regions(named["Jigsaw"], rows, columns, size) if "Jigsaw" in named else None
    same = boxes_of(regions, rows, columns, size) if regions and not boxes else None
    if same:
        boxes, regions = same, None
    if boxes and not set(boxes) <= set(BOX_SIDES):
        if regions:
            raise named["Jigsaw"].name.error("a jigsaw on a board without boxes")
        regions, boxes = Regions(box_labels(rows, columns, boxes)), None
    found: tuple[Constraint, ...] = (regions,) if regions else ()
    try:
        return Sudoku(*(boxes or (NO_BOXES, columns)), ((None,) * columns,) * rows, found, digits)
    except ValueError as error:
        place = next((named[name].name for name in ("Jigsaw", "RegionSize", "Shape") if name in named), None)
        raise (place or Token("", 1, 1)).error("a board", str(error)) from None


def _shape(item: Item) -> tuple[tuple[int, int], tuple[int, int] | None]:
    """The sides, and the digits if they are stated."""
    sides = _SHAPE.fullmatch(item.args[0].text)
    rows, columns = (int(sides[1]), int(sides[2])) if sides else (0, 0)
    if not (rows in SIZES and columns in SIZES and max(rows, columns) >= BOARDS[0]):
        raise item.args[0].error("rows and columns such as 9x9, up to 16x16, the longer side at least 4")
    if len(item.args) > 2 and item.args[2].text not in ("", "Sudoku"):
        raise item.args[2].error("a board whose rows and columns hold different digits")
    if len(item.args) < 2 or not item.args[1].text:
        return (rows, columns), None
    digits = _DIGITS.fullmatch(item.args[1].text)
    lowest, highest = (int(digits[1] or 1), int(digits[2])) if digits else (0, -1)
    if not max(rows, columns) <= highest - lowest + 1 <= SIZES[-1]:
        raise item.args[1].error("digits such as 9 or 0-8, as many as the longer side or more, up to 16")
    return (rows, columns), (lowest, highest)


def region_size(items: Iterable[Item], rows: int, columns: int, digits: int) -> int:
    """The cells of a region: as stated, or as many as the longer side has."""
    for item in items:
        if item.name.text == "RegionSize":
            if len(item.args) != 1:
                raise item.name.error("one number of cells")
            return item.args[0].integer(2, digits, "the cells of a region")
    return max(rows, columns)


def _regions(item: Item, rows: int, columns: int, size: int) -> Regions | None:
    """The pieces; None if there is only one, which states nothing."""
    if not item.args:
        raise item.name.error("a jigsaw with its pieces")
    labels = item.args[-1]
    if len(labels.text) != rows * columns:
        raise labels.error(f"{rows * columns} characters", str(len(labels.text)))
    counts = {label: labels.text.count(label) for label in labels.text}
    if len(counts) == 1:
        return None
    others = sum(count != size for count in counts.values())
    if others > 1:
        raise labels.error(f"pieces of {size} cells")
    if others:
        return None
    return Regions(rows_of(list(map(ord, labels.text)), columns))


def loose_pieces(items: Sequence[Item], problem: Sudoku) -> Iterator[AllDifferent]:
    """The pieces of a jigsaw that does not cover the board; the remaining piece states nothing."""
    for item in items:
        if item.name.text == "Jigsaw" and not problem.regions:
            labels = enumerate(item.args[-1].text)
            pieces = grouped((label, divmod(at, problem.columns)) for at, label in labels).values()
            sizes = Counter(map(len, pieces))
            if len(sizes) > 1:
                usual = sizes.most_common(1)[0][0]
                yield from (AllDifferent(tuple(cells)) for cells in pieces if len(cells) == usual)


def write_board(problem: Sudoku) -> str:
    """The items of a board.

    Raise `ValueError` if there are more than 16 rows, columns or digits, or boxes or regions that it cannot
    express.
    """
    rows, columns, digits = problem.rows, problem.columns, problem.size
    if max(rows, columns, digits) > SIZES[-1]:
        raise ValueError("Interactive Sudoku Solver has boards and digits up to 16")
    shape_words = [f"{rows}x{columns}"]
    if problem.lowest == 0:
        shape_words.append(f"0-{digits - 1}")
    elif problem.digits:
        shape_words.append(str(digits))
    parts = {"Shape": shape_words, **_parts(problem)}
    return "".join(item_text(name, *args) for name, args in parts.items())


def _parts(problem: Sudoku) -> dict[str, list[str]]:
    rows, columns = problem.rows, problem.columns
    box = (problem.box_rows, problem.box_columns) if problem.box_rows != NO_BOXES else None
    labels = problem.regions.labels if problem.regions else ()
    found: list[Any] = [one for one in problem.constraints if one.word == "chaos"]
    region = found[0].size if found else sum(row.count(0) for row in labels)
    if box and box_shape(rows, columns, box[0] * box[1]) != box:
        if labels:
            raise ValueError(f"Interactive Sudoku Solver cannot state boxes of {box[0]}x{box[1]} and regions")
        region, labels, box = box[0] * box[1], box_labels(rows, columns, box), None
    size = box[0] * box[1] if box else region or max(rows, columns)
    if region not in (0, size):
        raise ValueError("Interactive Sudoku Solver cannot state boxes and regions of different sizes")
    parts: dict[str, list[str]] = {}
    if size != max(rows, columns):
        parts["RegionSize"] = [str(size)]
    if not box and box_shape(rows, columns, size):
        parts["NoBoxes"] = []
    if labels:
        parts["Jigsaw"] = ["".join(_LABELS[label] for row in labels for label in row)]
    return parts
