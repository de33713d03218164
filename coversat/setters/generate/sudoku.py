"""Sudokus: givens are removed from a random full grid, or added to a layout, so that one answer is left."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import cache

from ...answering.routes import find_path
from ...kinds.sudoku.rules import Sudoku
from ...problems.board import cells
from ...problems.grid import Cell, Grid, filled, grid_of
from ...problems.layout import BOX_SIDES, default_box
from ...reductions import AnyReduction
from ...reductions.paths import apply_path
from ...solvers import Limits
from ...solvers.cover.bitset_cover import PreparedCover
from ...solvers.sat.sat import SatCalls
from ..clock import Clock
from ..encoded import other_than, reduced
from .puzzles import model_with
from .spec import Spec, SpecError, orbits, sums

CHECKS = ("cnf:extended/cadical195", "cnf:mdd/glucose4", "cover/bitset")
"""The first two of these routes that take a puzzle check it: no reduction is in both."""

FEWEST = {(2, 2): 4, (2, 3): 8, (3, 2): 8, (3, 3): 17}
"""The fewest givens of a sudoku with these boxes, where they are known.

Seventeen: G. McGuire, B. Tugemann and G. Civario, There is no 16-clue sudoku, Experimental Mathematics
23, 2014.
"""


NODES = 5_000
"""The node limit of a check for uniqueness; beyond it the given stays."""


class SudokuBoard:
    """The empty board of one shape, prepared once for all checks of its grids."""

    def __init__(self, box_rows: int, box_columns: int) -> None:
        self.box_rows, self.box_columns = box_rows, box_columns
        self.size = box_rows * box_columns
        empty = Sudoku(box_rows, box_columns, grid_of(self.size, self.size, ()))
        self._reduction: AnyReduction = apply_path(find_path(Sudoku.kind, "cover"), empty)
        self._prepared = PreparedCover(self._reduction.target)

    def answer(self, givens: Grid) -> Grid | None:
        found = self._prepared.first(self._reduction.encode(givens).options)
        return None if found is None else self._reduction.decode(found)

    def is_unique(self, givens: Grid) -> bool:
        """Whether exactly one answer has these givens; False also if the check reaches its limit."""
        forced = self._reduction.encode(givens).options
        search = self._prepared.answers(2, forced, limits=Limits(nodes=NODES))
        return len(list(search)) == 1 and search.exhausted

    def groups(self, spec: Spec, fewest: int) -> list[tuple[Cell, ...]]:
        """The groups of cells that are removed together.

        Raise `SpecError` for a number of givens that no puzzle of this board has, or none of this symmetry.
        """
        every = cells(self.size, self.size)
        groups = orbits(every, spec.symmetry or "none", self.size, self.size)
        if spec.givens is not None:
            if spec.givens > len(every):
                raise SpecError(f"the board has {len(every)} cells, not {spec.givens}")
            if spec.givens < fewest:
                shape = f"{self.size}x{self.size}"
                raise SpecError(f"no {shape} board has one answer with fewer than {fewest} givens")
            if spec.givens not in sums(map(len, groups)):
                raise SpecError(f"no {spec.givens} cells have the symmetry {spec.symmetry}")
        return groups

    def thinned(self, grid: Grid, spec: Spec, fewest: int, rng: random.Random, clock: Clock) -> Grid | None:
        """The grid with groups of cells blanked, so that it stays the only answer.

        Unless a number of givens is specified, no group can be left out, up to checks that reach their limit
        on the largest boards.  None if the specified number was not reached; errors as in `groups`.
        """
        groups, most = self.groups(spec, fewest), spec.givens
        left = {cell for group in groups for cell in group}
        rng.shuffle(groups)
        for group in groups:
            clock.check()
            clock.report(f"{len(left)} givens left")
            if len(left) - len(group) < (most or 0):
                continue
            if self.is_unique(self._only(grid, left.difference(group))):
                left.difference_update(group)
        return self._only(grid, left) if most in (None, len(left)) else None

    def _only(self, grid: Grid, kept: Collection[Cell]) -> Grid:
        return grid_of(self.size, self.size, (one for one in filled(grid) if one[0] in kept))

    def random_grid(self, rng: random.Random) -> Grid:
        """A full grid: random boxes on the diagonal, completed, with rows and columns shuffled."""
        answer = None
        while answer is None:
            answer = self.answer(self._diagonal_boxes(rng))
        rows = _mixed(rng, self.box_columns, self.box_rows)
        columns = _mixed(rng, self.box_rows, self.box_columns)
        return tuple(tuple(answer[r][c] for c in columns) for r in rows)

    def _diagonal_boxes(self, rng: random.Random) -> Grid:
        grid: list[list[int | None]] = [[None] * self.size for _ in range(self.size)]
        for box in range(min(self.box_rows, self.box_columns)):
            digits = rng.sample(range(1, self.size + 1), self.size)
            for place, digit in enumerate(digits):
                r, c = divmod(place, self.box_columns)
                grid[box * self.box_rows + r][box * self.box_columns + c] = digit
        return tuple(map(tuple, grid))


def _mixed(rng: random.Random, bands: int, lines: int) -> list[int]:
    """The line numbers, shuffled within each band, with the bands shuffled."""
    order = []
    for band in rng.sample(range(bands), bands):
        order += [band * lines + line for line in rng.sample(range(lines), lines)]
    return order


@cache
def board(box_rows: int, box_columns: int) -> SudokuBoard:
    """The board of this shape, cached."""
    return SudokuBoard(box_rows, box_columns)


def boxes_of(spec: Spec) -> tuple[int, int]:
    """The shape of the boxes in a specification, by default 3x3.

    Raise `SpecError` if no sudoku has this size or these boxes.
    """
    boxes = spec.boxes
    if boxes is None:
        rows, columns = spec.size or (9, 9)
        boxes = default_box(rows) if rows == columns else None
        if boxes is None:
            raise SpecError(f"no sudoku is {rows}x{columns}")
    if boxes[0] not in BOX_SIDES or boxes[1] not in BOX_SIDES:
        raise SpecError(f"boxes are 2x2 to 5x5, not {boxes[0]}x{boxes[1]}")
    size = boxes[0] * boxes[1]
    if spec.size not in (None, (size, size)):
        raise SpecError(f"boxes of {boxes[0]}x{boxes[1]} make a board of {size}x{size}")
    return boxes


def attempt(spec: Spec, rng: random.Random, clock: Clock) -> Sudoku | None:
    """A sudoku; None if the requested number of givens was not reached."""
    if spec.layout is not None:
        return fill(spec, spec.layout, rng, clock)
    boxes = boxes_of(spec)
    here = board(*boxes)
    # Two digits that are not given can be exchanged.
    fewest = FEWEST.get(boxes, here.size - 1)
    givens = here.thinned(here.random_grid(rng), spec, fewest, rng, clock)
    return None if givens is None else Sudoku(*boxes, givens)


# Layouts: boards with constraints and givens, to which givens are added


def fill(spec: Spec, layout: Sudoku, rng: random.Random, clock: Clock) -> Sudoku | None:
    """The layout with additional givens that leave one answer; None if too many are needed.

    Unless a number of givens is specified, no group of cells can be left out.

    Raise `SpecError` for a layout without an answer, or a number of givens that it cannot have.
    """
    groups, own = _groups(spec, layout)
    with ExitStack() as kept:
        board = _Board(layout, clock, kept)
        grid = board.random_answer(rng)
        if grid is None:
            raise SpecError("the layout has no answer")
        left = {cell for group in groups for cell in group}
        board.solver.add(other_than(board.reduction, grid))
        rng.shuffle(groups)
        for group in groups:
            clock.report(f"{len(left) + own} givens left")
            fewer = left.difference(group)
            if len(fewer) + own < (spec.givens or 0) or not left.issuperset(group):
                continue
            needed = board.needed(grid, fewer)
            if needed is None:
                continue
            # Without other requirements, givens that the solver did not need are removed as well.
            restricted = spec.givens is not None or spec.symmetry not in (None, "none")
            left = fewer if restricted else needed
    if spec.givens not in (None, len(left) + own):
        return None
    shown = {cell: digit for cell, digit in filled(grid) if cell in left}
    givens = grid_of(layout.rows, layout.columns, (*filled(layout.givens), *shown.items()))
    return replace(layout, givens=givens)


def _groups(spec: Spec, layout: Sudoku) -> tuple[list[tuple[Cell, ...]], int]:
    """The groups of cells that are given or blank together, and the number of givens of the layout."""
    blank = [(r, c) for r, c in layout.layout.cells() if layout.givens[r][c] is None]
    own = layout.rows * layout.columns - len(blank)
    if spec.size is not None or spec.boxes is not None:
        raise SpecError("a layout has its own size and boxes")
    if spec.givens is not None and not own <= spec.givens <= own + len(blank):
        raise SpecError(f"the layout has {own} givens and {len(blank)} blank cells, not {spec.givens} givens")
    return orbits(blank, spec.symmetry or "none", layout.rows, layout.columns), own


class _Board:
    """One solver for all checks of a layout."""

    def __init__(self, layout: Sudoku, clock: Clock, kept: ExitStack) -> None:
        self._layout = layout
        self.reduction = reduced(layout)
        self.solver: SatCalls = kept.enter_context(clock.calls(self.reduction.target))

    def random_answer(self, rng: random.Random) -> Grid | None:
        """A random answer, as evenly distributed as the solver allows."""
        cells = self._layout.layout.cells()
        digits = self._layout.layout.digits
        wished = self._literals({cell: rng.randint(digits[0], digits[-1]) for cell in cells})
        rng.shuffle(wished)
        # A few random literals that are possible; the solver chooses the rest.
        model = model_with(self.solver, wished[: 2 * self._layout.size])
        return None if model is None else self.reduction.decode(model)

    def needed(self, grid: Grid, cells: Collection[Cell]) -> set[Cell] | None:
        """Some of these cells whose digits, as givens, leave no other answer; None if there is one."""
        ordered = sorted(cells)
        digits = dict(filled(grid))
        literals = self._literals({cell: digits[cell] for cell in ordered})
        if self.solver.solve(literals):
            return None
        of = dict(zip(literals, ordered, strict=True))
        return {of[literal] for literal in self.solver.core()}

    def _literals(self, held: Mapping[Cell, int]) -> list[int]:
        part = grid_of(self._layout.rows, self._layout.columns, held.items())
        return list(self.reduction.encode(part))
