"""Latin square completion to exact cover."""

from __future__ import annotations

from functools import partial

from ..problems.exact_cover import Cover, ExactCover
from ..problems.grid import Grid, cell_name
from ..problems.latin import Latin
from .cover_builder import CoverBuilder
from .digits import Shown, filled, grid_of, no_such_digit
from .reduction import Reduction, Rule


def latin_to_cover(source: Latin) -> Reduction[Latin, ExactCover, Grid, Cover]:
    """An option for each cell and digit; it covers the cell, and the digit in its row and column.

    A cell with a given keeps the option of its digit only.
    """
    order = source.order
    digits = range(1, order + 1)
    board: CoverBuilder[Shown] = CoverBuilder()
    for r, row in enumerate(source.givens):
        for c, given in enumerate(row):
            for digit in [given] if given else digits:
                cell = cell_name((r, c))
                covered = (cell, f"row{r + 1}={digit}", f"column{c + 1}={digit}")
                board.option(((r, c), digit), f"{cell}={digit}", covered)
    items = [cell_name((n, m)) for n in range(order) for m in range(order)]
    items += [f"{line}{n}={digit}" for line in ("row", "column") for n in digits for digit in digits]
    return board.reduction(
        source,
        board.target(items),
        keys=filled,
        answer=partial(grid_of, order, order),
        refusal=no_such_digit,
        shows=lambda key: [key],
    )


RULES = (
    Rule("cover", "latin", "cover", "an option for each cell and digit", latin_to_cover, preferred=True),
)
