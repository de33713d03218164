"""Simple loop: draw one loop through the centres of all cells that are not blocked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from ..language import CONNECTED, Circuit, GridEncodings, LineModel, Rule
from ..problems.board_rules import centre_edges
from ..problems.clue_board import LINES, ONE_LOOP, Clue, ClueBoard, clue_board_form, not_one_loop
from ..problems.grid import Cell, Numbers, cell_name
from ..problems.problem import Violation

BLOCKED = "x"


class SimpleLoop(ClueBoard):
    """A clue is a cell that the loop does not pass; an answer has the sum of the lines of each cell."""

    kind: ClassVar[str] = "simpleloop"
    about: ClassVar[str] = "one loop through all cells that are not blocked"
    clue_words: ClassVar[str] = "'x' for a blocked cell"
    fixed_clues: ClassVar[str] = "the blocked cells"
    values = LINES

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return BLOCKED if text.lower() in (BLOCKED, "#") else None

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        yield from not_one_loop(answer, self.rows, self.columns)
        for r, c in self.cells():
            if bool(answer[r][c]) == ((r, c) in self.clue_at):
                what = "passes the blocked" if answer[r][c] else "does not pass"
                yield Violation(f"the loop {what} {cell_name((r, c))}", ((r, c),), ONE_LOOP)

    def model(self) -> LineModel[SimpleLoop]:
        blocked = frozenset(self.clue_at)
        edges = centre_edges(self.rows, self.columns, blocked)
        through: list[Cell] = [cell for cell in self.cells() if cell not in blocked]
        rules = [Rule(ONE_LOOP, Circuit(tuple(edges), tuple(through), tuple(edges.values())))]
        return LineModel(self, self.rows, self.columns, dict.fromkeys(edges, (0, 1)), rules)


SimpleLoop.forms = (clue_board_form(SimpleLoop),)

ENCODINGS = (GridEncodings(SimpleLoop.model, CONNECTED, "cuts", givens_apart=False),)
