"""The instances of `exact_cover.py`, made here from a seed, in one plain form for every contestant."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple


class Problem(NamedTuple):
    """Options as places of items; the primary items come before the secondary ones."""

    primary: int
    secondary: int
    options: list[list[int]]

    def knuth(self) -> str:
        """Knuth's text, with item names as short as his programs want them."""
        names = [format(at, "x") for at in range(self.primary + self.secondary)]
        head = names[: self.primary] + (["|", *names[self.primary :]] if self.secondary else [])
        return (
            "\n".join(" ".join(line) for line in (head, *([names[i] for i in o] for o in self.options)))
            + "\n"
        )


@dataclass(frozen=True)
class Job:
    """A task: one or several problems, and what to do with each.

    Attributes
    ----------
    counts : list of int or None
        What is known of the answers of each problem; None: what coversat says, and the others must say too.
    limit : int or None
        Stop at so many answers; None: there is no end before the last.
    memo : bool
        Count with all means; otherwise visit answer by answer.
    visitable : bool
        False when there are far too many answers to visit each.
    shape, givens : Problem and, per problem, options of it
        What the problems are left of, for contestants that can force options of one prepared shape.
    """

    name: str
    problems: list[Problem]
    counts: list[int] | None = None
    limit: int | None = None
    memo: bool = False
    visitable: bool = True
    shape: Problem | None = None
    givens: list[list[int]] | None = None


def jobs(seed: int, sudokus: Path | None, only: str = "") -> Iterator[Job]:
    """The tasks whose name holds `only`; no others are generated."""
    makers: list[tuple[str, Callable[[], dict[str, Any]]]] = [
        ("queens 12, every answer", lambda: {"problems": [queens(12)], "counts": [14_200]}),
        ("Langford 11, every answer", lambda: {"problems": [langford(11)], "counts": [35_584]}),
        ("200 sudokus of 17 clues, unique?", lambda: seventeen(200, sudokus)),
        ("200 minimal sudokus, unique?", lambda: sudoku_job(minimal_sudokus(200, seed))),
        ("20 minimal Sudominoku, every cover", lambda: {"problems": open_sudominokus(20, seed)}),
        ("pentominoes 6x10, every answer", lambda: {"problems": [pentominoes(6, 10)], "counts": [9_356]}),
        ("dominoes 8x8, counted", lambda: tilings(8, 12_988_816)),
        ("dominoes 12x12, counted", lambda: tilings(12, 53_060_477_521_960_000)),
        ("dominoes 16x16, counted", lambda: tilings(16, 2_444_888_770_250_892_795_802_079_170_816)),
        ("trominoes 9x9, counted", lambda: counted(trominoes(9, 9), 928_789_262_080)),
        ("queens 12, counted", lambda: counted(queens(12), 14_200)),
        ("Langford 11, counted", lambda: counted(langford(11), 35_584)),
        ("pentominoes 6x10, counted", lambda: counted(pentominoes(6, 10), 9_356)),
    ]
    for name, make in makers:
        if only in name and (made := make()):
            yield Job(name, **made)


def tilings(n: int, count: int) -> dict[str, Any]:
    return {"problems": [dominoes(n, n)], "counts": [count], "memo": True, "visitable": n <= 8}


def counted(problem: Problem, count: int) -> dict[str, Any]:
    return {"problems": [problem], "counts": [count], "memo": True, "visitable": False}


def seventeen(count: int, path: Path | None) -> dict[str, Any]:
    """The first so many of a list of one-line sudokus; nothing without a list, they are too rare to make."""
    if path is None:
        return {}
    lines = [line.split()[0] for line in path.read_text().splitlines() if line.strip() and line[0] != "#"]
    chosen = [line for line in lines if sum(c in "123456789" for c in line) == 17][:count]
    return sudoku_job(
        [[9 * i + int(c) - 1 for i, c in enumerate(line) if c in "123456789"] for line in chosen]
    )


def sudoku_job(givens: list[list[int]]) -> dict[str, Any]:
    items, options = sudoku_options()
    return {
        "problems": [left_of(items, options, given) for given in givens],
        "counts": [1] * len(givens),
        "limit": 2,
        "shape": numbered(items, [], options),
        "givens": givens,
    }


def open_sudominokus(count: int, seed: int) -> list[Problem]:
    items, options, _ = sudominoku_shape()
    return [left_of(items, options, given) for given in minimal_sudominokus(count, seed)]


def numbered(primary: list[str], secondary: list[str], options: list[list[str]]) -> Problem:
    places = {item: at for at, item in enumerate([*primary, *secondary])}
    return Problem(len(primary), len(secondary), [[places[item] for item in option] for option in options])


def queens(n: int) -> Problem:
    """Queens in organ-pipe order, as Knuth gives them to his program."""
    order = sorted(range(n), key=lambda i: abs(2 * i - n + 1))
    primary = [f"{kind}{i}" for i in order for kind in "rc"]
    secondary = [f"{kind}{i}" for kind in "ab" for i in range(2 * n - 1)]
    options = [[f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + n - 1}"] for r in order for c in order]
    return numbered(primary, secondary, options)


def langford(n: int) -> Problem:
    primary = [str(d) for d in range(1, n + 1)] + [f"s{i}" for i in range(2 * n)]
    options = [[str(d), f"s{i}", f"s{i + d + 1}"] for d in range(1, n + 1) for i in range(2 * n - d - 1)]
    return numbered(primary, [], options)


def dominoes(rows: int, columns: int) -> Problem:
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    pairs = [((r, c), o) for r, c in cells for o in ((r, c + 1), (r + 1, c)) if o in set(cells)]
    return numbered([f"{r},{c}" for r, c in cells], [], [[f"{r},{c}" for r, c in pair] for pair in pairs])


def trominoes(rows: int, columns: int) -> Problem:
    """Straight and bent ones, as often as you like."""
    places = [[(r, c + k) for k in range(3)] for r in range(rows) for c in range(columns - 2)]
    places += [[(r + k, c) for k in range(3)] for r in range(rows - 2) for c in range(columns)]
    for r in range(rows - 1):
        for c in range(columns - 1):
            places += combinations([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)], 3)
    cells = [f"{r},{c}" for r in range(rows) for c in range(columns)]
    return numbered(cells, [], [[f"{r},{c}" for r, c in place] for place in places])


PENTOMINOES = {
    "F": "01 02 10 11 21", "I": "00 01 02 03 04", "L": "00 10 20 30 31", "N": "01 11 20 21 30",
    "P": "00 01 10 11 20", "T": "00 01 02 11 21", "U": "00 02 10 11 12", "V": "00 10 20 21 22",
    "W": "00 10 11 21 22", "X": "01 10 11 12 21", "Y": "01 10 11 21 31", "Z": "00 01 11 21 22",
}  # fmt: skip


def pentominoes(rows: int, columns: int) -> Problem:
    options = []
    for name, text in PENTOMINOES.items():
        cells = [(int(cell[0]), int(cell[1])) for cell in text.split()]
        shapes = set()
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            for turned in (cells, [(r, -c) for r, c in cells]):
                top, left = min(r for r, _ in turned), min(c for _, c in turned)
                shapes.add(tuple(sorted((r - top, c - left) for r, c in turned)))
        for shape in sorted(shapes):
            for r in range(rows):
                for c in range(columns):
                    place = [(r + a, c + b) for a, b in shape]
                    if all(a < rows and b < columns for a, b in place):
                        options.append([name, *(f"{a},{b}" for a, b in place)])
    return numbered([*PENTOMINOES, *(f"{r},{c}" for r in range(rows) for c in range(columns))], [], options)


def covered(r: int, c: int, d: int) -> list[str]:
    """What digit d + 1 in cell (r, c) covers: the cell, and the digit in its row, column and box."""
    return [f"p{r}{c}", f"r{r}{d}", f"c{c}{d}", f"b{r // 3 * 3 + c // 3}{d}"]


def sudoku_options() -> tuple[list[str], list[list[str]]]:
    """The items and options of the empty sudoku; option 81 r + 9 c + d - 1 writes d in cell (r, c)."""
    options = [covered(r, c, d) for r in range(9) for c in range(9) for d in range(9)]
    return [f"{kind}{a}{b}" for kind in "prcb" for a in range(9) for b in range(9)], options


def left_of(items: list[str], options: list[list[str]], given: list[int]) -> Problem:
    """The problem that is left when options are given."""
    gone = {item for at in given for item in options[at]}
    kept = [option for option in options if not gone & set(option)]
    return numbered([item for item in items if item not in gone], [], kept)


def exact_cover_of(problem: Problem) -> Any:
    """The problem as coversat's own."""
    from coversat.problems.exact_cover.rules import ExactCover, Option

    names = [str(at) for at in range(problem.primary + problem.secondary)]
    options = [Option(str(at), tuple(names[i] for i in items)) for at, items in enumerate(problem.options)]
    return ExactCover(tuple(names[: problem.primary]), tuple(names[problem.primary :]), tuple(options))


def minimal_sudokus(count: int, seed: int) -> list[list[int]]:
    """Given options of sudokus with one solution that lose it with any clue."""
    from coversat.solvers.cover.bitset_cover import PreparedCover

    items, options = sudoku_options()
    prepared = PreparedCover(exact_cover_of(numbered(items, [], options)))
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        given = list(random_answer(prepared, rng))
        rng.shuffle(given)
        found.append(minimised(given, lambda fewer: len(next(prepared.batch([fewer])).answers) == 1))
    return found


def random_answer(prepared: Any, rng: random.Random) -> tuple[int, ...]:
    """An answer reached by forcing random options as long as there is one."""
    forced: list[int] = []
    while True:
        answer = prepared.first(forced)
        free = [at for at in range(prepared.matrix.option_count) if at not in set(forced)]
        for at in rng.sample(free, 12):
            if prepared.first([*forced, at]) is not None:
                forced.append(at)
        if len(forced) > 12:
            return tuple(answer)


def minimised(given: list[int], unique: Callable[[list[int]], bool]) -> list[int]:
    for at in list(given):
        fewer = [other for other in given if other != at]
        if unique(fewer):
            given = fewer
    return sorted(given)


def sudominoku_shape() -> tuple[list[str], list[list[str]], list[list[Any]]]:
    """Items, options and placements of the empty sudominoku."""
    items = [f"{kind}{a}{b}" for kind in "prcb" for a in range(9) for b in range(9)]
    items += [f"d{a}{b}" for a in range(9) for b in range(a + 1, 9)] + [f"s{d}" for d in range(9)]
    laid: list[list[Any]] = [[((r, c), d)] for r in range(9) for c in range(9) for d in range(9)]
    for r in range(9):
        for c in range(9):
            for other in ((r, c + 1), (r + 1, c)):
                if max(other) < 9:
                    laid += [[((r, c), a), (other, b)] for a in range(9) for b in range(9) if a != b]
    options = []
    for placement in laid:
        names = [item for (r, c), d in placement for item in covered(r, c, d)]
        options.append(
            [
                *names,
                ("s" if len(placement) == 1 else "d")
                + "".join(str(d) for d in sorted(d for _, d in placement)),
            ]
        )
    return items, options, laid


def minimal_sudominokus(count: int, seed: int) -> list[list[int]]:
    """Given options of puzzles with one grid, which lose it with any given domino; a SAT solver judges."""
    from coversat.setters.clock import Clock
    from coversat.setters.generate.spec import Spec
    from coversat.setters.generate.sudominoku import attempt

    laid = sudominoku_shape()[2]
    places = {tuple(sorted(placement)): at for at, placement in enumerate(laid)}
    rng = random.Random(seed)
    found: list[list[int]] = []
    while len(found) < count:
        puzzle = attempt(Spec(), rng, Clock())
        if puzzle is None:
            continue  # a grid that cannot be laid with the dominoes
        given = [[(cell, digit - 1)] for digit, cell in enumerate(puzzle.singles, 1)]
        for domino in puzzle.dominoes:
            given.append([(cell, d - 1) for cell, d in zip(domino.cells, domino.digits, strict=True)])
        found.append(sorted(places[tuple(sorted(placement))] for placement in given))
    return found
