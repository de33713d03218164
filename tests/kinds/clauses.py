"""Problems of small formulas, by every choice of values."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

from coversat.problems import AnyProblem, problem_class

from .graphs import of_kind


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


def _kinds() -> Iterator[tuple[str, SimpleNamespace]]:
    for kind, unique in (("3sat", ((1,), (-2,), (2, 3))), ("naesat", ()), ("1in3sat", ((1, 2, 3), (1,)))):
        cls: Any = problem_class(kind)
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


OF_KIND = dict(_kinds())
