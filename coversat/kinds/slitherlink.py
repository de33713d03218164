"""Slitherlink: draw one loop along the borders of cells; a clue says how many sides of its cell it uses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Self

from ..base.wording import counted
from ..primitives import Circuit, Count, Edge, Variable
from ..primitives.models import BorderModel, Rule, border_edges
from ..problems.grid import Cell, Held, cell_name
from ..problems.lines import ONE_LOOP
from ..problems.puzzle import GridPuzzle, Wrong

_NAMED = re.compile(r"r([0-9]+)c([0-9]+)")


class Slitherlink(GridPuzzle):
    """An answer has 1 for the cells inside the loop, 0 for those outside."""

    about = "one loop along the sides of cells; clues say how many sides of a cell it uses"
    value_words = {0: "outside the loop", 1: "inside the loop"}
    symbols = range(4)
    has_graphs = True
    has_faces = True
    shows_clues = False
    look = {1: "outline"}
    background = "dots"
    model_type = BorderModel
    marks = ("borders",)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for (r, c), clue in self.clue_at.items():
            if (used := _used(held, (r, c))) != clue:
                words = f"the loop uses {counted(used, 'side')} of {cell_name((r, c))}, not {clue}"
                yield words, ((r, c),), self.clue_name((r, c))
        for a, b, d, e in self.squares():
            if held[a] == held[e] != held[b] == held[d]:
                yield f"the loop meets itself at the upper left corner of {cell_name(e)}", (), ONE_LOOP
        within = [cell for cell in self.cells() if held[cell]]
        if not within:
            yield "there is no loop", (), ONE_LOOP
        for piece in self.pieces(within)[1:]:
            yield f"the cells inside are not connected: {cell_name(piece[0])} is apart", piece, ONE_LOOP
        border = {cell for cell in self.cells() if len(self.neighbours(cell)) < len(_STEPS)}
        for piece in self.pieces([cell for cell in self.cells() if not held[cell]]):
            if border.isdisjoint(piece):
                yield f"the loop encloses a cell that is outside: {cell_name(piece[0])}", piece, ONE_LOOP

    def clued_by(self, held: Held) -> Self:
        """A clue for each cell but one around which the loop runs."""
        used = {cell: _used(held, cell) for cell in self.cells()}
        return self.with_clues({cell: sides for cell, sides in used.items() if sides in self.symbols})

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        ends = _NAMED.findall(place)
        if len(ends) < 2:
            return super().fact_words(place, value, holds)
        (r, c), (down, _) = ((int(a) - 1, int(b) - 1) for a, b in ends)
        one, other = ((r - 1, c), (r, c)) if down == r else ((r, c - 1), (r, c))
        is_line = f"there is {'a' if holds == bool(value) else 'no'} line"
        if min(one) < 0:
            return f"{is_line} {'above' if down == r else 'left of'} {cell_name(other)}"
        if other[0] == self.rows or other[1] == self.columns:
            return f"{is_line} {'below' if down == r else 'right of'} {cell_name(one)}"
        return f"{is_line} between {cell_name(one)} and {cell_name(other)}"

    def point_name(self, point: Cell) -> str:
        """In words, a corner of cells."""
        r, c = point
        beside = min(r, self.rows - 1), min(c, self.columns - 1)
        where = f"{'upper' if r < self.rows else 'lower'} {'left' if c < self.columns else 'right'}"
        return f"the {where} corner of {cell_name(beside)}"

    @cached_property
    def _edges(self) -> Mapping[Edge, tuple[Cell, Cell]]:
        return border_edges(self.rows, self.columns)

    def domains(self) -> Mapping[Variable, Sequence[int]]:
        return dict.fromkeys((*self.cells(), *self._edges), (0, 1))

    def model(self) -> Iterator[Rule]:
        for cell, clue in self.clue_at.items():
            yield self.clue_rule(cell, Count(tuple(_sides(*cell)), (1,), (clue,)))
        number = {cell: at for at, cell in enumerate(self.cells(), 1)}
        faces = tuple((number.get(one, 0), number.get(other, 0)) for one, other in self._edges.values())
        yield self.rule(ONE_LOOP, Circuit(tuple(self._edges), (), faces, tuple(self.cells())))


def _used(held: Held, cell: Cell) -> int:
    """The sides of a cell that the loop uses."""
    r, c = cell
    return sum(held.get((r + down, c + right), 0) != held[cell] for down, right in _STEPS)


def _sides(r: int, c: int) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
    yield (r, c), (r, c + 1)
    yield (r, c), (r + 1, c)
    yield (r, c + 1), (r + 1, c + 1)
    yield (r + 1, c), (r + 1, c + 1)


_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
