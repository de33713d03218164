"""Positions of exact covers and their names in Python: the oracle of the compiled ones."""

from __future__ import annotations

from array import array
from collections import Counter, deque
from collections.abc import Sequence

from coversat.problems.exact_cover.builder import CoverTable
from coversat.solvers.counting.positions import SHORT, Child, Position, incidence


class Positions:
    """The same as `Positions` in the kernel."""

    def __init__(self, table: CoverTable, ranks: Sequence[int]) -> None:
        self._primary, self._items, self._ranks = table.primary_count, table.item_count, ranks
        self._rows, self._item_of, self._touching = incidence(table)

    def named(self, position: Position) -> bytes:
        _, name = self._numbered(*_read(position))
        return name

    def behind(self, position: Position, option: int) -> Child | None:
        options, vertices = _read(position)
        possible = dict.fromkeys(options)
        left = self._left(options)
        if not self._take(option, possible, left):
            return None
        if not left:
            return Child(option, 0, b"", b"")
        return Child(option, len(left), *self._numbered([*possible], vertices))

    def below(self, position: Position) -> tuple[int, list[Child]]:
        possible, _ = _read(position)
        item = min(self._left(possible), key=self._ranks.__getitem__, default=None)
        options = [option for option in possible if item in self._rows[option]]
        children = (self.behind(position, option) for option in options)
        return len(options), [child for child in children if child is not None]

    def _left(self, possible: Sequence[int]) -> dict[int, int]:
        left: dict[int, int] = {}
        for option in possible:
            for vertex in self._rows[option]:
                if vertex < self._primary:
                    left[vertex] = left.get(vertex, 0) + 1
        return left

    def _take(self, option: int, possible: dict[int, None], left: dict[int, int]) -> bool:
        """Take an option and all that it forces; False if an item has no option left."""
        waiting = [option]
        while waiting:
            taken = waiting.pop()
            if taken not in possible:
                return False
            row = self._rows[taken]
            for vertex in row:
                left.pop(vertex, None)
            del possible[taken]
            for vertex in row:
                for other in self._touching[self._item_of[vertex]]:
                    if other not in possible or (vertex >= self._items and vertex in self._rows[other]):
                        continue
                    del possible[other]
                    for item in self._rows[other]:
                        if item in left:
                            left[item] -= 1
            if 0 in left.values():
                return False
            forced = next((item for item, most in left.items() if most == 1), None)
            if forced is not None:
                waiting.append(next(other for other in self._touching[forced] if other in possible))
        return True

    def _numbered(self, options: Sequence[int], vertices: Sequence[int]) -> tuple[Position, bytes]:
        """The position in the order of its name, and the name."""
        active = self._active(options)
        vertices = [vertex for vertex in vertices if self._item_of[vertex] in active and vertex in active]
        number = {vertex: at for at, vertex in enumerate(vertices)}
        shades = [vertex for vertex in vertices if vertex >= self._items]
        rows = [[number[vertex] for vertex in self._rows[option] if vertex in number] for option in options]
        rows += [[number[self._item_of[shade]], number[shade]] for shade in shades]
        primary = sum(vertex < self._primary for vertex in vertices)
        parts = [primary, len(vertices) - primary - len(shades), len(shades), len(options), len(shades)]
        order = labelled(parts, rows)
        members = [*vertices, *options]
        last = len(members)
        words = [members[at] for at in (*order[len(vertices) : last], *order[: len(vertices)])]
        return array("i", [len(options), *words]).tobytes(), _spelled(parts, rows, order)

    def _active(self, options: Sequence[int]) -> set[int]:
        """The items and shades in a name, without secondary items that cannot cause a conflict."""
        ways: dict[int, set[int]] = {}
        shades: set[int] = set()
        for option in options:
            for vertex in self._rows[option]:
                shade = vertex >= self._items
                ways.setdefault(self._item_of[vertex], set()).add(vertex if shade else -1 - option)
                if shade:
                    shades.add(vertex)
        return {item for item, those in ways.items() if item < self._primary or len(those) > 1} | shades


def _read(position: Position) -> tuple[Sequence[int], Sequence[int]]:
    words = memoryview(position).cast("i")
    end = 1 + words[0]
    return words[1:end], words[end:]


def name_of(parts: Sequence[int], rows: Sequence[Sequence[int]]) -> bytes:
    """The name of a structure; the parameters are those of `labelled`."""
    return _spelled(parts, rows, labelled(parts, rows))


def _spelled(parts: Sequence[int], rows: Sequence[Sequence[int]], order: Sequence[int]) -> bytes:
    number = {member: at for at, member in enumerate(order)}
    items = sum(parts[:3])
    words = [*parts[:4]]
    for member in order[items:]:
        row = rows[member - items]
        words += len(row), *sorted(number[item] for item in row)
    return array("H" if sum(parts) < SHORT else "i", words).tobytes()


# Numbering by structure


def labelled(parts: Sequence[int], rows: Sequence[Sequence[int]]) -> list[int]:
    """The items, then the rows, in a canonical order.

    * parts: the sizes of three kinds of items, then of two kinds of rows; the order respects kinds.
    * rows: the items of each.
    """
    cells = _Cells(parts, rows)
    cells.refine()
    while (cell := cells.first_of_the_smallest()) is not None:
        cells.put_one_before_the_others(cell)
        cells.refine()
    return cells.order


class _Cells:
    """A partition of items and rows: `order` lists them so that each cell is an interval, identified by its
    start."""

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
        self._waiting: deque[int] = deque()  # cells that may split others
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
        """Split cells until the members of each have equally many neighbours in every other cell."""
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
        """Split a cell, members with fewer first; the largest new cell need not split others."""
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
        """A smallest cell with several items; None if there is none."""
        best, start = None, 0
        while start < self._items:
            size = self._size[start]
            if size > 1 and (best is None or size < self._size[best]):
                best = start
            start += size
        return best

    def put_one_before_the_others(self, cell: int) -> None:
        """Make the first member a cell of its own."""
        self._begin_cell(cell + 1, self._size[cell] - 1)
        self._size[cell] = 1
        self._waiting.append(cell)
