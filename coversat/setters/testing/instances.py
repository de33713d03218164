"""Instances of the problems between which reductions are tested: graphs, formulas, numbers and sets.

An instance is a plain tuple, so that a reduction is plain Python: docs/own-reduction.md describes them. What
they mean, and which are allowed, is stated by the kinds that `Sort.problem` makes of them.
"""

from __future__ import annotations

import random
from collections import namedtuple
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, count
from typing import Any, NamedTuple

from ...problems import AnyProblem
from ...problems.exact_cover.rules import ExactCover, Option
from ...problems.graph import Graph as NamedGraph

Graph = namedtuple("Graph", "vertices edges")
BoundedGraph = namedtuple("BoundedGraph", "vertices edges k")
Formula = namedtuple("Formula", "variables clauses")
Numbers = namedtuple("Numbers", "numbers")
NumbersAndTarget = namedtuple("NumbersAndTarget", "numbers target")
Sets = namedtuple("Sets", "elements sets")
BoundedSets = namedtuple("BoundedSets", "elements sets k")


class NotAnInstanceError(ValueError):
    """A value that is not an instance of a problem; the message says why."""


class Sort(NamedTuple):
    """Instances of a sort, listed from the smallest on, and drawn.

    * of: their class, a tuple with names.
    * problem (kind's class, instance -> problem)
    """

    of: Any
    instances: Callable[[], Iterator[Any]]
    drawn: Callable[[random.Random], Any]
    problem: Callable[[Any, Any], AnyProblem] = lambda kind, one: kind(*one)

    def read(self, value: Any) -> Any:
        """Numbers in the right shape; `NotAnInstanceError` otherwise. The kind checks the rest."""
        names = self.of._fields
        if not isinstance(value, (tuple, list)) or len(value) != len(names):
            raise NotAnInstanceError(f"expected ({', '.join(names)}), found {value!r:.80}")
        return self.of(*map(_read, names, value))


def _read(name: str, value: Any) -> Any:
    """A part of an instance, by its name."""
    if name == "numbers":
        return _numbers_in([value], name)[0]
    if name in ("clauses", "sets"):
        return _numbers_in(value, name)
    if name == "edges":
        pairs = _numbers_in(value, name)
        if (strange := next((pair for pair in pairs if len(pair) != 2), None)) is not None:
            raise NotAnInstanceError(f"the edge {strange} has not two ends")
        return tuple(sorted((min(pair), max(pair)) for pair in pairs))
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        what = {"k": "k", "target": "the target"}.get(name, f"the number of {name}")
        raise NotAnInstanceError(f"{what} is {value!r}, not a number from 0")
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


def _graphs() -> Iterator[Graph]:
    for vertices in count(1):
        pairs = list(combinations(range(vertices), 2))
        for size in range(len(pairs) + 1):
            yield from (Graph(vertices, edges) for edges in combinations(pairs, size))


def _drawn_graph(rng: random.Random) -> Graph:
    vertices, share = rng.randint(4, 7), rng.random()
    return Graph(vertices, tuple(edge for edge in combinations(range(vertices), 2) if rng.random() < share))


def _named_graph(kind: Any, one: Any) -> AnyProblem:
    vertices, edges, *bound = one
    return kind(NamedGraph(tuple(map(str, range(vertices))), edges), *bound)  # type: ignore[no-any-return]


def _clauses(variables: int) -> list[tuple[int, ...]]:
    literals = [*range(1, variables + 1), *range(-variables, 0)]
    clauses = (clause for size in (1, 2, 3) for clause in combinations(literals, size))
    return [clause for clause in clauses if len(set(map(abs, clause))) == len(clause)]


def _drawn_formula(*sizes: int) -> Callable[[random.Random], Formula]:
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
            every = combinations_with_replacement(range(1, total + 1), size)
            yield from (Numbers(one) for one in every if sum(one) == total)


def _drawn_numbers(rng: random.Random) -> Numbers:
    return Numbers(tuple(rng.randint(1, 12) for _ in range(rng.randint(2, 7))))


def _subsets(elements: int) -> list[tuple[int, ...]]:
    return [one for size in range(1, elements + 1) for one in combinations(range(elements), size)]


def _drawn_sets(rng: random.Random) -> Sets:
    elements = rng.randint(3, 6)
    sets = (rng.sample(range(elements), rng.randint(1, 3)) for _ in range(rng.randint(2, 6)))
    return Sets(elements, tuple(tuple(sorted(one)) for one in sets))


def _named_sets(kind: Any, one: Any) -> AnyProblem:
    elements, sets, *bound = one
    names = tuple(f"e{at}" for at in range(elements))
    if kind is ExactCover:
        options = (Option(f"s{at}", tuple(names[e] for e in s)) for at, s in enumerate(sets))
        return ExactCover(names, (), tuple(options))
    return kind(names, tuple(tuple(dict.fromkeys(s)) for s in sets), *bound)  # type: ignore[no-any-return]


def _all(of: Any, parts: Callable[[int], Sequence[Any]]) -> Callable[[], Iterator[Any]]:
    """Instances of a number n and some of `parts` of n, by their sum."""

    def instances() -> Iterator[Any]:
        for total in count(1):
            for n in range(1, total + 1):
                chosen = combinations_with_replacement(parts(n), total - n)
                yield from (of(n, some) for some in chosen)

    return instances


def _with_number(sort: Sort, of: Any, most: Callable[[Any], int]) -> Sort:
    """Instances of a sort with a number behind their parts, from 0 to `most`."""

    def instances() -> Iterator[Any]:
        return (of(*one, number) for one in sort.instances() for number in range(most(one) + 1))

    def drawn(rng: random.Random) -> Any:
        one = sort.drawn(rng)
        return of(*one, rng.randint(0, most(one)))

    return Sort(of, instances, drawn, sort.problem)


GRAPH = Sort(Graph, _graphs, _drawn_graph, _named_graph)
GRAPH_K = _with_number(GRAPH, BoundedGraph, lambda graph: graph.vertices)
ANY = Sort(Formula, _all(Formula, _clauses), _drawn_formula(1, 2, 3, 4))
THREE = Sort(Formula, _all(Formula, _clauses), _drawn_formula(2, 3, 3))
NUMBERS = Sort(Numbers, _numbers, _drawn_numbers)
TARGET = _with_number(NUMBERS, NumbersAndTarget, lambda one: sum(one.numbers) + 1)
SETS = Sort(Sets, _all(Sets, _subsets), _drawn_sets, _named_sets)
SETS_K = _with_number(SETS, BoundedSets, lambda one: len(one.sets))
