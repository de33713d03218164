"""Problems of paths in graphs: Hamiltonian cycles and paths.

Karp, "Reducibility among combinatorial problems", 1972.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from ..primitives import Circuit, Connected, Count, Variable
from ..primitives.models import BINARY, CONNECTED, MODULO, PARITY, Rule
from ..problems.elements import NOTHING, Values, answer_tokens, listed
from ..problems.graph_texts import is_hcp
from ..problems.problem import Form
from .graphs import GraphProblem


class PathProblem(GraphProblem):
    """A problem whose elements are the edges of a graph: those of a path or cycle are chosen.

    An answer is written as its vertices in order; one that is not a path or cycle, as its edges.
    """

    place_words: ClassVar[str] = "edges"
    encoding_names: ClassVar[tuple[str, ...]] = CONNECTED
    closed: ClassVar[bool]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(map(self.graph.edge_name, self.graph.edges))

    @property
    def keys(self) -> tuple[Any, ...]:
        nodes = self.graph.nodes
        return tuple((nodes[a], nodes[b]) for a, b in self.graph.edges)

    def variable(self, at: int) -> Variable:
        a, b = self.graph.edges[at]
        return (0, a), (0, b)

    @cached_property
    def at_vertex(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.graph.vertices]
        for at, edge in enumerate(self.graph.edges):
            for end in edge:
                found[end].append(at)
        return tuple(map(tuple, found))

    def walk(self, values: Sequence[int]) -> list[int] | None:
        """The vertices in order; None if the chosen edges are not one path, or one cycle."""
        beside: dict[int, list[int]] = {}
        for at in self.chosen(values):
            for one, other in (self.graph.edges[at], self.graph.edges[at][::-1]):
                beside.setdefault(one, []).append(other)
        if not beside:
            return [0] if len(self.graph.vertices) == 1 and not self.closed else []
        ends = [one for one, near in beside.items() if len(near) == 1]
        if len(ends) != (0 if self.closed else 2):
            return None
        path = [min(ends or beside)]
        while near := [one for one in beside[path[-1]] if one not in path[-2:]][:1]:
            if near[0] in path:
                break
            path += near
        edges = len(path) - (not self.closed)
        return path if edges == len(self.chosen(values)) and len(path) == len(beside) else None

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        what = "cycle" if self.closed else "path"
        path = self.walk(values)
        if path is None or (not path and (self.closed or not self.graph.vertices)):
            yield f"the chosen edges are not one {what}"
        elif missed := sorted({*range(len(self.graph.vertices))} - {*path}):
            yield f"the {what} does not pass {listed([self.graph.vertices[at] for at in missed])}"

    def render(self, answer: Values | None = None) -> str:
        path = None if answer is None else self.walk(answer)
        if path is None:
            return super().render(answer)
        return " ".join(self.graph.vertices[at] for at in path) or NOTHING

    def parse_answer(self, text: str) -> Values:
        """The vertices in order, or the chosen edges as ``a~b``."""
        tokens = answer_tokens(text)
        if not tokens or any(token.text in self._positions for token in tokens):
            return super().parse_answer(text)
        place = {name: at for at, name in enumerate(self.graph.vertices)}
        for token in tokens:
            if token.text not in place:
                raise token.error(f"one of {listed(self.graph.vertices)}")
        number = {edge: at for at, edge in enumerate(self.graph.edges)}
        after = [*tokens[1:], *(tokens[:1] if self.closed and len(tokens) > 1 else ())]
        chosen = set()
        for one, other in zip(tokens, after, strict=False):
            a, b = sorted((place[one.text], place[other.text]))
            if (a, b) not in number:
                raise other.error(f"a neighbour of {one.text}")
            if number[a, b] in chosen:
                raise other.error("each edge once", f"the edge {one.text} {other.text} again")
            chosen.add(number[a, b])
        return tuple(int(at in chosen) for at in range(len(self.names)))

    def fact_words(self, place: str, value: int, holds: bool) -> str:
        return (
            f"{place} is {'' if bool(value) == holds else 'not '}in the {'cycle' if self.closed else 'path'}"
        )

    def cell_name(self, row: int, column: int) -> str:
        return self.graph.vertices[column]


class HamiltonianCycle(PathProblem):
    """A cycle through all vertices of a graph."""

    closed = True
    encoding_names = (*CONNECTED, PARITY, MODULO, BINARY)

    def model(self) -> Iterator[Rule]:
        points = tuple((0, at) for at in range(len(self.graph.vertices)))
        yield Rule("one cycle through all vertices", Circuit(self.variables, points))


TSPLIB: Form[HamiltonianCycle, Values] = Form(
    name="tsplib",
    about="a file .hcp of TSPLIB, without a line above it",
    recognises=is_hcp,
    read=HamiltonianCycle.forms[0].read,
    beside=HamiltonianCycle.forms[0].beside,
)


class HamiltonianPath(PathProblem):
    """A path through all vertices of a graph."""

    closed = False

    def model(self) -> Iterator[Rule]:
        if len(self.graph.vertices) == 1:
            return
        for name, edges in zip(self.graph.vertices, self.at_vertex, strict=True):
            here = tuple(self.variable(at) for at in edges)
            yield Rule(f"{name} is passed", Count(here, (1,), (1, 2)))
        yield Rule(
            "one edge fewer than vertices", Count(self.variables, (1,), (len(self.graph.vertices) - 1,))
        )
        links = {
            (self.variable(a), self.variable(b)): None
            for edges in self.at_vertex
            for number, a in enumerate(edges)
            for b in edges[number + 1 :]
        }
        yield Rule("one path", Connected(self.variables, (1,), tuple(links)))
