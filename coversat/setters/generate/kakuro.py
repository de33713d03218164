"""Kakuros: a random layout, a random filling, its sums; then repair until the filling is the only answer.

Repair refills a few cells that are open (have several candidates) and accepts the new sums if no more cells
are open than before. Which cells are open does not depend on the solver, so the same seed gives the same
puzzle everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

from ...kinds.kakuro.rules import ACROSS, LARGEST_DIGIT, Clue, Kakuro, Run
from ...problems.board import beside, pieces_of
from ...problems.grid import Cell
from ..clock import Clock
from ..encoded import reduced
from ..explain.candidates import covering_models
from .spec import Spec, orbits

CHECKS = ("cnf:combinations/cadical195", "cover/bitset")
"""The two routes that check each puzzle: no reduction is in both."""

SIDES = range(3, 31)
"""The range of a side's length, including the first row or column of clues."""
WHITE = 0.62
"""The approximate white share of the board, without the first row and column."""
PATIENCE = 40
"""The number of refillings without fewer open cells after which another layout is tried."""
MOST_NODES = 20_000
"""The number of filled cells after which a filling is abandoned."""

Filling = dict[Cell, int]


def attempt(spec: Spec, rng: random.Random, clock: Clock) -> Kakuro | None:
    """A kakuro; None if no layout was found or it could not be repaired."""
    spec.refuse(Kakuro.kind, "boxes", "givens")
    rows, columns = spec.board_size(Kakuro.kind, SIDES)
    board = random_layout(rows, columns, spec.symmetry or "half-turn", rng)
    filling = None if board is None else random_filling(board, {}, rng)
    if board is None or filling is None:
        return None
    return _repaired(board, filling, rng, clock)


def _repaired(board: Kakuro, filling: Filling, rng: random.Random, clock: Clock) -> Kakuro | None:
    """The board with clues that have one answer, starting from the sums of `filling`."""
    problem = with_sums(board, filling)
    open_cells = _open_cells(problem, len(board.white_cells), clock)
    tries = 0
    while open_cells:
        tries += 1
        if tries > PATIENCE:
            return None
        clock.report(f"{len(open_cells)} cells with several candidates")
        again = _around(board, rng.choice(open_cells), open_cells)
        kept = {cell: digit for cell, digit in filling.items() if cell not in again}
        other = random_filling(board, kept, rng)
        if other is None or other == filling:
            continue
        changed = with_sums(board, other)
        open_now = _open_cells(changed, len(open_cells), clock)
        if len(open_now) <= len(open_cells):
            tries = tries if len(open_now) == len(open_cells) else 0
            problem, filling, open_cells = changed, other, open_now
    return problem


def _open_cells(problem: Kakuro, most: int, clock: Clock) -> list[Cell]:
    """The cells with several candidates. If there are more than `most`, only a part is returned."""
    reduction = reduced(problem)
    candidates: dict[Cell, set[int]] = {cell: set() for cell in problem.white_cells}
    found: list[Cell] = []
    for model in covering_models(reduction.target, reduction.target.shown_variables, clock):
        grid = reduction.decode(model)
        for (r, c), digits in candidates.items():
            digits.add(grid[r][c])
        found = [cell for cell, digits in candidates.items() if len(digits) > 1]
        if len(found) > most:
            break
    return found


def _around(board: Kakuro, cell: Cell, open_cells: Collection[Cell]) -> set[Cell]:
    runs = [run for run in board.runs if cell in run.cells]
    return {cell, *(other for run in runs for other in run.cells if other in open_cells)}


def with_sums(board: Kakuro, filling: Mapping[Cell, int]) -> Kakuro:
    """The board with each clue set to the sum of its run in `filling`."""
    return Kakuro(board.white, tuple(_clue(run, filling) for run in board.runs))


def _clue(run: Run, filling: Mapping[Cell, int]) -> Clue:
    r, c = run.cells[0]
    place = (r, c - 1) if run.direction == ACROSS else (r - 1, c)
    return Clue(*place, run.direction, sum(filling[cell] for cell in run.cells))


# Layouts


def random_layout(rows: int, columns: int, symmetry: str, rng: random.Random) -> Kakuro | None:
    """White cells in one piece, with runs of two to nine cells; None if the random choices fail.

    Cells are blackened in a random order, together with their images under the symmetry: until the board
    is light enough, and beyond that only if a run is too long.
    """
    white = {(r, c) for r in range(1, rows) for c in range(1, columns)}
    inner = [(r - 1, c - 1) for r, c in white]
    groups = [{(r + 1, c + 1) for r, c in group} for group in orbits(inner, symmetry, rows - 1, columns - 1)]
    rng.shuffle(groups)
    enough = len(white) * WHITE
    for group in groups:
        too_long = any(
            run_length(white, cell, step) > LARGEST_DIGIT for cell in group for step in ((0, 1), (1, 0))
        )
        left = white - group
        if (len(white) > enough or too_long) and _is_sound(left):
            white = left
    board = Kakuro(tuple(tuple((r, c) in white for c in range(columns)) for r in range(rows)), ())
    return board if all(len(run.cells) <= LARGEST_DIGIT for run in board.runs) else None


def run_length(white: Collection[Cell], cell: Cell, step: tuple[int, int]) -> int:
    """The length of the run through `cell` in this direction and its opposite."""
    count = 0
    for sign in (1, -1):
        r, c = cell
        while (r, c) in white:
            count += 1
            r, c = r + sign * step[0], c + sign * step[1]
    return max(count - 1, 0)


def _is_sound(white: set[Cell]) -> bool:
    """Whether the cells are connected and no run is a single cell."""
    if any(run_length(white, cell, step) == 1 for cell in white for step in ((0, 1), (1, 0))):
        return False
    rows, columns = (1 + max((cell[axis] for cell in white), default=0) for axis in (0, 1))
    return len(pieces_of(white, beside(rows, columns).__getitem__)) == 1


# Fillings


def random_filling(board: Kakuro, kept: Filling, rng: random.Random) -> Filling | None:
    """Random digits, distinct in each run, that agree with `kept`; None if the search gives up.

    Small and large digits are three times as likely: sums near the extremes have few digit sets and so
    fewer answers.
    """
    crossing: dict[Cell, list[int]] = {cell: [] for cell in board.white_cells}
    for number, run in enumerate(board.runs):
        for cell in run.cells:
            crossing[cell].append(number)
    used: list[set[int]] = [set() for _ in board.runs]
    filling: Filling = {}
    nodes = 0

    def choices(cell: Cell) -> list[int]:
        taken = set().union(*(used[run] for run in crossing[cell]))
        return [digit for digit in range(1, LARGEST_DIGIT + 1) if digit not in taken]

    def put(cell: Cell, digit: int) -> None:
        filling[cell] = digit
        for run in crossing[cell]:
            used[run].add(digit)

    def take(cell: Cell) -> None:
        digit = filling.pop(cell)
        for run in crossing[cell]:
            used[run].discard(digit)

    def fill(cells: list[Cell]) -> bool:
        nonlocal nodes
        if not cells:
            return True
        nodes += 1
        tightest = min(cells, key=lambda cell: len(choices(cell)))
        rest = [cell for cell in cells if cell != tightest]
        for digit in _shuffled(choices(tightest), rng):
            put(tightest, digit)
            if fill(rest):
                return True
            take(tightest)
            if nodes > MOST_NODES:
                return False
        return False

    for cell, digit in kept.items():
        put(cell, digit)
    return filling if fill([cell for cell in board.white_cells if cell not in kept]) else None


def _shuffled(digits: list[int], rng: random.Random) -> list[int]:
    weighted = [digit for digit in digits for _ in range(3 if digit in (1, 2, 8, 9) else 1)]
    rng.shuffle(weighted)
    return list(dict.fromkeys(weighted))
