"""Skyscrapers: a Latin square of heights; clues around it state how many are seen from there.

A building is seen from a side if every building before it is lower. The text is the board with its clues in
position, ``.`` for no clue and for a blank cell::

    skyscrapers 4
        . . 1 2
      . . . . . .
      . . . . . 2
      1 . . . . .
      . . 3 . . .
        . 3 . .
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Self

from ...problems.board import BOTTOM, LEFT, RIGHT, TOP, seen_from
from ...problems.grid import Cell, Grid, spaced_digits, thinned
from ...problems.problem import Form, Violation, alone, first_word
from ...problems.text import LineReader
from ..latin.rules import LARGEST_ORDER, Latin

Clues = tuple[int, ...]
"""The numbers at one side, from the left or from the top; 0 for none."""


SIDES = {
    "above": (TOP, "column {} from above"),
    "below": (BOTTOM, "column {} from below"),
    "left": (LEFT, "row {} from the left"),
    "right": (RIGHT, "row {} from the right"),
}
"""The fields with clues, the side of the board of each, and the names of the lines seen from there."""


@dataclass(frozen=True)
class View:
    """A clue: a side, and the number of buildings seen in a line of cells, the nearest first."""

    side: str
    number: int
    cells: tuple[Cell, ...]
    count: int

    def __str__(self) -> str:
        return SIDES[self.side][1].format(self.number)


@dataclass(frozen=True)
class Skyscrapers(Latin):
    """A Latin square to complete, and the clues at its four sides.

    Raise `ValueError` if the grid is no square, a side has no place for each line, or a number is outside
    0..n.
    """

    above: Clues
    below: Clues
    left: Clues
    right: Clues

    kind: ClassVar[str] = "skyscrapers"
    about: ClassVar[str] = "a Latin square of heights; clues say how many are seen from the sides"

    def __post_init__(self) -> None:
        super().__post_init__()
        sides = (self.above, self.below, self.left, self.right)
        if any(len(side) != self.order for side in sides):
            raise ValueError(f"a side without {self.order} places for clues")
        if any(not 0 <= clue <= self.order for side in sides for clue in side):
            raise ValueError(f"a clue outside 0..{self.order}")

    @cached_property
    def views(self) -> tuple[View, ...]:
        """The clues: from above and below, then from the left and the right."""
        return tuple(
            View(side, at + 1, seen_from(where, at, self.order, self.order), count)
            for side, (where, _) in SIDES.items()
            for at, count in enumerate(getattr(self, side))
            if count
        )

    def partial_violations(self, partial: Grid) -> list[Violation]:
        """Violations of the Latin square, and clues that differ from the number of visible buildings."""
        found = super().partial_violations(partial)
        for view in self.views:
            built = [partial[r][c] for r, c in view.cells]
            seen, settled = _seen(built, self.order)
            if seen > view.count or (settled and seen < view.count):
                text = f"in {view} {seen} are seen, not {view.count}"
                found.append(Violation(text, view.cells))
        return found

    def format(self) -> str:
        return f"skyscrapers {self.order}\n{self.render()}\n"

    def render(self, answer: Grid | None = None) -> str:
        """The board with its clues around it, columns aligned; the rows of an answer."""
        if answer is not None:
            return super().render(answer)
        rows = zip(self.left, self.givens, self.right, strict=True)
        lines = [self.above, *((left, *row, right) for left, row, right in rows), self.below]
        width = len(str(self.order))
        first, *between, last = (" ".join(str(n or ".").rjust(width) for n in line) for line in lines)
        indent = " " * (width + 1)
        return "\n".join([indent + first, *between, indent + last])

    def given_names(self) -> tuple[str, ...]:
        return (*super().given_names(), *(f"{view.count} seen in {view}" for view in self.views))

    def given_cells(self) -> tuple[tuple[Cell, ...], ...]:
        named, views = super().given_cells(), [view.cells for view in self.views]
        return (*named[: len(named) - len(views)], *views)

    def with_givens(self, keep: Collection[int]) -> Self:
        numbers = (*self.givens, self.above, self.below, self.left, self.right)
        *givens, above, below, left, right = thinned(numbers, keep)
        return replace(self, givens=tuple(givens), above=above, below=below, left=left, right=right)


def _seen(built: Sequence[int], tallest: int) -> tuple[int, bool]:
    """The number seen before the first open cell, and whether the buildings after it are all hidden."""
    highest = seen = 0
    for height in built:
        if not height:
            return seen, highest >= tallest
        if height > highest:
            highest = height
            seen += 1
    return seen, True


def _read(text: str) -> tuple[Skyscrapers, ...]:
    reader = LineReader(text)
    order = reader.line("'skyscrapers' and the order", 2)[1].integer(1, LARGEST_ORDER, "the order")

    def line(what: str, length: int) -> Clues:
        return spaced_digits(reader.line(f"{what} ({length} numbers, '.' for none)", length), order)

    above = line("the clues above", order)
    rows = [line(f"row {r + 1} between its clues", order + 2) for r in range(order)]
    below = line("the clues below", order)
    reader.end("the end of the text after the clues below")
    left, right = (tuple(row[at] for row in rows) for at in (0, -1))
    return (Skyscrapers(tuple(row[1:-1] for row in rows), above, below, left, right),)


FRAMED: Form[Skyscrapers, Grid] = Form(
    name="framed",
    about="'skyscrapers N', N clues above, N rows between two clues each, N clues below; '.' for none",
    recognises=first_word(Skyscrapers.kind),
    read=_read,
    write=alone(Skyscrapers.format),
)

Skyscrapers.forms = (FRAMED,)
