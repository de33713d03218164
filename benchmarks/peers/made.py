"""Puzzles of the kinds that nobody publishes in numbers, made from a seed by no solver of coversat's.

Each maker yields the names of its sets and, as long as it is asked, texts that coversat reads.  Nothing is
known of their answers: there may be none, one or several.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import combinations, count, product

Texts = Iterator[str]


def sets(kind: str, seed: int) -> dict[str, Texts]:
    """The sets of a kind, the smallest puzzles first; none for kinds that are not made here."""
    return {name: make(random.Random(f"{kind} {name} {seed}")) for name, make in MAKERS.get(kind, {}).items()}


# Queens completion: queens of one solution, or any that do not attack each other


def queens(n: int) -> Callable[[random.Random], Texts]:
    def make(rng: random.Random) -> Texts:
        for number in count():
            placed = dict(enumerate(solved_queens(n, rng))) if number % 2 else peaceful_queens(n, rng)
            kept = rng.sample(sorted(placed), max(1, n // rng.choice((3, 4, 5))))
            rows = ("".join("Q" if r in kept and placed[r] == c else "." for c in range(n)) for r in range(n))
            yield f"queens {n}\n" + "\n".join(rows) + "\n"

    return make


def solved_queens(n: int, rng: random.Random) -> list[int]:
    """By exchanging the columns of two queens as long as that leaves fewer attacks."""
    while True:
        columns = rng.sample(range(n), n)
        for _ in range(50 * n):
            a, b = rng.sample(range(n), 2)
            before = attacks(columns)
            if not before:
                return columns
            columns[a], columns[b] = columns[b], columns[a]
            if attacks(columns) > before:
                columns[a], columns[b] = columns[b], columns[a]


def attacks(columns: list[int]) -> int:
    up, down = {c + r for r, c in enumerate(columns)}, {c - r for r, c in enumerate(columns)}
    return 2 * len(columns) - len(up) - len(down)


def peaceful_queens(n: int, rng: random.Random) -> dict[int, int]:
    """Queens in two thirds of the rows at most, each on a free square."""
    placed: dict[int, int] = {}
    for r in rng.sample(range(n), 2 * n // 3):
        free = [
            c for c in range(n) if all(c != d and abs(c - d) != abs(r - other) for other, d in placed.items())
        ]
        if free:
            placed[r] = rng.choice(free)
    return placed


# Latin squares with holes, where they are hardest (Achlioptas, Gomes, Kautz, Selman: 42 percent)


def latin(n: int) -> Callable[[random.Random], Texts]:
    def make(rng: random.Random) -> Texts:
        while True:
            square = random_latin(n, rng)
            for cell in rng.sample(range(n * n), n * n * 42 // 100):
                square[cell // n][cell % n] = -1
            yield f"latin {n}\n" + "".join(" ".join(str(d + 1 or ".") for d in row) + "\n" for row in square)

    return make


def random_latin(n: int, rng: random.Random) -> list[list[int]]:
    """Moves of Jacobson and Matthews (1996) from the cyclic square, in its cube of zeros and ones."""
    cube = {(r, c, (r + c) % n): 1 for r in range(n) for c in range(n)}
    improper: tuple[int, int, int] | None = None
    moved = 0
    while moved < n**3 or improper:
        r, c, d = improper or rng.choice(
            [(a, b, e) for a, b, e in [(rng.randrange(n), rng.randrange(n), rng.randrange(n))]]
        )
        if not improper and cube.get((r, c, d)):
            continue
        moved += 1
        rows = [x for x in range(n) if cube.get((x, c, d)) == 1]
        columns = [x for x in range(n) if cube.get((r, x, d)) == 1]
        digits = [x for x in range(n) if cube.get((r, c, x)) == 1]
        s, t, u = rng.choice(rows), rng.choice(columns), rng.choice(digits)
        for cell in ((r, c, d), (r, t, u), (s, c, u), (s, t, d)):
            cube[cell] = cube.get(cell, 0) + 1
        for cell in ((r, c, u), (r, t, d), (s, c, d), (s, t, u)):
            cube[cell] = cube.get(cell, 0) - 1
        improper = (s, t, u) if cube[s, t, u] < 0 else None
    square = [[-1] * n for _ in range(n)]
    for (r, c, d), one in cube.items():
        if one:
            square[r][c] = d
    return square


# The others


def langford(numbers: tuple[int, ...]) -> Callable[[random.Random], Texts]:
    return lambda rng: (f"langford {n}\n" for n in numbers)


PENTOMINOES = "FILNPTUVWXYZ"
DRAWN = {
    "F": ".##/##./.#.", "I": "#####", "L": "####/#...", "N": "###./..##", "P": "###/##.", "T": "###/.#./.#.",
    "U": "#.#/###", "V": "###/#../#..", "W": "##./.##/..#", "X": ".#./###/.#.", "Y": "####/.#..",
    "Z": "##./.#./.##",
}  # fmt: skip


def six_pentominoes(rng: random.Random) -> Texts:
    """Six different ones on 5x6, as in the puzzles for children; often there is no way."""
    while True:
        yield packing(["." * 6] * 5, dict.fromkeys(sorted(rng.sample(PENTOMINOES, 6)), 1))


def all_pentominoes(rng: random.Random) -> Texts:
    """All twelve: the four rectangles, and 8x8 with four holes."""
    for rows in (6, 5, 4, 3):
        yield packing(["." * (60 // rows)] * rows, dict.fromkeys(PENTOMINOES, 1))
    while True:
        holes = rng.sample(range(64), 4)
        board = ["".join("#" if 8 * r + c in holes else "." for c in range(8)) for r in range(8)]
        yield packing(board, dict.fromkeys(PENTOMINOES, 1))


def two_sets(rng: random.Random) -> Texts:
    """Two sets of pentominoes on boards of 120 cells, with holes where these have more."""
    for rows, columns in ((10, 12), (8, 15), (6, 20)):
        yield packing(["." * columns] * rows, dict.fromkeys(PENTOMINOES, 2))
    while True:
        holes = rng.sample(range(132), 12)
        board = ["".join("#" if 11 * r + c in holes else "." for c in range(11)) for r in range(12)]
        yield packing(board, dict.fromkeys(PENTOMINOES, 2))


def packing(board: list[str], copies: dict[str, int]) -> str:
    pieces = [f"{name} {DRAWN[name]}" + (f" x{n}" if n > 1 else "") for name, n in copies.items()]
    return "\n".join(["polyomino turn flip", *board, *pieces, ""])


def sudominoku(given: int) -> Callable[[random.Random], Texts]:
    """A solved sudoku laid with dominoes and singles, of which the singles and some dominoes are given."""

    def make(rng: random.Random) -> Texts:
        while True:
            grid = random_sudoku(rng)
            if (laid := lay(grid, rng)) is None:
                continue
            dominoes, singles = laid
            lines = [
                f"{grid[a]} {name(a)} {grid[b]} {name(b)}" for a, b in rng.sample(sorted(dominoes), given)
            ]
            places = sorted(singles, key=grid.__getitem__)
            yield "\n".join([str(given), *lines, " ".join(map(name, places)), "0", ""])

    return make


def name(cell: int) -> str:
    return "ABCDEFGHI"[cell // 9] + str(cell % 9 + 1)


def random_sudoku(rng: random.Random) -> list[int]:
    """The usual pattern with rows, columns and digits exchanged."""

    def order() -> list[int]:
        return [3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)]

    rows, columns, digits = order(), order(), rng.sample(range(1, 10), 9)
    return [digits[(3 * (r % 3) + r // 3 + c) % 9] for r, c in product(rows, columns)]


def lay(grid: list[int], rng: random.Random) -> tuple[list[tuple[int, int]], list[int]] | None:
    """Dominoes of different pairs and nine different singles on the grid; None after too many steps."""
    edges = [(a, a + 1) for a in range(81) if a % 9 < 8] + [(a, a + 9) for a in range(72)]
    rng.shuffle(edges)
    uses: dict[object, list[frozenset[object]]] = {}
    tiles = {frozenset[object]([a, b, frozenset((grid[a], grid[b]))]): (a, b) for a, b in edges}
    tiles |= {frozenset[object]([a, frozenset((grid[a],))]): (a, a) for a in range(81)}
    for tile in tiles:
        for thing in tile:
            uses.setdefault(thing, []).append(tile)
    if len(uses) < 81 + 45:
        return None
    steps = iter(range(400))

    def rest(taken: set[object], open_: dict[object, int]) -> list[frozenset[object]] | None:
        if not open_:
            return []
        if next(steps, None) is None:
            return None
        for tile in uses[min(open_, key=open_.__getitem__)]:
            if taken.isdisjoint(tile):
                now = taken | tile
                left = {t: sum(now.isdisjoint(u) for u in uses[t]) for t in open_ if t not in tile}
                if 0 not in left.values() and (found := rest(now, left)) is not None:
                    return [tile, *found]
        return None

    found = rest(set(), {thing: len(those) for thing, those in uses.items()})
    if found is None:
        return None
    pairs = [tiles[tile] for tile in found]
    return [(a, b) for a, b in pairs if a != b], [a for a, b in pairs if a == b]


def cnf(variables: int, clauses: int) -> Callable[[random.Random], Texts]:
    """Random clauses of three literals, as many as make both outcomes likely."""

    def make(rng: random.Random) -> Texts:
        while True:
            lines = [f"p cnf {variables} {clauses}"]
            for _ in range(clauses):
                chosen = rng.sample(range(1, variables + 1), 3)
                lines.append(" ".join(str(v * rng.choice((1, -1))) for v in chosen) + " 0")
            yield "\n".join([*lines, ""])

    return make


def cover(items: int, options: int) -> Callable[[random.Random], Texts]:
    """Options of three items, of which some are a cover that was hidden there."""

    def make(rng: random.Random) -> Texts:
        triples = list(combinations(range(items), 3))
        while True:
            order = rng.sample(range(items), items)
            hidden = {tuple(sorted(order[at : at + 3])) for at in range(0, items, 3)}
            chosen = sorted(hidden | set(rng.sample(triples, options - items // 3)))
            rng.shuffle(chosen)
            head = " ".join(f"i{at}" for at in range(items))
            yield "\n".join([head, *(" ".join(f"i{at}" for at in option) for option in chosen), ""])

    return make


MAKERS: dict[str, dict[str, Callable[[random.Random], Texts]]] = {
    "queens": {str(n): queens(n) for n in (8, 20, 50)},
    "latin": {"30": latin(30)},
    "langford": {
        "3-8": langford(tuple(range(3, 9))),
        "9-12": langford((9, 10, 11, 12)),
        "15-24": langford((15, 16, 19, 20, 23, 24)),
    },
    "polyomino": {"5x6": six_pentominoes, "60": all_pentominoes, "120": two_sets},
    "sudominoku": {f"{n} given": sudominoku(n) for n in (20, 12, 6)},
    "cnf": {"50": cnf(50, 218), "100": cnf(100, 430), "150": cnf(150, 645)},
    "cover": {"30": cover(30, 90), "60": cover(60, 200), "90": cover(90, 300)},
}
