"""X-sum: the first digits seen from a clue, as many as the first of them says, add up to the clue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import LineConstraint
from ..parameters import Number, Parameters, Side


@dataclass(frozen=True)
class XSum(LineConstraint):
    """The first digit is one of those that are added up."""

    total: int
    side: tuple[str, int]

    word: ClassVar[str] = "x-sum"
    about: ClassVar[str] = "the first X digits from the clue add up to it, X being the first of them"
    parameters: ClassVar[Parameters] = {"total": Number("sum", 0, 400), "side": Side()}
    example: ClassVar[str] = "x-sum 20 right 2"
    iss: ClassVar[str] = "XSum"
    fpuzzles: ClassVar[str] = "xsum"

    def unfit(self, layout: Layout) -> str | None:
        """More than all digits."""
        most = sum(layout.digits)
        return f"it adds up to {self.total}; all digits add up to {most}" if self.total > most else None

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another sum, or fewer digits than are to be added up."""
        number = digits[0]
        if number > len(digits):
            return f"{number} is more than its {len(digits)} cells"
        total = sum(digits[:number])
        return None if total == self.total else f"the first {number} add up to {total}, not {self.total}"


CONSTRAINT = XSum
