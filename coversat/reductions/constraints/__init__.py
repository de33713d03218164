"""What encoders are told of each constraint: modules with a function `state`, named as in `problems`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...kinds.sudoku.layout import Layout
from ...problems.constraint import Constraint
from ...problems.constraints import module_name
from ...registry import Registry
from ..statements import Statement

_STATE: Registry[Callable[[Any, Layout], Iterator[Statement]]] = Registry(__name__, "state")


def statements_of(constraint: Constraint, layout: Layout) -> Iterator[Statement]:
    """What a constraint asks of the digits of a board."""
    return _STATE[module_name(constraint.word)](constraint, layout)
