"""Families of graphs by size, of which theory says whether they have a Hamiltonian cycle.

A graph is the number of its vertices and its edges, and a seed numbers its vertices anew: which vertex is the
first, and so the luck of a solver, is not the same twice.

* Generalized Petersen graphs with two steps inside have a cycle unless their half is 5 more than a multiple
  of 6; with three steps inside all have one (B. Alspach, "The classification of Hamiltonian generalized
  Petersen graphs", 1983).
* Flower snarks, of an odd number of stars, have none; of an even number the same graph has one.
* Knights on even boards from 6x6 on have one (A. Schwenk, "Which rectangular chessboards have a knight's
  tour?", 1991), and on odd boards none, since as many squares would be black as white.
* Random cubic graphs nearly always have one (R. Robinson, N. Wormald, "Almost all cubic graphs are
  Hamiltonian", 1992), and so have random graphs with a mean degree of ``ln n + ln ln n`` and no vertex with
  fewer than two edges; what was found is checked only.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

Edges = list[tuple[int, int]]


class Family(NamedTuple):
    """Graphs of one kind.

    `sizes` are what `edges` takes beside a source of random numbers; `cycle` is whether they have a cycle,
    None if that is not known for sure.
    """

    name: str
    sizes: tuple[int, ...]
    edges: Callable[[int, random.Random], Edges]
    cycle: bool | None


class Made(NamedTuple):
    """One graph."""

    family: str
    count: int
    seed: int
    edges: Edges
    cycle: bool | None


def petersen(half: int, step: int) -> Edges:
    rim = [(at, (at + 1) % half) for at in range(half)]
    inner = [(half + at, half + (at + step) % half) for at in range(half)]
    return [*rim, *((at, half + at) for at in range(half)), *inner]


def flower(stars: int) -> Edges:
    """A star for each of some places: its middle, a leaf of one cycle, and two of another twice as long."""
    middle, own, left, right = (range(at * stars, at * stars + stars) for at in range(4))
    found: Edges = []
    for at in range(stars):
        after = (at + 1) % stars
        found += [(middle[at], leaf[at]) for leaf in (own, left, right)]
        found.append((own[at], own[after]))
        ends = (left[after], right[after]) if after else (right[0], left[0])
        found += zip((left[at], right[at]), ends, strict=True)
    return found


def knights(side: int) -> Edges:
    squares = [divmod(at, side) for at in range(side * side)]
    return [
        (i, j)
        for (i, (r, c)), (j, (s, d)) in combinations(enumerate(squares), 2)
        if {abs(r - s), abs(c - d)} == {1, 2}
    ]


def cubic(count: int, chance: random.Random) -> Edges:
    """Three ends at each vertex, paired at random until there are no loops and double edges."""
    while True:
        ends = [vertex for vertex in range(count) for _ in range(3)]
        chance.shuffle(ends)
        found = {(min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2], strict=True)}
        if len(found) * 2 == len(ends) and all(a != b for a, b in found):
            return sorted(found)


def sparse(count: int, chance: random.Random) -> Edges:
    share = (math.log(count) + math.log(math.log(count))) / (count - 1)
    while True:
        found = [pair for pair in combinations(range(count), 2) if chance.random() < share]
        if min(sum(vertex in edge for edge in found) for vertex in range(count)) > 1:
            return found


FAMILIES = (
    Family("Petersen, 2 steps", (30, 60, 120, 250), lambda half, _: petersen(half, 2), True),
    Family("Petersen, 2 steps, none", (35, 65, 125, 251), lambda half, _: petersen(half, 2), False),
    Family("Petersen, 3 steps", (30, 60, 120, 250), lambda half, _: petersen(half, 3), True),
    Family("flowers, even", (16, 30, 60, 124), lambda stars, _: flower(stars), True),
    Family("flower snarks", (15, 31, 61, 125), lambda stars, _: flower(stars), False),
    Family("knights", (8, 10, 16, 22), lambda side, _: knights(side), True),
    Family("knights, odd", (9, 11, 15, 21), lambda side, _: knights(side), False),
    Family("random cubic", (60, 120, 250, 500), cubic, None),
    Family("random, sparse", (60, 120, 250, 500), sparse, None),
)


def made(seeds: Iterable[int]) -> Iterator[Made]:
    """All graphs, family by family, the small ones first."""
    for family in FAMILIES:
        for size in family.sizes:
            for seed in seeds:
                chance = random.Random(f"{family.name} {size} {seed}")
                yield numbered(family.name, seed, family.edges(size, chance), family.cycle, chance)


def read(folder: Path, seeds: Iterable[int], largest: int) -> Iterator[Made]:
    """The graphs of the files ``.hcp`` of a folder with at most so many vertices, the small ones first."""
    import coversat

    found = []
    for file in sorted(folder.glob("*.hcp")):
        (problem,) = coversat.read(file)
        graph = problem.graph
        if len(graph.vertices) <= largest:
            found.append((len(graph.vertices), file.stem, graph))
    for _, name, graph in sorted(found, key=lambda one: one[:2]):
        for seed in seeds:
            yield numbered(name, seed, list(graph.edges), None, random.Random(f"{name} {seed}"))


def numbered(family: str, seed: int, edges: Edges, cycle: bool | None, chance: random.Random) -> Made:
    """The graph with its vertices numbered at random."""
    count = 1 + max(map(max, edges))
    new = list(range(count))
    chance.shuffle(new)
    renamed = sorted((min(new[a], new[b]), max(new[a], new[b])) for a, b in edges)
    return Made(family, count, seed, renamed, cycle)
