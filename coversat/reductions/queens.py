"""Queens to exact cover."""

from __future__ import annotations

from ..problems.exact_cover import Cover, ExactCover, Option, PartialCover
from ..problems.grid import Cell, cell_name
from ..problems.queens import Columns, Queens
from .reduction import Reduction, Rule


def queens_to_cover(source: Queens) -> Reduction[Queens, ExactCover, Columns, Cover]:
    """An option for each square that can hold a queen; it covers its row, column and diagonals.

    The diagonals are secondary items.  A row with a placed queen keeps the option of its square only.
    """
    size = source.size
    places = range(size)
    squares: list[Cell] = [
        (r, c)
        for r in places
        for c in places
        if (r, c) not in source.blocked and all(column == c for row, column in source.placed if row == r)
    ]
    option_at = {square: at for at, square in enumerate(squares)}
    target = ExactCover(
        tuple(f"{line}{n + 1}" for line in ("row", "column") for n in places),
        tuple(f"{way}{n}" for way in ("down", "up") for n in range(1, 2 * size)),
        tuple(Option(cell_name((r, c)), tuple(_items(size, r, c))) for r, c in squares),
    )

    def encode(answer: Columns) -> PartialCover:
        return PartialCover(tuple(option_at[s] for s in enumerate(answer) if s in option_at))

    def decode(cover: Cover) -> Columns:
        return tuple(column for _, column in sorted(squares[at] for at in cover))

    return Reduction(source, target, encode, decode, parsimonious=True)


def _items(size: int, r: int, c: int) -> tuple[str, str, str, str]:
    """Row, column, and the diagonals that go down and up to the right."""
    return f"row{r + 1}", f"column{c + 1}", f"down{c - r + size}", f"up{r + c + 1}"


RULES = (Rule("cover", "queens", "cover", "an option for each square", queens_to_cover, preferred=True),)
