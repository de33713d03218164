"""Dominoes as tiles, for the kinds that lay them."""

from __future__ import annotations

from collections.abc import Iterable

from ..problems.tiling import Edge
from .board import SIDE, THIN, Board
from .svg import Point, segment

INSET = 3.5


def tiles(board: Board, edges: Iterable[Edge], **style: str | float) -> None:
    """Lay a tile on each pair of neighbours."""
    for edge in sorted(edges):
        board.around(edge, INSET, **style)
        board.path(segment(*_bar(edge)), stroke=THIN, stroke_width=1.5)


def _bar(edge: Edge) -> tuple[Point, Point]:
    """The bar between the halves of a domino."""
    (r, c), (below, right) = edge
    if r == below:
        return (right * SIDE, (r + 0.25) * SIDE), (right * SIDE, (r + 0.75) * SIDE)
    return ((c + 0.25) * SIDE, below * SIDE), ((c + 0.75) * SIDE, below * SIDE)
