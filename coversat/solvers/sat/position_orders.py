"""The branching order of a search of positions: the one that gets furthest with the same work.

Branching on the clause with the fewest open literals finds contradictions early.  A fixed order reaches the
same positions more often if it fills a puzzle part by part, such as a sudoku grid column by column.  Which is
better is found by trying.

A *family* is a set of clauses without common variables that together contain all variables: the cells of a
grid, or the digits of its columns.  An order goes through one family first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...problems.cnf.rules import Cnf
from ..solver import Meter
from .clause_tables import ClauseTables
from .model_positions import Beginning, ModelPositions, Position, Witness

Entry = Position | Witness | Beginning
Order = list[int]

TRIED = 25_000
"""The cases after which a search is compared with other orders, each tried for as many cases."""

MUCH = 0.1
"""The share of a search beyond which trying others would take longer than finishing it."""


def tried(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The reports of the first `TRIED` cases."""
    cases = 0
    for one in entries:
        yield one
        cases += len(one.cases) if isinstance(one, Position) else 0
        if cases >= TRIED:
            return


def better_order(cnf: Cnf, meter: Meter, seen: float) -> Order | None:
    """The order that gets furthest in `TRIED` cases; None if none gets further than `seen`."""
    best = None
    for order in _orders(ClauseTables(cnf)) if seen < MUCH else ():
        search = ModelPositions(cnf, meter, order)
        for _ in tried(search):
            pass
        if search.seen > seen:
            best, seen = order, search.seen
    return best


def _orders(tables: ClauseTables) -> Iterator[Order]:
    """One order for each family that begins with it; the other clauses follow in their order."""
    for family in families(tables):
        first = set(family)
        yield [*family, *(at for at in range(len(tables.clauses)) if at not in first)]


def families(tables: ClauseTables) -> Iterator[list[int]]:
    """The families among consecutive clauses, and the clauses after the last one.

    Consecutive clauses are a family as soon as they contain every variable of any clause.
    """
    clauses = [tables.variables(clause) for clause in tables.clauses]
    every = 0
    for clause in clauses:
        every |= clause
    family: list[int] = []
    reached = 0
    for at, clause in enumerate(clauses):
        family.append(at)
        reached |= clause
        if reached == every:
            yield family
            family, reached = [], 0
    if family:
        yield family
