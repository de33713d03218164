"""Queens to exact cover."""

from __future__ import annotations

from ..problems.exact_cover import ExactCover
from ..problems.grid import Cell, cell_name
from ..problems.queens import Queens
from .cover_builder import CoverBuilder
from .reduction import Reduction, Rule


def queens_to_cover(source: Queens) -> Reduction[Queens, ExactCover]:
    """An option for each square that can hold a queen; it covers its row, column and diagonals.

    The diagonals are secondary items.  A row with a placed queen keeps the option of its square only.
    """
    size = source.size
    places = range(size)
    board: CoverBuilder[Cell] = CoverBuilder()
    free = [(r, c) for r in places for c in places if (r, c) not in source.blocked]
    for r, c in free:
        if all(column == c for row, column in source.placed if row == r):
            board.option((r, c), cell_name((r, c)), _items(size, r, c))
    target = board.target(
        (f"{line}{n + 1}" for line in ("row", "column") for n in places),
        (f"{way}{n}" for way in ("down", "up") for n in range(1, 2 * size)),
    )
    return board.reduction(
        source,
        target,
        keys=enumerate,
        answer=lambda squares: tuple(column for _, column in sorted(squares)),
        refusal=lambda square: f"no queen can stand on {cell_name(square)}",
        shows=lambda square: [(square, 1)],
        empty=free,
    )


def _items(size: int, r: int, c: int) -> tuple[str, str, str, str]:
    """Row, column, and the diagonals that go down and up to the right."""
    return f"row{r + 1}", f"column{c + 1}", f"down{c - r + size}", f"up{r + c + 1}"


RULES = (Rule("cover", "queens", "cover", "an option for each square", queens_to_cover, preferred=True),)
