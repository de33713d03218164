"""Global entropy: each two by two cells hold a low, a middle and a high digit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held
from ..grid import cell_name
from ..problem import Violation

_THIRDS = ("low", "middle", "high")


@dataclass(frozen=True)
class GlobalEntropy(EverywhereConstraint):
    """Low, middle and high are the thirds of the digits."""

    word: ClassVar[str] = "global-entropy"
    about: ClassVar[str] = "each two by two cells hold a digit of each third of them: low, middle, high"
    example: ClassVar[str] = "global-entropy"
    iss: ClassVar[str] = "GlobalEntropy"

    def unfit(self, layout: Layout) -> str | None:
        """Digits that have no thirds."""
        size = len(layout.digits)
        return f"{size} digits have no thirds" if size % 3 else None

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Squares without one."""
        found, third = [], len(layout.digits) // 3
        for r, c in layout.cells():
            square = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
            if all(cell in held for cell in square):
                kinds = {(held[cell] - layout.lowest) // third for cell in square}
                for missing in sorted({0, 1, 2} - kinds):
                    text = f"no {_THIRDS[missing]} digit in the two by two cells from {cell_name((r, c))}"
                    found.append(Violation(text, square))
        return found


CONSTRAINT = GlobalEntropy
