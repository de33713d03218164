"""Pictures of constraints: modules with a function `draw`, named as in `problems`; others are captions.

A picture that does not say all comes with a caption, which `draw` then returns.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...kinds.sudoku.layout import Layout
from ...problems.constraint import Constraint
from ...problems.constraints import module_name
from ...registry import Registry
from ..board import Board

_DRAW: Registry[Callable[[Board, Any, Layout], str | None]] = Registry(__name__, "draw")


def draw_constraint(board: Board, constraint: Constraint, layout: Layout) -> str | None:
    """Draw it below the lines and digits of a board; what is to be told in words is returned."""
    name = module_name(constraint.word)
    return _DRAW[name](board, constraint, layout) if name in _DRAW else constraint.caption()
