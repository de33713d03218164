"""Yin-Yang: colour cells so that those of each colour are connected, and no two by two are of one colour."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import ClassVar

from ..language import CONNECTED, Count, GridEncodings, GridModel, Regular, Rule, Table, equals
from ..problems.board import squares
from ..problems.board_rules import connected
from ..problems.clue_board import Clue, ClueBoard, clue_board_form, not_connected
from ..problems.grid import Numbers, cell_name
from ..problems.problem import Violation

WHITE, BLACK = 0, 1
_NAMES = {WHITE: "white", BLACK: "black"}
_WORDS = {WHITE: "w", BLACK: "b"}
_ROWS = tuple(product((WHITE, BLACK), repeat=4))
_CHECKERBOARDS = ((WHITE, BLACK, BLACK, WHITE), (BLACK, WHITE, WHITE, BLACK))


class YinYang(ClueBoard):
    """An answer has 0 for white and 1 for black."""

    kind: ClassVar[str] = "yinyang"
    about: ClassVar[str] = "two connected colours, no two by two cells of one colour"
    clue_words: ClassVar[str] = "'w' for white or 'b' for black"
    values = _WORDS
    value_words = {0: "white", 1: "black"}

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return text.lower() if text.lower() in _WORDS.values() else None

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        for cell, clue in self.clue_at.items():
            if _WORDS[answer[cell[0]][cell[1]]] != clue:
                held = _NAMES[answer[cell[0]][cell[1]]]
                yield Violation(f"{cell_name(cell)} is {held}", (cell,), self.clue_name(cell))
        for square in squares(self.rows, self.columns):
            if len({answer[r][c] for r, c in square}) == 1:
                name = f"the square at {cell_name(square[0])}"
                yield Violation(f"{name} is of one colour", square, f"{name} has both colours")
        for colour, name in _NAMES.items():
            chosen = [cell for cell in self.cells() if answer[cell[0]][cell[1]] == colour]
            yield from not_connected(self, chosen, f"{name} cells")

    def model(self) -> GridModel[YinYang]:
        rules = self.clue_rules(lambda cell, clue: [equals(cell, int(clue == "b"))])
        for square in squares(self.rows, self.columns):
            label = f"the square at {cell_name(square[0])} has both colours"
            rules.append(Rule(label, Count(square, (BLACK,), (1, 2, 3))))
            # What follows from the two colours being connected in the plane.
            label = f"the square at {cell_name(square[0])} is no checkerboard"
            rules.append(Rule(label, Table(square, [row for row in _ROWS if row not in _CHECKERBOARDS])))
        if min(self.rows, self.columns) > 1:
            rules.append(Rule("each colour is together on the border", self._border()))
        rules += (connected(f"{name} cells are connected", self.cells(), c) for c, name in _NAMES.items())
        return GridModel(self, self.rows, self.columns, dict.fromkeys(self.cells(), (0, 1)), rules)

    def _border(self) -> Regular:
        """The colours around the board change at most twice."""
        last_row, last_column = self.rows - 1, self.columns - 1
        around = (
            *((0, c) for c in range(last_column)),
            *((r, last_column) for r in range(last_row)),
            *((last_row, c) for c in range(last_column, 0, -1)),
            *((r, 0) for r in range(last_row, 0, -1)),
        )

        def step(state: tuple[int, int, int], colour: int) -> tuple[int, int, int] | None:
            first, before, changes = state
            if first < 0:
                return colour, colour, 0
            changes += colour != before
            return (first, colour, changes) if changes <= 2 else None

        return Regular(around, (-1, -1, 0), step, lambda state: state[2] + (state[0] != state[1]) <= 2)


YinYang.forms = (clue_board_form(YinYang),)

ENCODINGS = (GridEncodings(YinYang.model, CONNECTED, "cuts"),)
