"""Even: the digits of the cells are even."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..grid import Cell
from ..one_of import OneOf
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Even(OneOf):
    """Each cell has a grey square."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "even"
    about: ClassVar[str] = "the digits of the cells are even"
    parameters: ClassVar[Parameters] = {"cells": Cells()}
    example: ClassVar[str] = "even r2c2"
    fpuzzles: ClassVar[str] = "even"

    def fault_of(self, digit: int) -> str | None:
        """Odd digits."""
        return f"{digit} is not even" if digit % 2 else None


CONSTRAINT = Even
