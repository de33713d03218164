"""Reductions between problems of graphs; see the package."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from ...problems.graph import Graph
from ...reductions.reduction import EXACT, MANY
from ..graphs import Clique, DominatingSet, IndependentSet, Subgraph, VertexCover
from ..paths import HamiltonianCycle, HamiltonianPath
from ..sets import HittingSet, SetCover, SetPacking
from .table import Drawing, TargetInstance, between, chosen, turned


def _complement(graph: Graph) -> Graph:
    return Graph(graph.vertices, tuple(graph.missing()))


@between("independentset", "clique", EXACT, "GJ 3.1.3")
def independent_set_to_clique(problem: IndependentSet) -> TargetInstance:
    """The vertices in the complement of the graph."""
    return TargetInstance(Clique(_complement(problem.graph), problem.k))


@between("clique", "independentset", EXACT, "GJ 3.1.3")
def clique_to_independent_set(problem: Clique) -> TargetInstance:
    """The vertices in the complement of the graph."""
    return TargetInstance(IndependentSet(_complement(problem.graph), problem.k))


def _cover_of_others(graph: Graph, k: int) -> TargetInstance:
    """The vertices that are not chosen, at most n - k, cover all edges."""
    size = len(graph.vertices)
    if k > size:  # there is no answer, as for an edge that no vertex may cover
        names = Drawing([*graph.vertices, f"{max(graph.vertices, key=len)}+"])
        names.edge(*[*names.place][-2:])
        return TargetInstance(VertexCover(names.graph(), 0), turned(size))
    return TargetInstance(VertexCover(graph, size - k), turned(size))


@between("independentset", "vertexcover", EXACT, "GJ 3.1.3")
def independent_set_to_vertex_cover(problem: IndependentSet) -> TargetInstance:
    """The vertices that are not chosen."""
    return _cover_of_others(problem.graph, problem.k)


@between("clique", "vertexcover", EXACT, "Karp")
def clique_to_vertex_cover(problem: Clique) -> TargetInstance:
    """The other vertices, in the complement of the graph."""
    return _cover_of_others(_complement(problem.graph), problem.k)


@between("vertexcover", "independentset", EXACT, "GJ 3.1.3")
def vertex_cover_to_independent_set(problem: VertexCover) -> TargetInstance:
    """The vertices that are not chosen."""
    size = len(problem.names)
    return TargetInstance(IndependentSet(problem.graph, max(size - problem.k, 0)), turned(size))


def _edge_names(graph: Graph) -> tuple[str, ...]:
    return tuple(f"{graph.vertices[a]}/{graph.vertices[b]}/{at}" for at, (a, b) in enumerate(graph.edges, 1))


def _stars(graph: Graph) -> tuple[tuple[int, ...], ...]:
    """The edges at each vertex."""
    return tuple(
        tuple(at for at, edge in enumerate(graph.edges) if vertex in edge)
        for vertex in range(len(graph.vertices))
    )


@between("vertexcover", "setcover", EXACT, "Karp")
def vertex_cover_to_set_cover(problem: VertexCover) -> TargetInstance:
    """A vertex is the set of its edges."""
    graph = problem.graph
    return TargetInstance(SetCover(_edge_names(graph), _stars(graph), problem.k, graph.vertices))


@between("vertexcover", "hittingset", EXACT, "Karp")
def vertex_cover_to_hitting_set(problem: VertexCover) -> TargetInstance:
    """An edge is the set of its ends."""
    graph = problem.graph
    return TargetInstance(HittingSet(graph.vertices, graph.edges, problem.k, _edge_names(graph)))


@between("vertexcover", "dominatingset", MANY, "GJ GT2")
def vertex_cover_to_dominating_set(problem: VertexCover) -> TargetInstance:
    """A triangle on each edge; isolated vertices are left out."""
    graph = problem.graph
    if not graph.edges:
        return TargetInstance(
            DominatingSet(Graph.numbered(1, ()), 1), back=lambda answer: (0,) * len(problem.names)
        )
    met = sorted({end for edge in graph.edges for end in edge})
    drawn = Drawing(graph.vertices[at] for at in met)
    for (a, b), name in zip(graph.edges, _edge_names(graph), strict=True):
        drawn.all_joined((graph.vertices[a], graph.vertices[b], name))

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        # In place of a new vertex, an end of its edge.
        taken = {met[at] if at < len(met) else graph.edges[at - len(met)][0] for at in chosen(answer)}
        return tuple(int(at in taken) for at in range(len(graph.vertices)))

    return TargetInstance(DominatingSet(drawn.graph(), problem.k), back=back)


@between("dominatingset", "setcover", EXACT, "GJ SP5")
def dominating_set_to_set_cover(problem: DominatingSet) -> TargetInstance:
    """A vertex is the set of its neighbours and itself."""
    graph = problem.graph
    sets = tuple((at, *near) for at, near in enumerate(graph.neighbours))
    return TargetInstance(SetCover(graph.vertices, sets, problem.k, graph.vertices))


@between("independentset", "setpacking", EXACT, "Karp")
def independent_set_to_set_packing(problem: IndependentSet) -> TargetInstance:
    """A vertex is the set of its edges."""
    graph = problem.graph
    return TargetInstance(SetPacking(_edge_names(graph), _stars(graph), problem.k, graph.vertices))


@between("clique", "subgraph", MANY, "GJ GT48")
def clique_to_subgraph(problem: Clique) -> TargetInstance:
    """A complete graph of k vertices is the pattern."""
    size = max(problem.k, 1)
    pattern = Graph.numbered(size, combinations(range(size), 2))

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        return tuple(int(at + 1 in answer) for at in range(len(problem.names)))

    return TargetInstance(Subgraph(pattern, problem.graph), back=back)


@between("hamiltoniancycle", "subgraph", MANY, "GJ GT48")
def hamiltonian_cycle_to_subgraph(problem: HamiltonianCycle) -> TargetInstance:
    """A cycle of n vertices is the pattern."""
    graph = problem.graph
    size = len(graph.vertices)
    if size < 3:  # no cycle: a pattern that is too large
        return TargetInstance(Subgraph(Graph.numbered(size + 1, ()), graph), back=lambda answer: answer)
    pattern = Graph.numbered(size, [(at, (at + 1) % size) for at in range(size)])

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        taken = {frozenset((answer[a] - 1, answer[b] - 1)) for a, b in pattern.edges}
        return tuple(int(frozenset(edge) in taken) for edge in graph.edges)

    return TargetInstance(Subgraph(pattern, graph), back=back)


def _new_name(names: Iterable[str], wanted: str) -> str:
    while wanted in names:
        wanted += "'"
    return wanted


@between("hamiltonianpath", "hamiltoniancycle", EXACT, "GJ GT39")
def hamiltonian_path_to_hamiltonian_cycle(problem: HamiltonianPath) -> TargetInstance:
    """A vertex more, joined to all, closes the path."""
    graph = problem.graph
    drawn = Drawing(graph.vertices)
    for a, b in graph.edges:
        drawn.edge(graph.vertices[a], graph.vertices[b])
    ends = [_new_name(graph.vertices, "end")]
    if len(graph.vertices) == 1:  # a cycle has three vertices
        ends.append(_new_name((*graph.vertices, *ends), "other"))
    for name in graph.vertices:
        drawn.all_joined((name, *ends))
    for end in ends:
        for name in graph.vertices:
            drawn.edge(name, end)
    target = HamiltonianCycle(drawn.graph())
    place = {edge: at for at, edge in enumerate(target.graph.edges)}
    return TargetInstance(target, [(place[edge], {0: 0, 1: 1}) for edge in graph.edges])


@between("hamiltoniancycle", "hamiltonianpath", MANY, "GJ GT39")
def hamiltonian_cycle_to_hamiltonian_path(problem: HamiltonianCycle) -> TargetInstance:
    """A vertex is split in two, each with a leaf."""
    graph = problem.graph
    first, *others = graph.vertices
    if len(graph.vertices) < 3:
        return TargetInstance(HamiltonianPath(Graph.numbered(2, ())), back=lambda answer: answer)
    twin, *leaves = (_new_name(graph.vertices, f"{first}.{word}") for word in ("twin", "leaf", "twinleaf"))
    drawn = Drawing([first, *others, twin, *leaves])
    for a, b in graph.edges:
        drawn.edge(graph.vertices[a], graph.vertices[b])
    for at in graph.neighbours[0]:
        drawn.edge(twin, graph.vertices[at])
    drawn.edge(first, leaves[0])
    drawn.edge(twin, leaves[1])
    target = HamiltonianPath(drawn.graph())
    size = len(graph.vertices)

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        met = (target.graph.edges[at] for at in chosen(answer))
        taken = {tuple(sorted(0 if end == size else end for end in edge)) for edge in met}
        return tuple(int(edge in taken) for edge in graph.edges)

    return TargetInstance(target, back=back)
