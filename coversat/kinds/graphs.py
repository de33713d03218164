"""Problems of graphs: colouring, independent sets, cliques, covers, domination, subgraphs.

Karp, "Reducibility among combinatorial problems", 1972; Garey and Johnson, "Computers and Intractability",
1979.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import ne
from typing import Any, ClassVar, Self

from ..primitives import AllDifferent, Binary, Count, equals
from ..primitives.models import Rule
from ..problems.elements import NOTHING, ElementProblem, Lines, Values, answer_end, answer_tokens, listed
from ..problems.graph import Graph
from ..problems.graph_texts import READ, attributes, read_graph, remarks
from ..problems.text import Token

PATTERN, HOST = "pattern:", "host:"
"""The lines before the two graphs of a subgraph isomorphism."""
MOST_COLOURS = 10_000


@dataclass(frozen=True)
class GraphProblem(ElementProblem):
    """A problem of one graph, which may also be a graph of networkx; the elements are its vertices."""

    graph: Graph

    place_words: ClassVar[str] = "vertices"
    body_words: ClassVar[str] = f"a graph: {READ}"
    remarks = staticmethod(remarks)
    also_unread = staticmethod(attributes)
    edges_are_givens: ClassVar[bool] = False
    """Whether fewer edges never exclude an answer."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "graph", Graph.of(self.graph))
        super().__post_init__()

    @property
    def names(self) -> tuple[str, ...]:
        return self.graph.vertices

    @property
    def keys(self) -> tuple[Any, ...]:
        return self.graph.nodes

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        return cls(read_graph(lines).graph, **dict[str, Any](head))

    def body(self) -> Iterable[str]:
        return self.graph.lines()

    def edge_words(self, edge: tuple[int, int]) -> str:
        return f"edge {self.graph.edge_name(edge)}"

    def edge_rules(self, numbers: Collection[int]) -> Iterator[Rule]:
        """How many ends of each edge may be chosen."""
        for at, edge in enumerate(self.graph.edges):
            given = at if self.edges_are_givens else None
            yield Rule(self.edge_words(edge), Count(self.at(*edge), (1,), numbers), given)

    # Givens

    def given_names(self) -> tuple[str, ...]:
        return tuple(map(self.edge_words, self.graph.edges)) if self.edges_are_givens else ()

    def given_cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        edges = self.graph.edges if self.edges_are_givens else ()
        return tuple(((0, a), (0, b)) for a, b in edges)

    def with_givens(self, keep: Collection[int]) -> Self:
        if not self.edges_are_givens:
            return self
        edges = tuple(edge for at, edge in enumerate(self.graph.edges) if at in keep)
        return replace(self, graph=Graph(self.graph.vertices, edges))


@dataclass(frozen=True)
class BoundedGraphProblem(GraphProblem):
    """A problem of a graph and a number of vertices."""

    k: int

    heading: ClassVar[tuple[str, ...]] = ("k",)

    def pairs_wrong(self, values: Sequence[int], words: str, joined: bool) -> Iterator[str]:
        """Each two chosen vertices that are joined, or are not."""
        chosen = self.chosen(values)
        for number, a in enumerate(chosen):
            for b in chosen[number + 1 :]:
                if (b in self.graph.neighbours[a]) == joined:
                    yield f"{self.names[a]} and {self.names[b]} are {words}"


class IndependentSet(BoundedGraphProblem):
    """At least k vertices without an edge between two of them."""

    edges_are_givens = True

    def model(self) -> Iterator[Rule]:
        yield from self.edge_rules((0, 1))
        yield from self.number_rule(self.k, least=True)

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        yield from self.pairs_wrong(values, "joined by an edge", joined=True)
        yield from self.number_wrong(values, self.k, least=True)


class Clique(BoundedGraphProblem):
    """At least k vertices with an edge between each two of them."""

    def model(self) -> Iterator[Rule]:
        for a, b in self.graph.missing():
            words = f"no edge between {self.names[a]} and {self.names[b]}"
            yield Rule(words, Count(self.at(a, b), (1,), (0, 1)))
        yield from self.number_rule(self.k, least=True)

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        yield from self.pairs_wrong(values, "not joined by an edge", joined=False)
        yield from self.number_wrong(values, self.k, least=True)


class VertexCover(BoundedGraphProblem):
    """At most k vertices that meet every edge."""

    edges_are_givens = True

    def model(self) -> Iterator[Rule]:
        yield from self.edge_rules((1, 2))
        yield from self.number_rule(self.k, least=False)

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        for a, b in self.graph.edges:
            if not values[a] and not values[b]:
                yield f"no end of {self.edge_words((a, b))} is chosen"
        yield from self.number_wrong(values, self.k, least=False)


class DominatingSet(BoundedGraphProblem):
    """At most k vertices such that each other vertex has a chosen neighbour."""

    def model(self) -> Iterator[Rule]:
        for at, name in enumerate(self.names):
            near = self.at(at, *self.graph.neighbours[at])
            yield Rule(f"{name} or a neighbour", Count(near, (1,), range(1, len(near) + 1)))
        yield from self.number_rule(self.k, least=False)

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        for at, near in enumerate(self.graph.neighbours):
            if not values[at] and not any(values[other] for other in near):
                yield f"neither {self.names[at]} nor a neighbour is chosen"
        yield from self.number_wrong(values, self.k, least=False)


class ValuedProblem(ElementProblem):
    """A problem whose values have names: an answer is written ``a=1 b=2``."""

    def value_name(self, value: int) -> str:
        return str(value)

    def read_value(self, token: Token) -> int:
        raise NotImplementedError

    def render(self, answer: Values | None = None) -> str:
        if answer is None:
            return super().render()
        held = zip(self.names, map(self.value_name, answer), strict=True)
        return " ".join(f"{name}={value}" for name, value in held) or NOTHING

    def parse_answer(self, text: str) -> Values:
        """For each element ``NAME=VALUE``, in any order."""
        held: dict[int, int] = {}
        tokens = answer_tokens(text)
        for token in tokens:
            name, equal, _ = token.text.partition("=")
            at = self._position(token.part(0, len(name)))
            if not equal:
                raise token.error("NAME=VALUE")
            if at in held:
                raise token.error("each name once")
            held[at] = self.read_value(token.part(len(name) + 1))
        if missing := [name for at, name in enumerate(self.names) if at not in held]:
            raise answer_end(tokens).error(f"a value of {listed(missing)}", "the end of the answer")
        return tuple(held[at] for at in range(len(self.names)))


@dataclass(frozen=True)
class Colouring(ValuedProblem, GraphProblem):
    """A colour from 1 to k for each vertex, different at the ends of an edge; some vertices are precoloured.

    `given` has the colours of precoloured vertices, by name or as pairs of a position and a colour.
    """

    k: int
    given: Any = ()

    kind: ClassVar[str] = "colouring"
    heading: ClassVar[tuple[str, ...]] = ("k",)
    body_words: ClassVar[str] = f"{GraphProblem.body_words}; 'a = 2' precolours a vertex"
    edges_are_givens: ClassVar[bool] = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "graph", Graph.of(self.graph))
        if isinstance(self.given, Mapping):
            place = {name: at for names in (self.names, self.keys) for at, name in enumerate(names)}
            by_place = []
            for name, colour in self.given.items():
                if (at := place.get(name, place.get(str(name)))) is None:
                    raise ValueError(f"there is no vertex {name!r} to be precoloured")
                by_place.append((at, colour))
            object.__setattr__(self, "given", tuple(by_place))
        object.__setattr__(self, "given", tuple(sorted(self.given)))
        if self.k > MOST_COLOURS:
            raise ValueError(f"{self.k} colours; at most {MOST_COLOURS} are taken")
        for at, colour in self.given:
            if not 0 <= at < len(self.names) or not 1 <= colour <= self.k:
                raise ValueError(f"the vertex {at + 1} is precoloured {colour}")
        if len(dict(self.given)) < len(self.given):
            raise ValueError("a vertex is precoloured twice")
        super().__post_init__()

    def domain(self, at: int) -> Sequence[int]:
        return range(1, self.k + 1)

    def model(self) -> Iterator[Rule]:
        for number, (at, colour) in enumerate(self.given):
            (vertex,) = self.at(at)
            yield Rule(f"{self.names[at]} is {colour}", equals(vertex, colour), number)
        for number, (a, b) in enumerate(self.graph.edges, len(self.given)):
            one, other = self.at(a, b)
            yield Rule(self.edge_words((a, b)), Binary(((one, other),), ne), number)

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        for at, colour in self.given:
            if values[at] != colour:
                yield f"{self.names[at]} has colour {values[at]}, and is precoloured {colour}"
        for a, b in self.graph.edges:
            if values[a] == values[b]:
                yield f"{self.names[a]} and {self.names[b]} are joined, and have one colour"

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        found = read_graph(lines, with_values=True)
        colours = range(1, head["k"] + 1)
        if not colours and found.given:
            raise next(iter(found.given.values())).error("no precoloured vertex, since there are no colours")
        given = {at: token.integer(1, head["k"], "a colour") for at, token in found.given.items()}
        return cls(found.graph, head["k"], tuple(given.items()))

    def body(self) -> Iterable[str]:
        yield from self.graph.lines()
        yield from (f"{self.names[at]} = {colour}" for at, colour in self.given)

    def read_value(self, token: Token) -> int:
        return token.integer(1, max(self.k, 1), "a colour")

    def given_names(self) -> tuple[str, ...]:
        precoloured = (f"{self.names[at]} = {colour}" for at, colour in self.given)
        return (*precoloured, *super().given_names())

    def given_cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return (*(((0, at),) for at, _ in self.given), *super().given_cells())

    def with_givens(self, keep: Collection[int]) -> Self:
        given = tuple(one for at, one in enumerate(self.given) if at in keep)
        fewer = super().with_givens([at - len(self.given) for at in keep])
        return replace(fewer, given=given)


@dataclass(frozen=True)
class Subgraph(ValuedProblem):
    """For each vertex of a pattern another vertex of a graph, so that edges of the pattern become edges.

    The graph may have further edges between these vertices.
    """

    pattern: Graph
    host: Graph

    kind: ClassVar[str] = "subgraph"
    remarks = staticmethod(remarks)
    also_unread = staticmethod(attributes)
    place_words: ClassVar[str] = "vertices"
    body_words: ClassVar[str] = f"'{PATTERN}' and a graph, '{HOST}' and a graph"

    def __post_init__(self) -> None:
        object.__setattr__(self, "pattern", Graph.of(self.pattern))
        object.__setattr__(self, "host", Graph.of(self.host))
        super().__post_init__()

    @property
    def names(self) -> tuple[str, ...]:
        return self.pattern.vertices

    def domain(self, at: int) -> Sequence[int]:
        return range(1, len(self.host.vertices) + 1)

    def model(self) -> Iterator[Rule]:
        yield Rule("different vertices", AllDifferent(self.variables))
        for number, (a, b) in enumerate(self.pattern.edges):
            one, other = self.at(a, b)
            words = f"edge {self.pattern.edge_name((a, b))}"
            yield Rule(words, Binary(((one, other),), self._joined), number)

    def _joined(self, a: int, b: int) -> bool:
        return self.host.has(a - 1, b - 1)

    def wrong(self, values: Sequence[int]) -> Iterator[str]:
        for value, times in Counter(values).items():
            if times > 1:
                yield f"{self.value_name(value)} is taken {times} times"
        for a, b in self.pattern.edges:
            if values[b] - 1 not in self.host.neighbours[values[a] - 1]:
                ends = f"{self.value_name(values[a])} and {self.value_name(values[b])}"
                yield f"{ends} are not joined, and {self.names[a]} and {self.names[b]} are"

    @classmethod
    def read_body(cls, lines: Lines, head: Mapping[str, int]) -> Self:
        heads = [at for at, line in enumerate(lines) if line[0].text in (PATTERN, HOST)]
        if not heads or heads[0] or lines[0][0].text != PATTERN:
            raise lines[0][0].error(f"'{PATTERN}'")
        if len(heads) != 2 or lines[heads[-1]][0].text != HOST:
            raise lines[heads[-1]][0].error(f"'{PATTERN}' once and then '{HOST}' once")
        graphs = []
        for first, end in ((1, heads[1]), (heads[1] + 1, len(lines))):
            if len(lines[first - 1]) > 1:
                raise lines[first - 1][1].error("the end of the line")
            if first == end:
                raise lines[first - 1][0].error("a graph below")
            graphs.append(read_graph(lines[first:end]).graph)
        return cls(*graphs)

    def body(self) -> Iterable[str]:
        return (PATTERN, *self.pattern.lines(), HOST, *self.host.lines())

    def value_name(self, value: int) -> str:
        known = 1 <= value <= len(self.host.vertices)
        return self.host.vertices[value - 1] if known else str(value)

    def read_value(self, token: Token) -> int:
        if token.text not in self.host.vertices:
            raise token.error(f"one of {listed(self.host.vertices)}")
        return self.host.vertices.index(token.text) + 1

    def given_names(self) -> tuple[str, ...]:
        return tuple(f"edge {self.pattern.edge_name(edge)}" for edge in self.pattern.edges)

    def given_cells(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        return tuple(((0, a), (0, b)) for a, b in self.pattern.edges)

    def with_givens(self, keep: Collection[int]) -> Self:
        edges = tuple(edge for at, edge in enumerate(self.pattern.edges) if at in keep)
        return replace(self, pattern=Graph(self.pattern.vertices, edges))
