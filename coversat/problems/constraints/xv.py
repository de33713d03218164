"""XV: an X between two cells that add up to 10, a V between two that add up to 5, or another sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import iss_cell, item_text, neighbours, own_words
from ..marks import EvenMark
from ..parameters import Cells, Number, Parameters, Words
from ..text import LineReader, Token

LETTERS = {"v": 5, "x": 10}


@dataclass(frozen=True)
class Letter(Number):
    """A letter or the sum that it stands for."""

    @property
    def usage(self) -> str:
        """``x|v|SUM``."""
        return f"x|v|{super().usage}"

    def read(self, words: Words, before: Token, layout: Layout) -> int | None:
        """The next word."""
        if words and words[0].text.lower() in LETTERS:
            return LETTERS[words.pop(0).text.lower()]
        return super().read(words, before, layout)

    def words(self, content: int | None) -> Iterator[str]:
        """The letter where there is one."""
        yield next((letter for letter, total in LETTERS.items() if total == content), str(content))


@dataclass(frozen=True)
class Xv(EvenMark):
    """The total of an X is 10, of a V 5."""

    total: int
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "xv"
    about: ClassVar[str] = "the two digits add up to 10 beside an x, 5 beside a v, or to the sum"
    parameters: ClassVar[Parameters] = {"total": Letter("sum", 1, 50), "cells": Cells(2, 2)}
    example: ClassVar[str] = "xv x r2c2 r2c3"
    iss: ClassVar[str] = "X V"
    fpuzzles: ClassVar[str] = "xv"

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The letter is the name."""
        for pair in neighbours(args, layout):
            told = [name._replace(text=cls.word), name, *own_words(pair, layout)]
            yield cls.read(told, LineReader(""), layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """A letter, or a sum."""
        cells = map(iss_cell, self.cells)
        letters = [letter.upper() for letter, total in LETTERS.items() if total == self.total]
        yield item_text(letters[0], *cells) if letters else item_text("Sum", str(self.total), *cells)

    def unfit(self, layout: Layout) -> str | None:
        """Cells apart, or a sum out of reach."""
        least, most = 2 * layout.lowest + 1, 2 * layout.highest - 1
        out = f"two digits add up to {least} to {most}, not {self.total}"
        return super().unfit(layout) or (None if least <= self.total <= most else out)

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another sum."""
        total = sum(digits)
        return None if total == self.total else f"{digits[0]} and {digits[1]} add up to {total}"


CONSTRAINT = Xv
