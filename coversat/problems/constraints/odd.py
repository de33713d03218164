"""Odd: the digits of the cells are odd."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ..grid import Cell
from ..one_of import OneOf
from ..parameters import Cells, Parameters


@dataclass(frozen=True)
class Odd(OneOf):
    """Each cell has a grey circle."""

    cells: tuple[Cell, ...]

    word: ClassVar[str] = "odd"
    about: ClassVar[str] = "the digits of the cells are odd"
    parameters: ClassVar[Parameters] = {"cells": Cells()}
    example: ClassVar[str] = "odd r2c2"
    fpuzzles: ClassVar[str] = "odd"

    def fault_of(self, digit: int) -> str | None:
        """Even digits."""
        return None if digit % 2 else f"{digit} is not odd"


CONSTRAINT = Odd
