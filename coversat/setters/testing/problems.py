"""The problems between which reductions are tested: kinds, with instances as tuples and answers as sets.

All answers of a small instance are found by brute force over the kind's check of the rules; those of a larger
one by its default route, which checks each.
"""

from __future__ import annotations

import random
from collections import namedtuple
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, compress, count, product
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
from ...problems.exact_cover.rules import ExactCover, Option
from ...problems.graph import Graph as NamedGraph
from ...solvers import Limits

# Instances: graphs, formulas, numbers and sets
#
# Each is a plain tuple, so that a reduction is plain Python: docs/own-reduction.md describes them. What they
# mean, and which are allowed, is stated by the kinds that `Sort.problem` makes of them.


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


# Problems


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
