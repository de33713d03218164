"""What a generated puzzle should be like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import CoversatError


class SpecError(CoversatError, ValueError):
    """What no puzzle of the kind can be like, and why."""


@dataclass(frozen=True)
class Spec:
    """What a setter asks of a puzzle; None leaves it to the generator.

    Attributes
    ----------
    size : (rows, columns)
    boxes : (rows, columns)
        The shape of the boxes, for kinds that have boxes.
    givens : int
        How many.
    symmetry : str
        One of `symmetry.SYMMETRIES`.
    grade : str
        As `Grade.name` has it: a number of rounds, or ``search``.
    layout : Sudoku
        What the puzzle begins with: a board with its constraints, and givens that stay.
    """

    size: tuple[int, int] | None = None
    boxes: tuple[int, int] | None = None
    givens: int | None = None
    symmetry: str | None = None
    grade: str | None = None
    layout: Any = None
