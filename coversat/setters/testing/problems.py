"""The problems between which reductions are tested: kinds, with instances as tuples and answers as sets.

All answers of a small instance are found by brute force over the kind's check of the rules; those of a larger
one by its default route, which checks each.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import compress, product
from math import prod
from typing import Any, NamedTuple

from ...answering.routes import default_route
from ...answering.running import run
from ...base.errors import ReductionError
from ...kinds.clauses import NaeSat, OneInThreeSat, ThreeSat
from ...kinds.graphs import Clique, Colouring, DominatingSet, IndependentSet, VertexCover
from ...kinds.numbers import Partition, SubsetSum
from ...kinds.paths import HamiltonianCycle, HamiltonianPath
from ...kinds.sets import HittingSet, SetCover, SetPacking
from ...problems import AnyProblem
from ...problems.cnf.rules import Cnf
from ...problems.elements import ElementProblem
from ...problems.exact_cover.rules import ExactCover
from ...solvers import Limits
from .instances import ANY, GRAPH, GRAPH_K, NUMBERS, SETS, SETS_K, TARGET, THREE, NotAnInstanceError, Sort

MOST_ASSIGNMENTS = 256
"""The most assignments of an instance of which all are tried."""
MOST_ANSWERS = 1_000
"""The answers of an instance that are looked at."""
MOST_NODES = 100_000
"""The nodes of a search for them."""


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

    * answers (instance -> answers): each once; hashable.
    * instances (() -> instances): all of them, the smallest first; endless, or none.
    * drawn (random.Random -> instance)
    * read (value -> instance): raises `NotAnInstanceError`.
    * text (instance -> str): in one line.
    * size (instance -> int): for messages.
    * make (instance -> problem): the instance as a problem of its kind.
    """

    name: str
    answers: Callable[[Any], Iterator[Hashable]]
    instances: Callable[[], Iterable[Any]] = tuple
    drawn: Callable[[random.Random], Any] | None = None
    read: Callable[[Any], Any] = _same
    text: Callable[[Any], str] = _named_parts
    size: Callable[[Any], int] = _size
    make: Callable[[Any], Any] = _same


def answers_of(problem: AnyProblem) -> Iterator[Any]:
    """All answers of a problem, each once; raises `TooLargeError`."""
    choices = _choices(problem)
    if prod(map(len, choices)) > MOST_ASSIGNMENTS:
        return by_default_route(problem)
    every = (values[::-1] for values in product(*choices[::-1]))  # the first elements vary first
    return filter(_check(problem), map(_chosen if isinstance(problem, ExactCover) else _same, every))


def by_default_route(problem: AnyProblem) -> Iterator[Any]:
    """The same for any problem, without brute force."""
    limits = Limits(answers=MOST_ANSWERS + 1, nodes=MOST_NODES)
    try:
        found = run(problem, default_route(problem.kind), limits).findings
    except ReductionError:
        raise TooLargeError from None
    if not found.exhausted and len(found.answers) <= MOST_ANSWERS:
        raise TooLargeError
    return iter(found.answers)


def _choices(problem: AnyProblem) -> list[Sequence[int]]:
    """What each part of an answer may be."""
    match problem:
        case Cnf():
            return [(-variable, variable) for variable in range(1, problem.variable_count + 1)]
        case ExactCover():
            return [(0, 1)] * len(problem.options)
        case ElementProblem():
            return [problem.domain(at) for at in range(len(problem.names))]
    raise TypeError(problem)


def _check(problem: AnyProblem) -> Callable[[Any], bool]:
    """Whether an answer obeys the rules; looks for the first fault only, if it can."""
    if isinstance(problem, ElementProblem):
        wrong = problem.wrong
        return lambda answer: not any(True for _ in wrong(answer))
    return lambda answer: not problem.violations(answer)


def _chosen(values: Sequence[int]) -> tuple[int, ...]:
    return tuple(compress(range(len(values)), values))


# How an answer of the problem is shown to reductions in files.


def _positions(instance: Any, values: Sequence[int]) -> frozenset[int]:
    return frozenset(_chosen(values))


def _edges(instance: Any, values: Sequence[int]) -> frozenset[tuple[int, int]]:
    return frozenset(compress(instance.edges, values))


def _truth(instance: Any, values: Sequence[int]) -> tuple[bool, ...]:
    return tuple(value > 0 for value in values)


def _colours(instance: Any, values: Sequence[int]) -> tuple[int, ...]:
    return tuple(value - 1 for value in values)


def _cover(instance: Any, answer: Sequence[int]) -> frozenset[int]:
    return frozenset(answer)


Shown = Callable[[Any, Any], Hashable]

_TABLE: tuple[tuple[str, Sort, type[AnyProblem], Shown], ...] = (
    ("vertex cover", GRAPH_K, VertexCover, _positions),
    ("independent set", GRAPH_K, IndependentSet, _positions),
    ("clique", GRAPH_K, Clique, _positions),
    ("dominating set", GRAPH_K, DominatingSet, _positions),
    ("colouring", GRAPH_K, Colouring, _colours),
    ("hamiltonian cycle", GRAPH, HamiltonianCycle, _edges),
    ("hamiltonian path", GRAPH, HamiltonianPath, _edges),
    ("sat", ANY, Cnf, _truth),
    ("3-sat", THREE, ThreeSat, _truth),
    ("nae-sat", THREE, NaeSat, _truth),
    ("1-in-3-sat", THREE, OneInThreeSat, _truth),
    ("subset sum", TARGET, SubsetSum, _positions),
    ("partition", NUMBERS, Partition, _positions),
    ("set cover", SETS_K, SetCover, _positions),
    ("set packing", SETS_K, SetPacking, _positions),
    ("hitting set", SETS_K, HittingSet, _positions),
    ("exact cover", SETS, ExactCover, _cover),
)
"""The name of each problem, its instances, and the kind; docs/own-reduction.md describes them."""


def _problem(name: str, sort: Sort, kind: type[AnyProblem], shown: Shown) -> TestProblem:
    make = partial(sort.problem, kind)

    def answers(instance: Any) -> Iterator[Hashable]:
        return (shown(instance, answer) for answer in answers_of(make(instance)))

    def read(value: Any) -> Any:
        instance = sort.read(value)
        try:
            make(instance)
        except (TypeError, ValueError) as error:
            raise NotAnInstanceError(str(error)) from None
        return instance

    return TestProblem(name, answers, sort.instances, sort.drawn, read, make=make)


def kind_called(name: str) -> str:
    """The kind of a problem by its name, in words or as kinds are named: ``3sat`` for ``3-sat``."""
    word = name.replace(" ", "").replace("-", "")
    return {"sat": "cnf", "exactcover": "cover"}.get(word, word)


PROBLEMS = {row[2].kind: _problem(*row) for row in _TABLE}
"""By the kinds of these problems."""
