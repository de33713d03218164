"""Graphs of networkx that formulas and covers become: their limits, and their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from ..base.errors import ArgumentError, CoversatError
from ..base.wording import counted

T = TypeVar("T")

MOST_EDGES = 1_000_000
"""The default limit of edges, which takes half a minute and most of a gigabyte. A graph may always have
this many nodes."""

Graph = Any
"""A ``networkx.Graph``."""


class TooLargeError(CoversatError, ValueError):
    """A graph with more edges or nodes than the limit."""


def check_nodes(nodes: int, most_edges: int) -> None:
    """Raise `TooLargeError` for a graph with more nodes than `most_edges` and than `MOST_EDGES`."""
    check_size(nodes, max(most_edges, MOST_EDGES), "node")


def check_size(number: int, most: int, of: str = "edge") -> None:
    """Raise `TooLargeError` for more edges, or nodes, than these."""
    if number > most:
        raise TooLargeError(f"the graph has more than {counted(most, of)}, and is not made")


def named_graph(graphs: Mapping[str, T], name: str) -> T:
    """The entry of a table of graphs. Raise `ArgumentError` if there is none of this name."""
    if name not in graphs:
        raise ArgumentError(f"there is no graph {name!r} of it; there is {', '.join(graphs)}")
    return graphs[name]
