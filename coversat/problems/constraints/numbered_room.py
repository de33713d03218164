"""Numbered room: a clue is the digit of the room whose number the first digit says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import LineConstraint
from ..parameters import Number, Parameters, Side


@dataclass(frozen=True)
class NumberedRoom(LineConstraint):
    """Rooms are counted from the clue, from 1."""

    digit: int
    side: tuple[str, int]

    word: ClassVar[str] = "numbered-room"
    about: ClassVar[str] = "the Nth digit from the clue is the clue, N being the first digit"
    parameters: ClassVar[Parameters] = {"digit": Number("digit", 0, 25), "side": Side()}
    example: ClassVar[str] = "numbered-room 7 bottom 3"
    iss: ClassVar[str] = "NumberedRoom"

    def unfit(self, layout: Layout) -> str | None:
        """No digit of the board."""
        if self.digit in layout.digits:
            return None
        return f"a digit of {self.digit}, not {layout.lowest} to {layout.highest}"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """No such room, or another digit in it."""
        number = digits[0]
        if not 1 <= number <= len(digits):
            return f"there is no room {number}"
        found = digits[number - 1]
        return None if found == self.digit else f"{found} is in room {number}, not {self.digit}"


CONSTRAINT = NumberedRoom
