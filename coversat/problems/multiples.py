"""What the words of a line mean that say how often something counts: ``2*r1c1``, ``2x3``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..kinds.sudoku.layout import Layout
from .grid import Cell, cell_name
from .parameters import Parameter, Words, cell_of, missing, names_cell
from .text import Token

_FACTOR = re.compile(r"([+-]?)(?:([0-9]{1,3})\*)?", re.ASCII)
_TALLY = re.compile(r"([0-9]{1,2})x([0-9]{1,2})", re.ASCII | re.IGNORECASE)
MOST = 999
"""The largest factor."""


@dataclass(frozen=True)
class Terms(Parameter):
    """Cells with factors: ``r1c1``, ``-r1c1``, ``2*r1c1``; the value has a factor and a cell for each."""

    @property
    def usage(self) -> str:
        """``[N*]CELL ...``."""
        return "[N*]CELL ..."

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[tuple[int, Cell], ...]:
        """All that follow."""
        if not words:
            missing(before, "a cell")
        found = []
        while words:
            word = words.pop(0)
            head = _FACTOR.match(word.text)
            sign, number = head.groups() if head else ("", None)
            factor = int(sign + (number or "1"))
            found.append((factor, cell_of(word.part(head.end() if head else 0), layout)))
        return tuple(found)

    def words(self, content: tuple[tuple[int, Cell], ...]) -> Iterator[str]:
        """The factor before each cell, where it is another than 1."""
        for factor, cell in content:
            before = {1: "", -1: "-"}.get(factor, f"{factor}*")
            yield before + cell_name(cell)

    def fault(self, content: tuple[tuple[int, Cell], ...], layout: Layout) -> str | None:
        """None, a cell off the board, or a factor that is none."""
        if not content:
            return "no cells"
        if not all(layout.has(cell) for _, cell in content):
            return "a cell off the board"
        wrong = next((factor for factor, _ in content if not 1 <= abs(factor) <= MOST), None)
        return None if wrong is None else f"{wrong} times a cell, not 1 to {MOST}"


@dataclass(frozen=True)
class Tallies(Parameter):
    """How many of which digits: ``2x3`` is two threes; the value has both numbers of each."""

    @property
    def usage(self) -> str:
        """``NxDIGIT ...``."""
        return "NxDIGIT ..."

    def read(self, words: Words, before: Token, layout: Layout) -> tuple[tuple[int, int], ...]:
        """All words up to a cell."""
        found: dict[int, int] = {}
        while words and not names_cell(words[0]):
            before = words.pop(0)
            said = _TALLY.fullmatch(before.text)
            if not said or int(said[2]) not in layout.digits or int(said[2]) in found:
                kinds = f"another digit from {layout.lowest} to {layout.highest}"
                raise before.error(f"a cell, or NxDIGIT with {kinds}")
            found[int(said[2])] = int(said[1])
        if not found:
            missing(before, "NxDIGIT")
        return tuple((number, digit) for digit, number in sorted(found.items()))

    def words(self, content: tuple[tuple[int, int], ...]) -> Iterator[str]:
        """Each by itself."""
        return (f"{number}x{digit}" for number, digit in content)

    def fault(self, content: tuple[tuple[int, int], ...], layout: Layout) -> str | None:
        """None, a digit twice, no digit of the board, or a number that is none."""
        digits = [digit for _, digit in content]
        if not content or len(set(digits)) < len(digits) or not set(digits) <= set(layout.digits):
            return f"digits other than {layout.lowest} to {layout.highest}, each once"
        return "fewer than none of a digit" if any(number < 0 for number, _ in content) else None
