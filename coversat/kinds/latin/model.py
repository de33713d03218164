"""Latin squares in the constraint language: to exact cover and to CNF."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ...language import GridModel, Rule
from ...reductions.grid import board_rules, grid_encodings
from .rules import Latin

P = TypeVar("P", bound=Latin)


def latin_model(source: P, clues: Iterable[Rule] = ()) -> GridModel[P]:
    """A sudoku's board without boxes, its given cells, and the rules of clues."""
    layout = source.layout
    rules = [*board_rules(layout, source.givens), *clues]
    domains = dict.fromkeys(layout.cells(), layout.digits)
    return GridModel(source, source.order, source.order, domains, rules)


ENCODINGS = (
    *grid_encodings(Latin.kind, latin_model, ("cover",)),
    *grid_encodings(Latin.kind, latin_model, ("mixed",), preferred="", alternative=True),
)
