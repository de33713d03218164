"""The route that is tried for a star battle if none is named."""

from __future__ import annotations

from ...solvers.strategy import Strategy, Turn, Turns
from .rules import StarBattle


def _turns(puzzle: StarBattle) -> Turns:
    yield Turn("search/counted")


TURNS = Strategy("search/counted alone; a cover takes longer to write and to search", _turns)
