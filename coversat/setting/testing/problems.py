"""The problems between which reductions are tested, and all answers of an instance, without any formula."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product
from math import comb
from typing import Any, NamedTuple

from .instances import (
    ANY,
    GRAPH,
    GRAPH_K,
    NUMBERS,
    SETS,
    SETS_K,
    TARGET,
    THREE,
    BoundedGraph,
    BoundedSets,
    Formula,
    Graph,
    Numbers,
    Sort,
)


class TooLargeError(Exception):
    """An instance whose answers are too many to be searched."""


def _named_parts(instance: Any) -> str:
    return ", ".join(f"{name} = {value}" for name, value in zip(instance._fields, instance, strict=True))


def _size(instance: Any) -> int:
    return instance[0] if isinstance(instance[0], int) else len(instance[0])


def _same(value: Any) -> Any:
    return value


class TestProblem(NamedTuple):
    """A problem.

    Attributes
    ----------
    name : str
    answers : instance -> answers
        Each once; hashable.
    instances : () -> instances
        All of them, the smallest first; endless, or none.
    drawn : random.Random -> instance, optional
    read : value -> instance
        Raises `NotAnInstanceError`.
    text : instance -> str
        In one line.
    size : instance -> int
        For messages.
    """

    name: str
    answers: Callable[[Any], Iterator[Hashable]]
    instances: Callable[[], Iterable[Any]] = tuple
    drawn: Callable[[random.Random], Any] | None = None
    read: Callable[[Any], Any] = _same
    text: Callable[[Any], str] = _named_parts
    size: Callable[[Any], int] = _size


MOST_STEPS = 30_000
"""Steps of one search."""


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


_SATISFIED = _models(lambda size: lambda true: true > 0)


def _exact(instance: Any, chosen: list[tuple[int, ...]]) -> bool:
    return _apart(instance, chosen) and _covers_all(instance, chosen)


def _few(instance: Any) -> range:
    return range(instance.k + 1)


def _many(instance: Any) -> range:
    return range(instance.k, len(instance.sets) + 1)


def _any(instance: Any) -> range:
    return range(len(instance.sets) + 1)


_TABLE: tuple[tuple[str, Sort, Callable[[Any], Iterator[Hashable]]], ...] = (
    ("vertex cover", GRAPH_K, _covers),
    ("independent set", GRAPH_K, _independent),
    ("clique", GRAPH_K, _cliques),
    ("dominating set", GRAPH_K, _dominating),
    ("colouring", GRAPH_K, _colourings),
    ("hamiltonian cycle", GRAPH, _cycles),
    ("hamiltonian path", GRAPH, _hamiltonian_paths),
    ("sat", ANY, _SATISFIED),
    ("3-sat", THREE, _SATISFIED),
    ("nae-sat", THREE, _models(lambda size: lambda true: 0 < true < size)),
    ("1-in-3-sat", THREE, _models(lambda size: lambda true: true == 1)),
    ("subset sum", TARGET, lambda one: _sums(*one)),
    ("partition", NUMBERS, _halves),
    ("set cover", SETS_K, _set_choices(_covers_all, _few)),
    ("set packing", SETS_K, _set_choices(_apart, _many)),
    ("hitting set", SETS_K, _hitting),
    ("exact cover", SETS, _set_choices(_exact, _any)),
)
"""The name of each problem, its instances, and all answers of one; docs/own-reduction.md describes them."""


def kind_called(name: str) -> str:
    """The kind of a problem by its name, in words or as kinds are named: ``3sat`` for ``3-sat``."""
    word = name.replace(" ", "").replace("-", "")
    return {"sat": "cnf", "exactcover": "cover"}.get(word, word)


PROBLEMS = {
    kind_called(name): TestProblem(name, answers, sort.instances, sort.drawn, sort.read)
    for name, sort, answers in _TABLE
}
"""By the kinds of these problems."""
