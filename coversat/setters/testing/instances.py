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


class Sort(NamedTuple):
    """How instances of a sort are read (`NotAnInstanceError`), listed from the smallest on, and drawn.

    What is read are numbers in the right shape; the kind of a problem checks the rest.
    """

    read: Callable[[Any], Any]
    instances: Callable[[], Iterator[Any]]
    drawn: Callable[[random.Random], Any]


def _number(value: Any, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise NotAnInstanceError(f"{what} is {value!r}, not a number from 0")
    return value


def _parts(value: Any, names: Sequence[str]) -> Sequence[Any]:
    if not isinstance(value, (tuple, list)) or len(value) != len(names):
        raise NotAnInstanceError(f"expected ({', '.join(names)}), found {value!r:.80}")
    return value


def _numbers_in(values: Any, what: str) -> tuple[tuple[int, ...], ...]:
    """Lists of numbers as tuples."""
    try:
        found = tuple(tuple(one) for one in values)
    except TypeError:
        raise NotAnInstanceError(f"the {what} are {values!r:.60}, not lists of numbers") from None
    for one in found:
        strange = next((n for n in one if isinstance(n, bool) or not isinstance(n, int)), None)
        if strange is not None:
            raise NotAnInstanceError(f"{strange!r} in {one} is no number")
    return found


def _read_graph(value: Any) -> Graph:
    vertices, edges = _parts(value, Graph._fields)
    pairs = _numbers_in(edges, "edges")
    if (strange := next((pair for pair in pairs if len(pair) != 2), None)) is not None:
        raise NotAnInstanceError(f"the edge {strange} has not two ends")
    ordered = sorted((min(pair), max(pair)) for pair in pairs)
    return Graph(_number(vertices, "the number of vertices"), tuple(ordered))


def _read_formula(value: Any) -> Formula:
    variables, clauses = _parts(value, Formula._fields)
    return Formula(_number(variables, "the number of variables"), _numbers_in(clauses, "clauses"))


def _read_numbers(value: Any) -> Numbers:
    (numbers,) = _parts(value, Numbers._fields)
    (found,) = _numbers_in([numbers], "numbers")
    return Numbers(found)


def _read_sets(value: Any) -> Sets:
    elements, sets = _parts(value, Sets._fields)
    return Sets(_number(elements, "the number of elements"), _numbers_in(sets, "sets"))


def _graphs() -> Iterator[Graph]:
    for vertices in count(1):
        pairs = list(combinations(range(vertices), 2))
        for size in range(len(pairs) + 1):
            yield from (Graph(vertices, edges) for edges in combinations(pairs, size))


def _drawn_graph(rng: random.Random) -> Graph:
    vertices, share = rng.randint(4, 7), rng.random()
    return Graph(vertices, tuple(edge for edge in combinations(range(vertices), 2) if rng.random() < share))


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


def _drawn_numbers(rng: random.Random) -> Numbers:
    return Numbers(tuple(rng.randint(1, 12) for _ in range(rng.randint(2, 7))))


def _set_systems() -> Iterator[Sets]:
    for total in count(1):
        for elements in range(1, total + 1):
            sets = [one for size in range(1, elements + 1) for one in combinations(range(elements), size)]
            yield from (
                Sets(elements, chosen) for chosen in combinations_with_replacement(sets, total - elements)
            )


def _drawn_sets(rng: random.Random) -> Sets:
    elements = rng.randint(3, 6)
    sets = (rng.sample(range(elements), rng.randint(1, 3)) for _ in range(rng.randint(2, 6)))
    return Sets(elements, tuple(tuple(sorted(one)) for one in sets))


def _with_number(sort: Sort, of: Any, what: str, most: Callable[[Any], int]) -> Sort:
    """Instances of a sort with a number behind their parts, from 0 to `most`."""

    def read(value: Any) -> Any:
        *parts, number = _parts(value, of._fields)
        return of(*sort.read(parts), _number(number, what))

    def instances() -> Iterator[Any]:
        return (of(*one, number) for one in sort.instances() for number in range(most(one) + 1))

    def drawn(rng: random.Random) -> Any:
        one = sort.drawn(rng)
        return of(*one, rng.randint(0, most(one)))

    return Sort(read, instances, drawn)


GRAPH = Sort(_read_graph, _graphs, _drawn_graph)
GRAPH_K = _with_number(GRAPH, BoundedGraph, "k", lambda graph: graph.vertices)
ANY = Sort(_read_formula, _formulas((1, 2, 3)), _drawn_formula((1, 2, 3, 4)))
THREE = Sort(_read_formula, _formulas((1, 2, 3)), _drawn_formula((2, 3, 3)))
NUMBERS = Sort(_read_numbers, _numbers, _drawn_numbers)
TARGET = _with_number(NUMBERS, NumbersAndTarget, "the target", lambda one: sum(one.numbers) + 1)
SETS = Sort(_read_sets, _set_systems, _drawn_sets)
SETS_K = _with_number(SETS, BoundedSets, "k", lambda one: len(one.sets))
