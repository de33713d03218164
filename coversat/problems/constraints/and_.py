"""And: several constraints hold, as one alternative of others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint, Held
from ..constraint_block import Block
from ..problem import Violation


@dataclass(frozen=True)
class And(Block):
    """It says no more than its parts do; it is for the block ``or``, which takes each part by itself."""

    parts: tuple[Constraint, ...]

    word: ClassVar[str] = "and"
    about: ClassVar[str] = (
        "all constraints hold that stand below, a line each, up to 'end': an alternative of 'or'"
    )
    example: ClassVar[str] = "and\nthermo r2c2 r2c3 r2c4\narrow r5c5 r5c6 r6c7\nend"
    iss: ClassVar[str] = "And"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Those of all parts."""
        return [one for part in self.parts for one in part.violations(held, layout)]


CONSTRAINT = And
