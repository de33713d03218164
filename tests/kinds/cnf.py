"""Formulas of up to four variables, some under a projection."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from coversat.problems import Cnf

from . import Instance, Part, instance, right


def every_assignment(problem: Cnf) -> Iterator[tuple[int, ...]]:
    return product(*((v, -v) for v in range(1, problem.variable_count + 1)))


def seen(problem: Cnf, answer: tuple[int, ...]) -> tuple[int, ...]:
    """The literals of the projection, in order; all where there is none."""
    shown = range(1, problem.variable_count + 1) if problem.projection is None else problem.projection
    return tuple(sorted((x for x in answer if abs(x) in shown), key=abs))


def models(problem: Cnf) -> frozenset[tuple[int, ...]]:
    """What is seen of the models, by brute force."""
    return frozenset(seen(problem, model) for model in right(problem, every_assignment(problem)))


def changes(answer: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """One literal turned round: what is left of a model may be one still."""
    return (tuple(-x if x == y else x for x in answer) for y in answer)


def parts(problem: Any, answer: tuple[int, ...], chance: random.Random) -> Iterator[Part]:
    for size in range(len(answer) + 1):
        chosen = set(chance.sample(answer, size))
        yield tuple(chosen), chosen.issubset


def cnf(name: str, variables: int, *clauses: tuple[int, ...], projection: Any = None) -> Instance:
    problem = Cnf(variables, clauses, projection=projection)
    return instance(name, problem, every_assignment(problem), seen=lambda model: seen(problem, model))


def instances() -> Iterator[Instance]:
    yield cnf("no variable", 0)
    yield cnf("empty clause", 2, (1, 2), ())
    yield cnf("no clause", 3)
    yield cnf("one model", 3, (1,), (-1, 2), (-2, -3))
    yield cnf("several models", 4, (1, 2), (-1, -2), (3, 4, 1), (-3, 2))
    yield cnf("unsatisfiable", 2, (1, 2), (1, -2), (-1, 2), (-1, -2))
    yield cnf("repeated and opposite literals", 3, (1, 1, 2), (2, -2, 3, -2), (-1, 3, 1, 2), (3, 3))
    yield cnf("projected", 4, (1, 2, 3), (-1, -4), (-2, 4), projection=(1, 3))
    yield cnf("projected on nothing", 2, (1, 2), projection=())
    yield cnf("projected on nothing, unsatisfiable", 1, (1,), (-1,), projection=())


def drawn(chance: random.Random) -> Cnf:
    """Up to twelve variables and about as many clauses as leave few models; a third under a projection."""
    count = chance.randint(1, 12)
    clauses = []
    for _ in range(round(count * chance.uniform(1, 4.5))):
        variables = [chance.randint(1, count) for _ in range(chance.choice((1, 2, 2, 3, 3, 3, 4)))]
        clauses.append(tuple(chance.choice((-1, 1)) * v for v in variables))
    projection = None
    if chance.random() < 1 / 3:
        projection = tuple(sorted(chance.sample(range(1, count + 1), chance.randint(0, count))))
    return Cnf(count, tuple(clauses), projection=projection)
