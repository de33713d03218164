"""Masyu: draw one loop through the centres of cells that passes every circle.

At a black circle it turns, and goes straight through the cells before and after; at a white circle it goes
straight, and turns in the cell before or after.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from operator import eq, le
from typing import Self

from ..primitives import Binary, Count, Edge, Primitive
from ..primitives.models import Rule
from ..problems.clue_board import Clue, Where
from ..problems.grid import Cell, Held
from ..problems.lines import LINES, LinePuzzle, line_neighbours
from ..problems.puzzle import Wrong

BLACK, WHITE = "b", "w"


class Masyu(LinePuzzle):
    """An answer has the sum of the lines of each cell."""

    about = "one loop through all circles; it turns at black ones and near white ones"
    clue_words = "'b' for a black circle or 'w' for a white one"
    symbols = (BLACK, WHITE)
    clue_look = {WHITE: "white disc", BLACK: "black disc"}
    lines_above = True
    has_faces = True
    frequent = 1

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return {"b": BLACK, "2": BLACK, "w": WHITE, "1": WHITE}.get(text.lower())

    def clue_name(self, where: Where) -> str:
        colour = "black" if self[where] == BLACK else "white"
        return super().clue_name(where).replace(f"clue {self[where]}", f"the {colour} circle")

    def wrong(self, held: Held) -> Iterator[Wrong]:
        yield from self.not_one_loop(held)
        straight = {cell for cell, lines in held.items() if LINES[lines] in ("ns", "ew")}
        for cell, colour in self.clue_at.items():
            beside = [other in straight for other in line_neighbours(held, cell)]
            if held[cell].bit_count() != 2:
                what = "does not pass"
            elif colour == BLACK and cell in straight:
                what = "does not turn at"
            elif colour == BLACK and not all(beside):
                what = "turns right before or after"
            elif colour == WHITE and cell not in straight:
                what = "turns at"
            elif colour == WHITE and all(beside):
                what = "turns neither before nor after"
            else:
                continue
            name = self.clue_name(cell)
            yield f"the loop {what} {name}", (cell,), name

    def clued_by(self, held: Held) -> Self:
        straight = {cell for cell, lines in held.items() if LINES[lines] in ("ns", "ew")}
        circles: dict[Cell, Clue] = {}
        for cell, lines in held.items():
            beside = [other in straight for other in line_neighbours(held, cell)]
            if lines and cell in straight and not all(beside):
                circles[cell] = WHITE
            elif lines and cell not in straight and all(beside):
                circles[cell] = BLACK
        return self.with_clues(circles)

    def excluding(self, held: Held, other: Held, rng: random.Random) -> Self | None:
        """The circles of the other answer, which are the same and more."""
        more = self.clued_by(other)
        return None if more == self else more

    def model(self) -> Iterator[Rule]:
        for cell, colour in self.clue_at.items():
            yield from (self.clue_rule(cell, stated) for stated in self._circle(cell, colour))
        yield self.one_loop()

    def _circle(self, cell: Cell, colour: Clue) -> Iterator[Primitive]:
        """What a circle states of the edges of two steps in each direction, if they are on the board."""
        arms = [[edge for edge in arm if edge in self.edges] for arm in _arms(*cell)]
        for one, other in (arms[:2], arms[2:]):
            near = (*one[:1], *other[:1])
            if colour == BLACK:
                yield Count(near, (1,), (1,))
                for arm in (one, other):
                    if len(arm) == 2:
                        yield Binary(((arm[0], arm[1]),), le)
                    elif arm:
                        yield Count((arm[0],), (1,), (0,))
            elif len(near) == 2:
                yield Binary((near,), eq)
                if len(one) == len(other) == 2:
                    yield Count((near[0], one[1], other[1]), (1,), (0, 1, 2))
            elif near:
                yield Count(near, (1,), (0,))
        if colour == WHITE:
            yield Count(tuple(arm[0] for arm in arms if arm), (1,), (2,))


def _arms(r: int, c: int) -> tuple[tuple[Edge, Edge], ...]:
    """The edges of two steps up, down, to the left and to the right."""
    return (
        (((r - 1, c), (r, c)), ((r - 2, c), (r - 1, c))),
        (((r, c), (r + 1, c)), ((r + 1, c), (r + 2, c))),
        (((r, c - 1), (r, c)), ((r, c - 2), (r, c - 1))),
        (((r, c), (r, c + 1)), ((r, c + 1), (r, c + 2))),
    )
