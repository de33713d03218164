"""Families of hard instances: of each kind those on which a SAT solver needs about 1, 10 or 30 seconds.

They are drawn at random where such instances are hardest, or large enough. No solver chooses among them; a
bound is exact, whoever finds it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations
from typing import NamedTuple

import networkx as nx

from ...answering.questions import find_answers
from ...answering.routes import find_route
from ...base.errors import ArgumentError
from ...base.grouping import grouped
from ...kinds.fillomino import Fillomino
from ...kinds.kakuro.rules import Kakuro
from ...kinds.kenken import Kenken
from ...kinds.nonogram.rules import clues_of
from ...kinds.skyscrapers import Skyscrapers
from ...kinds.star_battle.regions import random_regions as regions_around
from ...kinds.star_battle.rules import StarBattle
from ...problems import problem_class
from ...problems.board import beside, cells, random_regions
from ...problems.grid import Cell, cell_name
from ...problems.latin_squares import random_latin_square
from ...solvers import Limits
from .kakuro import run_length, with_sums
from .sudoku import board
from .sudominoku import random_tiling

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


# Boards


def _text(kind: str, n: int, clues: Mapping[Cell, int], regions: Sequence[Sequence[int]] = ()) -> str:
    rows = [" ".join(str(clues.get((r, c), "-")) for c in range(n)) for r in range(n)]
    return "\n".join((f"{kind} {n} {n}", *rows, *(" ".join(map(str, row)) for row in regions), ""))


def _cells(n: int, rng: random.Random) -> list[Cell]:
    """The cells of a square board in random order."""
    return rng.sample(list(cells(n, n)), n * n)


# Latin squares and sums


def latin(rng: random.Random, n: int) -> str:
    """A Latin square with holes where another one has small digits: as many in each row and column."""
    most = round(0.42 * n)
    lines = zip(random_latin_square(n, rng), random_latin_square(n, rng), strict=True)
    rows = (
        " ".join("." if other <= most else str(digit) for digit, other in zip(*both, strict=True))
        for both in lines
    )
    return "\n".join((f"latin {n}", *rows, ""))


def kenken(rng: random.Random, n: int) -> str:
    """Sums, and differences in half of the cages of two cells."""
    square = random_latin_square(n, rng)
    blank = Kenken(((None,) * n,) * n, random_regions(n, n, rng, 4, 2))
    clues = {}
    for cage in blank.region_cells().values():
        digits = sorted(square[r][c] for r, c in cage)
        differ = len(digits) == 2 and rng.random() < 0.5
        clues[cage[0]] = f"{digits[1] - digits[0]}-" if differ else f"{sum(digits)}+"
    return blank.with_clues(clues).format()


def skyscrapers(rng: random.Random, n: int) -> str:
    """All clues at the sides, and no digit."""
    blank, square = Skyscrapers.blank_with_answer(n, n, rng)
    return blank.clued_by(blank.held(square)).with_clues(dict.fromkeys(blank.cells())).format()


def killer(wrong: int, rng: random.Random, most: int) -> str:
    """A sudoku without digits, of which two sums are wrong by this much."""
    grid = board(4, 4).random_grid(rng)
    cages = defaultdict(list)
    regions = random_regions(16, 16, rng, most, 2)
    for r, c in cells(16, 16):
        cages[regions[r][c]].append((r, c))
    sums = {tuple(cage): [grid[r][c] or 0 for r, c in cage] for cage in cages.values()}
    sums = {cage: digits for cage, digits in sums.items() if len(set(digits)) == len(digits)}
    more, less = rng.sample(sorted(sums), 2)
    lines = (
        f"cage {sum(digits) + wrong * ((cage == more) - (cage == less))} {' '.join(map(cell_name, cage))}"
        for cage, digits in sums.items()
    )
    return "\n".join((*[" ".join("." * 16)] * 16, *lines, ""))


def sudominoku(rng: random.Random, given: int) -> str:
    """Few dominoes of a full board."""
    while (full := random_tiling((3, 3), board(3, 3).random_grid(rng), rng)) is None:
        pass
    return full.with_givens(rng.sample(range(len(full.dominoes)), given)).format()


def kakuro(rng: random.Random, n: int) -> str:
    """Digits of a pattern without repetitions, of which some 40 a cell are changed at random."""
    white = {(r, c) for r in range(1, n) for c in range(1, n) if rng.random() >= 0.2}

    def fits(cell: Cell) -> bool:
        return all(2 <= run_length(white, cell, step) <= 9 for step in ((0, 1), (1, 0)))

    while wrong := [cell for cell in sorted(white) if not fits(cell)]:
        for cell in wrong:
            if not fits(cell):
                white.remove(cell)
    down, across, digits = (rng.sample(range(9), 9) for _ in range(3))
    filling = {(r, c): 1 + digits[(down[r % 9] + across[c % 9]) % 9] for r, c in sorted(white)}
    blank = Kakuro(tuple(tuple((r, c) in white for c in range(n)) for r in range(n)), ())
    near: dict[Cell, set[Cell]] = defaultdict(set)
    for run in blank.runs:
        for cell in run.cells:
            near[cell].update(set(run.cells) - {cell})
    for cell in rng.choices(list(filling), k=40 * len(filling)):
        digit = rng.randint(1, 9)
        if all(filling[other] != digit for other in near[cell]):
            filling[cell] = digit
    return with_sums(blank, filling).format()


# Counts, areas and paths


def nonogram(rng: random.Random, n: int) -> str:
    """Each cell is black with chance 0.4."""
    return clues_of(tuple(tuple(int(rng.random() < 0.4) for _ in range(n)) for _ in range(n))).format()


def queens(rng: random.Random, n: int) -> str:
    """Each square is open with chance 7/n; at least one in each row and column is."""
    while True:
        rows = ["".join("." if rng.random() < 7 / n else "#" for _ in range(n)) for _ in range(n)]
        if all("." in line for line in (*rows, *map("".join, zip(*rows, strict=True)))):
            return "\n".join((f"queens {n}", *rows, ""))


def fillomino(rng: random.Random, n: int) -> str:
    """Areas of up to nine cells, and 40 % of the numbers."""
    blank, answer = Fillomino.blank_with_answer(n, n, rng, 9)
    held = blank.held(answer)
    return _text("fillomino", n, {cell: held[cell] for cell in blank.cells() if rng.random() < 0.4})


def numberlink(rng: random.Random, n: int) -> str:
    """Half as many random pairs as rows."""
    return _text("numberlink", n, {cell: 1 + at // 2 for at, cell in enumerate(_cells(n, rng)[: n // 2 * 2])})


def nurikabe(rng: random.Random, n: int) -> str:
    """Islands of 8 to 14 cells, until they would take 42 % of the board."""
    clues: dict[Cell, int] = {}
    for cell in _cells(n, rng):
        if sum(clues.values()) < 0.42 * n * n and clues.keys().isdisjoint(beside(n, n)[cell]):
            clues[cell] = rng.randint(8, 14)
    return _text("nurikabe", n, clues)


def heyawake(rng: random.Random, n: int) -> str:
    """Rooms of 3x3 cells with the number 3, but for one room with 4."""
    clues = {(r, c): 3 for r in range(0, n, 3) for c in range(0, n, 3)}
    clues[rng.choice(sorted(clues))] = 4
    return _text("heyawake", n, clues, [[r // 3 * n + c // 3 for c in range(n)] for r in range(n)])


def planted_stars(rng: random.Random, n: int) -> set[Cell]:
    """As many stars in each row and column as there is room for, where n is 2 more than a multiple of 8.

    Of the squares of two rows and columns beside each other each has a star, but for one in each row of
    squares, a knight's move apart. On both sides of it the stars are where they do not touch, by turns.
    """
    shift, half = rng.randrange(n // 2), range(n // 2)
    without = {r: (2 * r + shift) % (n // 2) for r in half}
    over = {c: r for r, c in without.items()}
    return {
        (2 * r + ((r < over[c]) == (over[c] % 2 == 0)), 2 * c + ((c < without[r]) == (without[r] % 2 == 0)))
        for r in half
        for c in half
        if c != without[r]
    }


def star_battle(astray: bool, rng: random.Random, n: int) -> str:
    """Regions around stars, perhaps with one star in another region than its own."""
    stars = planted_stars(rng, n)
    while (regions := regions_around(n, n // 4, stars, rng)) is None:
        pass
    puzzle = StarBattle(n // 4, regions)
    held = {cell: int(cell in stars) for cell in puzzle.cells()}
    moved = puzzle.excluding(dict.fromkeys(held, 0), held, rng) if astray else None
    return (moved or puzzle).format()


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
    yield from (
        ("latin", "rows", (30, 35, 38), "42 % holes, as many in each row and column", latin),
        ("kenken", "rows", (9, 10, 11), "cages of two to four cells, sums and differences", kenken),
        ("skyscrapers", "rows", (9, 10, 11), "all clues at the sides and no digit", skyscrapers),
        ("sudoku", "cells of a cage", (2, 3), "16x16, cages and no digit", partial(killer, 0)),
        ("sudoku", "cells of a cage", (2, 3), "the same, two sums wrong by one", partial(killer, 1)),
        ("sudominoku", "dominoes given", (3,), "few dominoes of a full board", sudominoku),
        ("kakuro", "rows", (40, 55, 65), "a fifth of the cells black, and those without a run", kakuro),
        ("nonogram", "rows", (29, 36, 40), "cells black with chance 0.4", nonogram),
        ("queens", "rows", (48, 75, 85), "squares open with chance 7/n", queens),
        ("fillomino", "rows", (16, 18, 20), "areas of up to nine cells, 40 % of the numbers", fillomino),
        ("numberlink", "rows", (12, 15, 17), "n/2 random pairs", numberlink),
        ("nurikabe", "rows", (12, 16, 18), "random islands of 8 to 14 cells", nurikabe),
        ("starbattle", "rows", (18, 26, 34), "a fourth of the rows as stars", partial(star_battle, False)),
        ("starbattle", "rows", (18, 26, 34), "the same, one in another region", partial(star_battle, True)),
        ("heyawake", "rows", (15, 18), "rooms of 3x3 cells with 3, one with 4", heyawake),
    )


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
