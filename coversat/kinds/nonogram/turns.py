"""The route that is tried for a nonogram if none is named."""

from __future__ import annotations

from ...solvers.strategy import Strategy, Turn, Turns
from .rules import Nonogram


def _turns(puzzle: Nonogram) -> Turns:
    yield Turn("cnf:starts")


TURNS = Strategy("cnf:starts alone; a cover takes longer to write and to search", _turns)
