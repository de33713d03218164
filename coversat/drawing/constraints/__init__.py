"""Pictures of constraints: modules with a function `draw`, named as in `problems`; others are captions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...problems.constraint import Constraint
from ...problems.constraints import module_name
from ...problems.layout import Layout
from ...registry import Registry
from ..board import Board

_DRAW: Registry[Callable[[Board, Any, Layout], None]] = Registry(__name__, "draw")


def is_drawn(constraint: Constraint) -> bool:
    """Whether it has a picture."""
    return module_name(constraint.word) in _DRAW


def draw_constraint(board: Board, constraint: Constraint, layout: Layout) -> None:
    """Draw it below the lines and digits of a board."""
    _DRAW[module_name(constraint.word)](board, constraint, layout)
