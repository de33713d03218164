"""Numbers for the items and options of a structure that hardly depend on what they were called.

The way of all programs for isomorphism (McKay and Piperno, "Practical graph isomorphism, II", 2014): what
looks the same is put into cells, and a cell is split by how many of another each has beside it, until
nothing changes; then one item of the first smallest cell that is left is put before the others of it, and
so on.  Here nothing is taken back: where those of a cell are not images of one another, the result depends
on the order that came in.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence


def labelled(parts: Sequence[int], rows: Sequence[Sequence[int]]) -> list[int]:
    """The items and, behind them, the rows, in a new order.

    Parameters
    ----------
    parts : sequence of int
        How many there are of each kind, of three kinds of items and, behind them, of two kinds of rows; an
        item keeps its kind, and a row its own.
    rows : sequence of sequences of int
        The items of each.
    """
    cells = _Cells(parts, rows)
    cells.refine()
    while (cell := cells.first_of_the_smallest()) is not None:
        cells.put_one_before_the_others(cell)
        cells.refine()
    return cells.order


class _Cells:
    """Items and rows, `order`ed so that each cell is a stretch: known by where it begins, with a size."""

    def __init__(self, parts: Sequence[int], rows: Sequence[Sequence[int]]) -> None:
        self._items = sum(parts[:3])
        self._beside: list[list[int]] = [[] for _ in range(self._items)]
        for at, row in enumerate(rows):
            self._beside.append([*row])
            for item in row:
                self._beside[item].append(self._items + at)
        self.order = list(range(len(self._beside)))
        self._cell = [0] * len(self.order)
        self._size = [0] * len(self.order)
        self._waiting: deque[int] = deque()  # cells by which others are still to be split
        start = 0
        for size in parts:
            if size:
                self._begin_cell(start, size)
                self._waiting.append(start)
            start += size

    def _begin_cell(self, start: int, size: int) -> None:
        self._size[start] = size
        for member in self.order[start : start + size]:
            self._cell[member] = start

    def refine(self) -> None:
        """Split cells until all members of each have as many of any other beside them."""
        while self._waiting:
            start = self._waiting.popleft()
            beside = Counter(
                other
                for member in self.order[start : start + self._size[start]]
                for other in self._beside[member]
            )
            for cell in sorted({self._cell[other] for other in beside}):
                if self._size[cell] > 1:
                    self._split(cell, beside)

    def _split(self, cell: int, beside: Counter[int]) -> None:
        """Its members with fewer first; the largest of the new cells need not split others."""
        members = sorted(self.order[cell : cell + self._size[cell]], key=beside.__getitem__)
        sizes = [*Counter(beside[member] for member in members).values()]
        if len(sizes) == 1:
            return
        self.order[cell : cell + len(members)] = members
        largest = -1 if cell in self._waiting else sizes.index(max(sizes))
        start = cell
        for at, size in enumerate(sizes):
            self._begin_cell(start, size)
            if at != largest and start not in self._waiting:
                self._waiting.append(start)
            start += size

    def first_of_the_smallest(self) -> int | None:
        """Of the cells of several items a smallest; None when there is no such cell."""
        best, start = None, 0
        while start < self._items:
            size = self._size[start]
            if size > 1 and (best is None or size < self._size[best]):
                best = start
            start += size
        return best

    def put_one_before_the_others(self, cell: int) -> None:
        """The first of its members is a cell of its own."""
        self._begin_cell(cell + 1, self._size[cell] - 1)
        self._size[cell] = 1
        self._waiting.append(cell)
