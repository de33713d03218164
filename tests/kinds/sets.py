"""Problems of small sets, by every choice of values."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from types import SimpleNamespace
from typing import Any

from coversat.problems import AnyProblem, problem_class

from .graphs import of_kind

SETS = ((0, 1), (1, 2), (2, 3), (3, 4), (0, 4), (2,))


def drawn_sets(kind: str) -> Callable[[random.Random], AnyProblem]:
    def drawn(chance: random.Random) -> AnyProblem:
        size = chance.randint(1, 5)
        sets = [chance.sample(range(size), chance.randint(1, size)) for _ in range(chance.randint(1, 5))]
        k = chance.randint(0, len(sets))
        return problem_class(kind)(tuple("abcde"[:size]), sets, k)  # type: ignore[call-arg]

    return drawn


def drawn_matching(chance: random.Random) -> AnyProblem:
    size = chance.randint(1, 3)
    every = list(product(range(1, size + 1), repeat=3))
    return problem_class("matching3d")(size, tuple(chance.sample(every, min(len(every), 8))))  # type: ignore[call-arg]


def _kinds() -> Iterator[tuple[str, SimpleNamespace]]:
    for kind, none, unique, several in (
        ("setpacking", (tuple("abcde"), SETS, 4), (tuple("ab"), ((0,), (1,)), 2), (tuple("abcde"), SETS, 2)),
        ("setcover", (tuple("abcde"), SETS, 2), (tuple("ab"), ((0,), (1,)), 2), (tuple("abcde"), SETS, 3)),
        ("hittingset", (tuple("abcde"), SETS, 2), (tuple("ab"), ((0,), (1,)), 2), (tuple("abcde"), SETS, 3)),
    ):
        cls: Any = problem_class(kind)
        yield (
            kind,
            of_kind(
                kind,
                ("no answer", cls(*none)),
                ("unique", cls(*unique)),
                ("several", cls(*several, set_names=tuple("PQRSTU"))),
                drawn=drawn_sets(kind),
            ),
        )
    matching: Any = problem_class("matching3d")
    yield (
        "matching3d",
        of_kind(
            "matching3d",
            ("no triple", matching(1, ())),
            ("unique", matching(2, ((1, 2, 1), (1, 1, 1), (2, 1, 2)))),
            ("all triples", matching(2, tuple(product((1, 2), repeat=3)))),
            drawn=drawn_matching,
        ),
    )


OF_KIND = dict(_kinds())
