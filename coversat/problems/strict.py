"""All marks are given: what a mark would say holds nowhere else.

A puzzle tells such a constraint which of its cells are marked, so that by itself it means the same.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from ..kinds.sudoku.layout import Layout
from .constraint import Constraint, EverywhereConstraint, Held
from .grid import Cell, cell_name
from .marks import Mark
from .parameters import BETWEEN, CellGroups, Parameter, Words
from .problem import Violation
from .text import Token

CellPairs = tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Excepted(Parameter):
    """Pairs of cells beside each other, with a stroke between them; none need be told."""

    @property
    def usage(self) -> str:
        """``[CELL CELL / CELL CELL ...]``."""
        return f"[CELL CELL {BETWEEN} ...]"

    def read(self, words: Words, before: Token, layout: Layout) -> CellPairs:
        """All that follow."""
        if not words:
            return ()
        first = words[0]
        found = CellGroups(1).read(words, before, layout)
        if fault := self.fault(found, layout):
            raise first.error("pairs of cells beside each other", fault)
        return found

    def words(self, content: CellPairs) -> Iterator[str]:
        """The cells, strokes between pairs."""
        return CellGroups(1).words(content)

    def iss(self, content: CellPairs) -> Iterator[str]:
        """Nothing: there the marks are all that is excepted."""
        return iter(())

    def fault(self, content: CellPairs, layout: Layout) -> str | None:
        """Cells off the board, or no pairs with a common border."""
        if content and (fault := CellGroups(1).fault(content, layout)):
            return fault
        pairs = all(
            len(pair) == 2 and abs(pair[0][0] - pair[1][0]) + abs(pair[0][1] - pair[1][1]) == 1
            for pair in content
        )
        return None if pairs else "others"


class Strict(EverywhereConstraint):
    """One of all borders but some; its field `pairs` has the cells of those, in reading order."""

    marks: ClassVar[tuple[str, ...]]
    """The words of the marks whose cells are excepted."""

    pairs: CellPairs

    def __post_init__(self) -> None:
        object.__setattr__(self, "pairs", tuple(sorted({tuple(sorted(pair)) for pair in self.pairs})))

    def among(self, others: Sequence[Constraint]) -> Self:
        """Where marks stand, it asks nothing."""
        marked = (one.cells for one in others if isinstance(one, Mark) and one.word in self.marks)
        return replace(self, pairs=(*self.pairs, *marked))  # type: ignore[type-var]

    def caption(self) -> str:
        """The marks are seen."""
        return replace(self, pairs=()).lines()[0]

    @abstractmethod
    def told(self, one: int, two: int) -> str | None:
        """What of two digits beside each other should be marked; None where nothing is."""

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Digits that a mark would stand between."""
        found = []
        for r, c in layout.cells():
            for pair in (((r, c), (r, c + 1)), ((r, c), (r + 1, c))):
                if pair in self.pairs or not all(cell in held for cell in pair):
                    continue
                one, two = (held[cell] for cell in pair)
                if (what := self.told(one, two)) is not None:
                    names = " and ".join(map(cell_name, pair))
                    found.append(Violation(f"{one} and {two} on {names} {what}, without a mark", pair))
        return found
