"""A block of constraints: a word, the lines of several constraints, and ``end``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Self

from ..kinds.sudoku.layout import Layout
from .constraint import Constraint, Held
from .constraints import read_one
from .grid import Cell
from .iss import item_text
from .text import LineReader, Token

END = "end"
_DEEPEST = 20


class Block(Constraint):
    """The base of those that hold other constraints as their `parts`."""

    parts: tuple[Constraint, ...]

    @classmethod
    def usage(cls) -> str:
        """What people write, strokes for the ends of lines."""
        return f"{cls.word} / CONSTRAINT / CONSTRAINT ... / {END}"

    @classmethod
    def read(cls, tokens: list[Token], reader: LineReader, layout: Layout) -> Self:
        """The lines below up to ``end``."""
        expected, parts = f"a constraint, or '{END}'", []
        _alone(tokens)
        if reader.inside == _DEEPEST:
            raise tokens[0].error(f"blocks of at most {_DEEPEST} inside each other")
        reader.inside += 1
        while (line := reader.line(expected))[0].text != END:
            parts.append(read_one(line, reader, layout, f"'{END}'"))
        reader.inside -= 1
        _alone(line)
        found = cls(tuple(parts))  # type: ignore[call-arg]
        if fault := found.fault(layout):
            raise tokens[0].error("another constraint", fault)
        return found

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """One item that holds those of its parts."""
        told = [list(part.to_iss(layout)) for part in self.parts]
        if all(told):
            inside = (one[0] if len(one) == 1 else item_text("And", inside=one) for one in told)
            yield item_text(self.iss, inside=inside)

    def among(self, others: Sequence[Constraint]) -> Self:
        """Its parts are in the same puzzle."""
        return replace(self, parts=tuple(part.among((*others, *self.parts)) for part in self.parts))  # type: ignore[type-var]

    def lines(self) -> tuple[str, ...]:
        """Those of its parts, between the word and ``end``."""
        return (self.word, *chain.from_iterable(part.lines() for part in self.parts), END)

    def unfit(self, layout: Layout) -> str | None:
        """No parts, a faulty one, or one that changes the board."""
        if not self.parts:
            return "no constraint in it"
        if any(part.word == "regions" for part in self.parts):
            return "regions are of the whole board"
        return next(filter(None, (part.fault(layout) for part in self.parts)), None)

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """The cells of all parts."""
        return tuple(dict.fromkeys(cell for part in self.parts for cell in part.scope(layout)))

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """The first violation."""
        held: Held = dict(zip(self.scope(layout), digits, strict=True))
        return next(map(str, self.violations(held, layout)), None)


def _alone(tokens: list[Token]) -> None:
    """Nothing may stand beside the word."""
    for token in tokens[1:]:
        raise token.error(f"the end of the line after '{tokens[0].text}'")
