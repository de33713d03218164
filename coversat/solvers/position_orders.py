"""In which order a search of positions branches: the one that goes furthest in the same work is taken.

Branching on the clause with the fewest literals left finds contradictions early.  A fixed order meets the
same positions more often, where it fills a puzzle part by part: in the grids of sudokus column after column,
whatever the digits before.  Which is better nobody knows before it is tried.

A *family* are clauses without a common variable that have all variables of clauses among them: the cells of
a grid, or the digits of its columns.  An order goes through one family first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..kinds.cnf.rules import Cnf
from .clause_tables import ClauseTables
from .model_positions import Beginning, ModelPositions, Position, Witness
from .solver import Meter

Told = Position | Witness | Beginning
Order = list[int]

TRIED = 25_000
"""So many cases of a search are seen before others are tried, as far as that."""

MUCH = 0.1
"""Where so much of a search is seen, to try others would take longer than what is left of it."""


def tried(told: Iterable[Told]) -> Iterator[Told]:
    """What is told of the first `TRIED` cases."""
    cases = 0
    for one in told:
        yield one
        cases += len(one.cases) if isinstance(one, Position) else 0
        if cases >= TRIED:
            return


def better_order(cnf: Cnf, meter: Meter, seen: float) -> Order | None:
    """The order by which most is seen in so many cases; None where none goes further than this."""
    best = None
    for order in _orders(ClauseTables(cnf)) if seen < MUCH else ():
        search = ModelPositions(cnf, meter, order)
        for _ in tried(search):
            pass
        if search.seen > seen:
            best, seen = order, search.seen
    return best


def _orders(tables: ClauseTables) -> Iterator[Order]:
    """Each family first, and behind it the others as they stand."""
    for family in families(tables):
        first = set(family)
        yield [*family, *(at for at in range(len(tables.clauses)) if at not in first)]


def families(tables: ClauseTables) -> Iterator[list[int]]:
    """The families among the clauses as they stand, and what is behind the last of them.

    Clauses that stand together are taken for a family as soon as they have every variable of any clause.
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
