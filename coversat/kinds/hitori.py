"""Hitori: shade cells so that no number is twice in a row or column.

Shaded cells do not share sides, and the others are connected.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import ClassVar

from ..language import CONNECTED, Count, GridEncodings, GridModel, Rule
from ..problems.board import rows_and_columns
from ..problems.board_rules import connected, none_beside
from ..problems.clue_board import (
    Clue,
    ClueBoard,
    clue_board_form,
    not_connected,
    read_number,
    shaded_beside,
)
from ..problems.grid import Numbers, cell_name
from ..problems.problem import Violation


class Hitori(ClueBoard):
    """A cell without a number is never in the way of others."""

    kind: ClassVar[str] = "hitori"
    about: ClassVar[str] = "shade cells: no number twice in a line, no shaded neighbours, the rest connected"
    clue_words: ClassVar[str] = "a number"

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return read_number(text)

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        for name, line in rows_and_columns(self.rows, self.columns):
            open_ones = [cell for cell in line if cell in self.clue_at and not answer[cell[0]][cell[1]]]
            for a, b in combinations(open_ones, 2):
                if self.clue_at[a] == self.clue_at[b]:
                    places = f"{self.clue_at[a]} in {name}: {cell_name(a)} or {cell_name(b)} is shaded"
                    yield Violation(f"{self.clue_at[a]} stands twice in {name}", (a, b), places)
        yield from shaded_beside(self, answer)
        white = [cell for cell in self.cells() if not answer[cell[0]][cell[1]]]
        yield from not_connected(self, white, "cells that are not shaded")

    def model(self) -> GridModel[Hitori]:
        rules = list(none_beside(self.rows, self.columns))
        for name, line in rows_and_columns(self.rows, self.columns):
            for a, b in combinations([cell for cell in line if cell in self.clue_at], 2):
                if self.clue_at[a] == self.clue_at[b]:
                    label = f"{self.clue_at[a]} in {name}: {cell_name(a)} or {cell_name(b)} is shaded"
                    rules.append(Rule(label, Count((a, b), (1,), (1, 2))))
        rules.append(connected("cells that are not shaded are connected", self.cells(), 0))
        return GridModel(self, self.rows, self.columns, dict.fromkeys(self.cells(), (0, 1)), rules)


Hitori.forms = (clue_board_form(Hitori),)

ENCODINGS = (GridEncodings(Hitori.model, CONNECTED, "cuts", givens_apart=False),)
