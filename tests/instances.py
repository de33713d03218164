"""Small instances of every kind, each with all of its answers.

The answers are found without reductions and without solvers: a generator lists candidates, and the
problem's own rules check (`violations`) keeps the right ones.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

from coversat.problems import Cnf, ExactCover, Kakuro, Problem, Sudoku, Sudominoku
from coversat.problems.exact_cover import Option
from coversat.problems.grid import Cell, Grid
from coversat.problems.tiling import Domino

DIGITS = range(1, 10)


@dataclass(frozen=True)
class Instance:
    """A problem, all of its answers, and the encodings that do not take it."""

    name: str
    problem: Any
    answers: frozenset[Any]
    refused: tuple[str, ...] = ()

    def refuses(self, route: str) -> bool:
        return any(part in self.refused for part in route.split("/"))


def right(problem: Problem[Any], candidates: Iterable[Any]) -> frozenset[Any]:
    """The candidates that break no rule."""
    return frozenset(candidate for candidate in candidates if not problem.violations(candidate))


# Sudoku


def filled_rows(givens: Grid) -> Iterator[Grid]:
    """Every grid with the givens in which rows and columns hold each digit once; boxes are not looked at."""
    size = len(givens)
    rows = [
        [
            row
            for row in permutations(range(1, size + 1))
            if all(given in (0, digit) for given, digit in zip(line, row, strict=True))
        ]
        for line in givens
    ]

    def below(above: Grid) -> Iterator[Grid]:
        if len(above) == size:
            yield above
            return
        for row in rows[len(above)]:
            if all(digit not in column for digit, *column in zip(row, *above, strict=True)):
                yield from below((*above, row))

    return below(())


EMPTY_4 = ((0,) * 4,) * 4


@cache
def grids_of_4() -> tuple[Grid, ...]:
    """All finished 4x4 sudokus."""
    return tuple(sorted(right(Sudoku(2, 2, EMPTY_4), filled_rows(EMPTY_4))))


def sudoku_4(name: str, *rows: str) -> Instance:
    problem = Sudoku(2, 2, tuple(tuple(map(int, row)) for row in rows))
    return Instance(name, problem, right(problem, grids_of_4()))


def with_clues(grid: Grid, cells: Iterable[Cell]) -> Grid:
    """The grid with all but `cells` blanked."""
    kept = set(cells)
    return tuple(tuple(d if (r, c) in kept else 0 for c, d in enumerate(row)) for r, row in enumerate(grid))


GRID_2X3 = tuple(tuple(map(int, str(row))) for row in (123456, 456123, 231564, 564231, 312645, 645312))
GRID_3X2 = tuple(tuple(map(int, str(row))) for row in (125634, 341256, 563412, 216543, 432165, 654321))


def sudoku_6(box: tuple[int, int], grid: Grid, blanks: int, seed: int) -> Instance:
    cells = random.Random(seed).sample(sorted(product(range(6), range(6))), 36 - blanks)
    problem = Sudoku(*box, with_clues(grid, cells))
    name = f"{box[0]}x{box[1]} boxes, {blanks} blanks"
    return Instance(name, problem, right(problem, filled_rows(problem.givens)))


def sudokus() -> Iterator[Instance]:
    yield sudoku_4("no clue", "0000", "0000", "0000", "0000")
    yield sudoku_4("unique", "1000", "0020", "0300", "0004")
    yield sudoku_4("several answers", "1200", "0000", "0000", "0030")
    yield sudoku_4("finished", "1234", "3412", "2143", "4321")
    yield sudoku_4("clash in a row", "1001", "0000", "0000", "0000")
    yield sudoku_4("clash in a column", "0100", "0000", "0000", "0100")
    yield sudoku_4("clash in a box", "2000", "0200", "0000", "0000")
    yield sudoku_4("no answer, no clash", "1230", "0000", "0004", "0000")
    yield sudoku_6((2, 3), GRID_2X3, 18, 1)
    yield sudoku_6((2, 3), GRID_2X3, 24, 2)
    yield sudoku_6((3, 2), GRID_3X2, 18, 3)
    yield sudoku_6((3, 2), GRID_3X2, 22, 4)


# Sudominoku of order 4: six dominoes and four singles

CELLS_4 = tuple(product(range(4), range(4)))


def tilings(cells: frozenset[Cell]) -> Iterator[tuple[tuple[Cell, Cell], ...]]:
    """Every way to lay dominoes on exactly these cells."""
    if not cells:
        yield ()
        return
    r, c = first = min(cells)
    for second in ((r, c + 1), (r + 1, c)):
        if second in cells:
            for rest in tilings(cells - {first, second}):
                yield ((first, second), *rest)


def layings(problem: Sudominoku, grid: Grid) -> list[tuple[tuple[Cell, Cell], ...]]:
    """Every way to lay the set's other dominoes so that, with the given ones, they show `grid`.

    By brute force over all tilings; what `Sudominoku.tiling` is measured by.
    """
    given = [sorted(domino.digits) for domino in problem.dominoes]
    taken = {*problem.singles, *(cell for domino in problem.dominoes for cell in domino.cells)}
    cells = frozenset(product(range(problem.size), range(problem.size))) - taken
    everything = sorted(map(list, combinations(range(1, problem.size + 1), 2)))

    def shown(tiling: Iterable[tuple[Cell, Cell]]) -> list[list[int]]:
        return [sorted(grid[r][c] for r, c in laid) for laid in tiling]

    return [tiling for tiling in tilings(cells) if sorted([*given, *shown(tiling)]) == everything]


def sudominoku(name: str, singles: str, *dominoes: str) -> Instance:
    """Cells as ``A1``, dominoes as ``1A1 2A2``; 4x4, or 6x6 with 2x3 boxes where there are six singles."""

    def cell(word: str) -> Cell:
        return ord(word[0]) - ord("A"), int(word[1]) - 1

    laid = []
    for domino in dominoes:
        one, other = domino.split()
        laid.append(Domino((cell(one[1:]), cell(other[1:])), (int(one[0]), int(other[0]))))
    cells = tuple(map(cell, singles.split()))
    problem = Sudominoku(2, len(cells) // 2, tuple(laid), cells)
    grids = grids_of_4() if problem.size == 4 else filled_rows(problem.givens)
    return Instance(name, problem, right(problem, grids))


def random_sudominoku(seed: int) -> Instance:
    """Singles and perhaps dominoes of some grid; every third time anywhere, so that they may clash."""
    rng = random.Random(seed)
    grid = rng.choice(grids_of_4())
    places = rng.sample(CELLS_4, 16)
    if seed % 3:
        singles = [next(cell for cell in places if grid[cell[0]][cell[1]] == digit) for digit in range(1, 5)]
    else:
        singles = places[:4]
    free = set(CELLS_4) - set(singles)
    dominoes = []
    for r, c in places[: seed % 5]:
        second = (r, c + 1) if rng.random() < 0.5 else (r + 1, c)
        if {(r, c), second} <= free:
            free -= {(r, c), second}
            dominoes.append(Domino(((r, c), second), (grid[r][c], grid[second[0]][second[1]])))
    problem = Sudominoku(2, 2, tuple(dominoes), tuple(singles))
    return Instance(f"random {seed}", problem, right(problem, grids_of_4()))


def sudominokus() -> Iterator[Instance]:
    yield sudominoku("singles in a row", "A1 A2 A3 A4")
    yield sudominoku("singles in the corners", "A1 A4 D1 D4")
    yield sudominoku("single cut off", "A2 B1 C4 D3")
    yield sudominoku("one domino given", "A1 A2 A3 A4", "3B1 4B2")
    yield sudominoku("domino given twice", "A1 A2 A3 A4", "3B1 4B2", "4C3 3C4")
    yield sudominoku("dominoes clash in a row", "A1 A2 A3 A4", "3B1 4B2", "4B3 2B4")
    yield sudominoku("domino clashes with a single", "A1 A2 A3 A4", "1B1 3B2")
    for seed in (4, 6, 14, 28, 36, 98):  # all but the first have answers
        yield random_sudominoku(seed)
    given = "4A4 1B4", "5A5 2B5", "4B1 5B2", "6B3 1C3", "5C4 6C5", "1D6 5E6", "1F5 2F6"
    yield sudominoku("6x6, one grid, two tilings", "A1 C1 B6 C6 D1 A6", *given)
    given = "4A4 1B4", "6D2 4D3", "2D4 6E4", "3D5 4E5", "1E2 2E3", "3F4 1F5"
    yield sudominoku("6x6, two grids", "A1 F6 B6 C6 D1 A6", *given)


# Kakuro


def fillings(problem: Kakuro) -> Iterator[Grid]:
    """Grids in which the runs across are right and a run of one cell shows its clue; nothing else is."""
    alone: dict[Cell, set[int]] = {
        run.cells[0]: {run.total} for run in problem.runs if len(run.cells) == 1 and run.total is not None
    }
    if any(len(run.cells) > 9 for run in problem.runs):
        return  # more than nine cells never hold different digits, and the products would not end
    across = [run for run in problem.runs if run.direction == 0]
    choices = []
    for run in across:
        digits = [alone.get(cell, set(DIGITS)) & set(DIGITS) for cell in run.cells]
        filled = product(*digits)
        choices.append(
            [f for f in filled if len(set(f)) == len(f) and (run.total is None or sum(f) == run.total)]
        )
    for chosen in product(*choices):
        shown = {
            cell: d
            for run, f in zip(across, chosen, strict=True)
            for cell, d in zip(run.cells, f, strict=True)
        }
        yield tuple(tuple(shown.get((r, c), 0) for c in range(problem.columns)) for r in range(problem.rows))


def kakuro(name: str, picture: str, *refused: str) -> Instance:
    problem = Kakuro.parse(picture.replace(" / ", "\n") + "\n")
    return Instance(name, problem, right(problem, fillings(problem)), refused)


def kakuros() -> Iterator[Instance]:
    yield kakuro("two by two, unique", r"# 4\ 6\ / \3 . . / \7 . .")
    yield kakuro("several answers", r"# 10\ 11\ / \9 . . / \12 . .")
    yield kakuro("sums that do not fit", r"# 4\ 6\ / \3 . . / \8 . .")
    yield kakuro("a sum out of reach", r"# 18\ # / \5 . . / \7 . .")
    yield kakuro("runs of one cell", r"# 7\ # / \7 . # / # # 3\ / # # .")
    yield kakuro("runs of one cell that clash", r"# 7\ / \6 .")
    yield kakuro("a sum too large for one cell", r"\12 .")
    yield kakuro("no clues", r"# # # / # . . / # # .")
    yield kakuro("runs from the edge, no clues", r". # / . .")
    yield kakuro("one clue of two", r"# 3\ # / # . . / # . #")
    yield kakuro("non-square", r"# 16\ 17\ 4\ / \18 . . . / \19 . . .")
    yield kakuro("bent", r"# # 6\ / # 4\4 . / \5 . . / \1 . #")
    yield kakuro("no white cell", r"# # / # #")
    yield kakuro("ten cells in a run", "# " + ". " * 10, "cnf:forbidden")
    yield kakuro("ten cells down, with a sum", "45\\ / " + " / ".join(["."] * 10), "cnf:forbidden")
    nine = r"# 9\ 8\ # 6\ 5\ 4\ # 2\ 1\ / \{} . . . . . . . . ."
    yield kakuro("nine cells", nine.format(45), "cnf:forbidden", "cnf:tuples")
    # No nine digits add up to 44, so no tuple is left to write and the tuple encoding takes it.
    yield kakuro("nine cells with a wrong sum", nine.format(44), "cnf:forbidden")
    yield kakuro("six cells", r"# # # 3\ 4\ # 6\ / \21 . . . . . .", "cnf:forbidden")


# Exact cover and CNF


def every_subset(problem: ExactCover) -> Iterator[tuple[int, ...]]:
    places = range(len(problem.options))
    return (chosen for n in range(len(places) + 1) for chosen in combinations(places, n))


def every_assignment(problem: Cnf) -> Iterator[tuple[int, ...]]:
    return product(*((v, -v) for v in range(1, problem.variable_count + 1)))


def seen(problem: Problem[Any], answer: Any) -> Any:
    """What tells an answer from others: the projection's part of it, where there is a projection."""
    if isinstance(problem, ExactCover) and problem.projection is not None:
        return problem.shown(answer)
    if isinstance(problem, Cnf):
        shown = set(problem.shown_variables)
        return tuple(sorted((x for x in answer if abs(x) in shown), key=abs))
    return answer


def answers_by_brute_force(problem: ExactCover | Cnf) -> frozenset[Any]:
    """What is seen of the right answers, of all there are."""
    everything = every_subset(problem) if isinstance(problem, ExactCover) else every_assignment(problem)
    return frozenset(seen(problem, answer) for answer in right(problem, everything))


def cover(name: str, text: str, projection: str | None = None) -> Instance:
    lines = text.split(" / ")
    problem = ExactCover.parse("".join(f"{line}\n" for line in lines))
    if projection is not None:
        names = tuple(projection.split())
        problem = ExactCover(problem.primary, problem.secondary, problem.options, names)
    return Instance(name, problem, answers_by_brute_force(problem))


def covers() -> Iterator[Instance]:
    # Knuth, TAOCP 7.2.2.1 (6): one cover.  And (49), with colours.
    yield cover("knuth's six options", "a b c d e f g / c e / a d g / b c f / a d f / b g / d e g")
    yield cover("knuth's colours", "p q r | x y / p q x y:A / p r x:A y / p x:B / q x:A / r y:B")
    yield cover("several", "a b c | s / a b / b c / a s / b s / c s / a / b / c")
    yield cover("an item no option covers", "a b / a / a")
    yield cover("twins", "a b / a b / a b / a / b")
    yield cover("colours", "a b c | x / a x:1 / a x:2 / b x:1 / b x:2 / c x:2 / c x / c")
    yield cover("projected", "a b | x y / a x:1 / a x:2 / b x:1 y:1 / b x:1 y:2 / b y:1 / b / a", "x")
    yield cover("projected on nothing", "a b | x / a x:1 / a x:2 / b x:1 / b x:2", "")
    yield cover("projected, two shown", "a b | x y / a x:1 / a y:1 / b y:2 / b x:2 / b", "y x")
    empty = ExactCover((), (), ())
    yield Instance("nothing to cover", empty, answers_by_brute_force(empty))
    only_item = ExactCover(("a",), ("s",), (Option("the only one", ("a", "s")),))
    yield Instance("one option", only_item, answers_by_brute_force(only_item))


def cnf(name: str, variables: int, *clauses: tuple[int, ...], projection: Any = None) -> Instance:
    problem = Cnf(variables, clauses, projection=projection)
    return Instance(name, problem, answers_by_brute_force(problem))


def cnfs() -> Iterator[Instance]:
    yield cnf("no variable", 0)
    yield cnf("empty clause", 2, (1, 2), ())
    yield cnf("no clause", 3)
    yield cnf("one model", 3, (1,), (-1, 2), (-2, -3))
    yield cnf("several models", 4, (1, 2), (-1, -2), (3, 4, 1), (-3, 2))
    yield cnf("unsatisfiable", 2, (1, 2), (1, -2), (-1, 2), (-1, -2))
    yield cnf("repeated and opposite literals", 3, (1, 1, 2), (2, -2, 3, -2), (-1, 3, 1, 2), (3, 3))
    yield cnf("projected", 4, (1, 2, 3), (-1, -4), (-2, 4), projection=(1, 3))
    yield cnf("projected on nothing", 2, (1, 2), projection=())
    yield cnf("projected on nothing, unsatisfiable", 1, (1,), (-1,), projection=())


@cache
def instances() -> dict[str, tuple[Instance, ...]]:
    """Every kind's instances."""
    found = {
        "sudoku": sudokus(),
        "sudominoku": sudominokus(),
        "kakuro": kakuros(),
        "cover": covers(),
        "cnf": cnfs(),
    }
    return {kind: tuple(those) for kind, those in found.items()}


KINDS = ("sudoku", "sudominoku", "kakuro", "cover", "cnf")
PUZZLES = KINDS[:3]
