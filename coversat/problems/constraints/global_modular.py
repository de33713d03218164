"""Global modular: each two by two cells hold a digit of each remainder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import EverywhereConstraint, Held
from ..grid import cell_name
from ..iss import item_text
from ..parameters import Number, Parameters
from ..problem import Violation


@dataclass(frozen=True)
class GlobalModular(EverywhereConstraint):
    """Remainders of a division by three, if nothing else is said."""

    modulus: int = 3

    word: ClassVar[str] = "global-modular"
    about: ClassVar[str] = (
        "each two by two cells hold a digit of each remainder of a division by 3, or by 2 or 4"
    )
    parameters: ClassVar[Parameters] = {"modulus": Number("modulus", 2, 4, optional=True, default=3)}
    example: ClassVar[str] = "global-modular"
    iss: ClassVar[str] = "GlobalMod"

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """Only for three."""
        if self.modulus == 3:
            yield item_text(self.iss)

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Squares without one."""
        found = []
        for r, c in layout.cells():
            square = ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1))
            if all(cell in held for cell in square):
                missing = set(range(self.modulus)) - {held[cell] % self.modulus for cell in square}
                for rest in sorted(missing):
                    what = f"no digit that leaves {rest} by {self.modulus}"
                    found.append(
                        Violation(f"{what} in the two by two cells from {cell_name((r, c))}", square)
                    )
        return found


CONSTRAINT = GlobalModular
