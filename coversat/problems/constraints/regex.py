"""Regex: the digits along a line match a pattern."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import unquote

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import cell_at, iss_cell, item_text, lines_apart
from ..parameters import Cells, Parameters
from ..patterns import Alternatives, Node, One, Pattern, Repeat, Row, pattern_of
from ..text import Token


@dataclass(frozen=True)
class Regex(Constraint):
    """The whole line matches; digits from 10 on are letters."""

    pattern: str
    cells: tuple[Cell, ...]

    word: ClassVar[str] = "regex"
    about: ClassVar[str] = (
        "the digits along the line match a pattern of digits, . [1-3] [^5] ( ) | * + ? {2,4}"
    )
    parameters: ClassVar[Parameters] = {"pattern": Pattern(), "cells": Cells(1, repeated=True)}
    example: ClassVar[str] = "regex [1-4]+9[^9]* r2c2 r2c3 r3c4 r4c4"
    iss: ClassVar[str] = "Regex"

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The pattern packed, and lines of cells."""
        if not args:
            raise name.error("a packed pattern behind it")
        try:
            packed = args[0].text
            text = unquote(packed) if "%" in packed else urlsafe_b64decode(packed + "==").decode("ascii")
        except ValueError:
            raise args[0].error("a packed pattern") from None
        pattern = "".join(text.split())
        for line in lines_apart(args[1:]):
            found = cls(pattern, tuple(cell_at(arg, layout) for arg in line))
            if fault := found.fault(layout):
                raise args[0].error("a pattern of digits", fault)
            yield found

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same."""
        packed = urlsafe_b64encode(self.pattern.encode()).decode().rstrip("=")
        yield item_text(self.iss, packed, *map(iss_cell, self.cells))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """No match."""
        matches = len(digits) in _ends(pattern_of(self.pattern), digits, {0})
        return None if matches else f"{' '.join(map(str, digits))} does not match {self.pattern}"


def _ends(node: Node, digits: tuple[int, ...], starts: set[int]) -> set[int]:
    """Where matches of a pattern end that begin at one of these places."""
    match node:
        case One():
            return {at + 1 for at in starts if at < len(digits) and node.fits(digits[at])}
        case Row(parts=parts):
            for part in parts:
                starts = _ends(part, digits, starts)
            return starts
        case Alternatives(parts=parts):
            return {end for part in parts for end in _ends(part, digits, starts)}
        case Repeat(part=part, least=least, most=most):
            for _ in range(least):
                before, starts = starts, _ends(part, digits, starts)
                if starts == before:
                    break  # as it will be after any more
            # Behind as many repetitions as there are digits, nothing new comes.
            found, more = set(starts), len(digits) if most is None else most - least
            for _ in range(min(more, len(digits))):
                starts = _ends(part, digits, starts)
                found |= starts
            return found


CONSTRAINT = Regex
