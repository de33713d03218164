"""How one problem becomes another, with the way back."""

from __future__ import annotations

from typing import Any

from ..registry import load
from .reduction import Reduction, Rule, Sharing

_RULES = {
    "sudoku": "sudoku:RULES",
    "sudominoku": "sudominoku:RULES",
    "kakuro": "kakuro:RULES",
    "queens": "queens:RULES",
    "langford": "langford:RULES",
    "dominosa": "dominosa:RULES",
    "polyomino": "polyomino:RULES",
    "latin": "latin:RULES",
    "starbattle": "star_battle:RULES",
    "nonogram": "nonogram:RULES",
    "cover": "cover_to_cnf:RULES",
    "cnf": "cnf_to_cover:RULES",
}


def rules_from(kind: str) -> tuple[Rule[Any, Any], ...]:
    """The rules whose source is this kind, in order of preference."""
    return load(__name__, _RULES[kind]) if kind in _RULES else ()


def all_rules() -> tuple[Rule[Any, Any], ...]:
    """Every rule: the edges of the reduction graph."""
    return tuple(rule for kind in _RULES for rule in rules_from(kind))


__all__ = ["Reduction", "Rule", "Sharing", "all_rules", "rules_from"]
