"""Two answers that differ in as many places as can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..errors import LimitReachedError
from ..kinds.cnf.rules import Clause, Cnf
from .candidates import Candidates
from .clock import Clock
from .facts import Encoded, Place


@dataclass(frozen=True)
class FarthestPair:
    """Two answers and the places in which they differ; `proven`: none are farther apart."""

    answers: tuple[Any, Any]
    differing: tuple[Place, ...]
    proven: bool


def farthest_pair(formula: Encoded, known: Candidates, clock: Clock) -> FarthestPair:
    """The two answers farthest apart, or the farthest found when the time ends.

    Parameters
    ----------
    known : Candidates
        With at least two answers.  Where they are exact, only the open places are looked at.

    Notes
    -----
    Two copies of the formula, a variable for each place that says "both show the same", and a totalizer
    over these (Bailleux and Boufkhad, CP 2003), whose bound is lowered until it cannot be.
    """
    first = best = _pair(formula, *known.answers[:2])
    try:
        with clock.deadline.enforced():
            for best in _farther(formula, known, first, clock):
                clock.report(f"two answers that differ in {len(best.differing)} places")
    except LimitReachedError:
        return best
    return replace(best, proven=True)


def _pair(formula: Encoded, first: Any, second: Any) -> FarthestPair:
    facts = zip(formula.facts_of(first), formula.facts_of(second), strict=True)
    return FarthestPair((first, second), tuple(a.place for a, b in facts if a.value != b.value), proven=False)


def _farther(formula: Encoded, known: Candidates, best: FarthestPair, clock: Clock) -> Iterator[FarthestPair]:
    """Pairs, each farther apart than the one before, until there is none."""
    from pysat.card import ITotalizer

    count = formula.cnf.variable_count
    places = [place for place, _ in known.open] if known.exact else list(formula.places)
    same = [2 * count + 1 + number for number in range(len(places))]
    clauses = [*formula.cnf.clauses, *(_in_second(clause, count) for clause in formula.cnf.clauses)]
    for place, variable in zip(places, same, strict=True):
        for literal in place.literals.values():
            clauses.append((-literal, *_in_second((-literal,), count), variable))
    bound = len(places) - len(best.differing) - 1
    with ITotalizer(lits=same, ubound=max(bound, 0), top_id=2 * count + len(places)) as totalizer:
        clauses += map(tuple, totalizer.cnf.clauses)
        at_most = list(totalizer.rhs)
        variables = max(totalizer.cnf.nv, 2 * count + len(places))
    with clock.calls(Cnf(variables, tuple(clauses))) as solver:
        solver.prefer([-variable for variable in same])
        while bound >= 0 and solver.solve([-at_most[bound]]):
            model = solver.model()
            second = tuple(x - count if x > 0 else x + count for x in model[count : 2 * count])
            best = _pair(formula, formula.decode(model[:count]), formula.decode(second))
            bound = len(places) - len(best.differing) - 1
            yield best


def _in_second(clause: Clause, count: int) -> Clause:
    """The same clause in the second copy of the formula's `count` variables."""
    return tuple(x + count if x > 0 else x - count for x in clause)
