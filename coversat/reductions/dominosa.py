"""Dominosa to exact cover."""

from __future__ import annotations

from ..problems.dominosa import Dominosa
from ..problems.exact_cover import ExactCover
from ..problems.grid import cell_name
from ..problems.tiling import Edge, Pair
from .cover_builder import CoverBuilder
from .reduction import Reduction, Rule


def dominosa_to_cover(source: Dominosa) -> Reduction[Dominosa, ExactCover]:
    """An option for each two neighbours; it covers both cells and the domino that they show."""
    cells = [(r, c) for r in range(source.rows) for c in range(source.columns)]
    on_board = set(cells)
    dominoes = [(a, b) for a in range(source.order + 1) for b in range(a, source.order + 1)]
    edges = [((r, c), other) for r, c in cells for other in ((r, c + 1), (r + 1, c)) if other in on_board]
    board: CoverBuilder[Edge] = CoverBuilder()
    for first, second in edges:
        low, high = sorted(source.digits[r][c] for r, c in (first, second))
        items = (cell_name(first), cell_name(second), _domino_item((low, high)))
        board.option((first, second), _edge_name((first, second)), items)
    return board.reduction(
        source,
        board.target([*map(cell_name, cells), *map(_domino_item, dominoes)]),
        keys=iter,
        answer=tuple,
        refusal=lambda edge: f"no domino can lie on {_edge_name(edge)}",
        shows=lambda edge: [(_edge_name(edge), 1)],
        empty=[*map(_edge_name, edges)],
    )


def _edge_name(edge: Edge) -> str:
    return "-".join(map(cell_name, edge))


def _domino_item(pair: Pair) -> str:
    return f"domino{pair[0]}-{pair[1]}"


RULES = (
    Rule(
        "cover", "dominosa", "cover", "an option for each two neighbours", dominosa_to_cover, preferred=True
    ),
)
