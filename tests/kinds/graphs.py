"""Problems of small graphs, by every choice of values."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any

from coversat.problems import AnyProblem, problem_class
from coversat.problems.graph import Graph

from . import Instance, Part, instance


def of(name: str, problem: Any, refused: tuple[str, ...] = ()) -> Instance:
    """Candidates are all values of all elements."""
    values = product(*(problem.domain(at) for at in range(len(problem.names))))
    return instance(name, problem, values, refused, problem.identity)


def some_elements(problem: Any, answer: Any, chance: random.Random) -> Iterator[Part]:
    """An answer with some of its elements open."""
    told = range(len(answer)) if problem.projection is None else problem.projection
    for size in sorted({0, 1, 2, len(told)}):
        chosen = frozenset(chance.sample([*told], min(size, len(told))))
        part = tuple(value if at in chosen else None for at, value in enumerate(answer))
        yield (
            part,
            lambda other, part=part: all(one in (None, two) for one, two in zip(part, other, strict=True)),
        )


def of_kind(
    kind: str,
    *given: tuple[str, Any] | tuple[str, Any, tuple[str, ...]],
    drawn: Callable[..., Any],
    **more: Any,
) -> SimpleNamespace:
    """What stands in a module of a single kind."""
    return SimpleNamespace(
        instances=lambda: (of(*one) for one in given),
        drawn=drawn,
        parts=some_elements,
        seen=lambda problem, answer: problem.identity(answer),
        **({} if kind.startswith("hamiltonian") else {"ITEMS": ITEMS}),
        **more,
    )


ITEMS = {"elements": r"[^#@]+(#\d)?", "rules": r"#.*", "chosen": r"digit@.*"}
"""Of exact covers; the third are what joins the other two."""
POINT, PAIR, TRIANGLE = (
    Graph.numbered(1, ()),
    Graph(("a", "b"), ((0, 1),)),
    Graph.numbered(3, [(0, 1), (0, 2), (1, 2)]),
)
EMPTY = Graph.numbered(3, ())
PATH = Graph(("left", "mid", "right", "end"), ((0, 1), (1, 2), (2, 3)))
HOUSE = Graph.numbered(5, [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (1, 4)])


def drawn_graph(chance: random.Random) -> Graph:
    size, share = chance.randint(1, 6), chance.random()
    pairs = combinations(range(size), 2)
    return Graph.numbered(size, [pair for pair in pairs if chance.random() < share])


def drawn_bounded(kind: str) -> Callable[[random.Random], AnyProblem]:
    def drawn(chance: random.Random) -> AnyProblem:
        graph = drawn_graph(chance)
        return problem_class(kind)(graph, chance.randint(0, len(graph.vertices)))  # type: ignore[call-arg]

    return drawn


def drawn_colouring(chance: random.Random) -> AnyProblem:
    graph, colours = drawn_graph(chance), chance.randint(1, 3)
    given = [(at, chance.randint(1, colours)) for at in range(len(graph.vertices)) if chance.random() < 0.2]
    return problem_class("colouring")(graph, colours, tuple(given))  # type: ignore[call-arg]


def drawn_subgraph(chance: random.Random) -> AnyProblem:
    pattern = Graph.numbered(3, [pair for pair in combinations(range(3), 2) if chance.random() < 0.6])
    return problem_class("subgraph")(pattern, drawn_graph(chance))  # type: ignore[call-arg]


def _bounded(kind: str, none: Any, unique: Any, several: Any) -> SimpleNamespace:
    cls: Any = problem_class(kind)
    return of_kind(
        kind,
        ("no answer", cls(*none)),
        ("unique", cls(*unique)),
        ("several", cls(*several)),
        drawn=drawn_bounded(kind),
    )


def _kinds() -> Iterator[tuple[str, SimpleNamespace]]:
    yield "independentset", _bounded("independentset", (TRIANGLE, 2), (EMPTY, 3), (HOUSE, 2))
    yield "clique", _bounded("clique", (PATH, 3), (TRIANGLE, 3), (HOUSE, 2))
    yield "vertexcover", _bounded("vertexcover", (TRIANGLE, 1), (EMPTY, 0), (HOUSE, 3))
    yield "dominatingset", _bounded("dominatingset", (EMPTY, 2), (EMPTY, 3), (HOUSE, 2))
    colouring: Any = problem_class("colouring")
    yield (
        "colouring",
        of_kind(
            "colouring",
            ("two colours are too few", colouring(TRIANGLE, 2)),
            ("precoloured", colouring(TRIANGLE, 3, ((0, 2), (2, 1)))),
            ("house", colouring(HOUSE, 3, ((0, 1),))),
            drawn=drawn_colouring,
        ),
    )
    subgraph: Any = problem_class("subgraph")
    yield (
        "subgraph",
        of_kind(
            "subgraph",
            ("too small", subgraph(TRIANGLE, PAIR)),
            ("unique", subgraph(POINT, POINT)),
            ("path in a house", subgraph(Graph.numbered(3, [(0, 1), (1, 2)]), HOUSE)),
            ("triangle in a house", subgraph(TRIANGLE, HOUSE)),
            drawn=drawn_subgraph,
        ),
    )


OF_KIND = dict(_kinds())
