"""Sudokus a line each, many at a time: read, decoded and judged as arrays, where NumPy is installed.

What is said of a puzzle does not depend on those beside it: each has a node budget of its own, and every
answer is judged by the rules before it counts.  What is malformed, or not decided within the budget, is
left to be asked by itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from importlib import import_module, util
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from ..errors import ParseError, WrongAnswerError
from ..findings import Findings
from ..problems import find_form
from ..problems.exact_cover import Cover
from ..reductions import AnyRule
from ..shared_cover import SharedCover, budget, shared_cover, sharing_rule
from .entries import Entry
from .query import Presenter, Query, Result

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORTH = 16
"""For fewer puzzles NumPy is not worth its import."""

Decided = Iterator[tuple[int, Result]]
"""Places among the entries, and results."""


def many_at_a_time(query: Query, present: Presenter, entries: Sequence[Entry]) -> Decided:
    """The results of those entries that are decided here."""
    in_lines: dict[tuple[str, str, int], list[int]] = {}
    for at, entry in enumerate(entries):
        if isinstance(entry.content, str):
            in_lines.setdefault((entry.kind, entry.form, len(entry.content)), []).append(at)
    for (kind, name, _), places in in_lines.items():
        if len(places) < WORTH or not util.find_spec("numpy"):
            continue
        arrays = find_form(kind, name).arrays
        rule = sharing_rule(kind)
        if rule is not None and arrays:
            module = import_module(f"..problems.{arrays}", __package__)
            yield from SudokuLines(query, present, entries, places, rule, module).decided()


class SudokuLines:
    """Lines of one length, whose digits, answers and checks are arrays: a row a puzzle, a column a cell."""

    def __init__(
        self,
        query: Query,
        present: Presenter,
        entries: Sequence[Entry],
        places: list[int],
        rule: AnyRule,
        module: Any,
    ) -> None:
        self._query = query
        self._present = present
        self._entries = entries
        self._places = places
        self._rule = rule
        self._module = module

    def decided(self) -> Decided:
        """The results of those that are well-formed and decided."""

        assert self._rule.sharing is not None
        started = time.perf_counter()
        lines = [str(self._entries[at].content) for at in self._places]
        shape = self._blank(len(lines[0]))
        if shape is None:
            return
        shared = shared_cover(self._rule, self._rule.sharing.shape(shape))
        digits = self._module.read_lines(lines, shape.size)
        sound = (digits != self._module.BAD).all(axis=1)
        digits = digits[sound]
        places = [at for at, good in zip(self._places, sound, strict=True) if good]
        options = _Options(shared, shape)
        rows: list[int] = []  # of the covers: which puzzle they answer
        covers: list[Cover] = []
        spent: list[tuple[int, Findings[Any], float]] = []  # of the decided ones: row, findings, seconds
        nodes = budget(self._query.limits)
        for row, (found, seconds) in enumerate(shared.two_of_each(options.forced(digits), nodes)):
            count = len(found.answers)
            if self._query.decides(count, found.exhausted):
                rows += repeat(row, count)
                covers += found.answers
                spent.append((row, Findings((), count, found.exhausted, shared.route), seconds))
        answers = options.shown(covers)
        if not self._module.right(shape, digits[rows], answers).all():
            raise WrongAnswerError(f"{shared.route} gave a wrong answer")
        # What reading, decoding and judging took is shared evenly.
        each = (time.perf_counter() - started - sum(seconds for *_, seconds in spent)) / max(1, len(places))
        grids = answers.reshape(len(covers), shape.size, shape.size)
        at = 0
        for row, known, seconds in spent:
            shown = grids[at : at + known.at_least]
            at += known.at_least
            yield places[row], self._result(places[row], shape, known, shown, seconds + each)

    def _blank(self, length: int) -> Any | None:
        """The sudoku without givens in a line so long, which stands for its shape."""
        first = self._entries[self._places[0]]
        try:
            (shape,) = find_form(first.kind, first.form).read("." * length)
        except ParseError:
            return None
        return shape

    def _result(
        self, place: int, shape: Any, known: Findings[Any], shown: NDArray[Any], seconds: float
    ) -> Result:
        # Only what is looked at becomes grids again.
        if self._present.wants_answers(self._query, known.verdict) and len(shown):
            answers = tuple(tuple(map(tuple, grid)) for grid in shown.tolist())
            known = Findings(answers, known.at_least, known.exhausted, known.route, seconds)
        return self._query.result(self._entries[place], shape, known, seconds, self._present)


class _Options:
    """Which option of a shape's cover shows which digit in which cell, as tables."""

    def __init__(self, shared: SharedCover, shape: Any) -> None:
        import numpy as np

        size = shape.size
        self._cells = size * size
        # A board full of one digit names an option for each cell, in order.
        named = [shared.reduction.encode(((digit,) * size,) * size).options for digit in range(1, size + 1)]
        self._option = np.zeros((size + 1, self._cells), np.intp)
        self._option[1:] = named
        count = len(shared.reduction.target.options)
        self._cell = np.zeros(count, np.intp)
        self._digit = np.zeros(count, np.uint8)
        self._cell[self._option[1:]] = np.arange(self._cells)
        self._digit[self._option[1:]] = np.arange(1, size + 1)[:, None]

    def forced(self, digits: NDArray[Any]) -> Iterator[list[int]]:
        """For each board the options of its givens."""
        import numpy as np

        rows, cells = np.nonzero(digits)
        options = self._option[digits[rows, cells], cells].tolist()
        ends = np.searchsorted(rows, np.arange(1, len(digits) + 1)).tolist()
        start = 0
        for end in ends:
            yield options[start:end]
            start = end

    def shown(self, covers: Sequence[Cover]) -> NDArray[Any]:
        """The boards that covers show."""
        import numpy as np

        flat = np.fromiter(chain.from_iterable(covers), np.intp, len(covers) * self._cells)
        options = flat.reshape(len(covers), self._cells)
        boards = np.zeros(options.shape, np.uint8)
        np.put_along_axis(boards, self._cell[options], self._digit[options], axis=1)
        return boards
