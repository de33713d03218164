"""Dominoes: pairs of digits, placed on two cells of a board that share a side."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import NamedTuple

from .board import Edge
from .grid import Cell, Grid, digit_character

Pair = tuple[int, int]
"""The two digits of a domino, the smaller first."""


def pair_of(a: int, b: int) -> Pair:
    """The domino with these digits."""
    return (a, b) if a < b else (b, a)


class Domino(NamedTuple):
    """A placed domino: its two cells, and the digit on each."""

    cells: tuple[Cell, Cell]
    digits: tuple[int, int]

    @property
    def pair(self) -> Pair:
        return pair_of(*self.digits)


def lay(digits: Mapping[Cell, int], edges: Collection[Edge], count: int) -> tuple[Domino, ...] | None:
    """Place `count` different dominoes on `edges` so that they show these digits, or return None.

    The numbers of cells and pairs must match the dominoes: each is then used exactly once, and the search
    branches on the one with the fewest edges left.
    """
    choices = [(a, b, ("pair", *pair_of(digits[a], digits[b]))) for a, b in edges]
    laid = _lay(choices, count)
    if laid is None:
        return None
    return tuple(Domino((a, b), (digits[a], digits[b])) for a, b in sorted(laid))


Choice = tuple[Cell, Cell, tuple[str, int, int]]
"""What a placed domino uses: two cells, and the domino."""


def _lay(choices: list[Choice], count: int) -> list[Edge] | None:
    """Choose `count` of `choices` so that each cell and each pair is used at most once, or return None.

    The remaining pairs match the dominoes to place, so each cell and each pair is used exactly once, and
    the search branches on the one with the fewest choices left.
    """
    if count == 0:
        return []
    uses: defaultdict[Hashable, list[Choice]] = defaultdict(list)
    for choice in choices:
        for thing in choice:
            uses[thing].append(choice)
    if len(uses) < 3 * count:
        return None
    for choice in min(uses.values(), key=len):
        used = set(choice)
        rest = _lay([other for other in choices if used.isdisjoint(other)], count - 1)
        if rest is not None:
            return [choice[:2], *rest]
    return None


def tiled_picture(grid: Grid, singles: Collection[Cell] = (), dominoes: Collection[Domino] = ()) -> str:
    """The board in characters: ``(5)`` a single, ``4-7`` and a bar below for dominoes, ``.`` a blank."""
    faces = [[digit_character(digit) for digit in digits] for digits in grid]
    return draw_faces(faces, singles, {(min(domino.cells), max(domino.cells)) for domino in dominoes})


def draw_faces(faces: Sequence[Sequence[str]], singles: Collection[Cell], links: Collection[Edge]) -> str:
    """The board with one character in each cell, brackets around singles, linked cells joined."""
    lines = []
    for r, line in enumerate(faces):
        row = below = ""
        for c, face in enumerate(line):
            left, right = "()" if (r, c) in singles else "  "
            row += left + face + right
            row += "-" if ((r, c), (r, c + 1)) in links else " "
            below += " |  " if ((r, c), (r + 1, c)) in links else "    "
        lines += [row.rstrip(), below.rstrip()]
    return "\n".join(lines[:-1])


def random_tiling(rows: int, columns: int, rng: random.Random) -> tuple[Edge, ...]:
    """A board covered by dominoes; one side is even. Two side by side are turned, again and again."""
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    mate: dict[Cell, Cell] = {(r, c): (r, c ^ 1) if columns % 2 == 0 else (r ^ 1, c) for r, c in cells}
    for _ in range(20 * len(cells)):
        r, c = rng.randrange(rows - 1), rng.randrange(columns - 1)
        a, b, below, beside = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        if (mate[a], mate[below]) == (b, beside):
            mate |= {a: below, below: a, b: beside, beside: b}
        elif (mate[a], mate[b]) == (below, beside):
            mate |= {a: b, b: a, below: beside, beside: below}
    return tuple((cell, mate[cell]) for cell in cells if cell < mate[cell])
