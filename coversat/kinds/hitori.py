"""Hitori: shade cells so that no number is twice in a row or column.

Shaded cells do not share sides, and the others are connected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from typing import ClassVar

from ..language import CONNECTED, Connected, Count, GridEncodings, GridModel, Rule
from ..problems.board import neighbours, rows_and_columns
from ..problems.clue_board import Clue, ClueBoard, clue_board_form, not_connected
from ..problems.grid import Numbers, cell_name
from ..problems.problem import Violation


class Hitori(ClueBoard):
    """A cell without a number is never in the way of others."""

    kind: ClassVar[str] = "hitori"
    about: ClassVar[str] = "shade cells: no number twice in a line, no shaded neighbours, the rest connected"
    clue_words: ClassVar[str] = "a number"

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        white = [cell for cell in self.cells() if not answer[cell[0]][cell[1]]]
        shaded = set(self.cells()) - set(white)
        for cell in sorted(shaded):
            if beside := [other for other in self.neighbours(cell) if other in shaded and other > cell]:
                yield Violation(f"{cell_name(cell)} and {cell_name(beside[0])} are shaded", (cell, beside[0]))
        for name, line in rows_and_columns(self.rows, self.columns):
            held = [
                (self.clue_at[cell], cell) for cell in line if cell in self.clue_at and cell not in shaded
            ]
            for number, times in Counter(number for number, _ in held).items():
                if times > 1:
                    where = tuple(cell for one, cell in held if one == number)
                    yield Violation(f"{number} stands {times} times in {name}", where)
        yield from not_connected(self, white, "the cells that are not shaded")

    def model(self) -> GridModel[Hitori]:
        rules = []
        pairs = tuple(neighbours(self.rows, self.columns))
        for a, b in pairs:
            label = f"{cell_name(a)} and {cell_name(b)} are not both shaded"
            rules.append(Rule(label, Count((a, b), (1,), (0, 1))))
        for name, line in rows_and_columns(self.rows, self.columns):
            for a, b in combinations([cell for cell in line if cell in self.clue_at], 2):
                if self.clue_at[a] == self.clue_at[b]:
                    label = f"{self.clue_at[a]} is not twice in {name}: {cell_name(a)} or {cell_name(b)}"
                    rules.append(Rule(label, Count((a, b), (1,), (1, 2))))
        domains = dict.fromkeys(self.cells(), (0, 1))
        rules.append(Rule("cells that are not shaded are connected", Connected(tuple(domains), (0,), pairs)))
        return GridModel(self, self.rows, self.columns, domains, rules)


Hitori.forms = (clue_board_form(Hitori),)

ENCODINGS = (GridEncodings(Hitori.model, CONNECTED, "cuts"),)
