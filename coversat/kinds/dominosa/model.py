"""Dominosa to exact cover."""

from __future__ import annotations

from ...problems.board import Edge, neighbours
from ...problems.grid import cell_name
from ...reductions.cover_builder import CoverBuilder
from ...reductions.reduction import Encoding, Reduction
from ..exact_cover.rules import ExactCover
from .rules import Dominosa


def dominosa_to_cover(source: Dominosa) -> Reduction[Dominosa, ExactCover]:
    """An option for each pair of neighbouring cells; it covers both cells and the domino they show."""
    rows, columns = source.rows, source.columns
    dominoes = [(a, b) for a in range(source.order + 1) for b in range(a, source.order + 1)]
    board: CoverBuilder[Edge] = CoverBuilder(_edge_name)
    cell_items = board.primary(rows * columns, lambda at: cell_name(divmod(at, columns)))
    domino_items = board.primary(len(dominoes), lambda at: "domino{}-{}".format(*dominoes[at]))
    item_of = dict(zip(dominoes, domino_items, strict=True))
    edges = list(neighbours(rows, columns))
    for first, second in edges:
        low, high = sorted(source.digits[r][c] for r, c in (first, second))
        on_cells = [cell_items[r * columns + c] for r, c in (first, second)]
        board.option((first, second), (*on_cells, item_of[low, high]))
    return board.reduction(
        source,
        board.target(),
        keys=iter,
        answer=tuple,
        refusal=lambda edge: f"no domino can lie on {_edge_name(edge)}",
        shows=lambda edge: [(_edge_name(edge), 1)],
        empty=[*map(_edge_name, edges)],
    )


def _edge_name(edge: Edge) -> str:
    return "-".join(map(cell_name, edge))


ENCODINGS = (
    Encoding(
        "cover", "dominosa", "cover", "an option for each two neighbours", dominosa_to_cover, preferred=True
    ),
)
