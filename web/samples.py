"""Constraints of sudokus in pictures: digits that obey one, and digits that do not."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from shapes import cropped

from coversat.answering.questions import find_answers
from coversat.kinds.drawing import draw
from coversat.kinds.drawing.board import SIDE
from coversat.kinds.sudoku.constraints import Constraint
from coversat.kinds.sudoku.rules import Sudoku
from coversat.problems import read
from coversat.problems.grid import Cell, Grid
from coversat.solvers import Limits

FEW = 12
"""Cells of a constraint that are all shown."""

MARGIN, LEAST = 0.35, 2.6
"""What is shown beside these cells, and of a board at least, in cells."""

TRIES = 300


class Sample(NamedTuple):
    """Two pictures as SVG, and what is wrong in the second; without it if none was found."""

    right: str
    wrong: str
    reason: str


def example_of(constraint: type[Constraint]) -> Sudoku:
    """An empty board with the example of a constraint."""
    (problem,) = read(constraint.example_text(), "sudoku").problems
    assert isinstance(problem, Sudoku)
    return problem


@cache
def sample(constraint: type[Constraint]) -> Sample:
    """The example of a constraint with digits."""
    problem = example_of(constraint)
    (right,) = find_answers(problem, limits=Limits(answers=1)).answers
    held, reason, why = next(_broken(problem, right), (right, "", ()))
    named = {cell for one in problem.constraints for cell in one.scope(problem.layout)}
    named &= {*problem.layout.cells()}
    places = [*(named if len(named) <= FEW else why), *shown(constraint.example)] or [*problem.layout.cells()]
    few = named if len(named) <= FEW else None
    pictures = (_part(problem, grid, places, few, ringed) for grid, ringed in ((right, ()), (held, why)))
    return Sample(*pictures, reason)


def _broken(problem: Sudoku, right: Grid) -> Iterator[tuple[Grid, str, Collection[Cell]]]:
    """Grids that obey all rules but the constraint: other digits, or rows and columns in another order."""
    chance = random.Random(0)
    digits, lines = problem.layout.digits, range(len(right))
    if not len(digits) == len(lines) == problem.columns:
        return
    plain = replace(problem, constraints=tuple(one for one in problem.constraints if one == problem.regions))
    for _ in range(TRIES):
        other = dict(zip(digits, chance.sample(digits, len(digits)), strict=True))
        rows, columns = (_lines(chance, lines, box) for box in (problem.box_rows, problem.box_columns))
        grid = tuple(tuple(other[right[r][c]] for c in columns) for r in rows)
        if plain.violations(grid):
            continue
        for wrong in problem.violations(grid):
            yield grid, wrong.rule, wrong.cells


def _lines(chance: random.Random, lines: range, box: int) -> list[int]:
    """Rows or columns in another order that keeps boxes together."""
    boxes = [lines[first : first + box] for first in lines[::box]]
    return [line for lines in chance.sample(boxes, len(boxes)) for line in chance.sample(lines, box)]


def _part(
    problem: Sudoku,
    grid: Grid,
    places: Collection[Cell],
    few: Collection[Cell] | None,
    ringed: Collection[Cell],
) -> str:
    """The part of the board around some places, with the digits of all or of `few` cells."""
    (top, bottom), (left, right) = ((min(at), max(at)) for at in zip(*places, strict=True))
    high, wide = (max(far - near + 1 + 2 * MARGIN, LEAST) for near, far in ((top, bottom), (left, right)))
    middle = (top + bottom + 1) / 2, (left + right + 1) / 2

    def is_seen(r: int, c: int) -> bool:
        if few is not None:
            return (r, c) in few
        return abs(r + 0.5 - middle[0]) < high / 2 and abs(c + 0.5 - middle[1]) < wide / 2

    givens = tuple(
        tuple(d if is_seen(r, c) else None for c, d in enumerate(row)) for r, row in enumerate(grid)
    )
    picture = draw(replace(problem, givens=givens), ringed=[cell for cell in ringed if is_seen(*cell)])
    assert picture.cells is not None
    x, y = picture.cells.x + (middle[1] - wide / 2) * SIDE, picture.cells.y + (middle[0] - high / 2) * SIDE
    return cropped(picture.svg, x, y, wide * SIDE, high * SIDE)


def shown(example: str) -> Iterator[Cell]:
    """The cells that an example names, or those at a side and the clue beside them."""
    first = example.split("\n")[0]
    yield from ((int(r) - 1, int(c) - 1) for r, c in re.findall(r"r(\d)c(\d)", example))
    if first.startswith("quadruple"):
        yield from ((int(r), int(c)) for r, c in re.findall(r"r(\d)c(\d)", example))
    if first.startswith("little-killer"):
        yield from ((int(r) - 2, int(c) - 2) for r, c in re.findall(r"r(\d)c(\d)", example))
    if found := re.search(r"\b(left|right|top|bottom) (\d)", first):
        at = int(found[2]) - 1
        near = {
            "left": ((at, -1), (at, 1)),
            "right": ((at, 9), (at, 7)),
            "top": ((-1, at), (1, at)),
            "bottom": ((9, at), (7, at)),
        }
        yield from near[found[1]]
