"""Yajilin: shade cells and draw one loop through all others; a clue counts shaded cells in its direction.

Shaded cells do not share sides. Cells with clues are neither shaded nor on the loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from ..language import (
    BESIDE_LINES,
    CONNECTED,
    Circuit,
    Count,
    Edge,
    GridEncodings,
    LineModel,
    Primitive,
    Rule,
    Variable,
)
from ..problems.board_rules import centre_edges, edges_at, none_beside
from ..problems.clue_board import (
    LINES,
    ONE_LOOP,
    Clue,
    ClueBoard,
    clue_board_form,
    not_one_loop,
    read_number,
    shaded_beside,
)
from ..problems.grid import Cell, Numbers, cell_name
from ..problems.problem import Violation

_STEPS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
NO_NUMBER = "x"
SHADED = BESIDE_LINES


class Yajilin(ClueBoard):
    """An answer has the sum of the lines of each cell, and 16 for shaded ones."""

    kind: ClassVar[str] = "yajilin"
    about: ClassVar[str] = "shade cells, one loop through the others; clues count shaded cells"
    clue_words: ClassVar[str] = "a number and a direction, such as '2e', or 'x' for an empty clue"
    removed_clue: ClassVar[Clue | None] = NO_NUMBER
    values = LINES | {SHADED: "x"}
    value_words = {0: "not shaded", SHADED: "shaded"}

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        number, direction = read_number(text[:-1]), text[-1:].lower()
        if number is not None and direction in _STEPS:
            return f"{number}{direction}"
        return NO_NUMBER if text.lower() == NO_NUMBER else None

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        for r, c in self.cells():
            name = cell_name((r, c))
            if (r, c) in self.clue_at and answer[r][c]:
                yield Violation(f"{name} has a clue, but is shaded or on the loop", ((r, c),), ONE_LOOP)
            if (r, c) not in self.clue_at and not answer[r][c]:
                words = f"{name} is neither shaded nor on the loop"
                yield Violation(words, ((r, c),), f"{name} is shaded or on the loop")
        for cell, clue in self.givens.items():
            (down, right), (r, c) = _STEPS[clue[-1]], cell
            seen = []
            while 0 <= r < self.rows and 0 <= c < self.columns:
                seen.append((r, c))
                r, c = r + down, c + right
            seen = [one for one in seen if one not in self.clue_at]
            shaded = sum(answer[a][b] == SHADED for a, b in seen)
            if shaded != int(clue[:-1]):
                name = self.clue_name(cell)
                yield Violation(f"{name} has {shaded} shaded cells", tuple(seen), name)
        dark = tuple(tuple(held == SHADED for held in row) for row in answer)
        yield from shaded_beside(self, dark)
        yield from not_one_loop(answer, self.rows, self.columns)

    def model(self) -> LineModel[Yajilin]:
        edges = centre_edges(self.rows, self.columns, self.clue_at.keys())
        domains: dict[Variable, tuple[int, int]] = {}
        for r, c in self.cells():
            own = ((r, c), ((r, c), (r, c + 1)), ((r, c), (r + 1, c)))
            domains |= {one: (0, 1) for one in own if one in edges or one == (r, c) not in self.clue_at}
        rules = self.clue_rules(self._counted)
        rules += none_beside(self.rows, self.columns, self.clue_at.keys())
        passing = edges_at(edges)
        for cell in self.cells():
            if cell not in self.clue_at:
                label = f"{cell_name(cell)} is shaded or on the loop"
                rules += (Rule(label, one) for one in _shaded_or_passed(cell, passing.get(cell, [])))
        rules.append(Rule(ONE_LOOP, Circuit(tuple(edges), (), tuple(edges.values()))))
        return LineModel(self, self.rows, self.columns, domains, rules)

    def _counted(self, cell: Cell, clue: str) -> Iterator[Primitive]:
        r, c = cell
        ahead = {
            "n": ((above, c) for above in range(r)),
            "s": ((below, c) for below in range(r + 1, self.rows)),
            "w": ((r, left) for left in range(c)),
            "e": ((r, right) for right in range(c + 1, self.columns)),
        }[clue[-1]]
        counted = tuple(other for other in ahead if other not in self.clue_at)
        yield Count(counted, (1,), (int(clue[:-1]),))


def _shaded_or_passed(cell: Cell, edges: list[Edge]) -> Iterator[Primitive]:
    """Two edges or none, as the loop requires elsewhere, and none if the cell is shaded."""
    for edge in edges:
        yield Count((cell, edge), (1,), (0, 1))
    for left_out in edges:
        yield Count((cell, *(edge for edge in edges if edge != left_out)), (1,), range(1, len(edges) + 1))
    if not edges:
        yield Count((cell,), (1,), (1,))


Yajilin.forms = (clue_board_form(Yajilin),)

ENCODINGS = (GridEncodings(Yajilin.model, CONNECTED, "cuts"),)
