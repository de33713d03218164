"""Graphs as values, and the names of vertices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any

from ..base.errors import ArgumentError

RESERVED = frozenset("=,#{}~|@")
"""Characters that no name contains, because texts use them."""
VERTICES = "vertices:"
"""The first word of a line that lists vertices."""
COMMENTS = "#", "%", "//"
"""How comments begin."""
_PLAIN = re.compile(r"[\w.](?:[\w.:]*[\w.])?")


def name_fault(name: str) -> str | None:
    """Why a text is not a name of a vertex, an element or a set; None if it is one."""
    if not name or name.split() != [name] or not name.isprintable():
        return "a name has no spaces"
    if wrong := RESERVED.intersection(name):
        return f"a name has no {min(wrong)!r}"
    if name.startswith(":") or name.endswith(":"):
        return "a name has ':' only inside"
    return f"a name is not {name!r}" if name == "-" or name.startswith((">>", *COMMENTS)) else None


def is_plain(name: str) -> bool:
    """Whether texts may use a name that is not listed: of letters, digits, ``_``, ``.`` and ``:``."""
    return _PLAIN.fullmatch(name) is not None


def may_be_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row of an edge list or a list of sets may state sizes, or the names of columns."""
    first, *others = rows
    if all(map(str.isdecimal, first)):
        return len(first) == 2 and not {*map(int, first)}.isdisjoint((len(others), 2 * len(others)))
    names = [name for row in others for name in row]
    if {*first} & {*names}:
        return False
    return tuple(map(str.lower, first[:2])) in _COLUMNS or (
        bool(names) and all(map(str.isdecimal, names)) and not any(map(str.isdecimal, first))
    )


def strange_word(rows: Sequence[Sequence[str]]) -> str:
    """A word that may be no name in an edge list or a list of sets; else empty.

    That is the one word of letters among numbers, or the one number among words, as in ``n 3``; or a word
    that only begins one row and may say what this is, such as ``start`` or ``universe:``.
    """
    times = Counter(word for row in rows for word in row)
    numbers = [word for word in times if word.isdecimal()]
    words = [word for word in times if not word.isdecimal()]
    if len(words) == 1 == times[words[0]] and len(words[0]) > 2 and words[0].isalpha():
        return words[0]
    if len(numbers) == 1 == times[numbers[0]] and len(words) > 1:
        return numbers[0]
    first = (row[0] for row in rows if row)
    stating = (word for word in first if times[word] == 1 and word.removesuffix(":").lower() in _STATING)
    return next(stating, "")


_STATING = frozenset(
    """
    author begin bound budget colour color comment cost costs directed edge edges element elements end fix
    fixed forbidden from graph id item items limit name node nodes note optional primary required secondary
    sets sink source start target terminal title to type undirected universe vertex vertices weight weights
    with without
    """.split()
)
"""Words before names or numbers, as people write them into files of edges and sets."""


_COLUMNS = {
    (one.format(*ends), other.format(*ends))
    for ends in (("source", "target"), ("from", "to"), ("src", "dst"), ("tail", "head"), ("start", "end"))
    for one, other in (("{0}", "{1}"), ("{0}id", "{1}id"), ("{0}_id", "{1}_id"), ("{0}nodeid", "{1}nodeid"))
} | {(f"{word}1", f"{word}2") for word in ("node", "vertex", "node_", "id", "end")}
"""Names of columns in files of edges."""


def check_names(names: Sequence[str], what: str) -> None:
    """Raise `ValueError` unless these are different names."""
    for name in names:
        if fault := name_fault(name):
            raise ArgumentError(f"the {what} {name!r}: {fault}")
    if len(set(names)) < len(names):
        raise ArgumentError(f"the {what} {next(one for one in names if names.count(one) > 1)!r} occurs twice")


@dataclass(frozen=True)
class Graph:
    """A graph: the names of its vertices, and its edges as pairs of positions.

    `nodes` are the vertices as they were given, such as the nodes of a graph of networkx; by default names.

    Raise `ValueError` for loops, parallel edges, and ends that do not exist.  No text states one
    without vertices.
    """

    vertices: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    nodes: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.nodes:
            object.__setattr__(self, "nodes", self.vertices)
        check_names(self.vertices, "vertex")
        edges = sorted((min(edge), max(edge)) for edge in self.edges)
        for a, b in edges:
            if not 0 <= a <= b < len(self.vertices):
                raise ArgumentError(f"the edge {a, b} has an end that does not exist")
            if a == b:
                raise ArgumentError(f"the edge from {self.vertices[a]} to itself is a loop")
        if len(set(edges)) < len(edges):
            a, b = next(edge for edge in edges if edges.count(edge) > 1)
            raise ArgumentError(f"the edge {self.vertices[a]} {self.vertices[b]} occurs twice")
        object.__setattr__(self, "edges", tuple(edges))

    @classmethod
    def numbered(cls, count: int, edges: Iterable[tuple[int, int]]) -> Graph:
        """A graph with the vertices 1 to `count`; the ends of edges are positions from 0."""
        return cls(tuple(map(str, range(1, count + 1))), tuple(edges))

    @classmethod
    def of(cls, graph: Any) -> Graph:
        """The same graph as a value: a `Graph`, or a graph of networkx, whose nodes give the names.

        The vertices have the order of ``graph.nodes``; they are numbered if the texts of these are not names,
        such as ``(0, 1)``. Raise `ValueError` for a directed graph and for one
        with parallel edges.
        """
        if isinstance(graph, cls):
            return graph
        if not all(hasattr(graph, name) for name in ("nodes", "edges", "is_directed", "is_multigraph")):
            raise ArgumentError(f"{type(graph).__name__} is neither a Graph nor a graph of networkx")
        if graph.is_directed() or graph.is_multigraph():
            raise ArgumentError("the graph is directed, or has parallel edges")
        place = {node: at for at, node in enumerate(graph.nodes)}
        names = tuple(map(str, place))
        if any(map(name_fault, names)) or len(set(names)) < len(names):
            names = tuple(str(at + 1) for at in range(len(place)))
        return cls(names, tuple((place[a], place[b]) for a, b in graph.edges), tuple(place))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each vertex, in increasing order."""
        found: list[list[int]] = [[] for _ in self.vertices]
        for a, b in self.edges:
            found[a].append(b)
            found[b].append(a)
        return tuple(tuple(sorted(those)) for those in found)

    def has(self, a: int, b: int) -> bool:
        """Whether there is this edge."""
        return (min(a, b), max(a, b)) in self._edges

    @cached_property
    def _edges(self) -> frozenset[tuple[int, int]]:
        return frozenset(self.edges)

    def missing(self) -> list[tuple[int, int]]:
        """The pairs of vertices without an edge."""
        return [pair for pair in combinations(range(len(self.vertices)), 2) if pair not in self._edges]

    def edge_name(self, edge: tuple[int, int]) -> str:
        a, b = edge
        return f"{self.vertices[a]}~{self.vertices[b]}"

    def lines(self) -> Iterator[str]:
        """The edge list; a first line lists the vertices if the edges alone could be read otherwise."""
        rows = [(self.vertices[a], self.vertices[b]) for a, b in self.edges]
        met = dict.fromkeys(name for row in rows for name in row)
        if (
            (*met,) != self.vertices
            or may_be_header(rows)
            or strange_word(rows)
            or not all(map(is_plain, met))
        ):
            yield " ".join([VERTICES, *self.vertices])
        yield from map(" ".join, rows)
