"""Latin square completion to exact cover."""

from __future__ import annotations

from ..problems.exact_cover import Cover, ExactCover, Option, PartialCover
from ..problems.grid import Grid, cell_name
from ..problems.latin import Latin
from .formula import no_such_digit
from .reduction import Reduction, Rule, named


def latin_to_cover(source: Latin) -> Reduction[Latin, ExactCover, Grid, Cover]:
    """An option for each cell and digit; it covers the cell, and the digit in its row and column.

    A cell with a given keeps the option of its digit only.
    """
    order = source.order
    digits = range(1, order + 1)
    shows = [
        ((r, c), digit)
        for r, row in enumerate(source.givens)
        for c, given in enumerate(row)
        for digit in ([given] if given else digits)
    ]
    option_at = {key: at for at, key in enumerate(shows)}
    items = [cell_name((n, m)) for n in range(order) for m in range(order)]
    items += [f"{line}{n}={digit}" for line in ("row", "column") for n in digits for digit in digits]
    options = tuple(
        Option(
            f"{cell_name((r, c))}={digit}",
            (cell_name((r, c)), f"row{r + 1}={digit}", f"column{c + 1}={digit}"),
        )
        for (r, c), digit in shows
    )

    def encode(answer: Grid) -> PartialCover:
        filled = (((r, c), digit) for r, row in enumerate(answer) for c, digit in enumerate(row) if digit)
        return PartialCover(named(option_at, filled, no_such_digit))

    def decode(cover: Cover) -> Grid:
        grid = [[0] * order for _ in range(order)]
        for at in cover:
            (r, c), digit = shows[at]
            grid[r][c] = digit
        return tuple(map(tuple, grid))

    return Reduction(source, ExactCover(tuple(items), (), options), encode, decode, parsimonious=True)


RULES = (
    Rule("cover", "latin", "cover", "an option for each cell and digit", latin_to_cover, preferred=True),
)
