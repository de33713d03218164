"""The puzzles of the atlas: for each kind a family, of which a size and a seed make one puzzle.

Boards come from `coversat.generate` and have one answer each; their seeds may take a minute. The others are
drawn at random by code that uses no solver, most of them near the sizes where such instances are hardest.
Seeds below 100 make the puzzles that rankings are made from, those above the ones that they are checked on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, combinations, islice

import atlas_constraints
import networkx as nx
from atlas_constraints import GROUPS
from peers import made

import coversat
from coversat.base.errors import CoversatError
from coversat.problems import AnyProblem
from coversat.setters.generate import hard
from coversat.setters.generate.hard import clauses

FIRST = (1, 2, 3)
HELD_OUT = (101, 102, 103)
CONSTRAINTS = "sudoku-constraints"
PATIENCE = 180.0
"""Seconds for the generation of one board; a seed that needs longer has none."""


@dataclass(frozen=True)
class Family:
    """Puzzles of one kind.

    Attributes
    ----------
    kind : str
    sizes : tuple of int
    axis : str
        What a size counts.
    about : str
        How a puzzle is made.
    make : function
        A puzzle as text from its size and seed; raises `CoversatError` if there is none.
    labels : tuple of str
        What the sizes 0, 1, ... stand for, if they are no numbers.
    """

    kind: str
    sizes: tuple[int, ...]
    axis: str
    about: str
    make: Callable[[int, int], str]
    labels: tuple[str, ...] = ()

    def label(self, size: int) -> str:
        return self.labels[size] if self.labels else str(size)

    def puzzle(self, size: int, seed: int) -> AnyProblem:
        """The puzzle of a seed; raises `CoversatError` if it has none."""
        (problem,) = coversat.read(self.make(size, seed), self.kind)
        return problem


# Boards with one answer


def board(kind: str) -> Callable[[int, int], str]:
    def make(size: int, seed: int) -> str:
        shape = {"boxes": BOXES[size]} if kind == "sudoku" else {}
        found = coversat.generate(kind, seed=seed, count=1, timeout=PATIENCE, size=(size, size), **shape)
        return next(iter(found)).problem.format()

    return make


def dominosa(order: int, seed: int) -> str:
    """The set of this order on its board of n + 1 rows and n + 2 columns."""
    size = order + 1, order + 2
    found = coversat.generate("dominosa", seed=seed, count=1, timeout=PATIENCE, size=size)
    return next(iter(found)).problem.format()


BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 16: (4, 4)}
BOARDS = {
    "sudoku": (9, 12, 16),
    "kakuro": (8, 12, 16, 20),
    "skyscrapers": (3, 4, 5),
    "starbattle": (6, 8, 10),
    "nonogram": (10, 15, 20),
    "akari": (8, 10, 12),
    "binairo": (8, 10, 12),
    "fillomino": (5, 6, 7),
    "kenken": (5, 6, 7),
    "minesweeper": (8, 10, 12),
    "suguru": (5, 6, 7),
    "tents": (8, 10, 12),
    "slitherlink": (7, 10, 12),
    "masyu": (8, 10, 12),
    "simpleloop": (8, 10, 12),
    "yajilin": (6, 8, 10),
    "numberlink": (6, 8, 10),
    "hitori": (6, 9, 12),
    "heyawake": (6, 9, 12),
    "kurodoko": (6, 8, 10),
    "nurikabe": (6, 7, 8),
    "yinyang": (6, 8, 10),
    "futoshiki": (5, 7, 9),
    "kakurasu": (6, 9, 12),
    "numbrix": (4, 5, 6),
}
"""The rows and columns of boards, by kind."""


# Drawn at random

SMALLER = {"hamiltoniancycle": (11, 15, 20), "matching3d": (20, 40, 60), "queens": (16, 24, 32)}
"""Families of the hard atlas, of which smaller ones are not easy for another reason, with their sizes."""


def drawn(kind: str, text: Callable[[random.Random, int], str]) -> Callable[[int, int], str]:
    return lambda size, seed: text(random.Random(f"{kind} {size} {seed}"), size)


def by_name(kind: str) -> Callable[[int, int], str]:
    """A set of `peers/made.py` whose name begins with the size."""

    def make(size: int, seed: int) -> str:
        sets = made.sets(kind, seed)
        (name,) = (name for name in sets if name.split()[0] == str(size))
        return next(islice(sets[name], 5, 6))  # later ones differ by the seed

    return make


def langford(size: int, seed: int) -> str:
    return f"langford {size + (seed in HELD_OUT)}\n"


def holes(rng: random.Random, n: int) -> str:
    """A Latin square with 42 % of its cells empty, where completing one is hardest."""
    square = made.random_latin(n, rng)
    for cell in rng.sample(range(n * n), n * n * 42 // 100):
        square[cell // n][cell % n] = -1
    return f"latin {n}\n" + "".join(" ".join(str(d + 1 or ".") for d in row) + "\n" for row in square)


def shikaku(rng: random.Random, n: int) -> str:
    """A board cut into rectangles of at most nine cells, with the area of each in one of its cells."""
    rows = [["."] * n for _ in range(n)]
    left = [(0, 0, n, n)]
    while left:
        top, side, height, width = left.pop()
        if (height * width <= 9 and rng.random() < 0.8) or height == width == 1:
            rows[top + rng.randrange(height)][side + rng.randrange(width)] = str(height * width)
        elif height > width or (height == width and rng.random() < 0.5):
            cut = rng.randrange(1, height)
            left += [(top, side, cut, width), (top + cut, side, height - cut, width)]
        else:
            cut = rng.randrange(1, width)
            left += [(top, side, height, cut), (top, side + cut, height, width - cut)]
    return f"shikaku {n} {n}\n" + "".join(" ".join(row) + "\n" for row in rows)


def edges(graph: nx.Graph) -> str:
    return "".join(f"v{a} v{b}\n" for a, b in sorted(graph.edges))


def a_graph(rng: random.Random, n: int, degree: float) -> nx.Graph:
    """A random graph of this mean degree, without vertices that have no edge."""
    pairs = rng.sample(list(combinations(range(n), 2)), round(n * degree / 2))
    return nx.Graph(pairs)


def colouring(rng: random.Random, n: int) -> str:
    """Three colours, at the mean degree 4.6, where half of the graphs have a colouring."""
    return "colouring 3\n" + edges(a_graph(rng, n, 4.6))


def independent(graph: nx.Graph) -> int:
    """The most vertices without an edge between two of them."""
    complement = nx.complement(graph)
    return int(nx.max_weight_clique(complement, weight=None)[1])


def bounded(
    kind: str, degree: float, bound: Callable[[nx.Graph], int], worse: int
) -> Callable[[int, int], str]:
    """At the best bound, or where the seed is even at one that is not possible."""

    def make(rng: random.Random, n: int) -> str:
        graph = a_graph(rng, n, degree)
        return f"{kind} {bound(graph) + rng.choice((0, worse))}\n" + edges(graph)

    return drawn(kind, make)


def domination(graph: nx.Graph) -> int:
    """The least size that a greedy choice finds."""
    left, count = set(graph), 0
    while left:
        best = max(sorted(graph), key=lambda v: len(left & {v, *graph[v]}))
        left -= {best, *graph[best]}
        count += 1
    return count


def sets_of_three(rng: random.Random, n: int) -> list[list[int]]:
    """2n different sets of three of n elements, in which each element is."""
    while True:
        sets = rng.sample(list(combinations(range(n), 3)), 2 * n)
        if len(set(chain(*sets))) == n:
            return [list(one) for one in sets]


def greedy_packing(sets: Iterable[list[int]]) -> int:
    used: set[int] = set()
    count = 0
    for one in sets:
        if used.isdisjoint(one):
            used.update(one)
            count += 1
    return count


def of_sets(kind: str, bound: Callable[[random.Random, list[list[int]]], int]) -> Callable[[int, int], str]:
    def make(rng: random.Random, n: int) -> str:
        sets = sets_of_three(rng, n)
        lines = (f"S{at}: {' '.join(f'e{e}' for e in one)}\n" for at, one in enumerate(sets))
        return f"{kind} {bound(rng, sets)}\n" + "".join(lines)

    return drawn(kind, make)


def packing_bound(rng: random.Random, sets: list[list[int]]) -> int:
    """The best of 50 greedy choices, or one more."""
    return max(greedy_packing(rng.sample(sets, len(sets))) for _ in range(50)) + rng.choice((0, 1))


def cover_bound(rng: random.Random, sets: list[list[int]]) -> int:
    """A third of the elements and one in nine more, near the least that covers them all."""
    return (4 * len(set(chain(*sets))) + rng.choice((0, 8))) // 9


def hitting_bound(rng: random.Random, sets: list[list[int]]) -> int:
    """Half of the elements, or one less: near the least that meets every set."""
    return len(set(chain(*sets))) // 2 - rng.choice((0, 1))


def subset_sum(rng: random.Random, n: int) -> str:
    """Numbers of n bits and the sum of half of them, or one more: about as many sums as subsets."""
    numbers = [rng.randint(1, 2**n) for _ in range(n)]
    target = sum(rng.sample(numbers, n // 2)) + rng.choice((0, 1))
    return f"subsetsum {target}\n{' '.join(map(str, numbers))}\n"


def partition(rng: random.Random, n: int) -> str:
    """Numbers of n bits with an even sum: about as many differences as ways to part them."""
    numbers = [rng.randint(1, 2**n) for _ in range(n)]
    numbers[0] += sum(numbers) % 2
    return f"partition\n{' '.join(map(str, numbers))}\n"


def constraints(group: int, seed: int) -> str:
    return atlas_constraints.board(GROUPS[group], seed).format()


def _families() -> Iterator[Family]:
    for kind, sizes in BOARDS.items():
        yield Family(kind, sizes, "rows", f"`coversat generate {kind} --size NxN`", board(kind))
    yield Family(
        "dominosa", (3, 5, 7), "order", "`coversat generate dominosa` of N+1 rows and N+2 columns", dominosa
    )
    about = "`coversat generate zebra --size NxN`: as many sorts of things as houses"
    yield Family("zebra", (4, 5, 6), "houses", about, board("zebra"))
    yield Family("latin", (10, 18, 26), "rows", _about(holes), drawn("latin", holes))
    yield Family("shikaku", (8, 12, 16), "rows", _about(shikaku), drawn("shikaku", shikaku))
    about = "a random Sudominoku grid with N dominoes given"
    yield Family("sudominoku", (20, 12, 6), "dominoes given", about, by_name("sudominoku"))
    yield Family("langford", (7, 9, 11), "n", "the numbers 1 to n; held out are those of n + 1", langford)
    vertices, elements, variables = "vertices", "elements", "variables"
    yield Family("colouring", (60, 100, 140), vertices, _about(colouring), drawn("colouring", colouring))
    about = "a random graph of mean degree {}; the best bound, or one beyond it"
    for kind, degree, bound, worse in (
        ("independentset", 6, independent, 1),
        ("clique", 12, lambda graph: independent(nx.complement(graph)), 1),
        ("vertexcover", 6, lambda graph: len(graph) - independent(graph), -1),
        ("dominatingset", 4, domination, -1),
    ):
        make = bounded(kind, degree, bound, worse)
        yield Family(kind, (30, 45, 60), vertices, about.format(degree), make)
    for kind, sizes in SMALLER.items():
        (of,) = hard.FAMILIES[kind]
        yield Family(kind, sizes, of.axis, of.about, drawn(kind, of.make))
    for kind, of in (("setpacking", packing_bound), ("setcover", cover_bound), ("hittingset", hitting_bound)):
        about = f"2n sets of three of n elements; the bound is {_about(of)}"
        yield Family(kind, (21, 27, 36), elements, about, of_sets(kind, of))
    for kind, ratio, signs, sizes in (
        ("3sat", 4.26, (1, -1), (60, 90, 120)),
        ("naesat", 2.1, (1, -1), (60, 80, 100)),
        ("1in3sat", 0.63, (1,), (400, 800, 1200)),
    ):
        literals = "literals" if signs[1:] else "positive literals"
        about = f"random clauses of three {literals}, {ratio} for each variable"
        yield Family(kind, sizes, variables, about, drawn(kind, partial(clauses, kind, ratio, signs)))
    yield Family("subsetsum", (8, 12, 16), "numbers", _about(subset_sum), drawn("subsetsum", subset_sum))
    yield Family("partition", (8, 12, 16), "numbers", _about(partition), drawn("partition", partition))


def _about(function: Callable[..., object]) -> str:
    """The first sentence of its docstring, to go on in a sentence."""
    words = (function.__doc__ or "").strip().rstrip(".")
    return words[0].lower() + words[1:]


FAMILIES = {
    **{one.kind: one for one in _families()},
    CONSTRAINTS: Family(
        "sudoku",
        tuple(range(len(GROUPS))),
        "constraint",
        "lines and clues of one sort, drawn over a random grid, and the digits that make the answer unique",
        constraints,
        GROUPS,
    ),
}


def puzzles(family: str, seeds: Iterable[int]) -> Iterator[tuple[str, int, int, AnyProblem]]:
    """Name, size, seed and puzzle of a family by size and seed, but for seeds that have none."""
    of = FAMILIES[family]
    for size in of.sizes:
        for seed in seeds:
            with suppress(CoversatError):
                yield f"{family}-{of.label(size)}-{seed}", size, seed, of.puzzle(size, seed)
