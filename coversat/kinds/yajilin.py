"""Yajilin: shade cells and draw one loop through all others; a clue counts shaded cells in its direction.

Shaded cells do not share sides. Cells with clues are neither shaded nor on the loop.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Self

from ..base.wording import counted
from ..primitives import Count, Variable
from ..primitives.models import BESIDE_LINES, Stated
from ..problems.board_checks import shaded_beside
from ..problems.board_rules import none_beside
from ..problems.clue_board import Clue, read_number
from ..problems.grid import Cell, Held, cell_name
from ..problems.lines import LINES, ONE_LOOP, LinePuzzle, detours
from ..problems.puzzle import Wrong

_STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
_ARROWS = {"n": "\u2191", "s": "\u2193", "w": "\u2190", "e": "\u2192"}
NO_NUMBER = "x"
SHADED = BESIDE_LINES
_TURNED = 0.95
"""How often a generator turns a clue, and does not add one."""


class Yajilin(LinePuzzle):
    """An answer has the sum of the lines of each cell, and 16 for shaded ones."""

    about = "shade cells, one loop through the others; clues count shaded cells"
    clue_words = "a number and a direction, such as '2e', or 'x' for an empty clue"
    symbols = (NO_NUMBER, *(f"{number}{direction}" for number in range(4) for direction in _STEPS))
    has_faces = True
    removed_clue = NO_NUMBER
    clue_characters = f"0123456789{''.join(_STEPS)}{NO_NUMBER}"
    clue_glyphs = _ARROWS
    clue_keys = {"^": "n", "v": "s", "<": "w", ">": "e"}
    values = LINES | {SHADED: "x"}
    value_words = {0: "not shaded", SHADED: "shaded"}
    look = {SHADED: "black"}
    marks = ("values", "lines")
    small_clues = False

    def look_of_clue(self, clue: Clue) -> str:
        return "grey"

    def face_of_clue(self, clue: Clue) -> str:
        return "" if clue == NO_NUMBER else f"{str(clue)[:-1]}{_ARROWS[str(clue)[-1]]}"

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        number, direction = read_number(text[:-1]), text[-1:].lower()
        if number is not None and direction in _STEPS:
            return f"{number}{direction}"
        return NO_NUMBER if text.lower() == NO_NUMBER else None

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        """The value of a shaded cell is `SHADED` in an answer, and 1 in a formula."""
        return super().fact_words(place, SHADED if value else 0, holds)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for cell in self.cells():
            name = cell_name(cell)
            if cell in self.clue_at and held[cell]:
                yield f"{name} has a clue, but is shaded or on the loop", (cell,), ONE_LOOP
            if cell not in self.clue_at and not held[cell]:
                words = f"{name} is neither shaded nor on the loop"
                yield words, (cell,), f"{name} is shaded or on the loop"
        for cell, clue in self.clue_at.items():
            if clue == NO_NUMBER:
                continue
            seen = self._seen(cell, clue[-1])
            shaded = sum(held[one] == SHADED for one in seen)
            if shaded != int(clue[:-1]):
                name = self.clue_name(cell)
                yield f"{name} has {counted(shaded, 'shaded cell')}", tuple(seen), name
        yield from shaded_beside(self, [cell for cell in held if held[cell] == SHADED])
        yield from self.not_one_loop(held)

    def _seen(self, cell: Cell, direction: str) -> list[Cell]:
        """The cells without clues in a direction."""
        return [one for one in self.ahead(cell, _STEPS[direction]) if one not in self.clue_at]

    @classmethod
    def blank(cls, rows: int, columns: int, rng: random.Random) -> Self:
        """Some cells have clues without numbers."""
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        clues: dict[Cell, Clue] = dict.fromkeys(rng.sample(cells, max(len(cells) // 8, 1)), NO_NUMBER)
        return cls.empty(rows, columns).with_clues(clues)

    def clued_by(self, held: Held) -> Self:
        """Each clue counts as many cells as it can."""
        clues = {cell: self._clues_by(held, cell) for cell in self.clue_at}
        return self.with_clues({cell: max(those) for cell, those in clues.items()})

    def excluding(self, held: Held, other: Held, rng: random.Random) -> Self | None:
        """A clue has another direction, in which the other answer has another number of shaded cells.

        Now and then, a shaded cell that the other answer does not shade gets a clue instead, or two cells by
        which the loop becomes shorter.
        """
        changes = [
            (cell, clue)
            for cell in self.clue_at
            for clue in self._clues_by(held, cell)
            if clue not in self._clues_by(other, cell)
        ]
        more = [[cell] for cell, value in held.items() if value == SHADED != other[cell]]
        more = more or detours(held, other)
        if changes and (not more or rng.random() < _TURNED):
            return self.with_clues(dict([rng.choice(changes)]))
        if not more:
            return None
        cells = rng.choice(more)
        return self.with_clues(dict.fromkeys(cells, NO_NUMBER)).clued_by({**held, **dict.fromkeys(cells, 0)})

    def _clues_by(self, held: Held, cell: Cell) -> list[str]:
        """The clue of a cell in each direction."""
        seen = {way: self._seen(cell, way) for way in _STEPS}
        return [f"{sum(held[one] == SHADED for one in those)}{way}" for way, those in seen.items() if those]

    def blocked(self) -> Collection[Cell]:
        return self.clue_at.keys()

    def domains(self) -> Mapping[Variable, Sequence[int]]:
        """Cells without clues, which may be shaded, and edges."""
        edges, clues = self.edges, self.clue_at
        found: list[Variable] = []
        for r, c in self.cells():
            if (r, c) not in clues:
                beside = ((r, c), (r, c + 1)), ((r, c), (r + 1, c))
                found += ((r, c), *(edge for edge in beside if edge in edges))
        return dict.fromkeys(found, (0, 1))

    def model(self) -> Iterator[Stated]:
        for cell, clue in self.clue_at.items():
            if clue != NO_NUMBER:
                yield self.clue_rule(cell, self._counted(cell, clue))
        yield none_beside(self.rows, self.columns, self.clue_at.keys())
        free = [(cell, self.edges_at[cell]) for cell in self.cells() if cell not in self.clue_at]
        apart = [(cell, edge) for cell, edges in free for edge in edges]
        words = "{cell} is shaded or on the loop"
        yield self.rules_alike(words, Count((), (1,), (0, 1)), apart, cell=[cell for cell, _ in apart])
        # Elsewhere the loop requires two edges or none.
        some = [
            (cell, *edges[:at], *edges[at + 1 :]) for cell, edges in free for at in range(max(len(edges), 1))
        ]
        any_ = Count((), (1,), (1, 2, 3, 4))
        yield self.rules_alike(words, any_, some, cell=[cells[0] for cells in some])
        yield self.one_loop()

    def _counted(self, cell: Cell, clue: str) -> Count:
        counted = sorted({*self.ahead(cell, _STEPS[clue[-1]])} - self.clue_at.keys())
        return Count(tuple(counted), (1,), (int(clue[:-1]),))
