"""Or: at least one of several constraints holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint, Held
from ..constraint_block import Block
from ..problem import Violation


@dataclass(frozen=True)
class Or(Block):
    """An alternative of several constraints is a block ``and``."""

    parts: tuple[Constraint, ...]

    word: ClassVar[str] = "or"
    about: ClassVar[str] = "at least one of the constraints holds that stand below, a line each, up to 'end'"
    example: ClassVar[str] = "or\nthermo r2c2 r2c3 r2c4\nthermo r2c4 r2c3 r2c2\nend"
    iss: ClassVar[str] = "Or"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Each of them is broken."""
        found = [part.violations(held, layout) for part in self.parts]
        if not all(found):
            return []
        cells = dict.fromkeys(cell for those in found for one in those for cell in one.cells)
        first = "; ".join(str(those[0]) for those in found)
        return [Violation(f"none of {len(found)} constraints holds: {first}", tuple(cells))]


CONSTRAINT = Or
