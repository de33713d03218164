"""Latin square completion to exact cover."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..problems.exact_cover import ExactCover
from ..problems.grid import cell_name
from ..problems.latin import Latin
from .cover_builder import CoverBuilder
from .digits import Shown, filled, grid_of, no_such_digit, shown_name
from .reduction import Reduction, Rule


def latin_to_cover(source: Latin) -> Reduction[Latin, ExactCover]:
    """An option for each cell and digit; it covers the cell, and the digit in its row and column.

    A cell with a given keeps the option of its digit only.
    """
    board: CoverBuilder[Shown] = CoverBuilder()
    for shown, covered in latin_options(source):
        board.option(shown, shown_name(shown), covered)
    return board.reduction(
        source,
        board.target(latin_items(source.order)),
        keys=filled,
        answer=partial(grid_of, source.order, source.order),
        refusal=no_such_digit,
        shows=lambda key: [key],
    )


def latin_options(source: Latin) -> Iterator[tuple[Shown, tuple[str, ...]]]:
    """What each option shows, row by row, smaller digits first; and the items it covers."""
    for r, row in enumerate(source.givens):
        for c, given in enumerate(row):
            for digit in [given] if given else range(1, source.order + 1):
                yield ((r, c), digit), (cell_name((r, c)), f"row{r + 1}={digit}", f"column{c + 1}={digit}")


def latin_items(order: int) -> list[str]:
    """The cells, and the digits of each row and each column."""
    digits = range(1, order + 1)
    items = [cell_name((n, m)) for n in range(order) for m in range(order)]
    return items + [f"{line}{n}={digit}" for line in ("row", "column") for n in digits for digit in digits]


RULES = (
    Rule("cover", "latin", "cover", "an option for each cell and digit", latin_to_cover, preferred=True),
)
