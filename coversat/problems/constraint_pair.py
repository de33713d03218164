"""What the constraints that a relation makes have in common: their words, here and elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import ClassVar

from ..kinds.sudoku.layout import Layout
from .constraint import Constraint
from .grid import Cell
from .iss import BASE64, bits_of, cell_at, iss_cell, item_text, lines_apart
from .parameters import Cells, Parameters
from .relations import Relation, listed, relation_of
from .text import Token

_TURNED = str.maketrans("-_", "_-")
"""The older items use these two signs the other way round."""


class PairConstraint(Constraint):
    """The base: a relation and the cells in order."""

    relation: str
    cells: tuple[Cell, ...]

    parameters: ClassVar[Parameters] = {"relation": Relation(), "cells": Cells(2)}

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """A bit for each two digits, and lines of cells."""
        if not args:
            raise name.error("a packed relation behind it")
        packed = args[0]
        if name.text.startswith("Binary"):
            packed = packed._replace(text=packed.text.translate(_TURNED))
        pairs = ((a, b) for a in layout.digits for b in layout.digits)
        related = [pair for pair, bit in zip(pairs, bits_of(packed), strict=False) if bit]
        for line in lines_apart(args[1:]):
            found = cls(listed(related), tuple(cell_at(arg, layout) for arg in line))  # type: ignore[call-arg]
            if not related or (fault := found.fault(layout)):
                raise args[0].error("a relation of cells", fault if related else "one that no digits have")
            yield found

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same, without a name."""
        related, digits = relation_of(self.relation), layout.digits
        bits = [related(a, b) for a, b in product(digits, repeat=2)]
        sixes = (bits[at : at + 6] for at in range(0, len(bits), 6))
        key = "".join(BASE64[sum(bit << place for place, bit in enumerate(six))] for six in sixes)
        yield item_text(self.iss.split()[0], key.rstrip("A"), "_", *map(iss_cell, self.cells))
