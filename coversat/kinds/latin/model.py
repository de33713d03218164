"""Latin square completion to exact cover."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ...problems.grid import cell_name
from ...reductions.cover_builder import CoverBuilder
from ...reductions.reduction import Encoding, Reduction
from ...reductions.variables import Shown, filled, grid_of, no_such_digit, shown_name, unit_digit
from ..exact_cover.rules import ExactCover
from .rules import Latin


def latin_to_cover(source: Latin) -> Reduction[Latin, ExactCover]:
    """An option for each cell and digit; it covers the cell, and the digit in its row and column.

    A cell with a given keeps the option of its digit only.
    """
    board: CoverBuilder[Shown] = CoverBuilder(shown_name)
    for shown, items in latin_options(board, source):
        board.option(shown, items)
    return board.reduction(
        source,
        board.target(),
        keys=filled,
        answer=partial(grid_of, source.order, source.order),
        refusal=no_such_digit,
        shows=lambda key: [key],
    )


def latin_options(board: CoverBuilder[Shown], source: Latin) -> Iterator[tuple[Shown, tuple[int, ...]]]:
    """What each option shows, row by row, smaller digits first; and the items it covers, which are made."""
    order = source.order
    cells = board.primary(order * order, lambda at: cell_name(divmod(at, order)))
    rows = board.primary(order * order, partial(unit_digit, "row", order))
    columns = board.primary(order * order, partial(unit_digit, "column", order))
    for r, row in enumerate(source.givens):
        for c, given in enumerate(row):
            for digit in [given] if given else range(1, order + 1):
                in_row, in_column = rows[order * r + digit - 1], columns[order * c + digit - 1]
                yield ((r, c), digit), (cells[order * r + c], in_row, in_column)


ENCODINGS = (
    Encoding("cover", "latin", "cover", "an option for each cell and digit", latin_to_cover, preferred=True),
)
