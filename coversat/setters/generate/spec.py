"""What a generated puzzle should be like, and the cells that its symmetry ties together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from ...base.errors import CoversatError
from ...problems.grid import Cell


class SpecError(CoversatError, ValueError):
    """A specification that no puzzle of the kind can meet; the message says why."""


class NotFoundError(CoversatError):
    """No puzzle was found in the attempts or the time; the message says what was found instead."""


@dataclass(frozen=True)
class Spec:
    """What a puzzle should be like; None leaves the choice to the generator.

    * size ((rows, columns))
    * boxes ((rows, columns)): the shape of the boxes, for kinds that have boxes.
    * givens: the number of givens.
    * symmetry: a name in `SYMMETRIES`.
    * grade: a `Grade.name`: a number of rounds, or ``search``; several, with commas between, come in turn.
    * hardest ((least, most)): the number of rules of the hardest solving step.
    * layout (Sudoku): a board with constraints and fixed givens, to be completed.
    """

    size: tuple[int, int] | None = None
    boxes: tuple[int, int] | None = None
    givens: int | None = None
    symmetry: str | None = None
    grade: str | None = None
    hardest: tuple[int, int] | None = None
    layout: Any = None

    @property
    def grades(self) -> tuple[str, ...]:
        """The names of grades that the puzzles of a set have in turn; none for any."""
        return tuple(self.grade.split(",")) if self.grade else ()

    def refuse(self, kind: str, *wishes: str) -> None:
        """Raise `SpecError` if one of these wishes is stated, which no puzzle of the kind can meet."""
        for wish in wishes:
            if getattr(self, wish) not in (None, "none"):
                raise SpecError(f"{kind} puzzles cannot be generated with {_WISHES[wish]}")

    def board_size(self, kind: str, sides: range) -> tuple[int, int]:
        """The rows and columns, 10 of both if the size is not chosen.

        Raise `SpecError` if one is not among `sides`.
        """
        rows, columns = self.size or (10, 10)
        if rows not in sides or columns not in sides:
            sizes = f"{sides[0]}x{sides[0]} to {sides[-1]}x{sides[-1]}"
            raise SpecError(f"{kind} puzzles are generated from {sizes}, not {rows}x{columns}")
        return rows, columns


_WISHES = {"boxes": "boxes", "givens": "a number of givens", "symmetry": "a symmetry"}

_Map = Callable[[Cell, int, int], Cell]
"""The image of a cell on a board of these rows and columns."""

ANY = Spec()
"""The generator chooses."""

SYMMETRIES: dict[str, _Map] = {
    "none": lambda cell, rows, columns: cell,
    "half-turn": lambda cell, rows, columns: (rows - 1 - cell[0], columns - 1 - cell[1]),
    "quarter-turn": lambda cell, rows, columns: (cell[1], rows - 1 - cell[0]),
    "left-right": lambda cell, rows, columns: (cell[0], columns - 1 - cell[1]),
    "up-down": lambda cell, rows, columns: (rows - 1 - cell[0], cell[1]),
    "diagonal": lambda cell, rows, columns: (cell[1], cell[0]),
}
SQUARE_ONLY = ("quarter-turn", "diagonal")


def orbits(cells: Collection[Cell], symmetry: str, rows: int, columns: int) -> list[tuple[Cell, ...]]:
    """The orbits of the cells under a symmetry, in the order of their first cells.

    Raise `SpecError` for a symmetry of squares on another rectangle.
    """
    if symmetry in SQUARE_ONLY and rows != columns:
        raise SpecError(f"the symmetry {symmetry} needs a square, not {rows}x{columns}")
    move = SYMMETRIES[symmetry]
    seen: set[Cell] = set()
    found = []
    for cell in sorted(cells):
        orbit = []
        while cell not in seen:
            seen.add(cell)
            orbit.append(cell)
            cell = move(cell, rows, columns)
        if orbit:
            found.append(tuple(orbit))
    return found


def sums(numbers: Iterable[int]) -> set[int]:
    """The sums of some of these numbers."""
    found = {0}
    for number in numbers:
        found |= {total + number for total in found}
    return found
