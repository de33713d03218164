"""The structure of a reduced instance: sizes, and metrics of its graph.

The *primal graph* of a formula has a node for each variable and an edge between two that share a clause.  A
cover's graph has a node for each item and each option and an edge between an option and each item it
covers.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ..base.notebook import html_table
from ..base.wording import counted
from ..problems import AnyProblem
from ..problems.cnf.rules import Cnf
from ..problems.exact_cover.rules import ExactCover
from ..problems.networks import MOST_EDGES, Graph, TooLargeError

SEED = 0


@dataclass(frozen=True)
class TreewidthBound:
    """An upper bound; if not `finished` in time, the rest of the graph was counted as one clique."""

    bound: int
    finished: bool


@dataclass(frozen=True)
class GraphMetrics:
    """Metrics of a graph.

    * degrees (five integers): the smallest, the quartiles and the largest; quartiles are degrees that occur.
    * components: the nodes of each connected component, the largest first.
    * core: the largest k such that some of the nodes have k neighbours each among themselves.  The treewidth
      is at least this.
    * communities: the number that the Louvain method finds.
    * modularity: that of these communities: near 1 if few edges join different ones, 0 if there is only one.
    * treewidth: if it was requested.
    """

    nodes: int
    edges: int
    degrees: tuple[int, ...]
    components: tuple[int, ...]
    core: int
    communities: int
    modularity: float
    treewidth: TreewidthBound | None = None

    def facts(self) -> Iterator[tuple[str, str]]:
        yield "graph", f"{counted(self.nodes, 'node')}, {counted(self.edges, 'edge')}"
        least, low, median, high, most = self.degrees
        yield "degrees", f"{least} to {most}, quartiles {low} {median} {high}"
        largest = (
            f", the largest of {counted(self.components[0], 'node')}" if len(self.components) > 1 else ""
        )
        yield "components", f"{len(self.components)}{largest}"
        yield "core number", str(self.core)
        yield "modularity", f"{self.modularity:.3f}, communities {self.communities}"
        if self.treewidth is not None:
            over = "" if self.treewidth.finished else "; the time was over"
            yield "treewidth", f"{self.core} to {self.treewidth.bound}{over}"


@dataclass(frozen=True)
class Metrics:
    """Metrics of an instance; `lengths` counts clauses (or options) by length."""

    kind: str
    sizes: dict[str, int]
    lengths: dict[int, int]
    graph: GraphMetrics | None
    refusal: str | None = None

    def facts(self) -> Iterator[tuple[str, str]]:
        yield from ((name, str(size)) for name, size in self.sizes.items())
        lengths = ", ".join(f"{count} of length {length}" for length, count in self.lengths.items())
        yield f"{'clause' if self.kind == 'cnf' else 'option'} lengths", lengths
        if self.graph is None:
            yield "graph", str(self.refusal)
        else:
            yield from self.graph.facts()

    def _repr_html_(self) -> str:
        return html_table([self.kind, ""], list(self.facts()))


def measure(
    problem: AnyProblem,
    treewidth_seconds: float | None = None,
    most_edges: int = MOST_EDGES,
    seed: int = SEED,
) -> Metrics:
    """Measure a formula or an exact cover.

    * problem (Cnf or ExactCover)
    * treewidth_seconds: the time for a bound of the treewidth; None for no bound.
    * most_edges: for a larger graph `Metrics.graph` is None and `Metrics.refusal` says why.  The same limit,
      or `MOST_EDGES` if larger, holds for nodes.
    * seed: the seed of the Louvain method.

    Raise `TypeError` for another kind of problem.
    """
    try:
        graph, refusal = measure_graph(graph_of(problem, most_edges), treewidth_seconds, seed), None
    except TooLargeError as error:
        graph, refusal = None, str(error)
    return Metrics(problem.kind, problem.sizes(), dict(sorted(_lengths(problem).items())), graph, refusal)


def graph_of(problem: AnyProblem, most_edges: int = MOST_EDGES) -> Graph:
    """The primal graph of a formula, the item-option graph of a cover.

    Raise `TooLargeError` if there are more edges, or more nodes than that and than `MOST_EDGES`; `TypeError`
    for another kind of problem.
    """
    if isinstance(problem, Cnf):
        return problem.complete("a measurement of its graph").to_networkx("primal", most_edges)
    if isinstance(problem, ExactCover):
        return problem.to_networkx("items", most_edges)
    raise TypeError(f"metrics are of formulas and exact covers, not of {problem.kind}")


def _lengths(problem: AnyProblem) -> Counter[int]:
    if isinstance(problem, Cnf):
        return Counter(map(len, problem.clauses))
    assert isinstance(problem, ExactCover)
    return Counter(len(option.items) + len(option.colours) for option in problem.options)


def measure_graph(graph: Graph, treewidth_seconds: float | None = None, seed: int = SEED) -> GraphMetrics:
    """Measure any graph without loops; see `GraphMetrics`."""
    import networkx

    degrees = sorted(degree for _, degree in graph.degree())
    last = len(degrees) - 1
    communities: list[set[int | str]] = []
    modularity = 0.0
    if graph.number_of_edges():
        communities = networkx.community.louvain_communities(graph, seed=seed)
        modularity = networkx.community.modularity(graph, communities)
    bound = None if treewidth_seconds is None else treewidth_bound(graph, treewidth_seconds)
    return GraphMetrics(
        graph.number_of_nodes(),
        graph.number_of_edges(),
        tuple(degrees[round(quarter * last / 4)] for quarter in range(5)) if degrees else (0,) * 5,
        tuple(sorted(map(len, networkx.connected_components(graph)), reverse=True)),
        max(networkx.core_number(graph).values(), default=0),
        len(communities) or len(degrees),
        modularity,
        bound,
    )


def treewidth_bound(graph: Graph, seconds: float) -> TreewidthBound:
    """An upper bound of the treewidth, by repeatedly eliminating a node of smallest degree.

    The neighbours of an eliminated node become a clique; the largest neighbourhood is the bound.  After the
    time limit, all remaining nodes are counted as one clique.
    """
    ends = time.monotonic() + seconds
    around = {node: set(graph[node]) - {node} for node in graph}
    width = 0
    while len(around) > width + 1:
        if time.monotonic() > ends:
            return TreewidthBound(len(around) - 1, False)
        node = min(around, key=lambda one: len(around[one]))
        neighbours = around.pop(node)
        width = max(width, len(neighbours))
        for one in neighbours:
            around[one] |= neighbours
            around[one] -= {one, node}
    return TreewidthBound(width, True)
