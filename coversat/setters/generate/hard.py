"""Families of hard instances: of each kind those on which a SAT solver needs about 1, 10 or 30 seconds.

They are drawn at random where such instances are hardest, or large enough. No solver chooses among them; a
bound is exact, whoever finds it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, combinations
from typing import NamedTuple

import networkx as nx

from ...answering.questions import find_answers
from ...answering.routes import find_route
from ...base.errors import ArgumentError
from ...base.grouping import grouped
from ...problems import problem_class
from ...solvers import Limits
from . import hard_boards as boards

LEVELS = (1, 10, 30)
"""Seconds of the usual formula with cadical195, about, when the sizes were chosen."""
Make = Callable[[random.Random, int], str]
"""An instance of a size, as text."""


def clauses(kind: str, ratio: float, signs: tuple[int, ...], rng: random.Random, n: int) -> str:
    """Random clauses of three variables, so many for each variable."""
    rows = (rng.sample(range(1, n + 1), 3) for _ in range(round(n * ratio)))
    lines = (" ".join(str(v * rng.choice(signs)) for v in row) for row in rows)
    return "\n".join((f"{kind} {n}", *lines, ""))


def edges(graph: nx.Graph) -> str:
    """A line for each edge."""
    return "".join(f"v{a} v{b}\n" for a, b in sorted(map(sorted, graph.edges)))


def colouring(rng: random.Random, n: int) -> str:
    """A graph of mean degree 4.65, without the vertices that have no edge."""
    return "colouring 3\n" + edges(nx.Graph(rng.sample([*combinations(range(n), 2)], round(n * 4.65 / 2))))


def regular(degree: int, rng: random.Random, n: int) -> str:
    """A random graph in which each vertex has this degree."""
    return edges(nx.random_regular_graph(degree, n, rng.randrange(2**32)))


def dense(rng: random.Random, n: int) -> str:
    """Each edge with chance 1/2."""
    return edges(nx.Graph(pair for pair in combinations(range(n), 2) if rng.random() < 0.5))


def gadgets(rng: random.Random, n: int) -> str:
    """Paths 1 to 9 with the edges 1-6 and 4-9, whose vertices 1, 3, 7 and 9 have two or three edges outside.

    Of this kind are hard graphs of the FHCP Challenge Set (Haythorpe, 2019).
    """
    outer = (0, 2, 6, 8)
    ends = [rng.sample((*outer, *outer, *rng.sample(outer, 2)), 10) for _ in range(n)]
    beside = sorted(map(sorted, nx.random_regular_graph(10, n, rng.randrange(2**32)).edges))
    path = [(at, at + 1) for at in range(8)]
    inside = [(9 * at + a, 9 * at + b) for at in range(n) for a, b in (*path, (0, 5), (3, 8))]
    joined = [(9 * a + ends[a].pop(), 9 * b + ends[b].pop()) for a, b in beside]
    name = rng.sample(range(9 * n), 9 * n)
    return "hamiltoniancycle\n" + edges(nx.Graph((name[a], name[b]) for a, b in (*inside, *joined)))


def triples(rng: random.Random, n: int) -> str:
    """2n different triples of n elements, in which each element is."""
    while True:
        sets = rng.sample(list(combinations(range(n), 3)), 2 * n)
        if len(set(chain(*sets))) == n:
            return "".join(f"S{at}: {' '.join(f'e{e}' for e in one)}\n" for at, one in enumerate(sets))


def matching(rng: random.Random, n: int) -> str:
    """Six triples for each element, among them a matching."""
    numbers = range(1, n + 1)
    found = set(zip(numbers, rng.sample(numbers, n), rng.sample(numbers, n), strict=True))
    while len(found) < 6 * n:
        found.add((rng.choice(numbers), rng.choice(numbers), rng.choice(numbers)))
    return "\n".join((f"matching3d {n}", *(" ".join(map(str, one)) for one in sorted(found)), ""))


def bounded(kind: str, step: int, beyond: bool, body: Make, rng: random.Random, n: int) -> str:
    """With the best bound, or the next, which is not possible; `step` is 1 where it is to be large."""
    text = body(rng, n)
    bound = 1 if step > 0 else len(text.splitlines())
    route = find_route(kind, "cnf:mixed/cadical195")
    read = problem_class(kind).parse
    while found := find_answers(read(f"{kind} {bound}\n{text}"), route, Limits(1)).answers:
        bound = sum(found[0]) + step
    return f"{kind} {bound if beyond else bound - step}\n{text}"


# The families


class Family(NamedTuple):
    """Instances of one kind: sizes by level, what a size counts, and what they are, in words."""

    sizes: Mapping[int, int]
    axis: str
    about: str
    make: Make


def _families() -> Iterator[tuple[str, str, tuple[int, ...], str, Make]]:
    both = (1, -1)
    for kind, ratio, signs, sizes in (
        ("3sat", 4.26, both, (225, 280, 300)),
        ("naesat", 2.1, both, (270, 330, 350)),
        ("1in3sat", 0.63, (1,), (2200, 2650, 2900)),
    ):
        literals = "literals" if signs == both else "positive literals"
        about = f"{ratio} random clauses of three {literals} for each variable"
        yield kind, "variables", sizes, about, partial(clauses, kind, ratio, signs)
    cubic, quartic = (partial(regular, degree) for degree in (3, 4))
    for kind, step, words, body, sizes in (
        ("clique", 1, "edges with chance 1/2", dense, (125, 195, 235)),
        ("vertexcover", -1, "edges with chance 1/2", dense, (135, 200, 230)),
        ("independentset", 1, "random 3-regular graphs", cubic, (88, 120, 136)),
        ("dominatingset", -1, "random 4-regular graphs", quartic, (70, 88, 97)),
        ("setcover", -1, "2n random triples of n elements", triples, (32, 40, 44)),
        ("hittingset", -1, "2n random triples of n elements", triples, (62, 86, 96)),
        ("setpacking", 1, "2n random triples of n elements", triples, (37, 47, 52)),
    ):
        for beyond, said in ((False, "the best bound"), (True, "one beyond the best bound")):
            axis = "elements" if body is triples else "vertices"
            yield kind, axis, sizes, f"{words}; {said}", partial(bounded, kind, step, beyond, body)
    about = "three colours; a random graph of mean degree 4.65"
    yield "colouring", "vertices", (440, 500, 530), about, colouring
    about = "paths of nine vertices with two more edges, joined at random"
    yield "hamiltoniancycle", "paths", (60, 80, 90), about, gadgets
    yield "matching3d", "n", (75, 86, 92), "a matching, and 6n triples in all", matching
    yield from boards.FAMILIES


FAMILIES = grouped(
    (kind, Family(dict(zip(LEVELS, sizes, strict=False)), axis, about, make))
    for kind, axis, sizes, about, make in _families()
)
"""By kind; its seeds take turns where there are several."""


def family(kind: str, level: int, seed: int) -> Family:
    """The family that a seed belongs to; raises `ArgumentError` for a kind without this level."""
    if kind not in FAMILIES:
        raise ArgumentError(f"no hard {kind} is known; there are those of {', '.join(sorted(FAMILIES))}")
    found = FAMILIES[kind][seed % len(FAMILIES[kind])]
    if level not in found.sizes:
        raise ArgumentError(f"there is no {kind} of {level} s, only of {', '.join(map(str, found.sizes))} s")
    return found


def hard(kind: str, level: int, seed: int) -> str:
    """The instance of a seed as text, the same on every machine; raises `ArgumentError` as `family`."""
    of = family(kind, level, seed)
    size = of.sizes[level]
    return of.make(random.Random(f"hard {kind} {size} {seed}"), size)
