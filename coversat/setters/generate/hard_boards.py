"""Hard boards: how they are drawn, and their sizes by level; see `hard`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product

from ...kinds.fillomino import Fillomino
from ...kinds.kakuro.rules import Kakuro
from ...kinds.kenken import Kenken
from ...kinds.masyu import Masyu
from ...kinds.nonogram.rules import clues_of
from ...kinds.skyscrapers import Skyscrapers
from ...kinds.slitherlink import Slitherlink
from ...problems.board import beside, random_regions
from ...problems.clue_board import ClueBoard
from ...problems.grid import Cell, Grid, cell_name
from ...problems.latin_squares import random_latin_square
from ...problems.lines import lines_drawn
from .kakuro import run_length, with_sums
from .sudoku import board
from .sudominoku import random_tiling

Words = Mapping[Cell, object]


def text(kind: str, n: int, words: Words, regions: Grid = (), head: str = "") -> str:
    """A square board as text, from what stands in its cells."""
    rows = [" ".join(str(words.get((r, c), "-")) for c in range(n)) for r in range(n)]
    below = [" ".join(map(str, row)) for row in regions]
    return "\n".join((f"{kind} {n} {n}{head}", *rows, *below, ""))


def every(n: int, rng: random.Random) -> list[Cell]:
    """The cells of a square board in random order."""
    return rng.sample(list(product(range(n), repeat=2)), n * n)


def thinned(puzzle: ClueBoard, share: float, rng: random.Random) -> str:
    """The puzzle with this share of its clues."""
    return puzzle.with_clues({cell: None for cell in puzzle.clue_at if rng.random() >= share}).format()


# Latin squares and sums


def latin(rng: random.Random, n: int) -> str:
    square = random_latin_square(n, rng)
    down, across = rng.sample(range(n), n), rng.sample(range(n), n)
    holes = {(r, c) for r, c in product(range(n), repeat=2) if (down[r] + across[c]) % n < round(0.42 * n)}
    rows = (" ".join("." if (r, c) in holes else str(square[r][c]) for c in range(n)) for r in range(n))
    return "\n".join((f"latin {n}", *rows, ""))


def kenken(rng: random.Random, n: int) -> str:
    square = random_latin_square(n, rng)
    blank = Kenken(((None,) * n,) * n, random_regions(n, n, rng, 4, 2))
    clues: dict[Cell, str] = {}
    for cage in blank.region_cells().values():
        digits = [square[r][c] for r, c in cage]
        of_two = len(digits) == 2 and rng.random() < 0.5
        clues[cage[0]] = f"{abs(digits[0] - digits[1])}-" if of_two else f"{sum(digits)}+"
    return blank.with_clues(clues).format()


def skyscrapers(rng: random.Random, n: int) -> str:
    blank, square = Skyscrapers.blank_with_answer(n, n, rng)
    return blank.clued_by(blank.held(square)).with_clues(dict.fromkeys(blank.cells())).format()


def killer(wrong: bool) -> Callable[[random.Random, int], str]:
    """A sudoku without digits; with two sums that are wrong by one."""

    def make(rng: random.Random, four: int) -> str:
        grid = board(4, 4).random_grid(rng)
        most = 4 if rng.random() < four / 100 else 3
        labels = random_regions(16, 16, rng, most, 2)
        cages: dict[int, list[Cell]] = {}
        for r, c in product(range(16), repeat=2):
            cages.setdefault(labels[r][c], []).append((r, c))
        kept = [one for one in cages.values() if len({grid[r][c] for r, c in one}) == len(one) > 1]
        sums = [sum(grid[r][c] for r, c in one) for one in kept]
        for at, step in zip(rng.sample(range(len(kept)), 2), (1, -1), strict=True):
            sums[at] += step * wrong
        lines = (f"cage {s} {' '.join(map(cell_name, one))}" for s, one in zip(sums, kept, strict=True))
        return "\n".join((*[" ".join("." * 16)] * 16, *lines, ""))

    return make


def sudominoku(rng: random.Random, given: int) -> str:
    while (full := random_tiling((3, 3), board(3, 3).random_grid(rng), rng)) is None:
        pass
    return full.with_givens(rng.sample(range(len(full.dominoes)), given)).format()


def kakuro(rng: random.Random, n: int) -> str:
    """Digits of a pattern without repetitions, of which 40 a cell are changed at random."""
    white = {(r, c) for r in range(1, n) for c in range(1, n) if rng.random() >= 0.2}
    while wrong := [cell for cell in sorted(white) if not _has_runs(white, cell)]:
        for cell in wrong:
            if not _has_runs(white, cell):
                white.remove(cell)
    down, across, digits = (rng.sample(range(9), 9) for _ in range(3))
    filling = {(r, c): 1 + digits[(down[r % 9] + across[c % 9]) % 9] for r, c in sorted(white)}
    blank = Kakuro(tuple(tuple((r, c) in white for c in range(n)) for r in range(n)), ())
    near: dict[Cell, set[Cell]] = {cell: set() for cell in filling}
    for run in blank.runs:
        for cell in run.cells:
            near[cell] |= {*run.cells} - {cell}
    cells = list(filling)
    for _ in range(40 * len(cells)):
        cell, digit = rng.choice(cells), rng.randint(1, 9)
        if all(filling[other] != digit for other in near[cell]):
            filling[cell] = digit
    return with_sums(blank, filling).format()


def _has_runs(white: set[Cell], cell: Cell) -> bool:
    return all(2 <= run_length(white, cell, step) <= 9 for step in ((0, 1), (1, 0)))


# Counts


def nonogram(rng: random.Random, n: int) -> str:
    return clues_of(tuple(tuple(int(rng.random() < 0.4) for _ in range(n)) for _ in range(n))).format()


def queens(rng: random.Random, n: int) -> str:
    """Each square is open with chance 7/n; there is one in each row and column."""
    while True:
        rows = ["".join("." if rng.random() < 7 / n else "#" for _ in range(n)) for _ in range(n)]
        if all("." in line for line in (*rows, *map("".join, zip(*rows, strict=True)))):
            return "\n".join((f"queens {n}", *rows, ""))


def langford(rng: random.Random, n: int) -> str:
    return f"langford {n}\n"


def tents(rng: random.Random, n: int) -> str:
    """Tents on 15 % of the cells, a tree beside each, and all counts."""
    tents: set[Cell] = set()
    trees: set[Cell] = set()
    near = beside(n, n)
    for r, c in every(n, rng):
        around = {(r + a, c + b) for a, b in product((-1, 0, 1), repeat=2)}
        free = [cell for cell in near[r, c] if cell not in tents | trees]
        if len(tents) < 0.15 * n * n and free and (r, c) not in trees and not around & tents:
            tents.add((r, c))
            trees.add(rng.choice(free))
    counts = (" ".join(str(sum(cell[at] == line for cell in tents)) for line in range(n)) for at in (1, 0))
    head, *rows = text("tents", n, dict.fromkeys(trees, "x")).splitlines()
    return "\n".join((head, *counts, *rows, ""))


def pentominoes(rng: random.Random, n: int) -> str:
    """All twelve on a square with holes."""
    holes = rng.sample(range(n * n), n * n - 60)
    rows = ("".join("#" if n * r + c in holes else "." for c in range(n)) for r in range(n))
    return "\n".join(("polyomino turn flip", *rows, "pentominoes", ""))


# Areas and loops


def fillomino(rng: random.Random, n: int) -> str:
    blank, answer = Fillomino.blank_with_answer(n, n, rng, 9)
    return thinned(blank.clued_by(blank.held(answer)), 0.4, rng)


def numberlink(rng: random.Random, n: int) -> str:
    ends = every(n, rng)[: 2 * round(n / 2)]
    return text("numberlink", n, {cell: 1 + at // 2 for at, cell in enumerate(ends)})


def nurikabe(rng: random.Random, n: int) -> str:
    clues: dict[Cell, int] = {}
    for cell in every(n, rng):
        if sum(clues.values()) < 0.42 * n * n and clues.keys().isdisjoint(beside(n, n)[cell]):
            clues[cell] = rng.randint(8, 14)
    return text("nurikabe", n, clues)


def heyawake(rng: random.Random, n: int) -> str:
    """Rooms of 3x3 cells with three shaded ones each; one room has no number."""
    rooms = tuple(tuple(r // 3 * (n // 3) + c // 3 for c in range(n)) for r in range(n))
    clues = dict.fromkeys(product(range(0, n, 3), repeat=2), 3)
    clues.pop(rng.choice(sorted(clues)))
    return text("heyawake", n, clues, rooms)


_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def region(n: int, rng: random.Random) -> set[Cell]:
    """Cells in one piece without holes and without two that touch at a corner only; it branches a lot."""
    inside: set[Cell] = set()
    edge = [(rng.randrange(n), rng.randrange(n))]
    while edge:
        at = rng.randrange(len(edge))
        edge[at], edge[-1] = edge[-1], edge[at]
        r, c = edge.pop()
        ring = [(r + a, c + b) in inside for a, b in _RING]
        changes = sum(a != b for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
        touching = sum(ring[1::2])
        corners = any(ring[i] and not (ring[i - 1] or ring[(i + 1) % 8]) for i in range(0, 8, 2))
        fits = changes == 2 and not corners and (touching == 1 or rng.random() < 0.2)
        if not inside or fits:
            inside.add((r, c))
            edge += [cell for cell in beside(n, n)[r, c] if cell not in inside]
    return inside


def slitherlink(rng: random.Random, n: int) -> str:
    inside = region(n, rng)
    blank = Slitherlink(((None,) * n,) * n)
    return thinned(blank.clued_by({cell: int(cell in inside) for cell in blank.cells()}), 0.45, rng)


def loop(n: int, rng: random.Random) -> Grid:
    """A loop through the centres of cells: the border of a region of the board between them."""
    inside = region(n - 1, rng)
    sides = [
        ((r, c), (r + a, c + b))
        for r, c in product(range(n), repeat=2)
        for a, b in ((0, 1), (1, 0))
        if r + a < n and c + b < n and ((r - b, c - a) in inside) != ((r, c) in inside)
    ]
    return lines_drawn(sides, n, n)


def masyu(rng: random.Random, n: int) -> str:
    blank = Masyu(((None,) * n,) * n)
    return thinned(blank.clued_by(blank.held(loop(n, rng))), 0.8, rng)


def simpleloop(rng: random.Random, n: int) -> str:
    drawn = loop(n, rng)
    return text("simpleloop", n, {(r, c): "x" for r, c in product(range(n), repeat=2) if not drawn[r][c]})


Stated = tuple[str, str, Sequence[int], Callable[[random.Random, int], str]]
FAMILIES: Mapping[str, Iterable[Stated]] = {
    "latin": [("42 % of the cells empty, as many in each row and column", "rows", (31, 36, 38), latin)],
    "kenken": [("cages of two to four cells, sums and differences", "rows", (10, 11, 12), kenken)],
    "skyscrapers": [("all clues at the sides of a Latin square, no digits", "rows", (9, 10, 11), skyscrapers)],
    "sudoku": [
        ("16x16, cages of two or three cells and no digits", "% of cages of four", (0,), killer(False)),
        ("the same with two sums that are wrong by one", "% of cages of four", (0,), killer(True)),
    ],
    "sudominoku": [("few dominoes of a full board", "dominoes given", (3,), sudominoku)],
    "kakuro": [("a fifth of the cells black", "rows", (38, 55, 65), kakuro)],
    "nonogram": [("each cell black with chance 0.4", "rows", (29, 36, 40), nonogram)],
    "queens": [("each square open with chance 7/n", "rows", (50, 75, 85), queens)],
    "langford": [("the numbers 1 to n", "n", (10,), langford)],
    "polyomino": [("twelve pentominoes, four holes", "rows", (8,), pentominoes)],
    "tents": [("tents on 15 % of the cells, all counts", "rows", (42, 58, 66), tents)],
    "fillomino": [("areas of up to nine cells, 40 % of the numbers", "rows", (15, 18, 20), fillomino)],
    "numberlink": [("n/2 random pairs", "rows", (13, 15, 17), numberlink)],
    "nurikabe": [("islands of 8 to 14 cells, 42 % of the board", "rows", (12, 16, 18), nurikabe)],
    "heyawake": [("rooms of 3x3 cells with the number 3", "rows", (12, 15, 18), heyawake)],
    "slitherlink": [("the border of a random region, 45 % of the clues", "rows", (65, 110, 140), slitherlink)],
    "masyu": [("a random loop, 80 % of the circles", "rows", (75, 150, 200), masyu)],
    "simpleloop": [("all cells off a random loop blocked", "rows", (70, 95, 105), simpleloop)],
}
