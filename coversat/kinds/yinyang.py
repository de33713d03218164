"""Yin-Yang: colour cells so that those of each colour are connected, and no two by two are of one colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Self

from ..primitives import Count, Regular, Table, equals
from ..primitives.models import Stated
from ..problems.board_checks import not_connected
from ..problems.board_rules import connected
from ..problems.clue_board import Clue
from ..problems.grid import Held, cell_name
from ..problems.puzzle import GridPuzzle, Wrong

WHITE, BLACK = 0, 1
_NAMES = {WHITE: "white", BLACK: "black"}
_WORDS = {WHITE: "w", BLACK: "b"}
_ROWS = tuple(product((WHITE, BLACK), repeat=4))
_CHECKERBOARDS = ((WHITE, BLACK, BLACK, WHITE), (BLACK, WHITE, WHITE, BLACK))


class YinYang(GridPuzzle):
    """An answer has 0 for white and 1 for black."""

    about = "two connected colours, no two by two cells of one colour"
    clue_words = "'w' for white or 'b' for black"
    values = _WORDS
    value_words = _NAMES
    symbols = ("w", "b")
    look = {WHITE: "white disc", BLACK: "black disc"}
    clue_look = {"w": "white disc", "b": "black disc"}
    has_graphs = True

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return super().read_clue(text.lower())

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for cell, clue in self.clue_at.items():
            if _WORDS[held[cell]] != clue:
                yield f"{cell_name(cell)} is {_NAMES[held[cell]]}", (cell,), self.clue_name(cell)
        for square in self.squares():
            a, b, c, d = square
            if held[a] == held[b] == held[c] == held[d]:
                name = f"the square at {cell_name(square[0])}"
                yield f"{name} is of one colour", square, f"{name} has both colours"
        for colour, name in _NAMES.items():
            yield from not_connected(self, [cell for cell in held if held[cell] == colour], f"{name} cells")

    def clued_by(self, held: Held) -> Self:
        return self.with_clues({cell: _WORDS[colour] for cell, colour in held.items()})

    def model(self) -> Iterator[Stated]:
        for cell, clue in self.clue_at.items():
            yield self.clue_rule(cell, equals(cell, int(clue == "b")))
        every = self.squares()
        corners = [square[0] for square in every]
        both = Count((), (BLACK,), (1, 2, 3))
        yield self.rules_alike("the square at {cell} has both colours", both, every, cell=corners)
        # What follows from the two colours being connected in the plane.
        mixed = Table((), [row for row in _ROWS if row not in _CHECKERBOARDS])
        no_checkerboard = self.rules_alike(
            "the square at {cell} is no checkerboard", mixed, every, cell=corners
        )
        yield self.implied(no_checkerboard)
        if min(self.rows, self.columns) > 1:
            yield self.implied(self.rule("each colour is together on the border", self._border()))
        for colour, name in _NAMES.items():
            yield connected(f"{name} cells are connected", self, colour)

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
