"""Clauses in which some literals are known: what is always true, and what never is."""

from __future__ import annotations

from collections.abc import Iterable

from .formula import Formula

ALWAYS = 1 << 62
"""In the place of a literal: true in every model."""
NEVER = -ALWAYS


def add_clauses(formula: Formula, clauses: Iterable[tuple[int, ...]]) -> None:
    """The clauses that are not always true, without the literals that never are."""
    possible = [clause for clause in clauses if ALWAYS not in clause]
    formula.add_all(
        clause if NEVER not in clause else tuple(x for x in clause if x != NEVER) for clause in possible
    )
