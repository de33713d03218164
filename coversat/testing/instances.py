"""Instances of the problems between which reductions are tested: graphs, formulas, numbers and sets.

An instance is a plain tuple, so that a reduction is plain Python. A graph is its number of vertices, which
are 0, 1, ..., and its edges, pairs of vertices.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, count
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
    """Numbers, each at least 1."""

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
        raise NotAnInstanceError(f"the edge {twice} occurs twice")
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


GRAPH_K = (_read_bounded, _bounded_graphs, _drawn_bounded)
GRAPH = (_read_graph, _graphs, _drawn_graph)
SETS_K = (_read_bounded_sets, _bounded_set_systems, _drawn_bounded_sets)
ANY = (_read_formula(None), _formulas((1, 2, 3)), _drawn_formula((1, 2, 3, 4)))
THREE = (_read_formula(3), _formulas((1, 2, 3)), _drawn_formula((2, 3, 3)))
NUMBERS = (_read_numbers, _numbers, _drawn_numbers)
TARGET = (_read_target, _targets, _drawn_target)
SETS = (_read_sets, _set_systems, _drawn_sets)
"""For each sort, how instances are read, listed from the smallest on, and drawn at random."""
