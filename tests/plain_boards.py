"""9x9 sudokus by boards in Python: the oracle of the compiled search (``boards.h``), and its explanation.

All digits are narrowed in rounds until a round changes nothing; then the search branches on a cell. The
compiled search takes the same steps in the same order, so that answers, their order and the nodes are the
same. It narrows two digits at once, in one vector: therefore neither uses what the other shows before the
next round, and a change of one has both looked at again.

Symbols
-------
bit 9 * r + c of a board is the cell in row r and column c, from 0
mini    three cells of a row in one box; a bit for each, that of its first cell
column  three cells of a column in one box; a bit for each, that of its first cell
corner  the first cell of a box
next_   moves each mini or column round to the place before it: row, stack, column or band
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from coversat.solvers.solver import Meter

Boards = list[int]

_CELLS = (1 << 81) - 1
_BAND = (1 << 27) - 1
_PAIRS = ((0, 1), (2, 3), (4, 5), (6, 7), (8,))
"""The digits that the compiled twin keeps in one vector."""


def _in_bands(mask: int) -> int:
    return mask | mask << 27 | mask << 54


_MINIS, _CORNERS, _COLUMNS = _in_bands(0o111111111), _in_bands(0o111), _in_bands(0o777)
_ROWS_UP, _ROWS_DOWN = _in_bands(0o777777), _in_bands(0o777000000)
_STACKS_UP, _STACKS_DOWN = _in_bands(0o033033033), _in_bands(0o700700700)
_COLUMNS_UP, _COLUMNS_DOWN = _in_bands(0o333), _in_bands(0o444)


def _next_row(minis: int) -> int:
    return minis >> 9 & _ROWS_UP | minis << 18 & _ROWS_DOWN


def _next_stack(minis: int) -> int:
    return minis >> 3 & _STACKS_UP | minis << 6 & _STACKS_DOWN


def _next_column(columns: int) -> int:
    return columns >> 1 & _COLUMNS_UP | columns << 2 & _COLUMNS_DOWN


def _next_band(columns: int) -> int:
    return columns >> 27 | columns << 54 & _CELLS


def _whole_boxes(corners: int) -> int:
    rows = (corners << 3) - corners
    return rows | rows << 9 | rows << 18


def _placeable(board: int) -> int:
    """Remove the cells where a digit cannot be placed because of its minis, or its columns.

    In a band a digit is in three minis, one of each row and of each box. A mini can only be one of them if
    the two other rows have minis left for the two other boxes, in either order. This is the rule of locked
    candidates, at once for all. The same holds for the columns of a stack.
    """
    minis = (board | board >> 1 | board >> 2) & _MINIS
    stack, row = _next_stack(minis), _next_row(minis)
    rest = _next_row(_next_stack(minis & _next_row(stack) | stack & row))
    board &= (rest << 3) - rest
    columns = (board | board >> 9 | board >> 18) & _COLUMNS
    column, band = _next_column(columns), _next_band(columns)
    rest = _next_band(_next_column(columns & _next_band(column) | column & band))
    return board & (rest | rest << 9 | rest << 18)


def _alone_in_box(board: int) -> int:
    """The cells that are the only ones of their boxes."""
    second, third = board >> 1, board >> 2
    two, one = board & second | third & (board | second), board | second | third
    second, third = one >> 9, one >> 18
    two |= one & second | third & (one | second) | two >> 9 | two >> 18
    return board & _whole_boxes(~two & _CORNERS)


def _boxes_of(board: int) -> int:
    board |= board >> 1 | board >> 2
    return _whole_boxes((board | board >> 9 | board >> 18) & _CORNERS)


def _narrow(boards: Boards, known: Boards, two: int) -> tuple[int, int] | None:
    """Narrow the boards; return the cells with two or more, and three or more, digits; None if unsolvable.

    In each round a digit that is alone in its cell is removed from the rest of its box, a digit that is alone
    in its box removes the others from its cell, and a digit is removed from the cells where it cannot be
    placed.

    * boards: changed in place.
    * known: for each digit, a board from which `_placeable` removes nothing. Pairs whose boards are these are
      not looked at.
    * two: the cells that had two or more digits when the boards were narrowed last.
    """
    known, alone = known.copy(), [0] * 9
    settled = 0
    changed = True
    while changed:
        several, changed = two, False
        one = two = three = 0
        for pair in _PAIRS:
            others = ~settled
            for digit in pair:
                board = boards[digit]
                naked = board & ~several
                if naked:
                    board &= naked | ~_boxes_of(naked)
                boards[digit] = board & (alone[digit] | others)
            if any(boards[digit] != known[digit] for digit in pair):
                for digit in pair:
                    before = boards[digit]
                    board = boards[digit] = _placeable(before)
                    known[digit] = board if board == before else -1
                    alone[digit] = _alone_in_box(board)
                    settled |= alone[digit]
                changed = True
            for digit in pair:
                board = boards[digit]
                three |= two & board
                two |= one & board
                one |= board
        if one != _CELLS:
            return None
    if any(not board >> band & _BAND for board in boards for band in (0, 27, 54)):
        return None
    return two, three


def _cells(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def _seen_from(cell: int) -> int:
    row, column = divmod(cell, 9)
    corner = 1 << 27 * (row // 3) + 3 * (column // 3)
    lines = 0o777 << 9 * row | sum(1 << 9 * r + column for r in range(9))
    return (lines | _whole_boxes(corner)) ^ 1 << cell


_SEEN_FROM = [_seen_from(cell) for cell in range(81)]


def _branching_cell(boards: Boards, two: int, three: int) -> int:
    """The cell with two digits whose digits are possible in most cells that it sees.

    Cells that have two digits themselves count three times, since they are then decided. If no cell has two
    digits, the first with the fewest.
    """
    pairs = two & ~three
    if not pairs:
        digits = (sum(board >> cell & 1 for board in boards) for cell in range(81))
        return min((count, cell) for cell, count in enumerate(digits) if count > 1)[1]
    weights = dict.fromkeys(_cells(pairs), 0)
    for board in boards:
        for cell in _cells(board & pairs):
            lost = board & _SEEN_FROM[cell]
            weights[cell] += lost.bit_count() + 2 * (lost & pairs).bit_count()
    return max(weights, key=weights.__getitem__)


class _Node(NamedTuple):
    """Boards to be narrowed; `known` and `two`: see `_narrow`."""

    boards: Boards
    known: Boards
    two: int


def _begin(givens: str) -> _Node:
    """The boards with the givens, and every digit in the other cells; empty boards if givens clash."""
    given = [sum(1 << cell for cell, character in enumerate(givens) if character == d) for d in "123456789"]
    free = _CELLS ^ sum(given)
    if any(cells & _SEEN_FROM[cell] for cells in given for cell in _cells(cells)):
        return _Node([0] * 9, [0] * 9, free)
    return _Node([free | cells for cells in given], [0] * 9, free)


def answers(givens: str, meter: Meter) -> Iterator[str]:
    """The answers of a line of 81 characters, as such lines; `meter` counts the tried digits."""
    waiting = [iter([_begin(givens)])]
    while waiting:
        node = next(waiting[-1], None)
        if node is None:
            waiting.pop()
            continue
        counts = _narrow(*node)
        if counts is None:
            continue
        if counts[0]:
            cell = _branching_cell(node.boards, *counts)
            waiting.append(_below(node.boards, cell, counts[0], meter))
        else:
            line = bytearray(81)
            for digit, board in enumerate(node.boards, ord("1")):
                for cell in _cells(board):
                    line[cell] = digit
            yield line.decode()


def _below(boards: Boards, cell: int, two: int, meter: Meter) -> Iterator[_Node]:
    """The nodes with each digit of a cell placed in it, the smallest first."""
    others = ~(1 << cell)
    for digit, board in enumerate(boards):
        if board >> cell & 1:
            meter.node()
            placed = [other if at == digit else other & others for at, other in enumerate(boards)]
            yield _Node(placed, boards, two & others)
