"""Sudokus with constraints, by the digits that each cell may have, narrowed by every rule."""

from __future__ import annotations

from collections.abc import Iterator

from ...primitives import AllDifferent
from ...primitives.models import GridModel
from ...problems.board_rules import board_rules
from ...problems.grid import Grid
from ...solvers.search.domains import has_program, is_compiled, shown_answers
from ...solvers.solver import Meter
from .rules import Sudoku


def model_of(puzzle: Sudoku) -> GridModel[Sudoku]:
    """Its rules as constraints state them: nothing derived for an encoding is shared."""
    layout = puzzle.layout
    hidden = [cell for one in puzzle.constraints for cell in one.hidden_cells(layout)]
    rules = list(board_rules(layout, puzzle.givens))
    rules += (rule for one in puzzle.constraints for rule in one.rules(layout))
    domains = dict.fromkeys((*layout.cells(), *hidden), layout.digits)
    return GridModel(puzzle, puzzle.rows, puzzle.columns, domains, rules)


def grids(puzzle: Sudoku, meter: Meter) -> Iterator[Grid | None]:
    """The answers, each once; None where another search may take a turn."""
    return shown_answers(model_of(puzzle), meter)


def takes(puzzle: Sudoku) -> bool:
    """Whether constraints require more than distinct digits and their sums, and all of them have a program.

    The cover engine decides the others as soon.
    """
    if not is_compiled():
        return False
    primitives = [one for constraint in puzzle.constraints for one in constraint.primitives(puzzle.layout)]
    sums = all(isinstance(one, AllDifferent) and one.sets is None for one in primitives)
    return not sums and has_program(primitives)
