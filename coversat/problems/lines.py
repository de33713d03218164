"""Kinds whose answers are lines through the centres of cells.

A value of a cell is the sum of the sides through which its lines leave, `NORTH` to `WEST`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import compress, pairwise, product
from typing import Any, ClassVar

from ..primitives import Circuit, Edge, Variable
from ..primitives.models import EAST, NORTH, SOUTH, WEST, GridModel, LineModel, Rule
from .board import pieces_of
from .board_rules import centre_edges, edges_at
from .grid import Cell, Numbers, cell_name
from .problem import Violation
from .puzzle import GridPuzzle

_LETTERS = {NORTH: "n", SOUTH: "s", EAST: "e", WEST: "w"}
LINES = {
    lines: "".join(letter for side, letter in _LETTERS.items() if lines & side) or "-" for lines in range(16)
}
"""How the lines that leave a cell are written: ``se`` for one that comes from below and turns right."""
_STEPS = {NORTH: (-1, 0, SOUTH), SOUTH: (1, 0, NORTH), WEST: (0, -1, EAST), EAST: (0, 1, WEST)}

ALL_SIDES = NORTH | SOUTH | EAST | WEST

ONE_LOOP = "one loop"
"""The label of this rule."""


class LinePuzzle(GridPuzzle):
    """An answer has the sum of the lines of each cell; the variables of the model are edges."""

    values: ClassVar[Mapping[int, str]] = LINES
    model_type: ClassVar[type[GridModel[Any]]] = LineModel
    has_graphs = True
    shows_clues = False
    small_clues = True
    marks: ClassVar[tuple[str, ...]] = ("lines",)

    def blocked(self) -> Collection[Cell]:
        """The cells without lines, whatever the answer; by default those of no region."""
        return self.holes

    @cached_property
    def edges(self) -> Mapping[Edge, tuple[int, int]]:
        """The edges between neighbouring cells that are not blocked, and the faces beside each."""
        return centre_edges(self.rows, self.columns, frozenset(self.blocked()))

    @cached_property
    def edges_at(self) -> Mapping[Cell, Sequence[Edge]]:
        return dict.fromkeys(self.cells(), ()) | edges_at(self.edges)

    def domains(self) -> Mapping[Variable, Sequence[int]]:
        return dict.fromkeys(self.edges, (0, 1))

    def one_loop(self, through: Iterable[Cell] = ()) -> Rule:
        """The rule of models that the lines form one loop, which passes these cells."""
        return self.rule(ONE_LOOP, Circuit(tuple(self.edges), tuple(through), tuple(self.edges.values())))

    def not_one_loop(self, held: Mapping[Cell, int]) -> list[Violation]:
        """For checks: what is wrong with lines that are not exactly one loop."""
        if found := list(loose_lines(held)):
            return found
        passed = [cell for cell in held if held[cell] & ALL_SIDES]
        odd = [cell for cell in passed if len(line_neighbours(held, cell)) != 2]
        if odd:
            return [Violation(f"the line at {cell_name(odd[0])} ends or branches", tuple(odd), ONE_LOOP)]
        loops = pieces_of(passed, lambda cell: line_neighbours(held, cell))
        if len(loops) == 1:
            return []
        if not loops:
            return [Violation("there is no loop", (), ONE_LOOP)]
        shortest = min(loops, key=len)
        return [Violation(f"there are {len(loops)} loops", tuple(shortest), ONE_LOOP)]

    def assignment_count(self, within_domains: bool = False) -> int:
        without_lines = sum(not value & ALL_SIDES for value in self.values)
        edges = self.rows * (self.columns - 1) + self.columns * (self.rows - 1)
        return int(2**edges * without_lines ** (self.rows * self.columns))

    def assignments(self, within_domains: bool = False) -> Iterator[tuple[int, ...]]:
        """Those in which both cells of each line have it."""
        without_lines = [value for value in self.values if not value & ALL_SIDES]
        edges = list(self.adjacent())
        for drawn in product((False, True), repeat=len(edges)):
            lines = dict.fromkeys(self.cells(), 0)
            for one, other in compress(edges, drawn):
                across = one[0] == other[0]
                lines[one] += EAST if across else SOUTH
                lines[other] += WEST if across else NORTH
            yield from product(*((sides,) if sides else without_lines for sides in lines.values()))


def lines_drawn(lines: Iterable[Sequence[Cell]], rows: int, columns: int) -> Numbers:
    """The answer with these lines, each through neighbouring cells."""
    held = [[0] * columns for _ in range(rows)]
    for line in lines:
        for (r, c), other in pairwise(line):
            for side, (down, right, back) in _STEPS.items():
                if (r + down, c + right) == other:
                    held[r][c] += side
                    held[other[0]][other[1]] += back
    return tuple(map(tuple, held))


def line_neighbours(held: Mapping[Cell, int], cell: Cell) -> list[Cell]:
    """The cells that the lines of a cell lead to."""
    r, c = cell
    return [(r + down, c + right) for down, right in _ways(held[cell] & ALL_SIDES)]


@cache
def _ways(lines: int) -> list[tuple[int, int]]:
    """The steps along the lines of a cell."""
    return [(down, right) for side, (down, right, _) in _STEPS.items() if lines & side]


def detours(held: Mapping[Cell, int], other: Mapping[Cell, int]) -> list[list[Cell]]:
    """Pairs of cells without which the lines of an answer are shorter, where another one has other lines."""
    found = []
    for r, c in held:
        square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        if held.keys() >= {*square} and any(held[cell] != other[cell] for cell in square):
            turned = [cell for cell in square if len({*line_neighbours(held, cell)} & {*square}) == 2]
            found += [turned] if len(turned) == 2 else []
    return found


def loose_lines(held: Mapping[Cell, int]) -> Iterator[Violation]:
    """A violation for each line that its other cell does not have, or that leaves the board."""
    steps = [(side, *step) for side, step in _STEPS.items()]
    for (r, c), lines in held.items():
        for side, down, right, back in steps if lines & ALL_SIDES else ():
            if lines & side and not held.get((r + down, c + right), 0) & back:
                yield Violation(f"the line at {cell_name((r, c))} has a loose end", ((r, c),), ONE_LOOP)
