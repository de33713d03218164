"""Masyu: draw one loop through the centres of cells that passes every circle.

At a black circle it turns, and goes straight through the cells before and after; at a white circle it goes
straight, and turns in the cell before or after.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from operator import eq, le
from typing import ClassVar

from ..language import CONNECTED, Binary, Circuit, Count, Edge, GridEncodings, LineModel, Primitive, Rule
from ..problems.board_rules import centre_edges
from ..problems.clue_board import (
    LINES,
    ONE_LOOP,
    Clue,
    ClueBoard,
    clue_board_form,
    line_neighbours,
    not_one_loop,
)
from ..problems.grid import Cell, Numbers, cell_name
from ..problems.problem import Violation

BLACK, WHITE = "b", "w"


class Masyu(ClueBoard):
    """An answer has the sum of the lines of each cell."""

    kind: ClassVar[str] = "masyu"
    about: ClassVar[str] = "one loop through all circles; it turns at black ones and near white ones"
    clue_words: ClassVar[str] = "'b' for a black circle or 'w' for a white one"
    values = LINES

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return {"b": BLACK, "2": BLACK, "w": WHITE, "1": WHITE}.get(text.lower())

    def clue_name(self, cell: Cell) -> str:
        return f"the {'black' if self.clue_at[cell] == BLACK else 'white'} circle at {cell_name(cell)}"

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        yield from not_one_loop(answer, self.rows, self.columns)
        lines = {cell: answer[cell[0]][cell[1]] for cell in self.cells()}
        straight = {cell for cell, held in lines.items() if LINES[held] in ("ns", "ew")}
        for cell, colour in self.clue_at.items():
            beside = [other in straight for other in line_neighbours(answer, cell)]
            name = self.clue_name(cell)
            if lines[cell].bit_count() != 2:
                yield Violation(f"the loop does not pass {name}", (cell,), name)
            elif colour == BLACK and cell in straight:
                yield Violation(f"the loop does not turn at {name}", (cell,), name)
            elif colour == BLACK and not all(beside):
                yield Violation(f"the loop turns right before or after {name}", (cell,), name)
            elif colour == WHITE and cell not in straight:
                yield Violation(f"the loop turns at {name}", (cell,), name)
            elif colour == WHITE and all(beside):
                yield Violation(f"the loop turns neither before nor after {name}", (cell,), name)

    @cached_property
    def edges(self) -> dict[Edge, tuple[int, int]]:
        return centre_edges(self.rows, self.columns)

    def model(self) -> LineModel[Masyu]:
        edges = self.edges
        rules = self.clue_rules(self._circle)
        rules.append(Rule(ONE_LOOP, Circuit(tuple(edges), (), tuple(edges.values()))))
        return LineModel(self, self.rows, self.columns, dict.fromkeys(edges, (0, 1)), rules)

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


Masyu.forms = (clue_board_form(Masyu),)

ENCODINGS = (GridEncodings(Masyu.model, CONNECTED, "cuts"),)
