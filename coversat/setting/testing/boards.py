"""Small boards of a kind, all or random ones, and the answers of a board by its model and by its check."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice, product
from math import prod
from typing import Any

from ...language.models import GridModel, Rule
from ...problems.clue_board import Clue
from ...problems.puzzle import GridPuzzle
from ...problems.user_files import listed
from ...solvers.search.meanings import answers_by_meaning
from ...solvers.solver import NO_LIMITS, Meter

MOST_ASSIGNMENTS = 5_000
"""The most assignments of a board of which all are judged."""
ALL_BOARDS = 3_000
"""The most boards of one size of which all are tried."""
MOST_CLUES = 7
"""The clues that are tried in one cell, besides none."""

Answers = frozenset[tuple[int, ...]]
"""The values of the cells of each answer, row by row."""


def sizes() -> Iterator[tuple[int, int]]:
    """Rows and columns, the smallest boards first; squares before oblongs."""
    for area in range(1, 65):
        sides = [(rows, area // rows) for rows in range(1, area + 1) if area % rows == 0]
        yield from sorted(sides, key=lambda side: (abs(side[0] - side[1]), side))


def boards(kind: type[GridPuzzle], rng: random.Random) -> Iterator[GridPuzzle]:
    """Boards of growing size: of the smallest sizes all, of others a random choice.

    Only those all of whose assignments can be judged.
    """
    for rows, columns in sizes():
        options = _options(kind, rows, columns)
        if not kind.has_regions and prod(map(len, options)) <= ALL_BOARDS:
            found = _all(kind, rows, columns, options)
        else:
            found = iter(dict.fromkeys(islice(random_boards(kind, rows, columns, rng), ALL_BOARDS // 10)))
        for board in found:
            if board.assignment_count() <= MOST_ASSIGNMENTS:
                yield board


def _options(kind: type[GridPuzzle], rows: int, columns: int) -> list[Sequence[Any]]:
    """What is tried for each number and clue, in the order of a text; without regions."""
    inside = [None, *tried(kind.symbols, rows * columns)]
    lines = [
        [None, *range(min(max(rows, columns) + 2, MOST_CLUES))]
        for side in kind.sides
        for _ in range(columns if side in ("top", "bottom") else rows)
    ]
    numbers: list[Sequence[Any]] = [range(rows * columns + 1)] * len(kind.header)
    return [*numbers, *lines, *[inside] * (rows * columns)]


def _all(
    kind: type[GridPuzzle], rows: int, columns: int, options: Sequence[Sequence[Any]]
) -> Iterator[GridPuzzle]:
    for those in product(*options):
        found = _made(kind, rows, columns, those)
        if found is not None:
            yield found


def _made(kind: type[GridPuzzle], rows: int, columns: int, parts: Sequence[Any]) -> GridPuzzle | None:
    """The board of these numbers and clues, in the order of a text; None if there is no such board."""
    left = iter(parts)
    numbers = tuple(islice(left, len(kind.header)))
    beside = tuple(tuple(islice(left, columns if side in ("top", "bottom") else rows)) for side in kind.sides)
    board = tuple(tuple(islice(left, columns)) for _ in range(rows))
    try:
        return kind(board, (), beside, numbers)
    except ValueError:
        return None


def tried(clues: Collection[Clue], most: int) -> list[Clue]:
    """Some clues for a small board: symbols, and numbers up to one more than fits."""
    small = (clue for clue in islice(clues, 100) if not isinstance(clue, int) or clue <= most + 1)
    return list(islice(small, MOST_CLUES))


def random_board(kind: type[GridPuzzle], rows: int, columns: int, rng: random.Random) -> GridPuzzle | None:
    """A board with random clues, or with clues of a random assignment; None if this attempt fails."""
    try:
        empty = kind.blank(rows, columns, rng)
        if empty is None:
            return None
        numbers = tuple(rng.randint(0, rows * columns // 2) for _ in kind.header)
        empty = replace(empty, numbers=numbers)
        if rng.random() < 0.6 and kind.makes_clues():
            values = tuple(empty.values)
            full = empty.clued_by({cell: rng.choice(values) for cell in empty.cells()}) or empty
            kept = [at for at in range(len(full.given_names())) if rng.random() < 0.5]
            return full.with_givens(kept)
        share = rng.choice((0.1, 0.3, 0.6))
        clues: dict[Any, Clue] = {}
        beside = [(side, at) for side in kind.sides for at in range(empty.side_length(side))]
        for where, most in (
            *((cell, rows + columns) for cell in empty.cells()),
            *((where, max(rows, columns)) for where in beside),
        ):
            some = range(most) if isinstance(where[0], str) else islice(kind.symbols, 40)
            small = [one for one in some if not isinstance(one, int) or one <= most]
            if small and rng.random() < share:
                clues[where] = rng.choice(small)
        return empty.with_clues(clues)
    except ValueError:
        return None


def random_boards(
    kind: type[GridPuzzle], rows: int, columns: int, rng: random.Random
) -> Iterator[GridPuzzle]:
    """Random boards of a size; endless, or none."""
    failed = 0
    while failed < 200:
        board = random_board(kind, rows, columns, rng)
        failed = failed + 1 if board is None else 0
        if board is not None:
            yield board


def judged_right(board: GridPuzzle) -> Answers:
    """The assignments in which the check finds nothing wrong; all are tried."""
    cells, file = board.cells(), board.source_file
    return frozenset(
        values
        for values in board.assignments()
        if not any(True for _ in listed(file, board.wrong, dict(zip(cells, values, strict=True))))
    )


def allowed(model: GridModel[Any], rules: Sequence[Rule] | None = None) -> Answers:
    """The answers that the rules of a model allow, by the meaning of each primitive."""
    found = answers_by_meaning(model, Meter(NO_LIMITS), rules)
    answers = (model.answer_of(values.items()) for values in found)
    return frozenset(tuple(chain.from_iterable(answer)) for answer in answers)


def grid(board: GridPuzzle, values: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The values of the cells, row by row, as an answer."""
    return tuple(tuple(values[r * board.columns : (r + 1) * board.columns]) for r in range(board.rows))
