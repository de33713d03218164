"""Graphs as values, and their notations: edge lists, DIMACS and graph6.

An edge list has a line for each edge, the names of its two ends; a line with one name is a vertex without
edges so far. Its comments begin with ``#``, and a trailing ``{}``, as networkx writes it, is ignored.

DIMACS: "Clique and Coloring Problems Graph Format", 1993. graph6: B. McKay, "Description of graph6, sparse6
and digraph6 encodings".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, NamedTuple

from ..base.errors import ArgumentError
from ..base.wording import counted
from .text import Token

RESERVED = frozenset(":=,#{}~|@")
"""Characters that no name contains, because texts use them."""
GRAPH6 = ">>graph6<<"
VERTICES = "vertices:"
"""The first word of a line that lists vertices."""
Lines = Sequence[Sequence[Token]]
_COMMENT = "#"
_DIMACS = ("edge", "edges", "col")
LARGEST_GRAPH = 100_000


def name_fault(name: str) -> str | None:
    """Why a text is not a name of a vertex, an element or a set; None if it is one."""
    if not name or name.split() != [name] or not name.isprintable():
        return "a name has no spaces"
    if wrong := RESERVED.intersection(name):
        return f"a name has no {min(wrong)!r}"
    return f"a name is not {name!r}" if name == "-" or name.startswith(">>") else None


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

    Raise `ValueError` without vertices, for loops, parallel edges, and ends that do not exist.
    """

    vertices: tuple[str, ...]
    edges: tuple[tuple[int, int], ...]
    nodes: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if not self.nodes:
            object.__setattr__(self, "nodes", self.vertices)
        if not self.vertices:
            raise ArgumentError("a graph without vertices")
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
        """The edge list; a first line lists the vertices if the edges alone would give others."""
        met = dict.fromkeys(end for edge in self.edges for end in edge)
        if list(met) != list(range(len(self.vertices))):
            yield " ".join([VERTICES, *self.vertices])
        yield from (f"{self.vertices[a]} {self.vertices[b]}" for a, b in self.edges)


class Read(NamedTuple):
    """A graph in a text, and the values that the text gives to vertices, with their places."""

    graph: Graph
    given: Mapping[int, Token]


def read_graph(lines: Lines, with_values: bool = False) -> Read:
    """The graph in some lines, whose notation is recognised.

    Parameters
    ----------
    lines : sequence of sequences of tokens
        At least one.
    with_values : bool
        Whether lines may give values to vertices: ``a = 2``, or ``n 1 2`` in DIMACS.
    """
    reading = _Reading(with_values)
    first = next((line for line in lines if line[0].text not in ("c", _COMMENT)), lines[0])
    if first[0].text.startswith(">>"):
        reading.graph6(first)
        rest = lines[[*lines].index(first) + 1 :]
        reading.edge_list(rest, extended=False)
    elif first[0].text == "p":
        reading.dimacs(lines)
    else:
        reading.edge_list(lines)
    if not reading.vertices:
        raise first[0].error("a graph with at least one vertex", "no vertex")
    return Read(Graph(tuple(reading.vertices), tuple(reading.edges)), reading.given)


class _Reading:
    """A graph while it is read."""

    def __init__(self, with_values: bool) -> None:
        self._with_values = with_values
        self.vertices: dict[str, int] = {}
        self.edges: dict[tuple[int, int], int] = {}
        self.given: dict[int, Token] = {}

    def vertex(self, token: Token, known: bool = False) -> int:
        if token.text not in self.vertices:
            if known:
                raise token.error("a vertex of the graph")
            if fault := name_fault(token.text):
                raise token.error(f"the name of a vertex ({fault})")
            self.vertices[token.text] = len(self.vertices)
        return self.vertices[token.text]

    def edge(self, one: Token, other: Token, ends: tuple[int, int]) -> None:
        """Add an edge; `ends` are positions."""
        a, b = sorted(ends)
        if a == b:
            raise other.error(f"another end than {one.text!r}, since a loop is no edge")
        if (a, b) in self.edges:
            raise one.error("each edge once", f"the edge of line {self.edges[a, b]} again")
        self.edges[a, b] = one.line

    def value(self, at: int, token: Token) -> None:
        if at in self.given:
            raise token.error("one value for each vertex", "a second one")
        self.given[at] = token

    # Edge lists.

    def edge_list(self, lines: Lines, extended: bool = True) -> None:
        for line in lines:
            tokens = list(line)
            if tokens[0].text.startswith(_COMMENT):
                continue
            words = [token.text for token in tokens]
            if words[1:2] == ["="] and self._with_values:
                if len(tokens) != 3:
                    raise tokens[min(len(tokens) - 1, 3)].error("VERTEX = VALUE", f"{len(tokens)} words")
                self.value(self.vertex(tokens[0]), tokens[2])
            elif not extended:
                raise tokens[0].error("the end of the text after graph6")
            elif words[0] == VERTICES:
                self._list_vertices(tokens[1:])
            else:
                self._line(tokens[:-1] if words[2:] == ["{}"] else tokens)

    def _list_vertices(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            if token.text in self.vertices:
                raise token.error("each vertex once")
            self.vertex(token)

    def _line(self, tokens: Sequence[Token]) -> None:
        if len(tokens) > 2:
            raise tokens[2].error("the end of the line after the two ends of an edge")
        places = [self.vertex(token) for token in tokens]
        if len(places) == 2:
            self.edge(tokens[0], tokens[1], (places[0], places[1]))

    # DIMACS.

    def dimacs(self, lines: Lines) -> None:
        """``p edge N M``, then ``e A B`` for each edge, ``n A VALUE``; both directions are one edge."""
        rest = [line for line in lines if line[0].text != "c"]
        header = rest[0]
        if len(header) != 4 or header[1].text not in _DIMACS:
            raise header[min(1, len(header) - 1)].error("'p edge', the number of vertices and that of edges")
        count = header[2].integer(1, LARGEST_GRAPH, "the number of vertices")
        stated = header[3].integer(0, LARGEST_GRAPH**2, "the number of edges")
        self.vertices = {str(number): number - 1 for number in range(1, count + 1)}
        directed: set[tuple[int, int]] = set()
        for line in rest[1:]:
            word = line[0].text
            if word not in ("e", "n") or len(line) != 3:
                raise line[0].error("'e' and the two ends of an edge", " ".join(one.text for one in line[:4]))
            if word == "n" and self._with_values:
                self.value(line[1].integer(1, count, "a vertex") - 1, line[2])
            elif word == "e":
                a, b = (token.integer(1, count, "a vertex") - 1 for token in line[1:])
                # Some published files have each edge in both directions.
                if (b, a) not in directed or (a, b) in directed:
                    self.edge(line[1], line[2], (a, b))
                directed.add((a, b))
        if stated not in (len(directed), len(self.edges)):
            raise header[3].error(f"{counted(len(self.edges), 'edge')}, as there are below")

    # graph6.

    def graph6(self, line: Sequence[Token]) -> None:
        token = line[0]
        if not token.text.startswith(GRAPH6):
            raise token.error(f"{GRAPH6!r}; sparse6 and digraph6 are not read")
        if len(line) > 1:
            raise line[1].error("the end of the line after graph6")
        digits = token.part(len(GRAPH6))
        codes = [ord(character) - 63 for character in digits.text]
        for at, code in enumerate(codes):
            if not 0 <= code < 64:
                raise digits.part(at, at + 1).error("a character of graph6, '?' to '~'")
        long = codes[:1] == [63]
        head = codes[1:4] if long else codes[:1]
        if not head or len(head) != (3 if long else 1) or head[0] == 63:
            raise digits.error("the number of vertices of graph6, up to 258047")
        count = sum(code << 6 * at for at, code in enumerate(reversed(head)))
        bits = [code >> shift & 1 for code in codes[len(head) + long :] for shift in range(5, -1, -1)]
        needed = (count * (count - 1) // 2 + 5) // 6
        if needed * 6 != len(bits):
            raise digits.error(f"{needed} characters of edges for {count} vertices")
        pairs = ((a, b) for b in range(1, count) for a in range(b))
        self.vertices = {str(number): number - 1 for number in range(1, count + 1)}
        self.edges = {pair: token.line for pair, bit in zip(pairs, bits, strict=False) if bit}
