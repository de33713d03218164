"""A graph while it is read: its vertices and edges so far, and errors with the place of a word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..graph import Graph, is_plain, name_fault
from ..text import Token

Lines = Sequence[Sequence[Token]]
LARGEST = 100_000
"""The most vertices that a number in a text may announce."""


class Read(NamedTuple):
    """A graph in a text, and the values that the text gives to vertices, with their places."""

    graph: Graph
    given: Mapping[int, Token]


class Reading:
    """Vertices and edges are added as they are met; `count` vertices are numbered from `first`.

    `is_open`: whether edges may have vertices that are not listed.
    """

    def __init__(self, count: int = 0, first: int = 1, is_open: bool = False) -> None:
        self.vertices = {str(first + at): at for at in range(count)}
        self.edges: dict[tuple[int, int], int] = {}
        self.directed: set[tuple[int, int]] = set()
        """The ends of edges that were stated by `either_way`, in their order."""
        self.given: dict[int, Token] = {}
        self.is_open = is_open
        self._first, self._numbered = first, count

    def number(self, token: Token) -> int:
        """The position of a numbered vertex."""
        last = self._first + self._numbered - 1
        return token.integer(self._first, last, "a vertex") - self._first

    def vertex(self, token: Token) -> int:
        """The position of a named vertex."""
        if token.text not in self.vertices:
            if not self.is_open:
                raise token.error("a vertex of the graph")
            if not is_plain(token.text):
                raise token.error(f"the name of a vertex ({_fault(token.text)})")
            self.vertices[token.text] = len(self.vertices)
        return self.vertices[token.text]

    def listed(self, token: Token) -> None:
        """Add a vertex of a list, which may have any name."""
        if fault := name_fault(token.text):
            raise token.error(f"the name of a vertex ({fault})")
        if token.text in self.vertices:
            raise token.error("each vertex once")
        self.vertices[token.text] = len(self.vertices)

    def edge(self, one: Token, other: Token, ends: tuple[int, int]) -> None:
        """Add an edge; `ends` are positions."""
        a, b = sorted(ends)
        if a == b:
            raise other.error(f"another end than {one.text!r}, since a loop is no edge")
        if (a, b) in self.edges:
            raise one.error("each edge once", f"the edge of line {self.edges[a, b]} again")
        self.edges[a, b] = one.line

    def either_way(self, one: Token, other: Token, ends: tuple[int, int]) -> None:
        """Add an edge of a file that may have each in both directions, as some published ones do."""
        if ends[::-1] not in self.directed or ends in self.directed:
            self.edge(one, other, ends)
        self.directed.add(ends)

    def row(self, line: Sequence[Token], has_weight: bool = False) -> None:
        """Add an edge in a line with the names of its two ends, and perhaps a weight, which must be 1."""
        places = [self.vertex(token) for token in line[:2]]
        if len(line) == 1:
            raise line[0].error("the two ends of an edge; 'vertices:' lists vertices without edges")
        for token in line[2:]:
            if not has_weight:
                raise token.error("the end of the line after the two ends of an edge")
            unweighted(token)
        self.edge(line[0], line[1], (places[0], places[1]))

    def arcs(self, arcs: Iterable[tuple[Token, int, int]], once: bool = False) -> None:
        """Add edges that are stated from both ends, or, if `once`, all of them from the first end."""
        places: dict[tuple[int, int], Token] = {}
        for token, a, b in arcs:
            if a == b:
                raise token.error("another vertex, since a loop is no edge")
            if (a, b) in places:
                raise token.error("each edge once from each of its ends")
            places[a, b] = token
        if not (once and all(a < b for a, b in places)):
            for (a, b), token in places.items():
                if (b, a) not in places:
                    raise token.error(
                        "each edge from both of its ends", "one direction: directed graphs are not read"
                    )
        self.edges |= {(min(place), max(place)): token.line for place, token in places.items()}

    def value(self, at: int, token: Token) -> None:
        if at in self.given:
            raise token.error("one value for each vertex", "a second one")
        self.given[at] = token

    def is_like(self, other: Reading) -> bool:
        """Whether both are the same graph, whatever the order or whatever the names of its vertices."""
        is_same = len(self.vertices) == len(other.vertices) and self.edges.keys() == other.edges.keys()
        return is_same or self._named() == other._named()

    def _named(self) -> tuple[set[str], set[frozenset[str]]]:
        names = [*self.vertices]
        return {*names}, {frozenset((names[a], names[b])) for a, b in self.edges}

    def graph(self) -> Graph:
        return Graph(tuple(self.vertices), tuple(self.edges))


def _fault(name: str) -> str:
    if ">" in name:
        return "directed graphs are not read"
    return name_fault(name) or "it has letters, digits, '_', '.' and ':', or is listed after 'vertices:'"


def is_number(token: Token) -> bool:
    """Whether a word may be a weight."""
    try:
        float(token.text)
    except ValueError:
        return False
    return True


def unweighted(token: Token) -> None:
    """Raise `ParseError` for a weight other than 1."""
    if not is_number(token) or float(token.text) != 1:
        raise token.error("no weights, or weights of 1 only")
