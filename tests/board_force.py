"""Random boards of loops and areas, their answers by brute force, by frontier search and by other routes.

Brute force lists every grid that the rules allow without clues, once for each size. For each clue a bit set
says which of these grids obey it; the answers of a board are the intersection of those of its clues.

    python tests/board_force.py --boards 1000 hitori masyu
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, compress, islice, pairwise, product
from typing import Any

from fast_paths import NODES, some_routes
from kinds import drawn_lines, drawn_regions, shadings

from coversat.answering.routes import Route, find_route
from coversat.answering.running import run
from coversat.problems import problem_class
from coversat.problems.board import squares
from coversat.solvers import NO_LIMITS, Limits, solvers_of
from coversat.solvers import found_by as solve

Cell = tuple[int, int]
Grid = tuple[tuple[int, ...], ...]
LARGEST = {
    "slitherlink": (4, 4),
    "nurikabe": (4, 4),
    "yinyang": (4, 4),
    "numberlink": (3, 4),
    "fillomino": (3, 4),
}
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
        self._groups: dict[Any, dict[Any, int]] = {}

    def showing(self, what: Callable[[Grid], Any], shown: Any) -> int:
        """The set of grids for which `what` is `shown`; those of all values are found at once."""
        if what not in self._groups:
            places: dict[Any, list[int]] = {}
            for at, grid in enumerate(self.grids):
                places.setdefault(what(grid), []).append(at)
            self._groups[what] = {value: sum(1 << at for at in those) for value, those in places.items()}
        return self._groups[what].get(shown, 0)

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
        """Where a clue alone is obeyed, by the rules check or a quicker one."""
        if self.kind.kind == "slitherlink":
            return self.where((cell, clue), lambda grid: _sides(grid, *cell) == clue)
        if self.kind.kind == "fillomino":
            return self.where((cell, clue), lambda grid: grid[cell[0]][cell[1]] == clue)
        lines: list[list[Any]] = [[None] * self.columns for _ in range(self.rows)]
        lines[cell[0]][cell[1]] = clue
        alone = self.kind(tuple(map(tuple, lines)))
        return self.where((cell, clue), lambda grid: not alone.violations(grid))

    def counted(self, masks: Iterable[int], number: int) -> int:
        """Where this number of some sets hold."""
        ways = [self.all] + [0] * number
        for mask in masks:
            ways = [here & ~mask | (before & mask) for before, here in zip([0, *ways], ways, strict=False)]
        return ways[number]

    def answers(self, problem: Any) -> list[Grid]:
        found = RULES.get(problem.kind, _each_clue)(self, problem)
        grids = [grid for at, grid in enumerate(self.grids) if found >> at & 1]
        return sorted(_shaded(grid, problem) for grid in grids) if problem.kind == "yajilin" else grids


def _allowed(kind: str, rows: int, columns: int) -> Iterator[Grid]:
    """The grids that a board without clues allows, or all loops."""
    if kind in ("hitori", "heyawake", "kurodoko"):
        blank = problem_class("hitori")(((None,) * columns,) * rows)
        return (grid for grid in _apart(rows, columns) if not blank.violations(grid))
    if kind == "numberlink":
        return (grid for grid in _drawn_edges(rows, columns) if _ends(grid) is not None)
    if kind == "nurikabe":
        blank = problem_class(kind)(((None,) * columns,) * rows)
        sea = (
            grid
            for grid in shadings(blank)
            if not any(all(grid[a][b] for a, b in square) for square in squares(rows, columns))
        )
        return (grid for grid in sea if len(_pieces(grid, 1)) < 2)
    if kind == "fillomino":
        return _areas(rows, columns)
    loops = kind in ("masyu", "simpleloop", "yajilin")
    blank = problem_class("masyu" if loops else kind)(((None,) * columns,) * rows)
    grids = drawn_lines(blank) if loops else shadings(blank)
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


def _sides(grid: Grid, r: int, c: int) -> int:
    """The sides of a cell between inside and outside."""
    inside = {(a, b) for a, row in enumerate(grid) for b, held in enumerate(row) if held}
    beside = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
    return sum((other in inside) != ((r, c) in inside) for other in beside)


def _drawn_edges(rows: int, columns: int) -> Iterator[Grid]:
    """Every set of edges between the centres of cells, at most two at each, as lines of cells."""
    cells = range(rows * columns)
    edges = [(at, at + 1, 2, 4) for at in cells if (at + 1) % columns]
    edges += [(at, at + columns, 1, 8) for at in cells[:-columns]]
    drawn = [[0] * len(cells)]
    for a, b, from_a, from_b in edges:
        for lines in drawn[:]:
            if lines[a].bit_count() < 2 and lines[b].bit_count() < 2:
                drawn.append([*lines])
                drawn[-1][a] += from_a
                drawn[-1][b] += from_b
    for lines in drawn:
        yield tuple(tuple(lines[at : at + columns]) for at in cells[::columns])


def _areas(rows: int, columns: int) -> Iterator[Grid]:
    """Each cell's number of cells that some edges connect it with, where all other edges separate others."""
    cells = list(product(range(rows), range(columns)))
    edges = [(a, b) for a in cells for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if b in cells]
    for joined in product((False, True), repeat=len(edges)):
        area_of = {cell: [cell] for cell in cells}
        for a, b in compress(edges, joined):
            if area_of[a] is not area_of[b]:
                area_of[a] += area_of[b]
                area_of |= dict.fromkeys(area_of[b], area_of[a])
        held = {cell: len(area_of[cell]) for cell in cells}
        if all((held[a] == held[b]) == one for (a, b), one in zip(edges, joined, strict=True)):
            yield tuple(tuple(held[r, c] for c in range(columns)) for r in range(rows))


STEPS = {8: (-1, 0), 4: (0, -1), 2: (0, 1), 1: (1, 0)}


def _ends(grid: Grid) -> frozenset[tuple[Cell, ...]] | None:
    """The two ends of each path; None if there are loops."""
    lines = {(r, c): held for r, row in enumerate(grid) for c, held in enumerate(row) if held}
    found, passed = set(), 0
    for end in (cell for cell, held in lines.items() if held.bit_count() == 1):
        at, before, length = end, None, 1
        while at == end or lines[at].bit_count() == 2:
            r, c = at
            onward = [(r + a, c + b) for side, (a, b) in STEPS.items() if lines[at] & side]
            at, before, length = next(one for one in onward if one != before), at, length + 1
        found.add(tuple(sorted((end, at))))
        passed += length
    return frozenset(found) if passed == 2 * len(lines) else None  # each path is followed from both ends


@cache
def _pieces(grid: Grid, colour: int) -> tuple[frozenset[Cell], ...]:
    """The connected pieces of a colour."""
    left = {(r, c) for r, row in enumerate(grid) for c, held in enumerate(row) if held == colour}
    found = []
    while left:
        piece, waiting = set(), [min(left)]
        while waiting:
            r, c = waiting.pop()
            if (r, c) in left:
                left.remove((r, c))
                piece.add((r, c))
                waiting += [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
        found.append(frozenset(piece))
    return tuple(found)


def _nurikabe(force: Force, problem: Any) -> int:
    def obeys(grid: Grid) -> bool:
        clues = [
            [problem.clue_at[cell] for cell in island if cell in problem.clue_at]
            for island in _pieces(grid, 0)
        ]
        if sum(map(len, clues)) != len(problem.clue_at):
            return False
        islands = zip(_pieces(grid, 0), clues, strict=True)
        return all(len(held) == 1 and held[0] in ("?", len(island)) for island, held in islands)

    return force.where(problem, obeys)


def _numberlink(force: Force, problem: Any) -> int:
    ends: dict[int, list[Cell]] = {}
    for cell, number in problem.clue_at.items():
        ends.setdefault(number, []).append(cell)
    pairs = frozenset(tuple(sorted(pair)) for pair in ends.values())
    return force.showing(_ends, pairs)


def _yajilin(force: Force, problem: Any) -> int:
    found = force.all
    for cell in problem.clue_at:
        found &= force.zero(cell)
    open_cells = [cell for cell in force.cells if cell not in problem.clue_at]
    for (r, c), other in product(open_cells, open_cells):
        if other in ((r, c + 1), (r + 1, c)):
            found &= ~(force.zero((r, c)) & force.zero(other))
    for cell, clue in problem.clue_at.items():
        if clue != "x":
            ahead = [other for other in open_cells if _is_ahead(cell, other, clue[-1])]
            found &= force.counted(map(force.zero, ahead), int(clue[:-1]))
    return found


def _is_ahead(cell: Cell, other: Cell, direction: str) -> bool:
    down, right = other[0] - cell[0], other[1] - cell[1]
    return {
        "n": down < 0 == right,
        "s": down > 0 == right,
        "w": right < 0 == down,
        "e": right > 0 == down,
    }[direction]


def _shaded(grid: Grid, problem: Any) -> Grid:
    """Cells without a line are shaded where there is no clue."""
    return tuple(
        tuple(held or 16 * ((r, c) not in problem.clue_at) for c, held in enumerate(row))
        for r, row in enumerate(grid)
    )


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
    "yajilin": _yajilin,
    "numberlink": _numberlink,
    "nurikabe": _nurikabe,
}
CLUES: dict[str, Sequence[Any]] = {
    "slitherlink": (0, 1, 2, 2, 3, 3),
    "masyu": ("b", "w"),
    "simpleloop": ("x",),
    "hitori": (1, 2, 3, 4, 5),
    "heyawake": (0, 1, 1, 2, 2, 3),
    "kurodoko": (2, 3, 4, 5, 6, 7),
    "yinyang": ("b", "w"),
    "yajilin": tuple(f"{number}{direction}" for number in (0, 1, 1, 2) for direction in "nswe"),
    "numberlink": (),
    "nurikabe": (),
    "fillomino": tuple(range(1, 7)),
}
DRAWN: dict[str, Callable[[Grid, random.Random], dict[Cell, Any]]] = {}
"""Clues made from a grid, of kinds for which the clues are not independent of each other."""
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

    if kind in DRAWN:
        clues = DRAWN[kind](force.grids[grid], chance)
        rows_of_clues = tuple(tuple(clues.get((r, c)) for c in range(columns)) for r in range(rows))
    else:
        rows_of_clues = tuple(tuple(clue((r, c)) for c in range(columns)) for r in range(rows))
    if not problem_class(kind).has_regions:
        return problem_class(kind)(rows_of_clues)
    labels = drawn_regions(chance, rows, columns)
    return problem_class(kind)(rows_of_clues, tuple(tuple(map(int, row.split())) for row in labels))


def _some_ends(grid: Grid, chance: random.Random) -> dict[Cell, int]:
    pairs = sorted(_ends(grid) or ())
    chance.shuffle(pairs)
    return {cell: number for number, pair in enumerate(pairs, 1) for cell in pair}


def _some_arrows(grid: Grid, chance: random.Random) -> dict[Cell, str]:
    """Clues in some cells without lines, so that the others do not touch; mostly with the right numbers."""
    blank = [(r, c) for r, row in enumerate(grid) for c, held in enumerate(row) if not held]
    dark: set[Cell] = set()
    for r, c in blank:
        if chance.random() < 0.7 and not dark & {(r - 1, c), (r, c - 1)}:
            dark.add((r, c))
    found = {}
    for cell in blank:
        if cell not in dark:
            direction = chance.choice("nswe")
            number = sum(_is_ahead(cell, other, direction) for other in dark)
            wrong = chance.random() < 0.05
            found[cell] = "x" if chance.random() < 0.3 else f"{number + wrong}{direction}"
    return found


def _some_islands(grid: Grid, chance: random.Random) -> dict[Cell, Any]:
    found: dict[Cell, Any] = {}
    for island in _pieces(grid, 0):
        if chance.random() < 0.97:
            found[chance.choice(sorted(island))] = chance.choice(
                (len(island), len(island), len(island), "?", 2)
            )
    return found


DRAWN |= {"numberlink": _some_ends, "yajilin": _some_arrows, "nurikabe": _some_islands}


def difference(problem: Any, routes: Iterable[Route] = ()) -> str | None:
    """What is wrong with the answers of frontier search, if there is one, or by these routes if not many."""
    expected = force_of(problem.kind, problem.rows, problem.columns).answers(problem)
    first = len(expected) + 1 if len(expected) < MANY else MANY
    for search in (one for one in solvers_of(problem.kind) if one.name == "search/frontier"):
        if list(solve(search, problem, Limits(answers=first)).answers) != expected[:first]:
            return "frontier search has other answers"
        if search.count(problem, NO_LIMITS).at_least != len(expected):
            return "frontier search counts another number"
    for route in routes if len(expected) < MANY else ():
        found = run(problem, route, Limits(nodes=NODES)).findings
        answers = sorted(found.answers)
        if answers != expected if found.exhausted else not {*answers} <= {*expected}:
            return f"{route.name} has other answers"
    return None


def wrong_verdict(problem: Any) -> bool:
    """Whether the encoding of class V states no, one or several answers where there are not."""
    found = run(problem, find_route(problem.kind, "cnf:verdict"), Limits(answers=2)).findings
    expected = force_of(problem.kind, problem.rows, problem.columns).answers(problem)
    return found.at_least != min(2, len(expected)) or not {*found.answers} <= {*expected}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=1000, help="of each kind and size")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=10, help="which boards go by another route, by chance")
    parser.add_argument("kinds", nargs="*", default=list(CLUES))
    options = parser.parse_args()
    total = few = answers = 0
    for kind in options.kinds:
        most, by_cuts = LARGEST.get(kind, (5, 5)), find_route(kind, "cnf:cuts")
        for rows, columns in product(range(3, most[0] + 1), range(3, most[1] + 1)):
            several = 0
            for number in range(options.boards):
                chance = random.Random(f"{options.seed} {kind} {rows} {columns} {number}")
                problem = board(kind, rows, columns, chance)
                found = len(force_of(kind, rows, columns).answers(problem))
                limited = (one for one in some_routes(kind, chance) if getattr(one.solver, "keeps", True))
                others = islice(limited, number % options.every == 0)
                wrong = difference(problem, (by_cuts, *others))
                if wrong or (kind == "numberlink" and wrong_verdict(problem)):
                    print(f"{wrong}:\n{problem.format()}", flush=True)
                total, answers = total + 1, answers + found
                few += found < MANY
                several += found > 1
            print(f"{kind} {rows}x{columns}: {several} boards with several answers", flush=True)
            print(f"{total} boards, {few} by routes too, {answers} answers", flush=True)
            force_of.cache_clear()


if __name__ == "__main__":
    main()
