"""Adding givens to a sudoku with constraints, a layout, until it has one answer; none can be left out."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from contextlib import ExitStack
from dataclasses import replace

from ...kinds.sudoku.rules import Sudoku
from ...problems.grid import Cell, Grid, filled, grid_of
from ...solvers.sat.sat import SatCalls
from ..clock import Clock
from ..encoded import other_than, reduced
from .puzzles import model_with
from .spec import Spec, SpecError, orbits


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
