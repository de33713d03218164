"""Rules that the models of several kinds share, in the constraint language. Rules checks do not use them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import TYPE_CHECKING

from ..primitives import AllDifferent, Connected, Count, Edge, Regular, equals
from ..primitives.models import AlikeRules, Rule, Stated
from .board import Line, neighbours
from .grid import Cell, Grid, cell_name, filled

if TYPE_CHECKING:
    from .clue_board import ClueBoard
    from .layout import Layout


def board_rules(layout: Layout, givens: Grid) -> Iterator[Rule]:
    """The rules of a board without constraints: its rows, columns and boxes, then its given cells."""
    yield from (Rule(name, AllDifferent(cells)) for name, cells in layout.units())
    for number, (cell, value) in enumerate(filled(givens)):
        yield Rule(f"{cell_name(cell)} is {value}", equals(cell, value), number)


def visible(cells: Line, count: int, tallest: int) -> Regular:
    """`count` buildings are seen along a line; the states are the highest one so far, and how many are seen.

    A height of 0 is not a building.
    """

    def step(state: tuple[int, int], height: int) -> tuple[int, int] | None:
        highest, seen = state
        if height <= highest:
            return state
        # Nothing is seen after the tallest building, so it is the last one counted.
        is_right = seen < count and (height == tallest) <= (seen + 1 == count)
        return (height, seen + 1) if is_right else None

    return Regular(cells, (0, 0), step, lambda state: state[1] == count)


def none_beside(rows: int, columns: int, never: Set[Cell] = frozenset()) -> AlikeRules:
    """No two shaded cells share a side; 1 is shaded, and some are `never`."""
    pairs: Sequence[Edge] = neighbours(rows, columns)
    if never:
        pairs = [pair for pair in pairs if never.isdisjoint(pair)]

    def label(at: int) -> str:
        a, b = pairs[at]
        return f"{cell_name(a)} and {cell_name(b)} are not both shaded"

    return AlikeRules(Count((), (1,), (0, 1)), pairs, label, "{pair} are not both shaded")


def connected(label: str, puzzle: ClueBoard, value: int) -> Rule:
    """The cells that hold this value are connected through sides of cells."""
    return Rule(label, Connected(puzzle.cells(), (value,), tuple(puzzle.adjacent())))


def shading_rules(puzzle: ClueBoard) -> Iterator[Stated]:
    """Shaded cells, which hold 1, do not share sides and do not separate the others."""
    yield none_beside(puzzle.rows, puzzle.columns)
    yield connected("cells that are not shaded are connected", puzzle, 0)


@lru_cache(maxsize=16)
def centre_edges(
    rows: int, columns: int, blocked: frozenset[Cell] = frozenset()
) -> Mapping[Edge, tuple[int, int]]:
    """The edges between the centres of neighbouring cells, none of them blocked, and the faces beside each.

    A face is an inner corner of the board; those that no edge separates are one. 0 is the outer face.
    """
    outer = (0, 0)
    joined: dict[Cell, Cell] = {}

    def face(r: int, c: int) -> Cell:
        found = (r, c) if 0 < r < rows and 0 < c < columns else outer
        while found in joined:
            found = joined[found]
        return found

    def sides(a: Cell, b: Cell) -> tuple[Cell, Cell]:
        last = face(b[0] + 1, b[1]) if a[0] == b[0] else face(b[0], b[1] + 1)
        return face(*b), last

    every = list(neighbours(rows, columns))
    for a, b in every:
        if a in blocked or b in blocked:
            one, other = sides(a, b)
            if one != other:
                joined[max(one, other)] = min(one, other)
    found = {edge: sides(*edge) for edge in every if blocked.isdisjoint(edge)}
    number = {outer: 0}
    return {
        edge: (number.setdefault(one, len(number)), number.setdefault(other, len(number)))
        for edge, (one, other) in found.items()
    }


def edges_at(edges: Iterable[Edge]) -> dict[Cell, list[Edge]]:
    """The edges of each cell that has any."""
    found: dict[Cell, list[Edge]] = {}
    for edge in edges:
        for cell in edge:
            found.setdefault(cell, []).append(edge)
    return found


def reached(puzzle: ClueBoard, starts: Iterable[Cell], through: Set[Cell], steps: int) -> set[Cell]:
    """These cells, and those that at most `steps` steps through other cells connect with one of them."""
    layer = found = set(starts)
    while layer and steps > 0:
        layer = {other for cell in layer for other in puzzle.neighbours(cell)} & through - found
        found = found | layer
        steps -= 1
    return found


def parts(puzzle: ClueBoard, cells: Set[Cell]) -> Iterator[set[Cell]]:
    """The connected parts of some cells; rules checks find theirs in another way."""
    left = set(cells)
    while left:
        waiting = [left.pop()]
        part = set(waiting)
        while waiting:
            near = left.intersection(puzzle.neighbours(waiting.pop()))
            left -= near
            part |= near
            waiting += near
        yield part
