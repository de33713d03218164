"""Paths in small graphs, by every choice of edges."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations
from types import SimpleNamespace
from typing import Any

from coversat.problems import AnyProblem, problem_class
from coversat.problems.graph import Graph

from .graphs import EMPTY, HOUSE, PAIR, TRIANGLE, drawn_graph, of_kind

PRISM = Graph.numbered(6, [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (1, 4), (2, 5)])
"""Two triangles, which are two cycles."""


def drawn_path(kind: str) -> Callable[[random.Random], AnyProblem]:
    return lambda chance: problem_class(kind)(drawn_graph(chance))  # type: ignore[call-arg]


def _kinds() -> Iterator[tuple[str, SimpleNamespace]]:
    for kind, unique in (("hamiltoniancycle", TRIANGLE), ("hamiltonianpath", PAIR)):
        cls: Any = problem_class(kind)
        full = Graph.numbered(4, combinations(range(4), 2))
        yield (
            kind,
            of_kind(
                kind,
                ("no edge", cls(EMPTY)),
                ("unique", cls(unique)),
                ("house", cls(HOUSE)),
                ("all edges", cls(full)),
                ("prism", cls(PRISM)),
                drawn=drawn_path(kind),
            ),
        )


OF_KIND = dict(_kinds())
