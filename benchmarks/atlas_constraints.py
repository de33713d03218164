"""Sudokus with constraints of one sort, drawn at random over a full grid, and few givens.

The constraints are the same each time; which digits are given follows from what a solver finds.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from coversat.problems import Sudoku
from coversat.problems.grid import Cell, Grid, cell_name
from coversat.problems.problem import Violation
from coversat.setters.generate.generate import Spec
from coversat.setters.generate.generate import generated as generate

SIZE = 9
BLANK = ("." * SIZE + "\n") * SIZE
STEPS = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))
LINES = {
    "thermo": (10, 4, 6),
    "whisper": (8, 4, 6),
    "renban": (8, 4, 6),
    "between": (10, 4, 5),
    "arrow": (12, 3, 4),
    "region-sum": (10, 4, 7),
    "zipper": (10, 5, 5),
}
"""By constraint: how many lines are drawn, the least and the most cells of one."""
SIDES = {
    "sandwich": ("left", "top"),
    "skyscraper": ("left", "right", "top", "bottom"),
    "x-sum": ("left", "right", "top", "bottom"),
}
"""Where clues stand, one for every row or column."""
DIAGONALS = (("down-right", 1, 1), ("down-left", 1, -1), ("up-right", -1, 1), ("up-left", -1, -1))
CLUES = 14
GIVENS = {"little-killer": 20}
"""How many digits of the grid are given before one is looked for; no more than needed are added."""
MOST_TRIES = 20_000


def broken(line: str, grid: Grid) -> list[Violation]:
    """What a full grid breaks of a constraint's line."""
    return Sudoku.parse(f"{BLANK}{line}\n").violations(grid)


def walk(rng: random.Random, length: int, taken: set[Cell]) -> list[Cell]:
    """Cells one after the other, each touching the one before it, none of them taken; perhaps fewer."""
    found = [(rng.randrange(SIZE), rng.randrange(SIZE))]
    while len(found) < length:
        r, c = found[-1]
        ways = {(r + down, c + right) for down, right in STEPS} - {*found, *taken}
        inside = sorted((r, c) for r, c in ways if 0 <= r < SIZE and 0 <= c < SIZE)
        if not inside:
            break
        found.append(rng.choice(inside))
    return [] if found[0] in taken else found


def drawn(rng: random.Random, grid: Grid, word: str) -> Iterator[str]:
    """Lines that the grid obeys, none over another."""
    number, least, most = LINES[word]
    taken: set[Cell] = set()
    for _ in range(MOST_TRIES):
        cells = walk(rng, rng.randint(least, most), taken)
        line = " ".join([word, *map(cell_name, cells)])
        # Some of a single box would say nothing.
        boxes = {(r // 3, c // 3) for r, c in cells}
        if len(cells) >= least and len(boxes) > 1 and not broken(line, grid):
            taken.update(cells)
            yield line
            number -= 1
        if number == 0:
            break


def beside(rng: random.Random, grid: Grid, word: str) -> Iterator[str]:
    """A clue beside each row and column, from any side that it may stand on."""
    for across in (True, False):
        sides = [side for side in SIDES[word] if (side in ("left", "right")) == across]
        for number in range(1, SIZE + 1):
            side = rng.choice(sides)
            lines = (f"{word} {clue} {side} {number}" for clue in range(46))
            yield next(line for line in lines if not _unfit(line) and not broken(line, grid))


def _unfit(line: str) -> bool:
    """Whether no board has such a clue."""
    try:
        Sudoku.parse(f"{BLANK}{line}\n")
    except ValueError:
        return True
    return False


def diagonals(rng: random.Random, grid: Grid) -> Iterator[str]:
    """Sums of long diagonals, from cells of the border."""
    every = []
    for word, down, right in DIAGONALS:
        for r, c in product(range(SIZE), repeat=2):
            cells = [(r + down * at, c + right * at) for at in range(SIZE)]
            inside = [(a, b) for a, b in cells if 0 <= a < SIZE and 0 <= b < SIZE]
            if 5 <= len(inside) < SIZE and not (0 <= r - down < SIZE and 0 <= c - right < SIZE):
                total = sum(grid[a][b] for a, b in inside)
                every.append(f"little-killer {total} {word} {cell_name((r, c))}")
    return iter(rng.sample(every, CLUES))


def cages(rng: random.Random, grid: Grid) -> Iterator[str]:
    """Cages of three to five cells, with their sums."""
    taken: set[Cell] = set()
    for _ in range(400):
        cells = walk(rng, rng.randint(3, 5), taken)
        digits = [grid[r][c] for r, c in cells]
        if len(cells) >= 3 and len(set(digits)) == len(cells):
            taken.update(cells)
            yield " ".join(["cage", str(sum(digits)), *map(cell_name, cells)])


def rules(rng: random.Random, grid: Grid, group: str) -> list[str]:
    """The constraints of one board of a group."""
    if group in LINES:
        return list(drawn(rng, grid, group))
    if group in SIDES:
        return list(beside(rng, grid, group))
    return list({"little-killer": diagonals, "cage": cages}[group](rng, grid))


GROUPS = (*LINES, *SIDES, "cage", "little-killer")


def board(group: str, number: int) -> Sudoku:
    """A sudoku with one answer."""
    rng = random.Random(f"{group} {number}")
    (full,) = generate("sudoku", seed=rng.randrange(10**6))
    given = rng.sample(list(product(range(SIZE), repeat=2)), GIVENS.get(group, 0))
    digits = [[full.answer[r][c] if (r, c) in given else 0 for c in range(SIZE)] for r in range(SIZE)]
    lines = ["".join(map(str, row)) for row in digits] + rules(rng, full.answer, group)
    layout = Sudoku.parse("\n".join(lines) + "\n")
    (made,) = generate("sudoku", Spec(layout=layout), seed=number)
    found: Sudoku = made.problem
    return found
