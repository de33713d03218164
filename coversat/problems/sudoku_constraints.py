"""Constraints that a sudoku can have beside its rows and columns, freely combined.

Each is a value with its lines of text and its own rules check, which takes unfinished grids too (0 in a
blank cell).  What reductions need to know of a constraint is one fact: `Group`, cells whose digits all
differ, with their sum where it is known.  The rules checks do not use groups: a wrong group cannot hide
behind itself.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import isqrt

from ..values import value
from .board import board_row
from .grid import Cell, Grid, cell_name, same_digit_violations
from .problem import Violation
from .text import LineReader, Token

REGION_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_REGION_CHARACTERS = REGION_NAMES + REGION_NAMES.lower() + "0123456789"
_CELL = re.compile(r"r([0-9]{1,2})c([0-9]{1,2})", re.ASCII)


@value
class Group:
    """Cells whose digits all differ; a `total` is what they add up to.

    The name tells groups of one sudoku apart and holds no space, ``|`` or ``:``.
    """

    name: str
    cells: tuple[Cell, ...]
    total: int | None = None


class Constraint(ABC):
    """What all constraints offer; each is a frozen value."""

    @abstractmethod
    def lines(self) -> tuple[str, ...]:
        """Its text; the first word of the first line says which constraint it is."""

    def fault(self, size: int) -> str | None:
        """Why a board of this size cannot have it, or None."""
        return None

    @abstractmethod
    def groups(self, size: int) -> Iterator[Group]:
        """What it asks, as groups."""

    @abstractmethod
    def violations(self, grid: Grid) -> list[Violation]:
        """What the digits of `grid` break of it, whatever its blank cells will hold."""


@value
class Diagonal(Constraint):
    """The digits of a long diagonal differ: the one down from the top left cell, or up to the top right."""

    down: bool

    def lines(self) -> tuple[str, ...]:
        """``diagonal down`` or ``diagonal up``."""
        return (f"diagonal {self._way}",)

    @property
    def _way(self) -> str:
        return "down" if self.down else "up"

    def groups(self, size: int) -> Iterator[Group]:
        """The diagonal."""
        cells = ((r, r if self.down else size - 1 - r) for r in range(size))
        yield Group(f"diagonal-{self._way}", tuple(cells))

    def violations(self, grid: Grid) -> list[Violation]:
        """Digits that stand twice on it."""
        cells = [
            (r, c)
            for r, c in product(range(len(grid)), repeat=2)
            if (r == c if self.down else r + c == len(grid) - 1)
        ]
        return same_digit_violations(grid, cells, f"the diagonal {self._way}")


@value
class Windoku(Constraint):
    """The digits of each window differ: boxes' size, one cell in from the corners and one cell apart."""

    def lines(self) -> tuple[str, ...]:
        """``windoku``."""
        return ("windoku",)

    def fault(self, size: int) -> str | None:
        """Windows are squares, as many in a row as leave a line around each."""
        return None if isqrt(size) ** 2 == size else f"windoku on a board of {size} rows: no square number"

    def groups(self, size: int) -> Iterator[Group]:
        """The windows: four on 9x9."""
        side = isqrt(size)
        corners = range(1, size - 1, side + 1)
        for number, (top, left) in enumerate(product(corners, corners), 1):
            cells = product(range(top, top + side), range(left, left + side))
            yield Group(f"window{number}", tuple(cells))

    def violations(self, grid: Grid) -> list[Violation]:
        """Digits that stand twice in a window."""
        side = isqrt(len(grid))
        windows: dict[Cell, list[Cell]] = {}
        for r, c in product(range(len(grid)), repeat=2):
            if r % (side + 1) and c % (side + 1):
                windows.setdefault((r // (side + 1), c // (side + 1)), []).append((r, c))
        found = []
        for number, cells in enumerate(windows.values(), 1):
            found += same_digit_violations(grid, cells, f"window {number}")
        return found


@value
class AntiKnight(Constraint):
    """Cells a knight's move apart hold different digits."""

    def lines(self) -> tuple[str, ...]:
        """``anti-knight``."""
        return ("anti-knight",)

    def groups(self, size: int) -> Iterator[Group]:
        """Each two cells a knight's move apart."""
        for r, c in product(range(size), repeat=2):
            for other in ((r + 1, c - 2), (r + 1, c + 2), (r + 2, c - 1), (r + 2, c + 1)):
                if other[0] < size and 0 <= other[1] < size:
                    yield Group(f"knight@{cell_name((r, c))}-{cell_name(other)}", ((r, c), other))

    def violations(self, grid: Grid) -> list[Violation]:
        """Equal digits a knight's move apart."""
        return _equal_pairs(grid, "a knight's move", lambda down, right: {down, right} == {1, 2})


@value
class AntiKing(Constraint):
    """Cells that touch, at a corner too, hold different digits."""

    def lines(self) -> tuple[str, ...]:
        """``anti-king``."""
        return ("anti-king",)

    def groups(self, size: int) -> Iterator[Group]:
        """Each two by two cells: two cells touch exactly where they are in one of them."""
        for r, c in product(range(size - 1), repeat=2):
            yield Group(f"king@{cell_name((r, c))}", ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)))

    def violations(self, grid: Grid) -> list[Violation]:
        """Equal digits a king's move apart."""
        return _equal_pairs(grid, "a king's move", lambda down, right: max(down, right) == 1)


def _equal_pairs(grid: Grid, name: str, apart: Callable[[int, int], bool]) -> list[Violation]:
    """Equal digits whose distances in rows and in columns are such as `apart` says."""
    found = []
    places: dict[int, list[Cell]] = {}
    for r, row in enumerate(grid):
        for c, digit in enumerate(row):
            for other in places.get(digit, []) if digit else []:
                if apart(r - other[0], abs(c - other[1])):
                    cells = other, (r, c)
                    text = f"{digit} stands on {cell_name(other)} and {cell_name((r, c))}, {name} apart"
                    found.append(Violation(text, cells))
            places.setdefault(digit, []).append((r, c))
    return found


@value
class Regions(Constraint):
    """Jigsaw: each region holds each digit once.  The labels say which region a cell is in."""

    labels: Grid

    def __post_init__(self) -> None:
        # Numbered from 0 as they come, so that equal regions are equal values.
        numbers: dict[int, int] = {}
        rows = (tuple(numbers.setdefault(label, len(numbers)) for label in row) for row in self.labels)
        object.__setattr__(self, "labels", tuple(rows))

    def lines(self) -> tuple[str, ...]:
        """``regions``, and a line of letters for each row."""
        return ("regions", *("".join(REGION_NAMES[label] for label in row) for row in self.labels))

    def fault(self, size: int) -> str | None:
        """There are as many regions as digits, of as many cells each."""
        if len(self.labels) != size or any(len(row) != size for row in self.labels):
            return f"the regions are not {size} rows of {size}"
        flat = [label for row in self.labels for label in row]
        if any(flat.count(label) != size for label in set(flat)):
            return f"a region of other than {size} cells"
        return None

    def groups(self, size: int) -> Iterator[Group]:
        """The regions."""
        cells: list[list[Cell]] = [[] for _ in range(size)]
        for r, row in enumerate(self.labels):
            for c, label in enumerate(row):
                cells[label].append((r, c))
        for name, those in zip(REGION_NAMES, cells, strict=False):
            yield Group(f"region{name}", tuple(those))

    def violations(self, grid: Grid) -> list[Violation]:
        """Digits that stand twice in a region."""
        found = []
        for number, name in enumerate(REGION_NAMES[: len(grid)]):
            inside = [(r, c) for r, row in enumerate(self.labels) for c, x in enumerate(row) if x == number]
            found += same_digit_violations(grid, inside, f"region {name}")
        return found


def largest_sum(size: int) -> int:
    """What all digits of a board add up to."""
    return size * (size + 1) // 2


@value
class Cage(Constraint):
    """Killer cage: the digits of its cells differ, and add up to its total where it has one."""

    cells: tuple[Cell, ...]
    total: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))

    def lines(self) -> tuple[str, ...]:
        """``cage 15 r1c1 r1c2``; without the number where there is no total."""
        return (" ".join(["cage", *([str(self.total)] if self.total else []), *map(cell_name, self.cells)]),)

    def fault(self, size: int) -> str | None:
        """Its cells are on the board, all different, and not more than there are digits."""
        if any(not (0 <= r < size and 0 <= c < size) for r, c in self.cells):
            return "a cage that leaves the board"
        if not 1 <= len(self.cells) <= size or len(set(self.cells)) != len(self.cells):
            return f"a cage of {len(self.cells)} cells; it has 1 to {size} different ones"
        if self.total is not None and not 1 <= self.total <= largest_sum(size):
            return f"a cage that adds up to {self.total}; all digits add up to {largest_sum(size)}"
        return None

    def groups(self, size: int) -> Iterator[Group]:
        """The cage."""
        total = "" if self.total is None else str(self.total)
        yield Group(f"cage{total}@" + "+".join(map(cell_name, self.cells)), self.cells, self.total)

    def violations(self, grid: Grid) -> list[Violation]:
        """Digits that stand twice, and a wrong sum; where cells are blank, one that is reached already."""
        name = f"the cage on {cell_name(self.cells[0])}"
        found = same_digit_violations(grid, self.cells, name)
        digits = [grid[r][c] for r, c in self.cells]
        least = sum(digits) + digits.count(0)
        if self.total is not None and (least > self.total or (0 not in digits and least < self.total)):
            found.append(Violation(f"{name} adds up to {least}, not {self.total}", self.cells))
        return found


# Texts

Reader = Callable[[list[Token], LineReader, int], Iterator[Constraint]]
"""The tokens of a constraint's first line, the lines that follow, and the board's size."""


def _read_word(*constraints: Constraint) -> Reader:
    """A constraint, or several, that one word states."""

    def read(tokens: list[Token], reader: LineReader, size: int) -> Iterator[Constraint]:
        for token in tokens[1:]:
            raise token.error(f"the end of the line after '{tokens[0].text}'")
        for constraint in constraints:
            if fault := constraint.fault(size):
                raise tokens[0].error("another constraint", fault)
            yield constraint

    return read


def _read_diagonal(tokens: list[Token], reader: LineReader, size: int) -> Iterator[Constraint]:
    if len(tokens) != 2 or tokens[1].text not in ("down", "up"):
        raise tokens[-1].error("'diagonal down' or 'diagonal up'")
    yield Diagonal(tokens[1].text == "down")


def _read_regions(tokens: list[Token], reader: LineReader, size: int) -> Iterator[Constraint]:
    for token in tokens[1:]:
        raise token.error("the end of the line after 'regions'")
    rows = [
        board_row(reader.line(f"row {r + 1} of the regions"), size, _REGION_CHARACTERS, "a region's letter")
        for r in range(size)
    ]
    regions = Regions(tuple(tuple(map(ord, row)) for row in rows))
    if fault := regions.fault(size):
        raise tokens[0].error(f"{size} regions of {size} cells ({fault})")
    yield regions


def _read_cage(tokens: list[Token], reader: LineReader, size: int) -> Iterator[Constraint]:
    words = tokens[1:]
    total = None
    if words and not words[0].text.startswith("r"):
        total = words.pop(0).integer(1, largest_sum(size), "the sum of a cage")
    if not words:
        raise tokens[-1].error("'cage', perhaps its sum, and its cells")
    cells: list[Cell] = []
    for word in words:
        found = _CELL.fullmatch(word.text)
        cell = (int(found[1]) - 1, int(found[2]) - 1) if found else (-1, -1)
        if not (0 <= min(cell) <= max(cell) < size) or cell in cells:
            raise word.error(f"another cell, from r1c1 to r{size}c{size}")
        cells.append(cell)
    if len(cells) > size:
        raise words[size].error(f"at most {size} cells in a cage")
    yield Cage(tuple(cells), total)


_READERS: dict[str, Reader] = {
    "diagonals": _read_word(Diagonal(True), Diagonal(False)),
    "diagonal": _read_diagonal,
    "windoku": _read_word(Windoku()),
    "anti-knight": _read_word(AntiKnight()),
    "anti-king": _read_word(AntiKing()),
    "regions": _read_regions,
    "cage": _read_cage,
}


def read_constraints(
    reader: LineReader, size: int, place: str, is_another: Callable[[list[Token]], bool]
) -> tuple[Constraint, ...]:
    """The constraints that the rest of a text states, or what stands before the line of another board.

    `place` says where it is, for errors.
    """
    found: list[Constraint] = []
    while (tokens := reader.peek()) and not is_another(tokens):
        reader.line("a constraint")
        if tokens[0].text not in _READERS:
            raise tokens[0].error(f"the end of the text {place}, or a constraint ({', '.join(_READERS)})")
        if tokens[0].text == "regions" and any(isinstance(earlier, Regions) for earlier in found):
            raise tokens[0].error("one set of regions")
        found += _READERS[tokens[0].text](tokens, reader, size)
    return tuple(found)


def sound(constraints: Sequence[Constraint], size: int) -> tuple[Constraint, ...]:
    """The constraints without repetitions, in one order: equal sudokus are equal values.

    Raises
    ------
    ValueError
        For what a board of this size cannot have, or two sets of regions.
    """
    for constraint in constraints:
        if fault := constraint.fault(size):
            raise ValueError(fault)
    different = dict.fromkeys(constraints)
    if sum(isinstance(constraint, Regions) for constraint in different) > 1:
        raise ValueError("more than one set of regions")
    return tuple(sorted(different, key=lambda constraint: constraint.lines()))


def regions_of(constraints: Sequence[Constraint]) -> Regions | None:
    """The jigsaw among them, where there is one."""
    return next((found for found in constraints if isinstance(found, Regions)), None)
