"""Families of hard instances: of each kind those on which SAT solvers need about 1, 10 or 30 seconds.

They are drawn at random where such instances are hardest, or where a size makes them hard. No solver chooses
among them; where a bound is the best one or the next, it is exact, whoever finds it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, NamedTuple

import networkx as nx

from ...answers.questions import find_answers
from ...base.errors import ArgumentError
from ...problems import AnyProblem, problem_class
from ...solvers import Limits
from . import hard_boards

LEVELS = (1, 10, 30)
"""Seconds of the usual formula with cadical195, about, when the sizes were chosen."""

Make = Callable[[random.Random, int], str]
"""An instance as text, of a size."""


class Family(NamedTuple):
    """Instances of one kind.

    * about: how one is made, in words; what its size counts.
    * sizes: by level.
    """

    about: str
    axis: str
    sizes: Mapping[int, int]
    make: Make


# Formulas


def clauses(kind: str, ratio: float, signs: Sequence[int] = (1, -1)) -> Make:
    """Random clauses of three variables, so many for each variable, with random signs."""

    def make(rng: random.Random, n: int) -> str:
        rows = (rng.sample(range(1, n + 1), 3) for _ in range(round(n * ratio)))
        lines = (" ".join(str(v * rng.choice(signs)) for v in row) for row in rows)
        return "\n".join((f"{kind} {n}", *lines, ""))

    return make


# Graphs


def edges(graph: nx.Graph) -> str:
    return "".join(f"v{a} v{b}\n" for a, b in sorted(map(sorted, graph.edges)))


def sparse(rng: random.Random, n: int, degree: float) -> nx.Graph:
    """A random graph of this mean degree, without the vertices that have no edge."""
    return nx.Graph(rng.sample(list(combinations(range(n), 2)), round(n * degree / 2)))


def regular(degree: int) -> Callable[[random.Random, int], str]:
    return lambda rng, n: edges(nx.random_regular_graph(degree, n, rng.randrange(2**32)))


def dense(rng: random.Random, n: int) -> str:
    """Each edge with chance 1/2."""
    return edges(nx.Graph(pair for pair in combinations(range(n), 2) if rng.random() < 0.5))


def colouring(rng: random.Random, n: int) -> str:
    return "colouring 3\n" + edges(sparse(rng, n, 4.65))


def gadgets(rng: random.Random, n: int) -> str:
    """Paths 1 to 9 with the edges 1-6 and 4-9, whose vertices 1, 3, 7 and 9 have two or three edges outside.

    References
    ----------
    M. Haythorpe, FHCP Challenge Set: the first set of structurally difficult instances of the Hamiltonian
    cycle problem, 2019.
    """
    outer = (0, 2, 6, 8)
    ends = [9 * at + one for at in range(n) for one in (*outer, *outer, *rng.sample(outer, 2))]
    rng.shuffle(ends)
    joined = [list(pair) for pair in zip(ends[::2], ends[1::2], strict=True)]
    while wrong := _clashes(joined):
        for at in wrong:  # another end in exchange
            other = rng.choice(joined)
            joined[at][1], other[1] = other[1], joined[at][1]
    inside = [(9 * at + a, 9 * at + b) for at in range(n) for a, b in (*_PATH, (0, 5), (3, 8))]
    name = rng.sample(range(9 * n), 9 * n)
    return "hamiltoniancycle\n" + edges(nx.Graph((name[a], name[b]) for a, b in chain(joined, inside)))


_PATH = tuple((at, at + 1) for at in range(8))


def _clashes(joined: Iterable[Sequence[int]]) -> list[int]:
    """The edges inside a gadget, or between two gadgets that have one."""
    seen: set[tuple[int, ...]] = set()
    wrong = []
    for at, pair in enumerate(joined):
        between = tuple(sorted(one // 9 for one in pair))
        if between[0] == between[1] or between in seen:
            wrong.append(at)
        seen.add(between)
    return wrong


# Sets


def triples(rng: random.Random, n: int) -> str:
    """2n different triples of n elements, in which each element is."""
    while True:
        sets = rng.sample(list(combinations(range(n), 3)), 2 * n)
        if len(set(chain(*sets))) == n:
            return "".join(f"S{at}: {' '.join(f'e{e}' for e in one)}\n" for at, one in enumerate(sets))


def matching(ratio: float, planted: bool) -> Make:
    """So many triples for each element, among them a matching if one is planted."""

    def make(rng: random.Random, n: int) -> str:
        y, z = rng.sample(range(1, n + 1), n), rng.sample(range(1, n + 1), n)
        found = set(zip(range(1, n + 1), y, z, strict=True)) if planted else set()
        while len(found) < round(ratio * n):
            found.add((rng.randint(1, n), rng.randint(1, n), rng.randint(1, n)))
        return "\n".join((f"matching3d {n}", *(" ".join(map(str, one)) for one in sorted(found)), ""))

    return make


# Bounds


def bounded(kind: str, step: int, body: Callable[[random.Random, int], str], beyond: bool = True) -> Make:
    """With the best bound, or with the next one, which is not possible; `step` is 1 if the most are wanted."""

    def make(rng: random.Random, n: int) -> str:
        text = body(rng, n)
        bound = 1 if step > 0 else len(text.splitlines())
        while found := find_answers(read(kind, f"{kind} {bound}\n{text}"), limits=Limits(1)).answers:
            bound = sum(found[0]) + step
        return f"{kind} {bound if beyond else bound - step}\n{text}"

    return make


def read(kind: str, text: str) -> AnyProblem:
    problem: AnyProblem = problem_class(kind).parse(text)
    return problem


def _families() -> Mapping[str, Sequence[Family]]:
    """By kind; the seeds take turns where there are several."""
    found: dict[str, Sequence[Family]] = {}
    for kind, ratio, signs, sizes in (
        ("3sat", 4.26, (1, -1), (225, 280, 300)),
        ("naesat", 2.1, (1, -1), (280, 335, 360)),
        ("1in3sat", 0.63, (1,), (2100, 2600, 2850)),
    ):
        about = f"{ratio} random clauses of three {'' if signs[1:] else 'positive '}literals for each variable"
        found[kind] = _one(about, "variables", sizes, clauses(kind, ratio, signs))
    about = "three colours; a random graph of mean degree 4.65"
    found["colouring"] = _one(about, "vertices", (420, 550, 600), colouring)
    about = "paths of nine vertices with two more edges, joined at random"
    found["hamiltoniancycle"] = _one(about, "paths", (60, 80, 90), gadgets)
    for kind, step, words, axis, body, sizes in (
        ("clique", 1, "edges with chance 1/2", "vertices", dense, (125, 195, 235)),
        ("vertexcover", -1, "edges with chance 1/2", "vertices", dense, (125, 195, 230)),
        ("independentset", 1, "random 3-regular graphs", "vertices", regular(3), (104, 160, 190)),
        ("dominatingset", -1, "random 4-regular graphs", "vertices", regular(4), (70, 88, 97)),
        ("setcover", -1, "2n random triples of n elements", "elements", triples, (32, 40, 44)),
        ("hittingset", -1, "2n random triples of n elements", "elements", triples, (62, 86, 96)),
        ("setpacking", 1, "2n random triples of n elements", "elements", triples, (37, 47, 52)),
    ):
        levels = dict(zip(LEVELS, sizes, strict=True))
        found[kind] = [
            Family(f"{words}; {said} bound", axis, levels, bounded(kind, step, body, beyond))
            for beyond, said in ((True, "one beyond the best"), (False, "the best"))
        ]
    found["matching3d"] = [
        *_one("a matching, and 6n triples in all", "n", (75, 93, 100), matching(6, True)),
        *_one("7.4n random triples", "n", (44, 52, 56), matching(7.4, False)),
    ]
    for kind, those in hard_boards.FAMILIES.items():
        found[kind] = [family for one in those for family in _one(*one)]
    return found


def _one(about: str, axis: str, sizes: Sequence[int], make: Make) -> list[Family]:
    """A family with the sizes of the first levels."""
    return [Family(about, axis, dict(zip(LEVELS, sizes, strict=False)), make)]


FAMILIES = _families()


def family(kind: str, seed: int) -> Family:
    """The family that a seed of a kind belongs to; raises `ArgumentError` for a kind without one."""
    if kind not in FAMILIES:
        raise ArgumentError(f"no hard {kind} is known; there are those of {', '.join(sorted(FAMILIES))}")
    return FAMILIES[kind][seed % len(FAMILIES[kind])]


def hard(kind: str, level: int, seed: int) -> Any:
    """The instance of a seed; the same on every machine.

    * level: one of `LEVELS`.

    Raises
    ------
    ArgumentError
        For a kind without hard instances, or without those of this level.
    """
    of = family(kind, seed)
    if level not in of.sizes:
        raise ArgumentError(f"{kind} has hard instances of {', '.join(map(str, of.sizes))} s only")
    rng = random.Random(f"hard {kind} {of.sizes[level]} {seed}")
    return read(kind, of.make(rng, of.sizes[level]))
