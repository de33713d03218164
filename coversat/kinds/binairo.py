"""Binairo: as many 1s as 2s in each line, and no three equal ones in a row.

Equal lines are allowed; many publishers forbid them, which is another puzzle. Boards alone may have 0 for 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ..primitives import Count
from ..primitives.models import Rule
from ..problems.bare import bare_form
from ..problems.grid import Held, cell_name
from ..problems.problem import AnyForm, Beside
from ..problems.puzzle import GridPuzzle, Wrong
from ..problems.text import text_lines

_TWO_FOR_ZERO = str.maketrans("0_xX?", "2----")


def _has_zeros(text: str) -> bool:
    """Whether it is rows of 0, 1 and blanks, with no sides above them."""
    widths = {len(line.split()) for line in text_lines(text)}
    return {"0"} <= {*text} <= {*"01-._xX? \t\r\n"} and len(widths) == 1


class Binairo(GridPuzzle):
    """As many 1s as 2s in each row and column, never three equal ones in a row; lines may be equal."""

    values = {1: "1", 2: "2"}
    symbols = (1, 2)
    has_givens = True
    look = {1: "ring", 2: "circle"}
    clue_look = {1: "ring", 2: "circle"}

    @classmethod
    def text_forms(cls) -> tuple[AnyForm, ...]:
        board = super().text_forms()[0]
        alone = bare_form(cls.kind, board, has_sides=True)
        zeros = alone._replace(
            name="zeros",
            about="a board alone of 0 and 1, as others write it; with --kind, or in a file .binairo",
            recognises=_has_zeros,
            read=lambda text: alone.read(text.translate(_TWO_FOR_ZERO)),
            beside=lambda text: Beside(("0 is read as 2",)),
        )
        return board, zeros

    @property
    def differs_by(self) -> str:
        return "equal lines are allowed"

    def reject(self) -> str | None:
        odd = self.rows % 2 or self.columns % 2
        return "a side is odd, so that a line cannot have as many 1s as 2s" if odd else None

    def model(self) -> Iterator[Rule]:
        for name, line in self.lines():
            half = len(line) // 2
            yield self.rule("{line} has {n} of each", Count(line, (1,), (half,)), line=name, n=half)
            for three in zip(line, line[1:], line[2:], strict=False):
                yield self.rule("{three} are not all equal", Count(three, (1,), (1, 2)), three=three)

    def wrong(self, held: Held) -> Iterator[Wrong]:
        for name, line in self.lines():
            text = "".join(str(held[cell]) for cell in line)
            if text.count("1") != text.count("2"):
                yield f"{name} has {text.count('1')} 1s and {text.count('2')} 2s", line
            at = 0
            for symbol, group in groupby(text):
                if (length := len(list(group))) > 2:
                    cells = line[at : at + length]
                    yield f"{length} times {symbol} in a row from {cell_name(cells[0])}", cells
                at += length
