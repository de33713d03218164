"""Sum: digits, each times a number, add up to a total; they may repeat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint
from ..grid import Cell
from ..iss import iss_cell, item_text, own_words
from ..multiples import Terms
from ..parameters import Number, Parameters
from ..text import Token


@dataclass(frozen=True)
class Sum(Constraint):
    """A cell that is named twice counts twice; terms are kept in reading order, one for each cell."""

    total: int
    terms: tuple[tuple[int, Cell], ...]

    word: ClassVar[str] = "sum"
    about: ClassVar[str] = (
        "the digits add up to the sum, and may repeat; 2*r1c1 counts twice, -r1c1 is subtracted"
    )
    parameters: ClassVar[Parameters] = {"total": Number("sum", -99_999, 99_999), "terms": Terms()}
    example: ClassVar[str] = "sum 20 r2c2 r3c3 2*r4c4 -r5c5"
    iss: ClassVar[str] = "Sum"

    def __post_init__(self) -> None:
        factors: dict[Cell, int] = {}
        for factor, cell in self.terms:
            factors[cell] = factors.get(cell, 0) + factor
        object.__setattr__(self, "terms", tuple((factor, cell) for cell, factor in sorted(factors.items())))

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """The total, perhaps with ``_=_`` and a number for each cell behind it."""
        if not args:
            raise name.error("a sum behind it")
        total, _, factors = args[0].text.partition("_=_")
        told = factors.split("_") if factors else ["1"] * (len(args) - 1)
        if len(told) != len(args) - 1:
            raise args[0].error("a number for each cell")
        cells = own_words(args[1:], layout)
        terms = [
            cell._replace(text=f"{factor}*{cell.text}") for factor, cell in zip(told, cells, strict=True)
        ]
        return super().from_iss(name, [args[0]._replace(text=total), *terms], layout)

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """The same; the numbers where any is not 1."""
        factors = [str(factor) for factor, _ in self.terms]
        told = "_".join([str(self.total), "=", *factors]) if set(factors) != {"1"} else str(self.total)
        yield item_text(self.iss, told, *(iss_cell(cell) for _, cell in self.terms))

    def scope(self, layout: Layout) -> tuple[Cell, ...]:
        """The cells."""
        return tuple(cell for _, cell in self.terms)

    def unfit(self, layout: Layout) -> str | None:
        """A sum that no digits have."""
        ends = [sorted((factor * layout.lowest, factor * layout.highest)) for factor, _ in self.terms]
        least, most = (sum(end[at] for end in ends) for at in (0, 1))
        return None if least <= self.total <= most else f"it adds up to {least} to {most}, not {self.total}"

    def broken(self, digits: tuple[int, ...], layout: Layout) -> str | None:
        """Another sum."""
        total = sum(factor * digit for (factor, _), digit in zip(self.terms, digits, strict=True))
        return None if total == self.total else f"adds up to {total}, not {self.total}"


CONSTRAINT = Sum
