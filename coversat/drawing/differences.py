"""Where two answers differ."""

from __future__ import annotations

from typing import Any

from ..problems import AnyProblem
from ..problems.grid import Cell


def differing_cells(problem: AnyProblem, answer: Any, other: Any) -> list[Cell]:
    """The cells in which two answers show different numbers; none unless there are two answers."""
    if answer is None or other is None:
        return []
    pairs = zip(problem.answer_rows(answer), problem.answer_rows(other), strict=True)
    return [
        (r, c)
        for r, (row, theirs) in enumerate(pairs)
        for c, (mine, yours) in enumerate(zip(row, theirs, strict=True))
        if mine != yours
    ]
