"""Removing givens from a full grid, or from a layout with an answer, while the answer stays unique."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from contextlib import ExitStack
from dataclasses import replace

from ...answering.routes import find_path
from ...kinds.sudoku.rules import Sudoku
from ...problems import Problem
from ...problems.grid import Cell, Grid, filled, grid_of
from ...reductions import AnyReduction
from ...reductions.paths import apply_path
from ...solvers import Limits
from ...solvers.cover.bitset_cover import PreparedCover
from ...solvers.sat.sat import SatCalls
from ..clock import Clock
from ..encoded import other_than, reduced
from .puzzles import model_with
from .spec import Spec, SpecError, orbits, sums

NODES = 5_000
"""The node limit of a check for uniqueness; beyond it the given stays."""


class EmptyBoard:
    """The empty square board of a kind, prepared once for all checks of its grids."""

    def __init__(self, empty: Problem[Grid], size: int) -> None:
        self.size = size
        self._reduction: AnyReduction = apply_path(find_path(empty.kind, "cover"), empty)
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
        cells = [(r, c) for r in range(self.size) for c in range(self.size)]
        groups = orbits(cells, spec.symmetry or "none", self.size, self.size)
        if spec.givens is not None:
            if spec.givens > len(cells):
                raise SpecError(f"the board has {len(cells)} cells, not {spec.givens}")
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
            if self.is_unique(_only(grid, left.difference(group))):
                left.difference_update(group)
        return _only(grid, left) if most in (None, len(left)) else None


def _only(grid: Grid, cells: Collection[Cell]) -> Grid:
    return tuple(
        tuple(digit if (r, c) in cells else None for c, digit in enumerate(row)) for r, row in enumerate(grid)
    )


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
        board.rule_out(grid)
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
    return replace(layout, givens=_with(layout.givens, grid, left))


def _groups(spec: Spec, layout: Sudoku) -> tuple[list[tuple[Cell, ...]], int]:
    """The groups of cells that are given or blank together, and the number of givens of the layout."""
    blank = [(r, c) for r, c in layout.layout.cells() if layout.givens[r][c] is None]
    own = layout.rows * layout.columns - len(blank)
    if spec.size is not None or spec.boxes is not None:
        raise SpecError("a layout has its own size and boxes")
    if spec.givens is not None and not own <= spec.givens <= own + len(blank):
        raise SpecError(f"the layout has {own} givens and {len(blank)} blank cells, not {spec.givens} givens")
    return orbits(blank, spec.symmetry or "none", layout.rows, layout.columns), own


def _with(givens: Grid, grid: Grid, cells: Collection[Cell]) -> Grid:
    return tuple(
        tuple(grid[r][c] if (r, c) in cells else digit for c, digit in enumerate(row))
        for r, row in enumerate(givens)
    )


class _Board:
    """One solver for all checks of a layout."""

    def __init__(self, layout: Sudoku, clock: Clock, kept: ExitStack) -> None:
        self._layout = layout
        self._reduction = reduced(layout)
        self._solver: SatCalls = kept.enter_context(clock.calls(self._reduction.target))

    def random_answer(self, rng: random.Random) -> Grid | None:
        """A random answer, as evenly distributed as the solver allows."""
        cells = self._layout.layout.cells()
        digits = self._layout.layout.digits
        wished = self._literals({cell: rng.randint(digits[0], digits[-1]) for cell in cells})
        rng.shuffle(wished)
        # A few random literals that are possible; the solver chooses the rest.
        model = model_with(self._solver, wished[: 2 * self._layout.size])
        return None if model is None else self._reduction.decode(model)

    def rule_out(self, grid: Grid) -> None:
        """From now on this answer is none."""
        self._solver.add(other_than(self._reduction, grid))

    def needed(self, grid: Grid, cells: Collection[Cell]) -> set[Cell] | None:
        """Some of these cells whose digits, as givens, leave no other answer; None if there is one."""
        ordered = sorted(cells)
        digits = dict(filled(grid))
        literals = self._literals({cell: digits[cell] for cell in ordered})
        if self._solver.solve(literals):
            return None
        of = dict(zip(literals, ordered, strict=True))
        return {of[literal] for literal in self._solver.core()}

    def _literals(self, held: Mapping[Cell, int]) -> list[int]:
        part = grid_of(self._layout.rows, self._layout.columns, held.items())
        return list(self._reduction.encode(part))
