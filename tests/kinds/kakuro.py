"""Kakuros; their candidates are right across."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from coversat.kinds.kakuro.rules import Clue
from coversat.problems import Kakuro
from coversat.problems.grid import Cell, Grid

from . import Instance, filled_cells, instance

parts = filled_cells
ITEMS = {
    "cell": r"r\d+c\d+",
    "run": r"r\d+c\d+-(across|down)",
    "digit of a run": r"r\d+c\d+-(across|down)=\d",
}
DIGITS = range(1, 10)


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
        yield tuple(tuple(shown.get((r, c)) for c in range(problem.columns)) for r in range(problem.rows))


def kakuro(name: str, picture: str, *refused: str) -> Instance:
    problem = Kakuro.parse(picture.replace(" / ", "\n") + "\n")
    return instance(name, problem, fillings(problem), refused)


def instances() -> Iterator[Instance]:
    yield kakuro("two by two, unique", r"# 4\ 6\ / \3 . . / \7 . .")
    yield kakuro("several answers", r"# 10\ 11\ / \9 . . / \12 . .")
    yield kakuro("sums that do not fit", r"# 4\ 6\ / \3 . . / \8 . .")
    yield kakuro("a sum out of reach", r"# 18\ # / \5 . . / \7 . .")
    yield kakuro("runs of one cell", r"# 7\ # / \7 . # / # # 3\ / # # .")
    yield kakuro("runs of one cell that clash", r"# 7\ / \6 .")
    yield kakuro("a sum too large for one cell", r"\12 .")
    yield kakuro("no clues", r"# # # / # . .")
    yield kakuro("runs from the edge", r". 3\ / . .")
    yield kakuro("one clue of two", r"# 3\ # / # . . / # . #")
    yield kakuro("non-square", r"# 16\ 17\ 4\ / \18 . . . / \19 . . .")
    yield kakuro("bent", r"# # 6\ / # 4\4 . / \5 . . / \1 . #")
    yield kakuro("no white cell", r"# # / # #")
    yield kakuro("ten cells in a run", "# " + ". " * 10, "cnf:forbidden")
    yield kakuro(
        "ten cells down, with a sum", "45\\ / " + " / ".join(["."] * 10), "cnf:forbidden", "cnf:table"
    )
    nine = r"# 9\ 8\ # 6\ 5\ 4\ # 2\ 1\ / \{} . . . . . . . . ."
    yield kakuro("nine cells", nine.format(45), "cnf:forbidden", "cnf:tuples", "cnf:table")
    # No nine digits add up to 44, so no tuple is left to write and the tuple encoding takes it.
    yield kakuro("nine cells with a wrong sum", nine.format(44), "cnf:forbidden", "cnf:table")
    yield kakuro("six cells", r"# # # 3\ 4\ # 6\ / \21 . . . . . .", "cnf:forbidden")


MASKS = ("00000 01110 01110 01110", "0000 0110 0111 0011", "00000 01110 01010 01110", "00000 01111 01111")


def drawn(chance: random.Random) -> Kakuro:
    """Small boards with the sums of some filling; now and then a sum is changed, or gone."""
    white = tuple(tuple(cell == "1" for cell in row) for row in chance.choice(MASKS).split())
    board = Kakuro(white, ())
    filled: dict[Cell, int] = {}
    for cell in board.white_cells:
        taken = {filled.get(other) for run in board.runs if cell in run.cells for other in run.cells}
        filled[cell] = chance.choice([digit for digit in DIGITS if digit not in taken])
    clues = []
    for run in board.runs:
        r, c = run.cells[0]
        place = (r, c - 1) if run.direction == 0 else (r - 1, c)
        clues.append(Clue(*place, run.direction, sum(filled[cell] for cell in run.cells)))
    if chance.random() < 0.25:
        changed = chance.randrange(len(clues))
        clues[changed] = clues[changed]._replace(total=max(1, clues[changed].total + chance.choice((-1, 1))))
    elif chance.random() < 0.25:
        clues.pop(chance.randrange(len(clues)))
    return Kakuro(white, tuple(clues))
