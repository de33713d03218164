"""Skyscrapers up to order four, by every Latin square; up to order three, by every grid of such rows."""

from __future__ import annotations

import random
from collections.abc import Iterator

from coversat.kinds.skyscrapers import Skyscrapers

from . import Instance, filled_cells, grid, instance
from .latin import cyclic, grids, some_of

parts = filled_cells


def skyscrapers(name: str, *lines: str) -> Instance:
    """The board as its text has it, a character a cell."""
    above, *rows, below = grid(*lines)
    left, right = (tuple(row[at] for row in rows) for at in (0, -1))
    problem = Skyscrapers(tuple(row[1:-1] for row in rows), above, below, left, right)
    return instance(name, problem, grids(problem.order))


def instances() -> Iterator[Instance]:
    yield skyscrapers("one cell", ".", "...", ".")
    yield skyscrapers("one cell, seen from everywhere", "1", "111", "1")
    yield skyscrapers("order two", "..", "....", "....", "..")
    yield skyscrapers("one clue", "..", "2...", "....", "..")
    yield skyscrapers("two clues that clash", "1.", "2...", "....", "..")
    yield skyscrapers("from above", "2..", ".....", ".....", ".....", "...")
    yield skyscrapers("from below", "...", ".....", ".....", ".....", ".3.")
    yield skyscrapers("from the left", "...", "2....", ".....", ".....", "...")
    yield skyscrapers("from the right", "...", ".....", "....3", ".....", "...")
    yield skyscrapers("from both sides", "...", ".....", "2...2", ".....", "...")
    yield skyscrapers("more than there are", "...", ".....", "3...2", ".....", "...")
    yield skyscrapers("a given that hides", "...", "2.2..", ".....", ".....", "...")
    yield skyscrapers("a given that cannot be", "3..", ".2...", ".....", ".....", "...")
    yield skyscrapers("no answer, no clash", ".1.", "1....", ".....", ".....", "..1")
    yield skyscrapers("order four, unique", "..12", "......", ".....2", "1.....", "......", "..3.")
    yield skyscrapers("order four, all clues", "2213", "3....2", "1....2", "2....3", "3....1", "3221")
    yield skyscrapers("order four, several", ".3..", "2.1...", "......", ".....3", "......", "2...")


def heights_seen(line: tuple[int, ...]) -> int:
    """How many buildings are seen along it."""
    return sum(height > max(line[:at], default=0) for at, height in enumerate(line))


def drawn(chance: random.Random) -> Skyscrapers:
    """Up to order five, some clues and some cells of a square; now and then a clue is another number."""
    order = chance.randint(1, 5)
    square = cyclic(order, chance)
    rows, columns = list(map(tuple, square)), list(zip(*square, strict=True))
    wrong = 0.1 if chance.random() < 0.25 else 0.0

    def side(lines: list[tuple[int, ...]], step: int) -> tuple[int | None, ...]:
        counts = [heights_seen(line[::step]) for line in lines]
        counts = [chance.randint(1, order) if chance.random() < wrong else count for count in counts]
        return tuple(count if chance.random() < 0.5 else None for count in counts)

    sides = side(columns, 1), side(columns, -1), side(rows, 1), side(rows, -1)
    return Skyscrapers(some_of(square, chance.choice((0.0, 0.1, 0.2)), chance), *sides)
