"""Dominosa to exact cover."""

from __future__ import annotations

from ..problems.dominosa import Dominosa, Tiling
from ..problems.exact_cover import Cover, ExactCover, Option, PartialCover
from ..problems.grid import cell_name
from ..problems.tiling import Pair
from .reduction import Reduction, Rule


def dominosa_to_cover(source: Dominosa) -> Reduction[Dominosa, ExactCover, Tiling, Cover]:
    """An option for each two neighbours; it covers both cells and the domino that they show."""
    cells = [(r, c) for r in range(source.rows) for c in range(source.columns)]
    on_board = set(cells)
    dominoes = [(a, b) for a in range(source.order + 1) for b in range(a, source.order + 1)]
    edges = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in on_board]
    option_at = {edge: at for at, edge in enumerate(edges)}
    options = []
    for first, second in edges:
        low, high = sorted(source.digits[r][c] for r, c in (first, second))
        items = (cell_name(first), cell_name(second), _domino_item((low, high)))
        options.append(Option(f"{cell_name(first)}-{cell_name(second)}", items))
    target = ExactCover((*map(cell_name, cells), *map(_domino_item, dominoes)), (), tuple(options))

    def encode(answer: Tiling) -> PartialCover:
        return PartialCover(tuple(option_at[edge] for edge in answer if edge in option_at))

    def decode(cover: Cover) -> Tiling:
        return tuple(edges[at] for at in cover)

    return Reduction(source, target, encode, decode, parsimonious=True)


def _domino_item(pair: Pair) -> str:
    return f"domino{pair[0]}-{pair[1]}"


RULES = (
    Rule(
        "cover", "dominosa", "cover", "an option for each two neighbours", dominosa_to_cover, preferred=True
    ),
)
