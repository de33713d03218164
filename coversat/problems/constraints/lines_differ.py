"""Lines differ: no two rows or columns, read as numbers both ways, are equal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...kinds.sudoku.layout import Layout
from ..constraint import Constraint, EverywhereConstraint, Held
from ..iss import item_text
from ..parameters import line_from
from ..problem import Violation
from ..text import Token

ANY_TIES = "any"


@dataclass(frozen=True)
class LinesDiffer(EverywhereConstraint):
    """Lines of different length are different numbers; only those of one length are compared."""

    word: ClassVar[str] = "lines-differ"
    about: ClassVar[str] = "no two rows or columns, each read both ways, are the same number"
    example: ClassVar[str] = "lines-differ"
    iss: ClassVar[str] = "FullRankTies"

    @classmethod
    def from_iss(cls, name: Token, args: Sequence[Token], layout: Layout) -> Iterator[Constraint]:
        """Which ranks may be shared: none of all, none that is a clue, as clues say anyway, or any, which the
        reader tells the clues.
        """
        if not args or args[0].text not in ("none", "only-unclued", ANY_TIES):
            raise (args or [name])[0].error(f"'none', 'only-unclued' or '{ANY_TIES}'")
        if args[0].text == "none":
            yield cls()

    def to_iss(self, layout: Layout) -> Iterator[str]:
        """No ranks are shared."""
        yield item_text(self.iss, "none")

    def violations(self, held: Held, layout: Layout) -> list[Violation]:
        """Lines that read the same, where both are full."""
        found = []
        seen: dict[tuple[int | None, ...], str] = {}
        sides = {"left": layout.rows, "right": layout.rows, "top": layout.columns, "bottom": layout.columns}
        for side, most in sides.items():
            for at in range(most):
                cells = line_from((side, at), layout)
                number = tuple(held.get(cell) for cell in cells)
                name = f"the line from the {side} {at + 1}"
                if None in number:
                    continue
                if number in seen:
                    found.append(Violation(f"{seen[number]} and {name} read the same", cells))
                seen[number] = name
        return found


CONSTRAINT = LinesDiffer
