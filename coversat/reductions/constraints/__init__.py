"""What encoders are told of each constraint: modules with a function `state`, named as in `problems`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ...kinds.sudoku.layout import Layout
from ...language import Primitive
from ...problems.constraint import Constraint
from ...problems.constraints import module_name
from ...registry import Registry

_STATE: Registry[Callable[[Any, Layout], Iterator[Primitive]]] = Registry(__name__, "state")


def statements_of(constraint: Constraint, layout: Layout) -> Iterator[Primitive]:
    """What a constraint asks of the digits of a board."""
    return _STATE[module_name(constraint.word)](constraint, layout)
