"""Loops and lines drawn with characters, for terminals."""

from __future__ import annotations

from typing import Any

from ...primitives.models import EAST, NORTH, SOUTH, WEST
from ...problems.lines import ALL_SIDES, LinePuzzle
from ...problems.puzzle import GridPuzzle

_TURN, _ACROSS, _DOWN = "+", "--", "|"


def sketch(problem: Any, answer: Any) -> str:
    """The loop or the lines of an answer; empty for a problem without lines."""
    if isinstance(problem, LinePuzzle):
        return _through_centres(problem, answer)
    if isinstance(problem, GridPuzzle) and getattr(problem, "has_faces", False):
        return _around_cells(problem, answer)
    return ""


def _through_centres(problem: LinePuzzle, answer: Any) -> str:
    """A row of signs for each row of cells, and one for the lines between it and the next."""
    lines = []
    for row in answer:
        signs = (_sign(problem, value) + (_ACROSS if value & ALL_SIDES & EAST else "  ") for value in row)
        below = (_DOWN if value & ALL_SIDES & SOUTH else " " for value in row)
        lines += ["".join(signs), "  ".join(below)]
    return _joined(lines[:-1])


def _sign(problem: LinePuzzle, value: int) -> str:
    sides = value & ALL_SIDES
    if not sides:
        return problem.values[value][-1].replace("-", ".")
    if sides == EAST | WEST:
        return _ACROSS[0]
    return _DOWN if sides == NORTH | SOUTH else _TURN


def _around_cells(problem: GridPuzzle, answer: Any) -> str:
    """The corners of cells with the sides between a cell inside and one outside, and the clues."""
    held = {(r, c): value for r, row in enumerate(answer) for c, value in enumerate(row)}

    def differ(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return bool(held.get(one, 0) != held.get(other, 0))

    lines = []
    for r in range(problem.rows + 1):
        corners = inside = ""
        for c in range(problem.columns + 1):
            across, down = differ((r - 1, c), (r, c)), differ((r, c - 1), (r, c))
            around = {held.get((r - up, c - left), 0) for up in (0, 1) for left in (0, 1)}
            corners += (_TURN if len(around) > 1 else ".") + (_ACROSS if across else "  ")
            clue = problem.clue_at.get((r, c), " ")
            inside += f"{_DOWN if down else ' '}{clue} "
        lines += [corners, inside]
    return _joined(lines[:-1])


def _joined(lines: list[str]) -> str:
    return "\n".join(line.rstrip() for line in lines)
