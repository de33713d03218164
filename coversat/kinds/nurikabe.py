"""Nurikabe: shade the sea around islands; each island has one number, which says how many cells it has.

The sea is connected and has no two by two cells; islands do not share sides. The size of the island of a
``?`` is unknown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Self

from ..primitives import Connected, Count, Table, Variable, equals
from ..primitives.models import Stated
from ..problems.board_checks import not_connected
from ..problems.board_rules import connected
from ..problems.clue_board import NUMBERS, UNKNOWN, Clue
from ..problems.grid import Cell, Held, cell_name
from ..problems.puzzle import GridPuzzle, Wrong

ISLAND, SEA = 0, 1
_WITH_ISLAND = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))
"""A cell of an island, and a neighbour in the sea and in this island."""
_INTO_SEA = ((0, 0), (0, 1), (1, 1))
ONE_ISLAND = "the island of {clue} is connected"


class Nurikabe(GridPuzzle):
    """An answer has 1 for the sea."""

    about = "a connected sea around islands of given sizes"
    clue_words = "a number from 1 on, or '?'"
    symbols = NUMBERS[1:]
    removed_clue = UNKNOWN
    has_graphs = True
    givens_apart = False
    shows_clues = False
    look = {SEA: "sea"}
    drops_clues = False
    value_words = {ISLAND: "of an island", SEA: "sea"}

    def wrong(self, held: Held) -> Iterator[Wrong]:
        land = [cell for cell in self.cells() if held[cell] == ISLAND]
        on_land = set(land)
        for island in self.pieces(land):
            clues = [cell for cell in island if cell in self.clue_at]
            names = " and ".join(map(self.clue_name, clues))
            if not clues:
                yield "an island has no number", island
            elif len(clues) > 1:
                yield f"{names} are on one island", island
            elif self.clue_at[clues[0]] not in (UNKNOWN, len(island)):
                yield f"the island of {names} has {len(island)} cells", island
        for cell in self.clue_at.keys() - on_land:
            yield f"{self.clue_name(cell)} is in the sea", (cell,)
        for square in self.squares():
            if on_land.isdisjoint(square):
                name = f"the square at {cell_name(square[0])}"
                yield f"{name} is in the sea", square, f"{name} is not all sea"
        yield from not_connected(self, set(self.cells()) - on_land, "cells of the sea")

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self:
        """Islands of unknown sizes that do not share sides."""
        every = [(r, c) for r in range(rows) for c in range(columns)]
        chosen: dict[Cell, Clue] = {}
        for r, c in rng.sample(every, len(every)):
            if chosen.keys().isdisjoint(((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))):
                chosen[r, c] = UNKNOWN
            if len(chosen) >= len(every) // 6:
                break
        return cls.empty(rows, columns).with_clues(chosen)

    def clued_by(self, held: Held) -> Self | None:
        islands = self.pieces(cell for cell in self.cells() if held[cell] == ISLAND)
        clues = {island[sum(map(sum, island)) % len(island)]: len(island) for island in islands}
        return self.with_clues(dict.fromkeys(self.clue_at) | clues)

    def excluding(self, held: Held, other: Held, rng: random.Random) -> Self | None:
        """A number moves to a cell of its island that is in the sea in the other answer."""
        moves = [
            (cell, clue)
            for island in self.pieces(cell for cell in self.cells() if held[cell] == ISLAND)
            for clue in self.clue_at.keys() & island
            for cell in island
            if other[cell] == SEA
        ]
        if not moves:
            return None
        cell, clue = rng.choice(moves)
        return self.with_clues({clue: None, cell: self.clue_at[clue]})

    def _within_reach(self, start: Cell) -> list[Cell]:
        """The cells that the island of a clue may have: not beside other clues, and not too far."""
        others = self.clue_at.keys() - {start}
        clue = self.clue_at[start]
        steps = {start: 1}
        for cell in (reached := [start]):  # which grows
            if clue == UNKNOWN or steps[cell] < clue:
                for other in self.neighbours(cell):
                    if other not in steps and others.isdisjoint((other, *self.neighbours(other))):
                        steps[other] = steps[cell] + 1
                        reached.append(other)
        return [start] if others.intersection(self.neighbours(start)) else sorted(reached)

    @cached_property
    def _members(self) -> Mapping[Cell, Mapping[Cell, Cell]]:
        """For each clue, the cells that its island may have; a hidden cell for each is 1 if it has it."""
        return {
            clue: {cell: (row, column) for column, cell in enumerate(self._within_reach(clue))}
            for row, clue in enumerate(self.clue_at, self.rows)
        }

    def hidden_domains(self) -> Mapping[Variable, Sequence[int]]:
        return {hidden: (0, 1) for members in self._members.values() for hidden in members.values()}

    def model(self) -> Iterator[Stated]:
        owned: dict[Cell, dict[Cell, Cell]] = {cell: {} for cell in self.cells()}
        for clue_cell, members in self._members.items():
            clue = self.clue_at[clue_cell]
            for cell, hidden in members.items():
                owned[cell][clue_cell] = hidden
            yield self.clue_rule(clue_cell, equals(members[clue_cell], 1))
            yield self.clue_rule(clue_cell, equals(clue_cell, ISLAND))
            if clue != UNKNOWN:
                yield self.clue_rule(clue_cell, Count(tuple(members.values()), (1,), (clue,)))
            beside = ((a, b) for a in members for b in self.neighbours(a) if a < b and b in members)
            links = tuple((members[a], members[b]) for a, b in beside)
            steps = None if clue == UNKNOWN else clue - 1
            island = Connected(tuple(members.values()), (1,), links, (members[clue_cell],), steps, True)
            yield self.rule(ONE_ISLAND, island, clue=self.clue_name(clue_cell))
        one = Count((), (1,), (1,))
        # To a person, where only one island can be is part of how far it reaches.
        single = [(cell, *owners.values()) for cell, owners in owned.items() if len(owners) == 1]
        yield self.rules_alike(ONE_ISLAND, one, single, clue=lambda at: self.clue_name(*owned[single[at][0]]))
        shared = [(cell, *owners.values()) for cell, owners in owned.items() if len(owners) > 1]
        yield self.rules_alike(
            "{cell} is sea or of the island of {islands}",
            one,
            shared,
            cell=lambda at: shared[at][0],
            islands=lambda at: " or ".join(map(cell_name, owned[shared[at][0]])),
        )
        alone = [cell for cell, owners in owned.items() if not owners]
        yield self.rules_alike("no island can have {cell}", one, [(cell,) for cell in alone], cell=alone)
        into_sea: list[tuple[tuple[Cell, Cell], tuple[Cell, ...]]] = []
        together: list[tuple[tuple[Cell, Cell], tuple[Cell, ...]]] = []
        for pair in self.adjacent():
            for a, b in (pair, pair[::-1]):
                for clue_cell, own in owned[a].items():
                    if clue_cell in owned[b]:
                        together.append((pair, (own, b, owned[b][clue_cell])))
                    else:
                        into_sea.append((pair, (own, b)))
        one_island = "{pair} are of one island, or one is sea"
        for like, alike in ((Table((), _INTO_SEA), into_sea), (Table((), _WITH_ISLAND), together)):
            pairs = [pair for pair, _ in alike]
            yield self.rules_alike(one_island, like, [cells for _, cells in alike], pair=pairs)
        land, every = Count((), (ISLAND,), (1, 2, 3, 4)), self.squares()
        corners = [square[0] for square in every]
        yield self.rules_alike("the square at {cell} is not all sea", land, every, cell=corners)
        yield connected("cells of the sea are connected", self, SEA)
