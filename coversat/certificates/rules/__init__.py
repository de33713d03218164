"""The rules of some kinds of puzzles, said a second time, for comparing formulas with them.

A kind's statement is in the module of its name and shares nothing with the reductions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...kinds import find
from ...problems import AnyProblem
from ...registry import Registry
from .statement import NoStatementError, Statement

_STATEMENTS: Registry[Callable[[Any], Statement]] = Registry(__name__, "statement")


def statement_of(problem: AnyProblem) -> Statement:
    """The rules of a puzzle.

    Raises
    ------
    NoStatementError
        When nobody has said those of such puzzles a second time.
    """
    module = find(problem.kind).module
    if module not in _STATEMENTS:
        raise NoStatementError(problem.kind)
    return _STATEMENTS[module](problem)
