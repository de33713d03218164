"""Diagonal: the digits of a long diagonal differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint, Held, repeated
from ..grid import Cell
from ..iss import item_text
from ..parameters import Choice, Parameters
from ..problem import Violation
from ..text import Token


@dataclass(frozen=True)
class Diagonal(Constraint):
    """The one down from the top left cell, or the one up from the bottom left."""

    way: str

    word: ClassVar[str] = "diagonal"
    about: ClassVar[str] = "the digits of a long diagonal differ"
    parameters: ClassVar[Parameters] = {"way": Choice(("down", "up"))}
    example: ClassVar[str] = "diagonal down"
    iss: ClassVar[str] = "Diagonal"

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """1 for up, -1 for down."""
        ways = {"1": "up", "-1": "down"}
        return super().from_iss(
            name, [arg._replace(text=ways.get(arg.text, arg.text)) for arg in args], layout
        )

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same the other way."""
        yield item_text(self.iss, "1" if self.way == "up" else "-1")

    def unfit(self, layout: Layout) -> str | None:
        """A board that is no square."""
        return None if layout.rows == layout.columns else "the board is no square"

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """The cells of the diagonal."""
        size = layout.rows
        return tuple((r, r if self.way == "down" else size - 1 - r) for r in range(size))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """A digit twice."""
        return None if len(set(digits)) == len(digits) else "a digit stands on it twice"

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Digits that stand twice on it."""
        return repeated(held, self.scope(layout), f"the diagonal {self.way}")


CONSTRAINT = Diagonal
