"""Dominoes on a board: placing a set so that it shows a grid, and drawing it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
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


def lay(answer: Grid, edges: Collection[Edge], count: int) -> tuple[Domino, ...] | None:
    """Place `count` different dominoes on `edges` so that they show `answer`, or return None.

    The numbers of cells and pairs must match the dominoes: each is then used exactly once, and the search
    branches on the one with the fewest edges left.
    """
    choices = [(a, b, pair_of(answer[a[0]][a[1]], answer[b[0]][b[1]])) for a, b in edges]
    laid = _lay(choices, count)
    if laid is None:
        return None
    return tuple(Domino((a, b), (answer[a[0]][a[1]], answer[b[0]][b[1]])) for a, b in sorted(laid))


Choice = tuple[Cell, Cell, Pair]


def _lay(choices: list[Choice], count: int) -> list[Edge] | None:
    """Choose `count` of `choices` so that each cell and each pair is used at most once, or return None.

    The remaining pairs match the dominoes to place, so each cell and each pair is used exactly once, and
    the search branches on the one with the fewest choices left.
    """
    if count == 0:
        return []
    uses: dict[Cell | tuple[str, Pair], list[Choice]] = {}
    for choice in choices:
        for thing in (choice[0], choice[1], ("pair", choice[2])):
            uses.setdefault(thing, []).append(choice)
    if len(uses) < 3 * count:
        return None
    for a, b, pair in min(uses.values(), key=len):
        apart = [e for e in choices if e[2] != pair and not {a, b} & {e[0], e[1]}]
        rest = _lay(apart, count - 1)
        if rest is not None:
            return [(a, b), *rest]
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
