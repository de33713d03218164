"""Futoshiki: a Latin square in which signs between cells say which of two numbers is greater.

A clue is a number, signs, or both: ``>`` and ``<`` compare a cell with the one on its right, ``v`` (greater)
and ``^`` (less) with the one below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from operator import gt, lt
from typing import Self

from ..primitives import AllDifferent, Binary, equals
from ..primitives.models import Rule
from ..problems.clue_board import Clue
from ..problems.grid import Cell, Held, cell_name
from ..problems.puzzle import GridPuzzle, Wrong, numbered

_DRAWN = {ord("v"): "\u2228", ord("^"): "\u2227"}
_CLUE = re.compile(r"(?P<number>[1-9][0-9]?)?(?P<right>[<>])?(?P<below>[v^])?")


class Futoshiki(GridPuzzle):
    """A Latin square; signs between cells say which of two numbers is greater."""

    symbols = (*range(1, 10), "<", ">", "v", "^", "1<", "2v", ">^")
    is_square = True
    clue_words = "a number and signs such as 3, >, v or 2<^"

    @property
    def values(self) -> Mapping[int, str]:  # type: ignore[override]
        return numbered(self.rows)

    @classmethod
    def read_clue(cls, text: str) -> Clue | None:
        return (int(text) if text.isdecimal() else text) if _CLUE.fullmatch(text) else None

    def reject(self) -> str | None:
        for cell, number, signs in self._parts():
            if number > self.rows or any(max(other) == self.rows for other in signs):
                return f"the clue {self.clue_at[cell]} at {cell_name(cell)} has no place on this board"
        return None

    def _parts(self) -> Iterator[tuple[Cell, int, dict[Cell, str]]]:
        """The clues: the number, or 0, and the cells that signs compare with."""
        for (r, c), clue in self.clue_at.items():
            number, right, below = _CLUE.fullmatch(str(clue)).groups()  # type: ignore[union-attr]
            signs = ((r, c + 1), right), ((r + 1, c), below)
            yield (r, c), int(number or 0), {other: sign for other, sign in signs if sign}

    def face_of_clue(self, clue: Clue) -> str:
        return str(clue).rstrip("<>v^")

    def at_border(self, clue: Clue) -> list[tuple[str, str]]:
        signs = str(clue).lstrip("0123456789")
        return [("right" if sign in "<>" else "bottom", sign.translate(_DRAWN)) for sign in signs]

    def model(self) -> Iterator[Rule]:
        for name, line in self.lines():
            yield self.rule("{line} has every number", AllDifferent(line), line=name)
        for cell, number, signs in self._parts():
            if number:
                yield self.rule("{cell} is {number}", equals(cell, number), cell, cell=cell, number=number)
            for other, sign in signs.items():
                words, holds = ("greater", gt) if sign in ">v" else ("less", lt)
                differ = Binary(((cell, other),), holds)
                yield self.rule(f"{{cell}} is {words} than {{other}}", differ, cell, cell=cell, other=other)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for name, line in self.lines():
            if sorted(held[cell] for cell in line) != [*self.values]:
                yield f"{name} does not hold every number", line
        for (r, c), clue in self.clue_at.items():
            if (number := str(clue).rstrip("<>v^")) and int(number) != held[r, c]:
                yield f"{cell_name((r, c))} is {held[r, c]}, not {number}", [(r, c)]
            for sign in str(clue).lstrip("0123456789"):
                other = (r, c + 1) if sign in "<>" else (r + 1, c)
                if held[r, c] == held[other] or (held[r, c] > held[other]) != (sign in ">v"):
                    yield f"{held[r, c]} {sign} {held[other]} does not hold", [(r, c), other]

    def clued_by(self, held: Held) -> Self:
        """Numbers and signs by turns."""
        clues: dict[Cell, Clue] = {}
        for (r, c), number in held.items():
            right, below = held.get((r, c + 1)), held.get((r + 1, c))
            signs = ("" if right is None else "<>"[number > right]) + (
                "" if below is None else "^v"[number > below]
            )
            clues[r, c] = signs if (r + c) % 2 and signs else number
        return self.with_clues(clues)
