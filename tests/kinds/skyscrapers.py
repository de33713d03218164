"""Skyscrapers up to order four, by every Latin square; up to order three, by every grid of such rows."""

from __future__ import annotations

from collections.abc import Iterator

from coversat.problems.skyscrapers import Skyscrapers

from . import Instance, filled_cells, instance
from .latin import grids

parts = filled_cells


def skyscrapers(name: str, *lines: str) -> Instance:
    """The board as its text has it, a character a cell."""
    above, *rows, below = [tuple(int(n) for n in line.replace(".", "0")) for line in lines]
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
