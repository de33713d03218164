"""Hitori: shade cells so that no number is twice in a row or column.

Shaded cells do not share sides, and the others are connected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from ..language import Count, Rule
from ..problems.board_checks import badly_shaded
from ..problems.board_rules import shading_rules
from ..problems.clue_board import NUMBERS
from ..problems.grid import Cell, cell_name
from ..problems.puzzle import GridPuzzle, Wrong


class Hitori(GridPuzzle):
    """A cell without a number is never in the way of others."""

    about = "shade cells: no number twice in a line, no shaded neighbours, the rest connected"
    clue_words = "a number"
    symbols = NUMBERS
    has_graphs = True
    givens_apart = False
    shows_clues = False

    def wrong(self, held: Mapping[Cell, int]) -> Iterator[Wrong]:
        for name, line in self.lines():
            open_ones = [cell for cell in line if cell in self.clue_at and not held[cell]]
            for a, b in combinations(open_ones, 2):
                if self.clue_at[a] == self.clue_at[b]:
                    places = f"{self.clue_at[a]} in {name}: {cell_name(a)} or {cell_name(b)} is shaded"
                    yield f"{self.clue_at[a]} stands twice in {name}", (a, b), places
        yield from badly_shaded(self, held)

    def model(self) -> Iterator[Rule]:
        yield from shading_rules(self)
        for name, line in self.lines():
            for a, b in combinations([cell for cell in line if cell in self.clue_at], 2):
                if self.clue_at[a] == self.clue_at[b]:
                    one = Count((a, b), (1,), (1, 2))
                    words = "{number} in {line}: {a} or {b} is shaded"
                    yield self.rule(words, one, number=self.clue_at[a], line=name, a=a, b=b)
