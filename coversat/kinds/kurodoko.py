"""Kurodoko: shade cells so that a number says how many cells are visible from its cell.

These are the cell itself and the cells in its row and column up to the next shaded cell or the edge of the
board. Shaded cells do not share sides, the others are connected, and cells with numbers are not shaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar

from ..language import CONNECTED, Binary, GridEncodings, GridModel, Primitive, Sum, equals
from ..problems.board_rules import connected, none_beside
from ..problems.clue_board import (
    Clue,
    ClueBoard,
    clue_board_form,
    not_connected,
    read_number,
    shaded_beside,
)
from ..problems.grid import Cell, Numbers
from ..problems.problem import Violation


class Kurodoko(ClueBoard):
    """An answer has 1 for shaded cells."""

    kind: ClassVar[str] = "kurodoko"
    about: ClassVar[str] = "shade cells; a number says how many cells are visible from its cell"
    clue_words: ClassVar[str] = "a number from 1 on"

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return read_number(text, 1)

    def broken(self, answer: Numbers) -> Iterable[Violation]:
        for cell, clue in self.clue_at.items():
            name, seen = self.clue_name(cell), 1
            if answer[cell[0]][cell[1]]:
                yield Violation(f"{name} is shaded", (cell,), name)
                continue
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                r, c = cell[0] + down, cell[1] + right
                while 0 <= r < self.rows and 0 <= c < self.columns and not answer[r][c]:
                    seen, r, c = seen + 1, r + down, c + right
            if seen != clue:
                yield Violation(f"{seen} cells are visible from {name}", (cell,), name)
        yield from shaded_beside(self, answer)
        white = [cell for cell in self.cells() if not answer[cell[0]][cell[1]]]
        yield from not_connected(self, white, "cells that are not shaded")

    def model(self) -> GridModel[Kurodoko]:
        """Hidden cells hold how far one sees: a row for each clue, a column for each direction."""
        domains: dict[Cell, Sequence[int]] = dict.fromkeys(self.cells(), (0, 1))
        reach = {}
        for row, (cell, clue) in enumerate(self.clue_at.items(), self.rows):
            arms = _arms(*cell, self.rows, self.columns)
            reach[cell] = [((row, at), arm[:clue]) for at, arm in enumerate(arms)]
            most = [min(len(arm), clue - 1) for arm in arms]
            spare = max(0, sum(most) - (clue - 1))  # that many cells are not visible
            for (seen, _), length in zip(reach[cell], most, strict=True):
                domains[seen] = range(max(0, length - spare), length + 1)

        def visible(cell: Cell, clue: int) -> Iterator[Primitive]:
            yield equals(cell, 0)
            yield Sum(tuple((1, seen) for seen, _ in reach[cell]), (clue - 1,))
            for seen, arm in reach[cell]:
                for at, other in enumerate(arm):
                    yield Binary(((other, seen),), partial(_agree, at))

        rules = [*none_beside(self.rows, self.columns), *self.clue_rules(visible)]
        rules.append(connected("cells that are not shaded are connected", self.cells(), 0))
        return GridModel(self, self.rows, self.columns, domains, rules)


def _arms(r: int, c: int, rows: int, columns: int) -> tuple[tuple[Cell, ...], ...]:
    """The cells above, below, to the left and to the right, each outwards."""
    return (
        tuple((above, c) for above in range(r - 1, -1, -1)),
        tuple((below, c) for below in range(r + 1, rows)),
        tuple((r, left) for left in range(c - 1, -1, -1)),
        tuple((r, right) for right in range(c + 1, columns)),
    )


def _agree(before: int, shaded: int, seen: int) -> bool:
    """Whether a cell behind `before` others may be shaded if `seen` cells of its arm are visible."""
    return seen <= before if shaded else seen != before


Kurodoko.forms = (clue_board_form(Kurodoko),)

ENCODINGS = (GridEncodings(Kurodoko.model, CONNECTED, "cuts"),)
