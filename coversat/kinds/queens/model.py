"""Queens to exact cover."""

from __future__ import annotations

from ...problems.grid import Cell, cell_name
from ...reductions.cover_builder import CoverBuilder
from ...reductions.reduction import Encoding, Reduction
from ..exact_cover.rules import ExactCover
from .rules import Queens


def queens_to_cover(source: Queens) -> Reduction[Queens, ExactCover]:
    """An option for each square that can hold a queen; it covers its row, column and diagonals.

    The diagonals are secondary items. A row with a given queen has only the option of its square.
    """
    size = source.size
    places = range(size)
    board: CoverBuilder[Cell] = CoverBuilder(cell_name)
    rows = board.primary(size, lambda at: f"row{at + 1}")
    columns = board.primary(size, lambda at: f"column{at + 1}")
    # Diagonals that go down to the right, and those that go up.
    down = board.secondary(2 * size - 1, lambda at: f"down{at + 1}")
    up = board.secondary(2 * size - 1, lambda at: f"up{at + 1}")
    free = [(r, c) for r in places for c in places if (r, c) not in source.blocked]
    for r, c in free:
        if all(column == c for row, column in source.placed if row == r):
            board.option((r, c), (rows[r], columns[c], down[c - r + size - 1], up[r + c]))
    return board.reduction(
        source,
        board.target(),
        keys=enumerate,
        answer=lambda squares: tuple(column for _, column in sorted(squares)),
        refusal=lambda square: f"no queen can stand on {cell_name(square)}",
        shows=lambda square: [(square, 1)],
        empty=free,
    )


ENCODINGS = (
    Encoding("cover", "queens", "cover", "an option for each square", queens_to_cover, preferred=True),
)
