"""Slitherlink: draw one loop along the borders of cells; a clue says how many sides of its cell it uses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import product
from typing import ClassVar

from ..language import CONNECTED, BorderModel, Circuit, Count, GridEncodings, Rule, border_edges
from ..problems.clue_board import ONE_LOOP, Clue, ClueBoard, clue_board_form, pieces_of
from ..problems.grid import Cell, Numbers, cell_name
from ..problems.problem import Violation

_NAMED = re.compile(r"r([0-9]+)c([0-9]+)")


class Slitherlink(ClueBoard):
    """An answer has 1 for the cells inside the loop, 0 for those outside."""

    kind: ClassVar[str] = "slitherlink"
    about: ClassVar[str] = "one loop along the sides of cells; clues say how many sides of a cell it uses"
    value_words = {0: "outside the loop", 1: "inside the loop"}
    clue_words: ClassVar[str] = "a number from 0 to 3"

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return int(text) if text in ("0", "1", "2", "3") else None

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        def held(r: int, c: int) -> int:
            return answer[r][c] if 0 <= r < self.rows and 0 <= c < self.columns else 0

        for (r, c), clue in self.clue_at.items():
            beside = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            used = sum(held(*cell) != answer[r][c] for cell in beside)
            if used != clue:
                words = f"the loop uses {used} sides of {cell_name((r, c))}, not {clue}"
                yield Violation(words, ((r, c),), self.clue_name((r, c)))
        for r, c in product(range(self.rows + 1), range(self.columns + 1)):
            a, b, d, e = held(r - 1, c - 1), held(r - 1, c), held(r, c - 1), held(r, c)
            if a == e != b == d:
                yield Violation(
                    f"the loop meets itself at the upper left corner of {cell_name((r, c))}", (), ONE_LOOP
                )
        within = [cell for cell in self.cells() if answer[cell[0]][cell[1]]]
        if not within:
            yield Violation("there is no loop", (), ONE_LOOP)
        for piece in pieces_of(within, self.neighbours)[1:]:
            yield Violation("the cells inside are not connected", tuple(piece), ONE_LOOP)
        # What is outside is connected with the surroundings of the board.
        around = set(product(range(-1, self.rows + 1), range(-1, self.columns + 1))) - set(within)
        holes = pieces_of(sorted(around), lambda cell: [(cell[0] + a, cell[1] + b) for a, b in _STEPS])
        for hole in holes[1:]:
            yield Violation("the loop encloses cells that are outside", tuple(hole), ONE_LOOP)

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

    def model(self) -> BorderModel[Slitherlink]:
        edges = border_edges(self.rows, self.columns)
        inside = tuple(self.cells())
        number = {cell: at for at, cell in enumerate(inside, 1)}
        faces = tuple((number.get(one, 0), number.get(other, 0)) for one, other in edges.values())
        rules = self.clue_rules(lambda cell, clue: [Count(tuple(_sides(*cell)), (1,), (clue,))])
        rules.append(Rule(ONE_LOOP, Circuit(tuple(edges), (), faces, inside)))
        domains = dict.fromkeys((*inside, *edges), (0, 1))
        return BorderModel(self, self.rows, self.columns, domains, rules)


def _sides(r: int, c: int) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
    yield (r, c), (r, c + 1)
    yield (r, c), (r + 1, c)
    yield (r, c + 1), (r + 1, c + 1)
    yield (r + 1, c), (r + 1, c + 1)


_STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))

Slitherlink.forms = (clue_board_form(Slitherlink),)

ENCODINGS = (GridEncodings(Slitherlink.model, CONNECTED, "cuts"),)
