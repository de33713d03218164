"""Kinds in one class whose checks also judge the beginning of an answer, so that backtracking finds answers.

The search knows nothing of the model, so it is independent of every encoding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from ..primitives import Variable
from ..primitives.models import GridModel
from .grid import Cell
from .problem import Stepwise, Violation
from .puzzle import GridPuzzle


class StepwisePuzzle(GridPuzzle, Stepwise[Any]):
    """A kind whose `wrong` is also given boards with blank cells, which `held` lacks.

    It then lists what is wrong whatever these cells hold. By default the search begins with the givens and
    fills the first blank cell; a kind that is filled row by row has other steps.
    """

    def held(self, answer: Any) -> Mapping[Cell, int]:
        known = zip(self.cells(), chain.from_iterable(self.grid_of(answer)), strict=False)
        return {cell: value for cell, value in known if value is not None}

    def broken(self, answer: Any) -> Iterable[Violation]:
        """What `wrong` lists, and changed givens."""
        held = self.held(answer)
        found = self.broken_rules(held)
        return chain(found, self.changed_givens(held)) if self.has_givens else found

    def partial_violations(self, partial: Any) -> list[Violation]:
        return list(self.broken(partial))

    def beginning(self) -> Any:
        return self.clues

    def steps(self, partial: Any) -> Iterable[Any] | None:
        cell = next((cell for cell in self.cells() if partial[cell[0]][cell[1]] is None), None)
        if cell is None:
            return None
        r, c = cell
        row = partial[r]
        rows = ((*row[:c], value, *row[c + 1 :]) for value in self.values)
        return ((*partial[:r], line, *partial[r + 1 :]) for line in rows)


class AnswerModel(GridModel[Any]):
    """The model of a kind whose answers are no rows of values: `grid_of` and `answer_of` relate both."""

    def values_of(self, answer: Any) -> Iterator[tuple[Variable, int]]:
        return super().values_of(self.puzzle.grid_of(answer))

    def values_at(self, cell: Cell, value: int) -> Iterator[tuple[Variable, int]]:
        rows, columns = range(self.rows), range(self.columns)
        return super().values_of([[value if (r, c) == cell else None for c in columns] for r in rows])

    def answer_of(self, values: Iterable[tuple[Variable, int]]) -> Any:
        return self.puzzle.answer_of(super().answer_of(values))
