"""Random boards of loops and areas, their answers by brute force, by frontier search and by cuts.

Brute force lists every grid that the rules allow without clues, once for each size. For each clue a bit set
says which of these grids obey it; the answers of a board are the intersection of those of its clues.

    python tests/board_force.py --boards 1000 hitori masyu
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, product
from typing import Any

from kinds import drawn_lines, drawn_regions, shadings

from coversat.problems import problem_class
from coversat.routing import find_route, run
from coversat.solvers import NO_LIMITS, Limits, solve, solvers_of

Cell = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]
LARGEST = {"slitherlink": (4, 4), "nurikabe": (4, 4), "yinyang": (4, 5), "numberlink": (4, 4)}
"""The largest boards for which brute force is quick enough, if that is not five by five."""

MANY = 50
"""Of boards with more answers than this, only the first ones and the number are compared."""


class Force:
    """The answers of all boards of one kind and size."""

    def __init__(self, kind: str, rows: int, columns: int) -> None:
        self.kind, self.rows, self.columns = problem_class(kind), rows, columns
        self.cells = list(product(range(rows), range(columns)))
        self.grids = sorted(_allowed(kind, rows, columns))
        self.all = (1 << len(self.grids)) - 1
        self._masks: dict[Any, int] = {}

    def where(self, name: Any, holds: Callable[[Grid], bool]) -> int:
        """The set of grids with a property, remembered by its name."""
        if name not in self._masks:
            digits = ["1" if holds(grid) else "0" for grid in reversed(self.grids)]
            self._masks[name] = int("".join(digits), 2) if digits else 0
        return self._masks[name]

    def zero(self, cell: Cell) -> int:
        """Where a cell is white, or has no line."""
        return self.where(cell, lambda grid: not grid[cell[0]][cell[1]])

    def obeying(self, cell: Cell, clue: Any) -> int:
        """Where a clue alone is obeyed, by the rules check."""
        clues = tuple(
            tuple(clue if (r, c) == cell else None for c in range(self.columns)) for r in range(self.rows)
        )
        alone = self.kind(clues)
        return self.where((cell, clue), lambda grid: not alone.violations(grid))

    def counted(self, masks: Iterable[int], number: int) -> int:
        """Where this number of some sets hold."""
        ways = [self.all] + [0] * number
        for mask in masks:
            ways = [here & ~mask | (before & mask) for before, here in zip([0, *ways], ways, strict=False)]
        return ways[number]

    def answers(self, problem: Any) -> list[Grid]:
        found = RULES.get(problem.kind, _each_clue)(self, problem)
        return [grid for at, grid in enumerate(self.grids) if found >> at & 1]


def _allowed(kind: str, rows: int, columns: int) -> Iterator[Grid]:
    """The grids that a board without clues allows, or all loops."""
    if kind in ("hitori", "heyawake", "kurodoko"):
        blank = problem_class("hitori")(((None,) * columns,) * rows)
        return (grid for grid in _apart(rows, columns) if not blank.violations(grid))
    loops = kind in ("masyu", "simpleloop", "yajilin")
    blank = problem_class("masyu" if loops else kind)(((None,) * columns,) * rows)
    grids = drawn_lines(rows, columns) if loops else shadings(blank)
    return (grid for grid in grids if not blank.violations(grid))


def _apart(rows: int, columns: int) -> Iterator[Grid]:
    """Shadings without shaded neighbours, a row after the other."""
    lines = [line for line in product((0, 1), repeat=columns) if not any(a and b for a, b in pairwise(line))]
    grids: list[Grid] = [()]
    for _ in range(rows):
        grids = [
            (*grid, line)
            for grid in grids
            for line in lines
            if not grid or not any(a and b for a, b in zip(grid[-1], line, strict=True))
        ]
    return iter(grids)


def _each_clue(force: Force, problem: Any) -> int:
    found = force.all
    for cell, clue in problem.clue_at.items():
        found &= force.obeying(cell, clue)
    return found


def _simpleloop(force: Force, problem: Any) -> int:
    found = force.all
    for cell in force.cells:
        found &= force.zero(cell) if cell in problem.clue_at else ~force.zero(cell)
    return found


def _hitori(force: Force, problem: Any) -> int:
    found = force.all
    for a, b in combinations(problem.clue_at, 2):
        if (a[0] == b[0] or a[1] == b[1]) and problem.clue_at[a] == problem.clue_at[b]:
            found &= ~(force.zero(a) & force.zero(b))
    return found


def _heyawake(force: Force, problem: Any) -> int:
    found, room = force.all, problem.regions
    for (r, c), clue in problem.clue_at.items():
        shaded = [~force.zero((a, b)) & force.all for a, b in force.cells if room[a][b] == room[r][c]]
        found &= force.counted(shaded, clue)
    lines = [[(r, c) for c in range(force.columns)] for r in range(force.rows)]
    lines += [[(r, c) for r in range(force.rows)] for c in range(force.columns)]
    for line in lines:
        for begin, end in combinations(range(len(line) + 1), 2):
            through = line[begin:end]
            if sum(room[a][b] != room[x][y] for (a, b), (x, y) in pairwise(through)) == 2:
                white = force.all
                for cell in through:
                    white &= force.zero(cell)
                found &= ~white
    return found


RULES: dict[str, Callable[[Force, Any], int]] = {
    "simpleloop": _simpleloop,
    "hitori": _hitori,
    "heyawake": _heyawake,
}
CLUES: dict[str, Sequence[Any]] = {
    "slitherlink": (0, 1, 2, 2, 3, 3),
    "masyu": ("b", "w"),
    "simpleloop": ("x",),
    "hitori": (1, 2, 3, 4, 5),
    "heyawake": (0, 1, 1, 2, 2, 3),
    "kurodoko": (2, 3, 4, 5, 6, 7),
}
CHANCE = {"hitori": 0.9, "heyawake": 0.15, "simpleloop": 0.15, "kurodoko": 0.2}
"""How likely a cell has a clue, if not one in three."""


@cache
def force_of(kind: str, rows: int, columns: int) -> Force:
    return Force(kind, rows, columns)


def board(kind: str, rows: int, columns: int, chance: random.Random) -> Any:
    """A board that often has answers: clues that some grid obeys, now and then another one."""
    force = force_of(kind, rows, columns)
    grid = chance.randrange(len(force.grids))
    noise = chance.choice((0, 0, 0.1))
    share = CHANCE.get(kind, 1 / 3)

    def clue(cell: Cell) -> Any:
        if chance.random() > share:
            return None
        choices = CLUES[kind]
        if kind == "simpleloop" and chance.random() > noise:
            return choices[0] if force.zero(cell) >> grid & 1 else None
        if kind not in RULES and chance.random() > noise:
            return next((one for one in choices if force.obeying(cell, one) >> grid & 1), None)
        return chance.choice(choices)

    rows_of_clues = tuple(tuple(clue((r, c)) for c in range(columns)) for r in range(rows))
    if not problem_class(kind).has_regions:
        return problem_class(kind)(rows_of_clues)
    labels = drawn_regions(chance, rows, columns)
    return problem_class(kind)(rows_of_clues, tuple(tuple(map(int, row.split())) for row in labels))


def difference(problem: Any, cuts: bool) -> str | None:
    """What is wrong with the answers of frontier search, or by cuts."""
    expected = force_of(problem.kind, problem.rows, problem.columns).answers(problem)
    (search,) = (one for one in solvers_of(problem.kind) if one.name == "search/frontier")
    first = len(expected) + 1 if len(expected) < MANY else MANY
    if list(solve(search, problem, Limits(answers=first)).answers) != expected[:first]:
        return "frontier search has other answers"
    if search.count(problem, NO_LIMITS).at_least != len(expected):
        return "frontier search counts another number"
    if (
        cuts
        and len(expected) < MANY
        and sorted(run(problem, find_route(problem.kind, "cnf:cuts")).findings.answers) != expected
    ):
        return "the route by cuts has other answers"
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=1000, help="of each kind and size")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=10, help="which boards are solved by cuts too")
    parser.add_argument("kinds", nargs="*", default=list(CLUES))
    options = parser.parse_args()
    total = by_cuts = answers = 0
    for kind in options.kinds:
        most = LARGEST.get(kind, (5, 5))
        for rows, columns in product(range(3, most[0] + 1), range(3, most[1] + 1)):
            several = 0
            for number in range(options.boards):
                chance = random.Random(f"{options.seed} {kind} {rows} {columns} {number}")
                problem = board(kind, rows, columns, chance)
                found = len(force_of(kind, rows, columns).answers(problem))
                wrong = difference(problem, number % options.every == 0)
                if wrong:
                    print(f"{wrong}:\n{problem.format()}", flush=True)
                total, answers = total + 1, answers + found
                by_cuts += number % options.every == 0 and found < MANY
                several += found > 1
            print(f"{kind} {rows}x{columns}: {several} boards with several answers", flush=True)
            print(f"{total} boards, {by_cuts} by cuts too, {answers} answers", flush=True)
            force_of.cache_clear()


if __name__ == "__main__":
    main()
