"""Candidates: each of the cells holds one of the digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import own_words
from ..one_of import OneOf
from ..parameters import Cells, Digits, Parameters
from ..text import LineReader, Token


@dataclass(frozen=True)
class Candidates(OneOf):
    """Pencil marks that are given."""

    cells: tuple[Cell, ...]
    digits: tuple[int, ...]

    word: ClassVar[str] = "candidates"
    about: ClassVar[str] = "each of the cells holds one of the digits"
    parameters: ClassVar[Parameters] = {"digits": Digits(), "cells": Cells()}
    example: ClassVar[str] = "candidates 1 4 7 r2c2 r3c5"
    iss: ClassVar[str] = "Given"

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """Cells, each with its digits behind it."""
        for arg in args:
            end = len(arg.text.partition("_")[0])
            digits = (arg.part(at) for at in range(end, len(arg.text)) if arg.text[at] == "_")
            told = [digit._replace(text=digit.text[1:].partition("_")[0]) for digit in digits]
            cell = own_words([arg.part(0, end)], layout)
            yield cls.read([name._replace(text=cls.word), *told, *cell], LineReader(""), layout)

    def fault_of(self, digit: int) -> str | None:
        """Other digits."""
        return None if digit in self.digits else f"{digit} is not one of {' '.join(map(str, self.digits))}"


CONSTRAINT = Candidates
