"""Problems of small sets, formulas and numbers, by every choice of values."""

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


def drawn_clauses(kind: str) -> Callable[[random.Random], AnyProblem]:
    def drawn(chance: random.Random) -> AnyProblem:
        count = chance.randint(1, 5)
        literals = [*range(1, count + 1), *range(-count, 0)]
        clauses = [
            tuple(chance.choice(literals) for _ in range(chance.randint(1, 3)))
            for _ in range(chance.randint(0, 6))
        ]
        return problem_class(kind)(count, tuple(clauses))  # type: ignore[call-arg]

    return drawn


def drawn_matching(chance: random.Random) -> AnyProblem:
    size = chance.randint(1, 3)
    every = list(product(range(1, size + 1), repeat=3))
    return problem_class("matching3d")(size, tuple(chance.sample(every, min(len(every), 8))))  # type: ignore[call-arg]


def drawn_numbers(chance: random.Random) -> tuple[int, ...]:
    return tuple(chance.randint(1, 9) for _ in range(chance.randint(1, 6)))


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
    for kind, unique in (("3sat", ((1,), (-2,), (2, 3))), ("naesat", ()), ("1in3sat", ((1, 2, 3), (1,)))):
        cls = problem_class(kind)
        yield (
            kind,
            of_kind(
                kind,
                ("no answer", cls(1, ((1,), (-1,)))),
                *([("unique", cls(3, unique))] if unique else []),
                ("several", cls(4, ((1, -2, 3), (2, 4), (-1, -3, -4)))),
                ("no clause", cls(2, ())),
                ("two variables", cls(2, ((1, 2, 2), (-1, 1)))),
                ("a variable twice", cls(3, ((1, 1, 2), (2, -2, 3)))),
                drawn=drawn_clauses(kind),
                **({} if unique else {"COUNTS": (0, 2)}),
            ),
        )
    subset: Any = problem_class("subsetsum")
    yield (
        "subsetsum",
        of_kind(
            "subsetsum",
            ("no answer", subset((2, 4, 6), 5)),
            ("nothing", subset((3, 4), 0)),
            ("more than all", subset((3, 4), 8)),
            ("several", subset((3, 3, 1, 2, 9), 6)),
            drawn=lambda chance: subset(drawn_numbers(chance), chance.randint(0, 20)),
        ),
    )
    partition: Any = problem_class("partition")
    yield (
        "partition",
        of_kind(
            "partition",
            ("odd", partition((2, 3))),
            ("no answer", partition((1, 1, 4))),
            ("several", partition((3, 1, 1, 2, 2, 1))),
            ("equal numbers", partition((2, 2))),
            drawn=lambda chance: partition(drawn_numbers(chance)),
            COUNTS=(0, 2),
        ),
    )


OF_KIND = dict(_kinds())
