"""Problems between which reductions are tested: instances, the smallest first, and all answers by search.

An instance is a plain tuple, so that a reduction is plain Python. A graph is its number of vertices, which
are 0, 1, ..., and its edges, pairs of vertices. Answers are found without any formula.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, count, pairwise, product
from math import comb
from typing import Any, NamedTuple


class Graph(NamedTuple):
    """A graph without a bound."""

    vertices: int
    edges: tuple[tuple[int, int], ...]


class BoundedGraph(NamedTuple):
    """A graph and a number: of vertices of an answer, at least or at most, or of colours."""

    vertices: int
    edges: tuple[tuple[int, int], ...]
    k: int


class Formula(NamedTuple):
    """Clauses over the variables 1, 2, ...; a negative number is a negated variable."""

    variables: int
    clauses: tuple[tuple[int, ...], ...]


class Numbers(NamedTuple):
    """Numbers from 1."""

    numbers: tuple[int, ...]


class NumbersAndTarget(NamedTuple):
    """Numbers from 1, and a sum to reach."""

    numbers: tuple[int, ...]
    target: int


class Sets(NamedTuple):
    """Sets of the elements 0, 1, ..."""

    elements: int
    sets: tuple[tuple[int, ...], ...]


class BoundedSets(NamedTuple):
    """Sets of the elements 0, 1, ..., and a number."""

    elements: int
    sets: tuple[tuple[int, ...], ...]
    k: int


class NotAnInstanceError(ValueError):
    """A value that is not an instance of a problem; the message says why."""


class TooLargeError(Exception):
    """An instance whose answers are too many to be searched."""


def _named_parts(instance: Any) -> str:
    return ", ".join(f"{name} = {value}" for name, value in zip(instance._fields, instance, strict=True))


def _size(instance: Any) -> int:
    return instance[0] if isinstance(instance[0], int) else len(instance[0])


class TestProblem(NamedTuple):
    """A problem.

    Attributes
    ----------
    name : str
    about : str
        An instance and its answers, in one line.
    read : value -> instance
        Raises `NotAnInstanceError`.
    instances : () -> instances
        All of them, the smallest first; endless.
    drawn : random.Random -> instance, optional
    answers : instance -> answers
        Each once; hashable.
    text : instance -> str
        In one line.
    size : instance -> int
        For messages.
    """

    name: str
    about: str
    read: Callable[[Any], Any]
    instances: Callable[[], Iterator[Any]]
    drawn: Callable[[random.Random], Any] | None
    answers: Callable[[Any], Iterator[Hashable]]
    text: Callable[[Any], str] = _named_parts
    size: Callable[[Any], int] = _size


MOST_STEPS = 30_000
"""Steps of one search."""


def _number(value: Any, what: str, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise NotAnInstanceError(f"{what} is {value!r}, not a number from {least}")
    return value


def _parts(value: Any, names: Sequence[str]) -> Sequence[Any]:
    if not isinstance(value, (tuple, list)) or len(value) != len(names):
        raise NotAnInstanceError(f"expected ({', '.join(names)}), found {value!r:.80}")
    return value


def _edges(vertices: int, edges: Any) -> tuple[tuple[int, int], ...]:
    found = []
    try:
        pairs = [tuple(edge) for edge in edges]
    except TypeError:
        raise NotAnInstanceError(f"the edges are {edges!r:.60}, not pairs of vertices") from None
    for pair in pairs:
        if len(pair) != 2:
            raise NotAnInstanceError(f"the edge {pair} has not two ends")
        for end in pair:
            if isinstance(end, bool) or not isinstance(end, int) or not 0 <= end < vertices:
                raise NotAnInstanceError(
                    f"the edge {pair} has the end {end!r}; the vertices are 0 to {vertices - 1}"
                )
        if pair[0] == pair[1]:
            raise NotAnInstanceError(f"the edge {pair} is a loop")
        found.append((min(pair), max(pair)))
    if len(set(found)) < len(found):
        twice = next(edge for edge in found if found.count(edge) > 1)
        raise NotAnInstanceError(f"the edge {twice} is there twice")
    return tuple(sorted(found))


def _read_graph(value: Any) -> Graph:
    vertices, edges = _parts(value, Graph._fields)
    return Graph(_number(vertices, "the number of vertices"), _edges(vertices, edges))


def _read_bounded(value: Any) -> BoundedGraph:
    vertices, edges, k = _parts(value, BoundedGraph._fields)
    _number(vertices, "the number of vertices")
    return BoundedGraph(vertices, _edges(vertices, edges), _number(k, "k"))


def _lists(values: Any, what: str, fits: Callable[[int], bool]) -> tuple[tuple[int, ...], ...]:
    try:
        found = tuple(tuple(one) for one in values)
    except TypeError:
        raise NotAnInstanceError(f"the {what} are {values!r:.60}, not lists of numbers") from None
    for one in found:
        for value in one:
            if isinstance(value, bool) or not isinstance(value, int) or not fits(value):
                raise NotAnInstanceError(f"{value!r} in {one} is no element or literal")
    return found


def _read_formula(size: int | None) -> Callable[[Any], Formula]:
    def read(value: Any) -> Formula:
        variables, clauses = _parts(value, Formula._fields)
        _number(variables, "the number of variables")
        found = _lists(clauses, "clauses", lambda literal: 1 <= abs(literal) <= variables)
        long = next((clause for clause in found if size is not None and len(clause) > size), None)
        if long is not None:
            raise NotAnInstanceError(f"the clause {long} has more than {size} literals")
        return Formula(variables, found)

    return read


def _read_numbers(value: Any) -> Numbers:
    (numbers,) = _parts(value, Numbers._fields)
    (found,) = _lists([numbers], "numbers", lambda number: number >= 1)
    return Numbers(found)


def _read_target(value: Any) -> NumbersAndTarget:
    numbers, target = _parts(value, NumbersAndTarget._fields)
    (found,) = _lists([numbers], "numbers", lambda number: number >= 1)
    return NumbersAndTarget(found, _number(target, "the target"))


def _read_sets(value: Any) -> Sets:
    elements, sets = _parts(value, Sets._fields)
    _number(elements, "the number of elements")
    return Sets(elements, _lists(sets, "sets", lambda element: 0 <= element < elements))


def _read_bounded_sets(value: Any) -> BoundedSets:
    elements, sets, k = _parts(value, BoundedSets._fields)
    return BoundedSets(*_read_sets((elements, sets)), _number(k, "k"))


# Instances.


def _graphs() -> Iterator[Graph]:
    for vertices in count(1):
        pairs = list(combinations(range(vertices), 2))
        for size in range(len(pairs) + 1):
            yield from (Graph(vertices, edges) for edges in combinations(pairs, size))


def _bounded_graphs() -> Iterator[BoundedGraph]:
    return (BoundedGraph(*graph, k) for graph in _graphs() for k in range(graph.vertices + 1))


def _drawn_graph(rng: random.Random) -> Graph:
    vertices, share = rng.randint(4, 7), rng.random()
    return Graph(vertices, tuple(edge for edge in combinations(range(vertices), 2) if rng.random() < share))


def _drawn_bounded(rng: random.Random) -> BoundedGraph:
    graph = _drawn_graph(rng)
    return BoundedGraph(*graph, rng.randint(0, graph.vertices))


def _formulas(sizes: Sequence[int]) -> Callable[[], Iterator[Formula]]:
    def instances() -> Iterator[Formula]:
        for total in count(1):
            for variables in range(1, total + 1):
                literals = [*range(1, variables + 1), *range(-variables, 0)]
                clauses = [
                    clause
                    for size in sizes
                    for clause in combinations(literals, size)
                    if len(set(map(abs, clause))) == size
                ]
                those = combinations_with_replacement(clauses, total - variables)
                yield from (Formula(variables, chosen) for chosen in those)

    return instances


def _drawn_formula(sizes: Sequence[int]) -> Callable[[random.Random], Formula]:
    def drawn(rng: random.Random) -> Formula:
        variables = rng.randint(max(2, min(sizes)), 5)
        clauses = []
        for _ in range(rng.randint(1, 6)):
            chosen = rng.sample(range(1, variables + 1), min(rng.choice(sizes), variables))
            clauses.append(tuple(rng.choice((one, -one)) for one in chosen))
        return Formula(variables, tuple(clauses))

    return drawn


def _numbers() -> Iterator[Numbers]:
    for total in count(1):
        for size in range(1, total + 1):
            yield from (
                Numbers(one)
                for one in combinations_with_replacement(range(1, total + 1), size)
                if sum(one) == total
            )


def _targets() -> Iterator[NumbersAndTarget]:
    return (
        NumbersAndTarget(one.numbers, target) for one in _numbers() for target in range(sum(one.numbers) + 2)
    )


def _drawn_numbers(rng: random.Random) -> Numbers:
    return Numbers(tuple(rng.randint(1, 12) for _ in range(rng.randint(2, 7))))


def _drawn_target(rng: random.Random) -> NumbersAndTarget:
    numbers = _drawn_numbers(rng).numbers
    return NumbersAndTarget(numbers, rng.randint(0, sum(numbers) + 1))


def _set_systems() -> Iterator[Sets]:
    for total in count(1):
        for elements in range(1, total + 1):
            sets = [one for size in range(1, elements + 1) for one in combinations(range(elements), size)]
            yield from (
                Sets(elements, chosen) for chosen in combinations_with_replacement(sets, total - elements)
            )


def _bounded_set_systems() -> Iterator[BoundedSets]:
    return (BoundedSets(*one, k) for one in _set_systems() for k in range(len(one.sets) + 1))


def _drawn_sets(rng: random.Random) -> Sets:
    elements = rng.randint(3, 6)
    sets = (rng.sample(range(elements), rng.randint(1, 3)) for _ in range(rng.randint(2, 6)))
    return Sets(elements, tuple(tuple(sorted(one)) for one in sets))


def _drawn_bounded_sets(rng: random.Random) -> BoundedSets:
    sets = _drawn_sets(rng)
    return BoundedSets(*sets, rng.randint(0, len(sets.sets)))


# Answers.


def _subsets(
    size: int, right: Callable[[frozenset[int]], bool], sizes: Iterable[int]
) -> Iterator[frozenset[int]]:
    wanted = [one for one in sizes if 0 <= one <= size]
    if sum(comb(size, one) for one in wanted) > MOST_STEPS:
        raise TooLargeError
    for one in wanted:
        yield from (chosen for chosen in map(frozenset, combinations(range(size), one)) if right(chosen))


def _covers(graph: BoundedGraph) -> Iterator[frozenset[int]]:
    return _subsets(
        graph.vertices,
        lambda chosen: all(a in chosen or b in chosen for a, b in graph.edges),
        range(graph.k + 1),
    )


def _independent(graph: BoundedGraph) -> Iterator[frozenset[int]]:
    def right(chosen: frozenset[int]) -> bool:
        return not any(a in chosen and b in chosen for a, b in graph.edges)

    return _subsets(graph.vertices, right, range(graph.k, graph.vertices + 1))


def _cliques(graph: BoundedGraph) -> Iterator[frozenset[int]]:
    edges = set(graph.edges)

    def right(chosen: frozenset[int]) -> bool:
        return all(pair in edges for pair in combinations(sorted(chosen), 2))

    return _subsets(graph.vertices, right, range(graph.k, graph.vertices + 1))


def _dominating(graph: BoundedGraph) -> Iterator[frozenset[int]]:
    near = _neighbours(graph)

    def right(chosen: frozenset[int]) -> bool:
        return all(one in chosen or not chosen.isdisjoint(near[one]) for one in range(graph.vertices))

    return _subsets(graph.vertices, right, range(graph.k + 1))


def _neighbours(graph: Graph | BoundedGraph) -> list[set[int]]:
    near: list[set[int]] = [set() for _ in range(graph.vertices)]
    for a, b in graph.edges:
        near[a].add(b)
        near[b].add(a)
    return near


def _colourings(graph: BoundedGraph) -> Iterator[tuple[int, ...]]:
    if graph.k**graph.vertices > MOST_STEPS:
        raise TooLargeError
    for colours in product(range(graph.k), repeat=graph.vertices):
        if all(colours[a] != colours[b] for a, b in graph.edges):
            yield colours


def _paths(graph: Graph, starts: Iterable[int]) -> Iterator[list[int]]:
    """Every path through all vertices from one of these."""
    near = _neighbours(graph)
    steps = 0
    for start in starts:
        untried = [[start]]
        while untried:
            path = untried.pop()
            steps += 1
            if steps > MOST_STEPS:
                raise TooLargeError
            if len(path) == graph.vertices:
                yield path
            else:
                untried += ([*path, one] for one in sorted(near[path[-1]]) if one not in path)


def _edge_set(path: Sequence[int]) -> frozenset[tuple[int, int]]:
    return frozenset((min(pair), max(pair)) for pair in pairwise(path))


def _cycles(graph: Graph) -> Iterator[frozenset[tuple[int, int]]]:
    edges = set(graph.edges)
    closed = (path for path in _paths(graph, [0]) if len(path) > 2 and (0, path[-1]) in edges)
    return iter(dict.fromkeys(_edge_set([*path, 0]) for path in closed))


def _hamiltonian_paths(graph: Graph) -> Iterator[frozenset[tuple[int, int]]]:
    return iter(dict.fromkeys(map(_edge_set, _paths(graph, range(graph.vertices)))))


def _models(right: Callable[[int], Callable[[int], bool]]) -> Callable[[Formula], Iterator[tuple[bool, ...]]]:
    """The assignments in which the number of true literals of each clause is `right` for its length."""

    def answers(formula: Formula) -> Iterator[tuple[bool, ...]]:
        if 2**formula.variables > MOST_STEPS:
            raise TooLargeError
        for values in product((False, True), repeat=formula.variables):
            true = [sum(values[abs(x) - 1] == (x > 0) for x in clause) for clause in formula.clauses]
            if all(right(len(clause))(n) for clause, n in zip(formula.clauses, true, strict=True)):
                yield values

    return answers


def _sums(numbers: Sequence[int], target: int) -> Iterator[frozenset[int]]:
    return _subsets(
        len(numbers), lambda chosen: sum(numbers[at] for at in chosen) == target, range(len(numbers) + 1)
    )


def _halves(instance: Numbers) -> Iterator[frozenset[int]]:
    total = sum(instance.numbers)
    return iter(()) if total % 2 else _sums(instance.numbers, total // 2)


def _set_choices(
    right: Callable[[Any, list[tuple[int, ...]]], bool], sizes: Callable[[Any], Iterable[int]]
) -> Any:
    def answers(instance: Any) -> Iterator[frozenset[int]]:
        return _subsets(
            len(instance.sets),
            lambda chosen: right(instance, [instance.sets[at] for at in chosen]),
            sizes(instance),
        )

    return answers


def _covers_all(instance: Any, chosen: list[tuple[int, ...]]) -> bool:
    return {element for one in chosen for element in one} == set(range(instance.elements))


def _apart(instance: Any, chosen: list[tuple[int, ...]]) -> bool:
    held = [element for one in chosen for element in set(one)]
    return len(set(held)) == len(held)


def _hitting(instance: BoundedSets) -> Iterator[frozenset[int]]:
    return _subsets(
        instance.elements,
        lambda chosen: all(not chosen.isdisjoint(one) for one in instance.sets),
        range(instance.k + 1),
    )


_GRAPH_K = (_read_bounded, _bounded_graphs, _drawn_bounded)
_GRAPH = (_read_graph, _graphs, _drawn_graph)
_SETS_K = (_read_bounded_sets, _bounded_set_systems, _drawn_bounded_sets)
_ANY = (_read_formula(None), _formulas((1, 2, 3)), _drawn_formula((1, 2, 3, 4)))
_THREE = (_read_formula(3), _formulas((1, 2, 3)), _drawn_formula((2, 3, 3)))

_SATISFIED = _models(lambda size: lambda true: true > 0)


def _exact(instance: Any, chosen: list[tuple[int, ...]]) -> bool:
    return _apart(instance, chosen) and _covers_all(instance, chosen)


def _few(instance: Any) -> range:
    return range(instance.k + 1)


def _many(instance: Any) -> range:
    return range(instance.k, len(instance.sets) + 1)


def _any(instance: Any) -> range:
    return range(len(instance.sets) + 1)


_TABLE: tuple[tuple[Any, ...], ...] = (
    ("vertex cover", "(vertices, edges, k): at most k vertices that meet every edge", *_GRAPH_K, _covers),
    ("independent set", "(vertices, edges, k): at least k vertices, no edge", *_GRAPH_K, _independent),
    ("clique", "(vertices, edges, k): at least k vertices, all edges", *_GRAPH_K, _cliques),
    ("dominating set", "(vertices, edges, k): at most k, beside all others", *_GRAPH_K, _dominating),
    ("colouring", "(vertices, edges, k): a colour below k for each vertex", *_GRAPH_K, _colourings),
    ("hamiltonian cycle", "(vertices, edges): the edges of a cycle", *_GRAPH, _cycles),
    ("hamiltonian path", "(vertices, edges): the edges of a path", *_GRAPH, _hamiltonian_paths),
    ("sat", "(variables, clauses): a truth value for each variable", *_ANY, _SATISFIED),
    ("3-sat", "(variables, clauses): the same, up to 3 literals a clause", *_THREE, _SATISFIED),
    (
        *("nae-sat", "(variables, clauses): a true and a false literal in each clause"),
        *(*_THREE, _models(lambda size: lambda true: 0 < true < size)),
    ),
    (
        *("1-in-3-sat", "(variables, clauses): one true literal in each clause"),
        *(*_THREE, _models(lambda size: lambda true: true == 1)),
    ),
    (
        *("subset sum", "(numbers, target): positions whose numbers add up to the target"),
        *(_read_target, _targets, _drawn_target, lambda one: _sums(*one)),
    ),
    (
        *("partition", "(numbers,): positions whose numbers are half of the sum"),
        *(_read_numbers, _numbers, _drawn_numbers, _halves),
    ),
    (
        *("set cover", "(elements, sets, k): positions of at most k sets with all elements"),
        *(*_SETS_K, _set_choices(_covers_all, _few)),
    ),
    (
        *("set packing", "(elements, sets, k): positions of at least k disjoint sets"),
        *(*_SETS_K, _set_choices(_apart, _many)),
    ),
    ("hitting set", "(elements, sets, k): at most k elements, one in each set", *_SETS_K, _hitting),
    (
        *("exact cover", "(elements, sets): positions of disjoint sets with all elements"),
        *(_read_sets, _set_systems, _drawn_sets, _set_choices(_exact, _any)),
    ),
)
PROBLEMS = {row[0]: TestProblem(*row) for row in _TABLE}
"""By the names that `source` and `target` of a reduction use."""
