"""Small random puzzles of three kinds, and all of their answers by direct search.

The direct searches share nothing with the encodings that `coversat.setters.explain` asks.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from coversat.answering.routes import find_route
from coversat.answering.running import run
from coversat.kinds.kakuro.rules import Clue
from coversat.problems import AnyProblem, Kakuro, Sudoku, Sudominoku
from coversat.problems.dominoes import Domino
from coversat.solvers import Limits

SEARCH = {
    "sudoku": "search/blanks",
    "sudominoku": "search/dominoes",
    "kakuro": "search/masks",
    "queens": "search/backtracking",
    "dominosa": "search/backtracking",
    "latin": "search/backtracking",
    "skyscrapers": "search/backtracking",
    "starbattle": "search/counted",
    "nonogram": "search/backtracking",
}

GRID_4 = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
LAID = Sudominoku(
    2,
    2,
    (
        Domino(((0, 0), (0, 1)), (1, 2)),
        Domino(((0, 3), (1, 3)), (4, 2)),
        Domino(((1, 1), (1, 2)), (4, 1)),
        Domino(((1, 0), (2, 0)), (3, 2)),
        Domino(((2, 2), (2, 3)), (4, 3)),
        Domino(((2, 1), (3, 1)), (1, 3)),
    ),
    ((3, 3), (3, 2), (0, 2), (3, 0)),
)
"""All six dominoes and four singles of order 4, showing `GRID_4`."""


def all_answers(problem: AnyProblem) -> frozenset[Any]:
    outcome = run(problem, find_route(problem.kind, SEARCH[problem.kind])).findings
    assert outcome.exhausted
    return frozenset(outcome.answers)


def up_to_two_answers(problem: AnyProblem) -> frozenset[Any]:
    route = find_route(problem.kind, SEARCH[problem.kind])
    return frozenset(run(problem, route, Limits(answers=2)).findings.answers)


def sudokus(seed: int) -> Iterator[Sudoku]:
    """Givens of one grid, some of them changed: with no answer, one or several."""
    rng = random.Random(f"sudoku {seed}")
    for blanks in (4, 7, 9, 10, 11):
        changed = rng.choice((0, 0, 1, 2))
        cells = rng.sample([(r, c) for r in range(4) for c in range(4)], 16 - blanks)
        wrong = set(cells[:changed])
        yield Sudoku(
            2,
            2,
            tuple(
                tuple(
                    rng.randint(1, 4) if (r, c) in wrong else d if (r, c) in cells else None
                    for c, d in enumerate(row)
                )
                for r, row in enumerate(GRID_4)
            ),
        )


def sudominokus(seed: int) -> Iterator[Sudominoku]:
    rng = random.Random(f"sudominoku {seed}")
    for count in (1, 2, 4):
        changed = rng.choice((0, 0, 1))
        dominoes = [
            Domino(d.cells, d.digits[::-1]) if number < changed else d
            for number, d in enumerate(rng.sample(LAID.dominoes, count))
        ]
        yield Sudominoku(2, 2, tuple(dominoes), LAID.singles)


def kakuros(seed: int) -> Iterator[Kakuro]:
    """White cells three by three with a hole or two; sums of a filling, some left out, some changed."""
    rng = random.Random(f"kakuro {seed}")
    for _ in range(3):
        holes = set(rng.sample([(1, 1), (1, 3), (3, 1), (3, 3)], 2))
        white = tuple(tuple(r > 0 and c > 0 and (r, c) not in holes for c in range(4)) for r in range(4))
        board = Kakuro(white, ())
        square = ((1, 2, 4), (3, 9, 8), (7, 5, 6))
        clues = []
        for run_of in board.runs:
            r, c = run_of.cells[0]
            total = sum(square[y - 1][x - 1] for y, x in run_of.cells)
            if rng.random() < 0.2:
                total = max(1, total + rng.choice((-2, 2)))
            place = (r, c - 1) if run_of.direction == 0 else (r - 1, c)
            if rng.random() < 0.9:
                clues.append(Clue(*place, run_of.direction, total))
        yield Kakuro(white, tuple(clues))


def cases() -> list[AnyProblem]:
    """All of them; sudominokus of three dominoes are there with one, several and no answer."""
    return [problem for seed in range(4) for problem in (*sudokus(seed), *sudominokus(seed), *kakuros(seed))]
