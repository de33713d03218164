"""Generating star battles: regions grow around random stars, and exchange cells until there is one answer."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence

from ...kinds.star_battle.rules import StarBattle
from ...problems.board import beside, pieces_of
from ...problems.grid import Cell, filled
from ..explain.facts import Clock
from .spec import Spec

CHECKS = ("search/counted", "cover/bitset")
"""The two routes that check each puzzle: no reduction is in both."""

SIDES = range(5, 11)
"""The range of a side's length."""
TWO_STARS = 10
"""The side from which on there are two stars in each row, column and region."""
PATIENCE = 300
"""The number of moved cells after which other stars are tried."""
TRIES = 200
"""The number of rows of stars that are tried for one placement."""
NODES = 50_000
"""The node limit of a search for a second answer; beyond it other stars are tried."""

Board = dict[Cell, int]
"""The region of each cell."""
Neighbours = Mapping[Cell, Sequence[Cell]]


def attempt(spec: Spec, rng: random.Random, clock: Clock) -> StarBattle | None:
    """A star battle with connected regions; None if there was no placement, or it did not become unique."""
    spec.refuse(StarBattle.kind, "boxes", "givens", "symmetry")
    rows, _ = spec.board_size(StarBattle.kind, 8, SIDES, square=True)
    count = 2 if rows >= TWO_STARS else 1
    stars = random_stars(rows, count, rng)
    board = None if stars is None else random_regions(rows, count, stars, rng)
    if stars is None or board is None:
        return None
    near_to = beside(rows, rows)
    for _ in range(PATIENCE):
        problem = StarBattle(count, tuple(tuple(board[r, c] for c in range(rows)) for r in range(rows)))
        answers = clock.two_answers(problem, NODES)
        if answers is None:
            return None
        if len(answers) == 1:
            return problem
        others = [{cell for cell, star in filled(answer) if star} - stars for answer in answers]
        clock.report(f"{max(map(len, others))} stars differ between two answers")
        # A star of the other answer goes to another region, which then has one too many.
        moves = [
            (cell, label)
            for other in others
            for cell in sorted(other)
            for label in sorted({board[near] for near in near_to[cell]} - {board[cell]})
            if _stays_connected(board, cell, near_to)
        ]
        if not moves:
            return None
        cell, label = rng.choice(moves)
        board[cell] = label
    return None


def random_stars(size: int, count: int, rng: random.Random) -> set[Cell] | None:
    """`count` stars in each row and column, none of which touch; None if the random choices fail."""
    columns: dict[int, int] = defaultdict(int)
    rows: list[list[int]] = []
    for _ in range(TRIES):
        if len(rows) == size:
            return {(r, c) for r, row in enumerate(rows) for c in row}
        taken = {c + step for c in (rows[-1] if rows else ()) for step in (-1, 0, 1)}
        free = [c for c in range(size) if c not in taken and columns[c] < count]
        rng.shuffle(free)
        row: list[int] = []
        for c in free:
            if len(row) < count and all(abs(c - other) > 1 for other in row):
                row.append(c)
        if len(row) == count:
            rows.append(row)
        else:  # go back a few rows
            del rows[-rng.randrange(1, 4) :]
            columns.clear()
        columns.update({c: sum(c in other for other in rows) for c in range(size)})
    return None


def random_regions(size: int, count: int, stars: set[Cell], rng: random.Random) -> Board | None:
    """Connected regions, with `count` stars each; None if the random choices fail."""
    board = {star: label for label, star in enumerate(sorted(stars))}
    open_cells = [(r, c) for r in range(size) for c in range(size) if (r, c) not in board]
    near_to = beside(size, size)
    while open_cells:
        cell = rng.choice(open_cells)
        labels = [board[near] for near in near_to[cell] if near in board]
        if labels:
            board[cell] = rng.choice(labels)
            open_cells.remove(cell)
    return board if count == 1 else _paired(board, len(stars), near_to, rng)


def _paired(board: Board, labels: int, near_to: Neighbours, rng: random.Random) -> Board | None:
    """Regions joined to pairs of neighbours, those with the fewest neighbours first."""
    left: dict[int, set[int]] = {label: set() for label in range(labels)}
    for cell, label in board.items():
        left[label] |= {board[near] for near in near_to[cell]} - {label}
    pair: dict[int, int] = {}
    while left:
        label = min(left, key=lambda one: (len(left[one]), one))
        if not left[label]:
            return None
        other = rng.choice(sorted(left[label]))
        pair |= {label: label, other: label}
        for gone in (label, other):
            del left[gone]
            for neighbours in left.values():
                neighbours.discard(gone)
    return {cell: pair[label] for cell, label in board.items()}


def _stays_connected(board: Board, cell: Cell, near_to: Neighbours) -> bool:
    """Whether the rest of the region of a cell is in one piece."""
    rest = [other for other, label in board.items() if label == board[cell] and other != cell]
    return len(pieces_of(rest, near_to.__getitem__)) == 1
