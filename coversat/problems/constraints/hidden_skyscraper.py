"""Hidden skyscraper: digits are heights; a clue is the height of the first building that is not seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import LineConstraint
from ..parameters import Number, Parameters, Side


@dataclass(frozen=True)
class HiddenSkyscraper(LineConstraint):
    """A building is hidden behind one that is as high or higher."""

    height: int
    side: tuple[str, int]

    word: ClassVar[str] = "hidden-skyscraper"
    about: ClassVar[str] = "digits are heights of buildings, of which the clue is the first that is hidden"
    parameters: ClassVar[Parameters] = {"height": Number("height", 0, 25), "side": Side()}
    example: ClassVar[str] = "hidden-skyscraper 6 top 5"
    iss: ClassVar[str] = "HiddenSkyscraper"

    def unfit(self, layout: Layout) -> str | None:
        """No digit of the board."""
        if self.height in layout.digits:
            return None
        return f"a height of {self.height}, not {layout.lowest} to {layout.highest}"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another one is hidden first, or none."""
        hidden = (digit for at, digit in enumerate(digits) if at and digit <= max(digits[:at]))
        first = next(hidden, None)
        if first is None:
            return "none is hidden"
        return None if first == self.height else f"{first} is hidden first, not {self.height}"


CONSTRAINT = HiddenSkyscraper
