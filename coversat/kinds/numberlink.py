"""Numberlink: connect equal numbers by lines through the centres of cells; lines do not meet.

Not every cell has to be on a line.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import ClassVar

from ..language import CONNECTED, Connected, Count, GridEncodings, LineModel, Rule, Table, Variable, equals
from ..problems.board_rules import centre_edges, edges_at
from ..problems.clue_board import (
    LINES,
    Clue,
    ClueBoard,
    ClueError,
    broken_lines,
    clue_board_form,
    line_neighbours,
    pieces_of,
    read_number,
)
from ..problems.grid import Cell, Numbers, cell_name
from ..problems.problem import Violation

NO_STRAY_LINES = "every line has ends"
_SAME = ((0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 1, 1))
"""An edge and two values that are equal if it is drawn."""


class Numberlink(ClueBoard):
    """An answer has the sum of the lines of each cell."""

    kind: ClassVar[str] = "numberlink"
    about: ClassVar[str] = "lines between equal numbers that do not meet; cells may stay empty"
    clue_words: ClassVar[str] = "a number from 1 on"
    fixed_clues: ClassVar[str] = "the ends of the lines"
    values = LINES

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return read_number(text, 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        for number, ends in self.ends.items():
            if len(ends) != 2:
                raise ClueError(f"{number} is in {len(ends)} cells, not in two", ends[min(len(ends), 3) - 1])

    @property
    def ends(self) -> dict[int, list[Cell]]:
        """The cells of each number, in reading order."""
        found: dict[int, list[Cell]] = {}
        for cell, number in self.clue_at.items():
            found.setdefault(number, []).append(cell)
        return found

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        if loose := broken_lines(answer, self.rows, self.columns):
            yield from (one._replace(label="") for one in loose)
            return
        for r, c in self.cells():
            lines, name = answer[r][c].bit_count(), cell_name((r, c))
            if (r, c) in self.clue_at and lines != 1:
                end = f"{self.clue_at[r, c]} at {name}"
                yield Violation(f"{lines} lines leave {end}", ((r, c),), end)
            elif (r, c) not in self.clue_at and lines not in (0, 2):
                words = f"the line ends or branches at {name}"
                yield Violation(words, ((r, c),), f"no end or branch at {name}")
        drawn = [cell for cell in self.cells() if answer[cell[0]][cell[1]]]
        for piece in pieces_of(drawn, lambda cell: line_neighbours(answer, cell)):
            numbers = {self.clue_at[cell] for cell in piece if cell in self.clue_at}
            if not numbers:
                yield Violation("a line has no ends", tuple(piece), NO_STRAY_LINES)
            elif len(numbers) > 1:
                words = " and ".join(map(str, sorted(numbers)))
                yield Violation(f"a line connects {words}", tuple(piece))

    def model(self) -> LineModel[Numberlink]:
        """Hidden boards under the board hold the bits of the number of each line."""
        edges = centre_edges(self.rows, self.columns)
        at = edges_at(edges)
        bits = range(1, (len(self.ends) - 1).bit_length() + 1) if self.ends else range(0)
        hidden = [(bit * self.rows + r, c) for bit in bits for r, c in self.cells()]
        rules = []
        for code, (number, ends) in enumerate(self.ends.items()):
            for r, c in ends:
                label = f"{number} at {cell_name((r, c))}"
                rules.append(Rule(label, Count(tuple(at.get((r, c), ())), (1,), (1,))))
                rules += (Rule(label, equals((bit * self.rows + r, c), code >> bit - 1 & 1)) for bit in bits)
        for cell, lines in at.items():
            if cell not in self.clue_at:
                label = f"no end or branch at {cell_name(cell)}"
                rules.append(Rule(label, Count(tuple(lines), (1,), (0, 2))))
        for edge in edges:
            (a, b), (d, e) = edge
            label = f"a line from {cell_name(edge[0])} to {cell_name(edge[1])} has one number"
            rules += (
                Rule(label, Table((edge, (bit * self.rows + a, b), (bit * self.rows + d, e)), _SAME))
                for bit in bits
            )
        links = tuple(pair for those in at.values() for pair in combinations(those, 2))
        roots = tuple(dict.fromkeys(edge for cell in self.clue_at for edge in at.get(cell, ())))
        if roots:
            rules.append(Rule(NO_STRAY_LINES, Connected(tuple(edges), (1,), links, roots)))
        else:
            rules += (Rule(NO_STRAY_LINES, equals(edge, 0)) for edge in edges)
        domains: dict[Variable, tuple[int, int]] = dict.fromkeys((*edges, *hidden), (0, 1))
        return LineModel(self, self.rows, self.columns, domains, rules)


Numberlink.forms = (clue_board_form(Numberlink),)

ENCODINGS = (GridEncodings(Numberlink.model, CONNECTED, "cuts", givens_apart=False),)
