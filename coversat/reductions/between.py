"""Reductions from one problem to another, neither of which is a formula or an exact cover.

Most are from Karp's list. A reduction is a function from an instance to a `Step`, in the table `RULES` by
`between`. Each states what becomes of the answers, its class:

* P: the target has as many answers as the source;
* Q: as many under a projection;
* N: neither; only whether there is an answer is kept. No route takes these, see `routing`.

Sources are named in short: "Karp" is "Reducibility among combinatorial problems", 1972; "GJ" is Garey and
Johnson, "Computers and Intractability", 1979.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from ..errors import ReductionError
from ..kinds.cnf.rules import Cnf
from ..kinds.graphs import (
    Clique,
    Colouring,
    DominatingSet,
    HamiltonianCycle,
    HamiltonianPath,
    IndependentSet,
    Subgraph,
    VertexCover,
)
from ..kinds.karp import (
    HittingSet,
    Matching3D,
    NaeSat,
    OneInThreeSat,
    Partition,
    SetCover,
    SetPacking,
    SubsetSum,
    ThreeSat,
)
from ..kinds.latin import Latin
from ..kinds.sudoku.rules import Sudoku
from ..problems.elements import ElementProblem
from ..problems.graph import Graph
from ..problems.problem import AnyProblem
from .reduction import EXACT, MANY, PROJECTED, AnyEncoding, AnyReduction, Encoding, Reduction, places_of

Shows = Sequence[tuple[int, Mapping[int, int]]]
"""For each element of the source: the position of the element of the target that shows it, and the value
there for each of its values."""


class Step(NamedTuple):
    """An instance of the target, and how its answers are carried back.

    Attributes
    ----------
    target : problem
    shows : sequence, optional
        Of a reduction of class P or Q; it determines `back`.
    back : target answer -> source answer, optional
        Of a reduction of class N.
    """

    target: Any
    shows: Shows = ()
    back: Callable[[Any], Any] | None = None


RULES: dict[tuple[str, str], AnyEncoding] = {}
"""By source and target."""


def between(
    source: str, target: str, keeps: str, reference: str, about: str
) -> Callable[[Callable[[Any], Step]], Callable[[Any], Step]]:
    """Add a reduction to the table."""

    def add(make: Callable[[Any], Step]) -> Callable[[Any], Step]:
        RULES[source, target] = Encoding(
            target,
            source,
            target,
            about,
            lambda problem: _reduction(problem, make(problem), keeps),
            alternative=True,
            keeps=keeps,
            reference=reference,
        )
        return make

    return add


# Answers as values of elements: those of a formula are its variables, those of a grid its cells.


def _values(problem: AnyProblem, answer: Any) -> Sequence[int | None]:
    """The values of the elements in an answer, or a part of one; None if open."""
    match problem:
        case Cnf():
            known = {abs(literal): int(literal > 0) for literal in answer}
            return [known.get(variable) for variable in range(1, problem.variable_count + 1)]
        case Latin() | Sudoku():
            return [value for row in answer for value in row]
    return answer  # type: ignore[no-any-return]


def _answer(problem: AnyProblem, values: Sequence[int | None]) -> Any:
    """The answer with these values, or the part of one."""
    match problem:
        case Cnf():
            literals = ((at, value) for at, value in enumerate(values, 1) if value is not None)
            return tuple(at if value else -at for at, value in literals)
        case Latin() | Sudoku():
            width = len(problem.givens[0])
            full = [*values, *[None] * (width * len(problem.givens) - len(values))]
            return tuple(tuple(full[at : at + width]) for at in range(0, len(full), width))
    return tuple(values)


def _projection(problem: AnyProblem) -> Sequence[int] | None:
    """The positions of a projection."""
    match problem:
        case Cnf():
            return None if problem.projection is None else [one - 1 for one in problem.projection]
        case ElementProblem():
            return problem.projection
    return None


def _place_name(problem: AnyProblem, at: int) -> Any:
    match problem:
        case Cnf():
            return problem.names.get(at + 1, f"variable {at + 1}")
        case Latin() | Sudoku():
            return divmod(at, len(problem.givens[0]))
        case ElementProblem(has_graphs=True):
            return problem.names[at]
    return (0, at)


def _reduction(source: AnyProblem, step: Step, keeps: str) -> AnyReduction:
    if step.back is not None:
        return Reduction(source, step.target, _refused, step.back, parsimonious=False)
    shows, projection = step.shows, _projection(source)
    target = step.target
    if keeps == PROJECTED or projection is not None:
        shown = range(len(shows)) if projection is None else projection
        target = target.with_projection(shows[at][0] for at in shown)
    inverse = [{shown: value for value, shown in values.items()} for _, values in shows]

    def encode(answer: Any) -> Any:
        part: list[int | None] = [None] * (1 + max((at for at, _ in shows), default=-1))
        for (at, values), value in zip(shows, _values(source, answer), strict=False):
            if value is not None:
                if value not in values:
                    raise ValueError(f"no answer has the value {value}")
                part[at] = values[value]
        return _answer(target, part)

    def decode(answer: Any) -> Any:
        held = _values(target, answer)
        return _answer(source, [back[held[at]] for (at, _), back in zip(shows, inverse, strict=True)])  # type: ignore[index]

    def places() -> Any:
        return places_of(
            source,
            (
                (_place_name(source, number), value, _answer(target, [*[None] * at, shown]))
                for number, (at, values) in enumerate(shows)
                if projection is None or number in projection
                for value, shown in values.items()
            ),
        )

    parsimonious = keeps == EXACT and getattr(target, "projection", None) is None
    return Reduction(source, target, encode, decode, parsimonious, places=places)


def _refused(part: Any) -> Any:
    raise ValueError("a reduction of class N carries no answers forward")


def same(count: int) -> Shows:
    """Each element shows the element at its position."""
    return [(at, {0: 0, 1: 1}) for at in range(count)]


def turned(count: int) -> Shows:
    """Each element is chosen if the one at its position is not."""
    return [(at, {0: 1, 1: 0}) for at in range(count)]


class Drawing:
    """A graph while it is built: vertices are made when they are first named."""

    def __init__(self, vertices: Iterable[str] = ()) -> None:
        self.place: dict[str, int] = {}
        self.edges: dict[tuple[int, int], None] = {}
        for name in vertices:
            self.vertex(name)

    def vertex(self, name: str) -> int:
        return self.place.setdefault(name, len(self.place))

    def edge(self, one: str, other: str) -> None:
        """An edge; once, if it is there already."""
        a, b = sorted((self.vertex(one), self.vertex(other)))
        self.edges[a, b] = None

    def all_joined(self, names: Sequence[str]) -> None:
        for one, other in combinations(names, 2):
            self.edge(one, other)

    def graph(self) -> Graph:
        return Graph(tuple(self.place), tuple(self.edges))


def chosen(values: Sequence[int]) -> list[int]:
    """The positions of the chosen elements."""
    return [at for at, value in enumerate(values) if value]


# Graphs


def _complement(graph: Graph) -> Graph:
    return Graph(graph.vertices, tuple(graph.missing()))


@between("independentset", "clique", EXACT, "GJ 3.1.3", "the vertices in the complement of the graph")
def _(problem: IndependentSet) -> Step:
    return Step(Clique(_complement(problem.graph), problem.k), same(len(problem.names)))


@between("clique", "independentset", EXACT, "GJ 3.1.3", "the vertices in the complement of the graph")
def _(problem: Clique) -> Step:
    return Step(IndependentSet(_complement(problem.graph), problem.k), same(len(problem.names)))


def _cover_of_others(graph: Graph, k: int) -> Step:
    """The vertices that are not chosen, at most n - k, cover all edges."""
    size = len(graph.vertices)
    if k > size:  # nothing has so many vertices; one more vertex and an edge cannot be covered by none
        names = Drawing([*graph.vertices, f"{max(graph.vertices, key=len)}+"])
        names.edge(*[*names.place][-2:])
        return Step(VertexCover(names.graph(), 0), turned(size))
    return Step(VertexCover(graph, size - k), turned(size))


@between("independentset", "vertexcover", EXACT, "GJ 3.1.3", "the vertices that are not chosen")
def _(problem: IndependentSet) -> Step:
    return _cover_of_others(problem.graph, problem.k)


@between("clique", "vertexcover", EXACT, "Karp", "the other vertices, in the complement of the graph")
def _(problem: Clique) -> Step:
    return _cover_of_others(_complement(problem.graph), problem.k)


@between("vertexcover", "independentset", EXACT, "GJ 3.1.3", "the vertices that are not chosen")
def _(problem: VertexCover) -> Step:
    size = len(problem.names)
    return Step(IndependentSet(problem.graph, max(size - problem.k, 0)), turned(size))


def _edge_names(graph: Graph) -> tuple[str, ...]:
    return tuple(f"{graph.vertices[a]}/{graph.vertices[b]}/{at}" for at, (a, b) in enumerate(graph.edges, 1))


def _stars(graph: Graph) -> tuple[tuple[int, ...], ...]:
    """The edges at each vertex."""
    return tuple(
        tuple(at for at, edge in enumerate(graph.edges) if vertex in edge)
        for vertex in range(len(graph.vertices))
    )


@between("vertexcover", "setcover", EXACT, "Karp", "a vertex is the set of its edges")
def _(problem: VertexCover) -> Step:
    graph = problem.graph
    target = SetCover(_edge_names(graph), _stars(graph), problem.k, graph.vertices)
    return Step(target, same(len(problem.names)))


@between("vertexcover", "hittingset", EXACT, "Karp", "an edge is the set of its ends")
def _(problem: VertexCover) -> Step:
    graph = problem.graph
    target = HittingSet(graph.vertices, graph.edges, problem.k, _edge_names(graph))
    return Step(target, same(len(problem.names)))


@between(
    "vertexcover", "dominatingset", MANY, "GJ GT2", "a triangle on each edge; isolated vertices are left out"
)
def _(problem: VertexCover) -> Step:
    graph = problem.graph
    if not graph.edges:
        return Step(DominatingSet(Graph.numbered(1, ()), 1), (), lambda answer: (0,) * len(problem.names))
    met = sorted({end for edge in graph.edges for end in edge})
    drawn = Drawing(graph.vertices[at] for at in met)
    for (a, b), name in zip(graph.edges, _edge_names(graph), strict=True):
        drawn.all_joined((graph.vertices[a], graph.vertices[b], name))

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        # In place of a new vertex, an end of its edge.
        taken = {met[at] if at < len(met) else graph.edges[at - len(met)][0] for at in chosen(answer)}
        return tuple(int(at in taken) for at in range(len(graph.vertices)))

    return Step(DominatingSet(drawn.graph(), problem.k), (), back)


@between("dominatingset", "setcover", EXACT, "GJ SP5", "a vertex is the set of its neighbours and itself")
def _(problem: DominatingSet) -> Step:
    graph = problem.graph
    sets = tuple((at, *near) for at, near in enumerate(graph.neighbours))
    return Step(SetCover(graph.vertices, sets, problem.k, graph.vertices), same(len(problem.names)))


@between("independentset", "setpacking", EXACT, "Karp", "a vertex is the set of its edges")
def _(problem: IndependentSet) -> Step:
    graph = problem.graph
    target = SetPacking(_edge_names(graph), _stars(graph), problem.k, graph.vertices)
    return Step(target, same(len(problem.names)))


@between("clique", "subgraph", MANY, "GJ GT48", "a complete graph of k vertices is the pattern")
def _(problem: Clique) -> Step:
    size = max(problem.k, 1)
    pattern = Graph.numbered(size, combinations(range(size), 2))

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        return tuple(int(at + 1 in answer) for at in range(len(problem.names)))

    return Step(Subgraph(pattern, problem.graph), (), back)


@between("hamiltoniancycle", "subgraph", MANY, "GJ GT48", "a cycle of n vertices is the pattern")
def _(problem: HamiltonianCycle) -> Step:
    graph = problem.graph
    size = len(graph.vertices)
    if size < 3:  # no cycle: a pattern that is too large
        return Step(Subgraph(Graph.numbered(size + 1, ()), graph), (), lambda answer: answer)
    pattern = Graph.numbered(size, [(at, (at + 1) % size) for at in range(size)])

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        taken = {frozenset((answer[a] - 1, answer[b] - 1)) for a, b in pattern.edges}
        return tuple(int(frozenset(edge) in taken) for edge in graph.edges)

    return Step(Subgraph(pattern, graph), (), back)


def _new_name(names: Iterable[str], wanted: str) -> str:
    while wanted in names:
        wanted += "'"
    return wanted


@between(
    "hamiltonianpath", "hamiltoniancycle", EXACT, "GJ GT39", "a vertex more, joined to all, closes the path"
)
def _(problem: HamiltonianPath) -> Step:
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
    return Step(target, [(place[edge], {0: 0, 1: 1}) for edge in graph.edges])


@between("hamiltoniancycle", "hamiltonianpath", MANY, "GJ GT39", "a vertex is split in two, each with a leaf")
def _(problem: HamiltonianCycle) -> Step:
    graph = problem.graph
    first, *others = graph.vertices
    if len(graph.vertices) < 3:
        return Step(HamiltonianPath(Graph.numbered(2, ())), (), lambda answer: answer)
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

    return Step(target, (), back)


# Sets and numbers


def _dual(problem: Any) -> tuple[tuple[int, ...], ...]:
    """For each element of a set system the sets that contain it."""
    return problem.holding  # type: ignore[no-any-return]


@between("setpacking", "independentset", EXACT, "GJ SP3", "sets with a common element are joined")
def _(problem: SetPacking) -> Step:
    drawn = Drawing(problem.set_names)
    for sets in problem.holding:
        drawn.all_joined([problem.set_names[at] for at in sets])
    return Step(IndependentSet(drawn.graph(), problem.k), same(len(problem.names)))


@between("hittingset", "setcover", EXACT, "GJ SP8", "an element is the set of the sets that contain it")
def _(problem: HittingSet) -> Step:
    target = SetCover(problem.set_names, _dual(problem), problem.k, problem.members)
    return Step(target, same(len(problem.names)))


@between("setcover", "hittingset", EXACT, "GJ SP8", "an element is the set of the sets that contain it")
def _(problem: SetCover) -> Step:
    target = HittingSet(problem.set_names, _dual(problem), problem.k, problem.members)
    return Step(target, same(len(problem.names)))


@between("matching3d", "setpacking", EXACT, "Karp", "a triple is a set of three elements, and n are chosen")
def _(problem: Matching3D) -> Step:
    members = tuple(f"{side}{number}" for side in "xyz" for number in range(1, problem.n + 1))
    sets = tuple(tuple(n - 1 + side * problem.n for side, n in enumerate(one)) for one in problem.triples)
    if not sets:  # a set more, and two are too many
        return Step(SetPacking(members, ((),), 2))
    return Step(SetPacking(members, sets, problem.n), same(len(sets)))


LARGEST_NUMBER = 10**17


def subset_sum(rows: Sequence[Sequence[int]], sums: Sequence[int], base: int) -> SubsetSum:
    """Numbers of given digits, of which some columns add up to given sums without a carry."""

    def number(digits: Sequence[int]) -> int:
        found = 0
        for digit in digits:
            found = found * base + digit
        return found

    if base ** len(sums) > LARGEST_NUMBER:
        raise ReductionError(f"there would be numbers of {len(sums)} digits in base {base}")
    return SubsetSum(tuple(map(number, rows)), number(sums))


@between(
    "matching3d", "subsetsum", EXACT, "Karp", "a triple is a number with three digits 1; no sum has a carry"
)
def _(problem: Matching3D) -> Step:
    width = 3 * problem.n
    rows = [
        [int(at in {n - 1 + side * problem.n for side, n in enumerate(one)}) for at in range(width)]
        for one in problem.triples
    ]
    if not rows:
        return Step(SubsetSum((1,), 2))
    return Step(subset_sum(rows, [1] * width, len(rows) + 1), same(len(rows)))


@between("partition", "subsetsum", EXACT, "GJ SP13", "half of the sum is the target")
def _(problem: Partition) -> Step:
    half, rest = divmod(sum(problem.numbers), 2)
    target = SubsetSum(problem.numbers, 2 * half + 2 if rest else half)
    return Step(target, same(len(problem.names)))


@between("subsetsum", "partition", MANY, "Karp", "two large numbers make both parts equal")
def _(problem: SubsetSum) -> Step:
    total, count = sum(problem.numbers), len(problem.numbers)
    if problem.target > total:
        return Step(Partition((1, 2)), (), lambda answer: answer[:1] * count)
    numbers = (*problem.numbers, 2 * total - problem.target, total + problem.target)

    def back(answer: Sequence[int]) -> tuple[int, ...]:
        """The numbers on the side of the first large one."""
        return tuple(int(value == answer[count]) for value in answer[:count])

    return Step(Partition(numbers), (), back)


# Formulas


@between("cnf", "3sat", EXACT, "Karp", "new variables stand for the beginnings of long clauses")
def _(problem: Cnf) -> Step:
    problem.complete("3-satisfiability")
    count = max(problem.variable_count, 1)
    clauses: list[tuple[int, ...]] = [] if problem.variable_count else [(1,)]
    for clause in map(tuple, problem.clauses):
        while len(clause) > 3:
            count += 1
            a, b, *rest = clause
            clauses += [(-count, a, b), (count, -a), (count, -b)]
            clause = (count, *rest)
        clauses.append(clause)
    try:
        return Step(ThreeSat(count, tuple(clauses)), same(problem.variable_count))
    except ValueError as error:
        raise ReductionError(str(error)) from None


@between("naesat", "3sat", EXACT, "GJ LO3", "each clause, and the same with all literals negated")
def _(problem: NaeSat) -> Step:
    negated = (tuple(-literal for literal in clause) for clause in problem.clauses)
    target = ThreeSat(problem.count, (*problem.clauses, *negated))
    return Step(target, same(problem.count))


@between(
    "1in3sat",
    "subsetsum",
    EXACT,
    "GJ SP13",
    "a number for each literal, a digit for each variable and clause",
)
def _(problem: OneInThreeSat) -> Step:
    rows = [_literal_row(problem, literal) for at in range(1, problem.count + 1) for literal in (at, -at)]
    sums = [1] * (problem.count + len(problem.clauses))
    return Step(subset_sum(rows, sums, 10), [(2 * at, {0: 0, 1: 1}) for at in range(problem.count)])


@between("3sat", "subsetsum", EXACT, "GJ SP13", "the same, and the numbers 1 and 2 fill each clause up to 4")
def _(problem: ThreeSat) -> Step:
    rows = [_literal_row(problem, literal) for at in range(1, problem.count + 1) for literal in (at, -at)]
    for number in range(len(problem.clauses)):
        for digit in (1, 2):
            clauses = [digit if at == number else 0 for at in range(len(problem.clauses))]
            rows.append([*[0] * problem.count, *clauses])
    sums = [*[1] * problem.count, *[4] * len(problem.clauses)]
    return Step(subset_sum(rows, sums, 10), [(2 * at, {0: 0, 1: 1}) for at in range(problem.count)])


def _literal_row(problem: Any, literal: int) -> list[int]:
    variables = [int(at == abs(literal)) for at in range(1, problem.count + 1)]
    return [*variables, *(clause.count(literal) for clause in problem.clauses)]


# Boards


def _board_colouring(
    givens: Sequence[Sequence[int | None]], size: int, units: Iterable[Sequence[tuple[int, int]]]
) -> Step:
    """A vertex for each cell, precoloured if it is given; cells of a unit are joined."""
    names = [[f"r{r + 1}c{c + 1}" for c in range(len(row))] for r, row in enumerate(givens)]
    drawn = Drawing(name for row in names for name in row)
    for unit in units:
        drawn.all_joined([names[r][c] for r, c in unit])
    flat = [value for row in givens for value in row]
    given = tuple((at, value) for at, value in enumerate(flat) if value is not None)
    values = {value: value for value in range(1, size + 1)}
    return Step(Colouring(drawn.graph(), size, given), [(at, values) for at in range(len(flat))])


def _units(problem: Latin | Sudoku) -> list[tuple[tuple[int, int], ...]]:
    return [cells for _, cells in problem.layout.units()]


@between("latin", "colouring", EXACT, "Colbourn, 1984", "a vertex for each cell; cells of a line are joined")
def _(problem: Latin) -> Step:
    return _board_colouring(problem.givens, problem.order, _units(problem))


@between("sudoku", "colouring", EXACT, "Yato and Seta, 2003", "the same, with the cells of a box joined")
def _(problem: Sudoku) -> Step:
    if problem.constraints or not problem.is_usual:
        raise ReductionError("only sudokus without constraints, on boards of usual shape, are colourings")
    return _board_colouring(problem.givens, problem.size, _units(problem))


def _as_board(problem: Colouring, make: Callable[[Any], Any], what: str) -> Step:
    """The board whose cells are the vertices r1c1, r1c2 and so on."""
    size = problem.k
    names = [f"r{r}c{c}" for r in range(1, size + 1) for c in range(1, size + 1)]
    refused = ReductionError(
        f"the graph is not that of {what} of order {size}, with vertices r1c1, r1c2, ..."
    )
    if sorted(names) != sorted(problem.names):
        raise refused
    colour = {problem.names[at]: value for at, value in problem.given}
    rows = [names[at : at + size] for at in range(0, len(names), size)]
    try:
        board = make(tuple(tuple(map(colour.get, row)) for row in rows))
    except ValueError:
        raise refused from None
    joined = _board_colouring(board.givens, size, _units(board)).target.graph

    def edges(graph: Graph) -> set[frozenset[str]]:
        return {frozenset((graph.vertices[a], graph.vertices[b])) for a, b in graph.edges}

    if edges(joined) != edges(problem.graph):
        raise refused
    place = {name: at for at, name in enumerate(names)}
    values = {value: value for value in range(1, size + 1)}
    return Step(board, [(place[name], values) for name in problem.names])


@between("colouring", "latin", EXACT, "Colbourn, 1984", "of the graph of a Latin square")
def _(problem: Colouring) -> Step:
    return _as_board(problem, Latin, "a Latin square")


@between("colouring", "sudoku", EXACT, "Yato and Seta, 2003", "of the graph of a sudoku")
def _(problem: Colouring) -> Step:
    from ..problems.layout import default_box

    box = default_box(problem.k)
    if box is None:
        raise ReductionError(f"there are no sudokus of order {problem.k} with boxes")
    return _as_board(problem, lambda givens: Sudoku(*box, givens), "a sudoku")
