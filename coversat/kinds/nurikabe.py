"""Nurikabe: shade the sea around islands; each island has one number, which says how many cells it has.

The sea is connected and has no two by two cells; islands do not share sides. The size of the island of a
``?`` is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ..language import CONNECTED, Connected, Count, GridEncodings, GridModel, Rule, Table, equals
from ..problems.board import neighbours, squares
from ..problems.board_rules import connected
from ..problems.clue_board import Clue, ClueBoard, clue_board_form, not_connected, pieces_of, read_number
from ..problems.grid import Cell, Numbers, cell_name
from ..problems.problem import Violation

UNKNOWN = "?"
ISLAND, SEA = 0, 1
_WITH_ISLAND = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0))
"""A cell of an island, and a neighbour in the sea and in this island."""
_INTO_SEA = ((0, 0), (0, 1), (1, 1))


class Nurikabe(ClueBoard):
    """An answer has 1 for the sea."""

    kind: ClassVar[str] = "nurikabe"
    about: ClassVar[str] = "a connected sea around islands of given sizes"
    clue_words: ClassVar[str] = "a number from 1 on, or '?'"
    removed_clue: ClassVar[Clue | None] = UNKNOWN

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return UNKNOWN if text == UNKNOWN else read_number(text, 1)

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        land = [cell for cell in self.cells() if answer[cell[0]][cell[1]] == ISLAND]
        on_land = set(land)
        for island in pieces_of(land, self.neighbours):
            clues = [cell for cell in island if cell in self.clue_at]
            names = " and ".join(map(self.clue_name, clues))
            if not clues:
                yield Violation("an island has no number", tuple(island))
            elif len(clues) > 1:
                yield Violation(f"{names} are on one island", tuple(island))
            elif self.clue_at[clues[0]] not in (UNKNOWN, len(island)):
                yield Violation(f"the island of {names} has {len(island)} cells", tuple(island))
        for cell in self.clue_at.keys() - on_land:
            yield Violation(f"{self.clue_name(cell)} is in the sea", (cell,))
        for square in squares(self.rows, self.columns):
            if on_land.isdisjoint(square):
                name = f"the square at {cell_name(square[0])}"
                yield Violation(f"{name} is in the sea", square, f"{name} is not all sea")
        yield from not_connected(self, set(self.cells()) - on_land, "cells of the sea")

    def within_reach(self, start: Cell) -> list[Cell]:
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

    def model(self) -> GridModel[Nurikabe]:
        """Hidden cells, a row for each clue, are 1 if a cell belongs to its island."""
        domains = dict.fromkeys(self.cells(), (ISLAND, SEA))
        owned: dict[Cell, dict[int, Cell]] = {cell: {} for cell in self.cells()}
        rules: list[Rule] = []
        for row, (clue_cell, clue) in enumerate(self.clue_at.items(), self.rows):
            name, reach = self.clue_name(clue_cell), self.within_reach(clue_cell)
            for column, cell in enumerate(reach):
                owned[cell][row] = (row, column)
            rules.append(Rule(name, equals(owned[clue_cell][row], 1)))
            if clue != UNKNOWN:
                rules.append(Rule(name, Count(tuple(owned[cell][row] for cell in reach), (1,), (clue,))))
            members = tuple(owned[cell][row] for cell in reach)
            beside = ((a, b) for a in reach for b in self.neighbours(a) if a < b and row in owned[b])
            links = tuple((owned[a][row], owned[b][row]) for a, b in beside)
            island = Connected(members, (1,), links, (owned[clue_cell][row],))
            rules.append(Rule(f"the island of {name} is connected", island))
        hidden = sorted(own for those in owned.values() for own in those.values())
        domains |= dict.fromkeys(hidden, (0, 1))
        for cell, owners in owned.items():
            label = f"{cell_name(cell)} is sea or of one island"
            rules.append(Rule(label, Count((cell, *owners.values()), (1,), (1,))))
        for pair in neighbours(self.rows, self.columns):
            label = f"{cell_name(pair[0])} and {cell_name(pair[1])} are of one island, or one is sea"
            for a, b in (pair, pair[::-1]):
                for row, own in owned[a].items():
                    if row in owned[b]:
                        rules.append(Rule(label, Table((own, b, owned[b][row]), _WITH_ISLAND)))
                    else:
                        rules.append(Rule(label, Table((own, b), _INTO_SEA)))
        for square in squares(self.rows, self.columns):
            label = f"the square at {cell_name(square[0])} is not all sea"
            rules.append(Rule(label, Count(square, (ISLAND,), (1, 2, 3, 4))))
        rules.append(connected("cells of the sea are connected", self.cells(), SEA))
        return GridModel(self, self.rows, self.columns, domains, rules)


Nurikabe.forms = (clue_board_form(Nurikabe),)

ENCODINGS = (GridEncodings(Nurikabe.model, CONNECTED, "cuts", givens_apart=False),)
