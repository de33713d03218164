"""Exact covers as rows, matrices and graphs, and back; numpy, scipy and networkx are imported when used."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...base.errors import ReductionError
from ...base.wording import different
from ..networks import MOST_EDGES, Graph, check_nodes, check_size

ExactCover = Any
"""A `rules.ExactCover`, whose methods these functions are."""


def options_of(rows: Mapping[Any, Iterable[Any]] | Iterable[Iterable[Any]]) -> dict[str, tuple[str, ...]]:
    """The items of each option by its name; that of a row without one is made of its items.

    Raise `ReductionError` for a row that is no sequence of items, and a tuple with another item's name.
    """
    named = rows.items() if isinstance(rows, Mapping) else ((None, row) for row in rows)
    found: list[tuple[str, tuple[str, ...]]] = []
    known: dict[str, Any] = {}
    for name, row in named:
        if isinstance(row, (str, bytes)) or not isinstance(row, Iterable):
            raise ReductionError(f"a row is a sequence of items, not {row!r}")
        row = tuple(row)
        items = tuple(map(item_name, row))
        for item, one in zip(row, items, strict=True):
            if known.setdefault(one, item) != item and tuple in (type(item), type(known[one])):
                raise ReductionError(f"the items {known[one]!r} and {item!r} would both be named {one!r}")
        found.append((" ".join(items) if name is None else str(name), items))
    names = different(name for name, _ in found)
    return dict(zip(names, (items for _, items in found), strict=True))


def item_name(item: Any) -> str:
    """The name of an item: its text; that of a tuple has no blanks: ``(rc,(0,1))`` for ``("rc", (0, 1))``."""
    return f"({','.join(map(item_name, item))})" if isinstance(item, tuple) else str(item)


def matrix_of(cover: ExactCover, sparse: bool = False) -> Any:
    """The options as rows of 0 and 1; see `ExactCover.matrix`."""
    if any(cover.table.colours):
        raise ReductionError("a matrix of 0 and 1 has no colours, and options of this cover have")
    import numpy

    rows = [at for at, items in enumerate(cover.table.options) for _ in items]
    columns = [item for items in cover.table.options for item in items]
    shape = len(cover.table.options), cover.table.item_count
    if sparse:
        from scipy.sparse import csr_array

        return csr_array((numpy.ones(len(rows), dtype=numpy.int8), (rows, columns)), shape=shape)
    found = numpy.zeros(shape, dtype=numpy.int8)
    found[rows, columns] = 1
    return found


def rows_of_matrix(matrix: Any) -> tuple[list[list[int]], int]:
    """For each row of a matrix the columns with 1, and the number of columns.

    Raise `ReductionError` for a matrix that has other numbers, or not two dimensions.
    """
    if hasattr(matrix, "tocoo"):
        return _rows_of_sparse(matrix.tocoo())
    lines = [list(row) if isinstance(row, Iterable) else None for row in matrix]
    widths = {len(line) for line in lines if line is not None}
    if None in lines or len(widths) > 1:
        raise ReductionError("a matrix has rows of one length")
    rows = []
    for number, line in enumerate(lines, 1):
        for value in line or ():
            if value not in (0, 1):
                raise ReductionError(f"row {number} has {value!r}; a matrix of a cover has 0 and 1")
        rows.append([at for at, value in enumerate(line or ()) if value])
    return rows, widths.pop() if widths else 0


def _rows_of_sparse(matrix: Any) -> tuple[list[list[int]], int]:
    height, width = matrix.shape
    found: list[set[int]] = [set() for _ in range(height)]
    for row, column, value in zip(
        matrix.row.tolist(), matrix.col.tolist(), matrix.data.tolist(), strict=True
    ):
        if value not in (0, 1):
            raise ReductionError(f"row {row + 1} has {value!r}; a matrix of a cover has 0 and 1")
        if value:
            found[row].add(column)
    return [sorted(one) for one in found], width


def items_graph(cover: ExactCover, most_edges: int = MOST_EDGES) -> Graph:
    """Items by name and options by position; an edge joins an option to each item that it covers.

    Nodes have the attribute ``bipartite``, 0 for items and 1 for options; items have ``primary``, options
    ``name``, and edges to items with colours ``colour``. Raise `TooLargeError` for too large a graph.
    """
    import networkx

    check_nodes(cover.table.item_count + len(cover.table.options), most_edges)
    check_size(cover.sizes()["entries"], most_edges)
    graph = networkx.Graph()
    graph.add_nodes_from(cover.primary, bipartite=0, primary=True)
    graph.add_nodes_from(cover.secondary, bipartite=0, primary=False)
    for at, option in enumerate(cover.options):
        _add_option(graph, at, option)
    return graph


def _add_option(graph: Graph, at: int, option: Any) -> None:
    graph.add_node(at, bipartite=1, name=option.name)
    graph.add_edges_from((item, at) for item in option.items)
    for item, colour in option.colours:
        graph.add_edge(item, at, colour=colour)


GRAPHS = {"items": items_graph}
