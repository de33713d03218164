"""The fewest givens to add so that one answer is left, and the two answers that differ most.

Every other answer differs from the preferred answer somewhere, and some added given has to be in each of
these differences: a smallest set that hits them all is a smallest set of additions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ...base.errors import LimitReachedError
from ...base.signals import held_back
from ...problems import AnyProblem
from ...problems.cnf.rules import Clause, Cnf
from ...reductions.places import Place
from ...solvers.minimal_sets import by_deletion
from ...solvers.sat.sat import SatCalls
from ..clock import Clock
from ..encoded import Encoded, other_than
from ..steps.values import Fact, fact_of
from .candidates import Candidates
from .givens import hitting_sets


@dataclass(frozen=True)
class MissingGivens:
    """Facts of an answer which, added as givens, rule out every other answer.

    * facts: none if the time limit came before a set was found.
    * at_least: a lower bound; equal to the number of facts if `fewest`.
    * clues: of a kind whose texts have no place for facts: clues that rule out the other answers as well.
    """

    answer: Any
    facts: tuple[Fact, ...] | None
    at_least: int
    calls: int
    reason: str | None = None
    clues: tuple[str, ...] = ()

    @property
    def fewest(self) -> bool:
        return self.facts is not None and len(self.facts) == self.at_least

    def as_json(self) -> dict[str, Any]:
        """The members for JSON; a partial result is marked."""
        return {
            "givens": None if self.facts is None else list(map(_fact_json, self.facts)),
            "fewest": self.fewest,
            "at_least": self.at_least,
            "clues": list(self.clues) or None,
        }


def _fact_json(fact: Fact) -> dict[str, Any]:
    """The name of the place, its cell (from 1) and the value."""
    where = {} if fact.cell is None else {"row": fact.cell[0] + 1, "column": fact.cell[1] + 1}
    return {"place": fact.place, **where, "value": fact.value}


def fewest_missing(formula: Encoded, answer: Any, clock: Clock) -> MissingGivens:
    """The fewest facts of `answer` that leave no other answer, or the best set found in time.

    Implicit hitting sets (Moreno-Centeno and Karp, Operations Research 2013): the solver looks for an answer
    that the smallest set hitting all known differences does not rule out; while there is one, its
    difference, reduced to a minimal one, is added to those known.
    """
    reason = None
    search = None
    try:
        with clock.deadline.enforced(), clock.calls(formula.cnf) as solver:
            search = _Search(formula, answer, clock, solver)
            search.run()
    except LimitReachedError as limit:
        reason = str(limit)
    if search is None:
        return MissingGivens(answer, None, 0, 0, reason)
    facts = None if search.best is None else tuple(map(search.fact, sorted(search.best)))
    return MissingGivens(answer, facts, search.at_least, search.calls, reason)


class _Search:
    """The state of one search; places are indices into `formula.places`."""

    def __init__(self, formula: Encoded, answer: Any, clock: Clock, solver: SatCalls) -> None:
        self.formula = formula
        self.values = formula.values_of(answer)
        self.literals = [
            place.literals[value] for place, value in zip(formula.places, self.values, strict=True)
        ]
        self.clock = clock
        self.solver = solver
        self.solver.add(other_than(formula.reduction, answer))
        self.best: frozenset[int] | None = None
        self.at_least = 0
        self.calls = 0

    def fact(self, place: int) -> Fact:
        return fact_of(self.formula.problem, self.formula.places[place], self.values[place])

    def run(self) -> None:
        first = self.difference(())
        if first is None:
            self.best = frozenset()
            return
        with hitting_sets(first) as hitting:
            while self.best is None or self.at_least < len(self.best):
                chosen = frozenset(hitting.get())
                self.at_least = len(chosen)
                for met in self.disjoint_differences(chosen):
                    hitting.hit(sorted(met))
                self.clock.report(self.progress())

    def progress(self) -> str:
        best = "?" if self.best is None else str(len(self.best))
        return f"givens to add: at least {self.at_least}, at most {best}; {self.calls} calls"

    def disjoint_differences(self, chosen: frozenset[int]) -> Iterator[frozenset[int]]:
        """Differences disjoint from `chosen` and from each other; after the last, a better set is known."""
        enough = chosen
        while (met := self.difference(enough)) is not None:
            yield met
            enough |= met
        self.improve(enough, chosen)

    def improve(self, enough: frozenset[int], keep: frozenset[int]) -> None:
        """Drop the places that a sufficient set does not need; keep the set if it is the smallest so far."""

        def core_of(places: Sequence[int]) -> Sequence[int] | None:
            return places if self.other_answer(keep.union(places)) is None else None

        needed = keep.union(by_deletion(sorted(enough - keep), core_of) or ())
        if self.best is None or len(needed) < len(self.best):
            self.best = needed

    def difference(self, agreed: Collection[int]) -> frozenset[int] | None:
        """A minimal set of places in which an answer that agrees on `agreed` differs; None without one."""
        differs = self.other_answer(agreed)
        if differs is None:
            return None
        needed: set[int] = set()
        everything = frozenset(range(len(self.literals)))
        while rest := sorted(differs - needed):
            smaller = self.other_answer((everything - differs) | {rest[0]})
            if smaller is None:
                needed.add(rest[0])
            else:
                differs = smaller
        return differs

    def other_answer(self, agreed: Collection[int]) -> frozenset[int] | None:
        """The places in which another answer differs, one that agrees on `agreed`; None without one."""
        self.calls += 1
        if not self.solver.solve([self.literals[place] for place in sorted(agreed)]):
            return None
        true = set(self.solver.model())
        return frozenset(place for place, literal in enumerate(self.literals) if literal not in true)


def clues_to_add(problem: Any, answer: Any, clock: Clock) -> tuple[str, ...]:
    """Clues of an answer that leave no other, none of which can be left out; empty if none are known.

    Each other answer that is met rules in a clue that it breaks, until there is none. Not the fewest: there
    may be smaller sets. None are known of a kind whose texts have values, if all its clues leave several
    answers, or after the time limit.
    """
    made = getattr(problem, "clued_by", None)
    if made is None or problem.has_givens or problem.fixed_clues or not getattr(problem, "drops_clues", True):
        return ()
    with suppress(LimitReachedError, NotImplementedError), clock.deadline.enforced():
        full = made(problem.held(answer))
        return () if full is None else _enough(problem, full, answer, clock)
    return ()


def _enough(problem: Any, full: AnyProblem, answer: Any, clock: Clock) -> tuple[str, ...]:
    names = full.given_names()
    stated = {at for at, name in enumerate(names) if name in problem.given_names()}
    added: list[int] = []

    def another(clues: Sequence[int]) -> Any:
        """An answer beside the one, of the puzzle with these clues; None without one."""
        found = clock.answers(full.with_givens({*stated, *clues}), 2)
        return next((one for one in found if one != answer), None)

    while (other := another(added)) is not None:
        shown = problem.clued_by(problem.held(other))
        kept = set() if shown is None else {*shown.given_names()}
        broken = [at for at, name in enumerate(names) if name not in kept and at not in {*stated, *added}]
        if not broken:
            return ()
        added.append(broken[len(broken) // 2])
        clock.report(f"{len(added)} clues to add so far")
    for at in [*added]:
        rest = [one for one in added if one != at]
        if another(rest) is None:
            added = rest
    return tuple(names[at] for at in sorted(added))


@dataclass(frozen=True)
class FarthestPair:
    """Two answers and the places in which they differ; `proven`: none are farther apart."""

    answers: tuple[Any, Any]
    differing: tuple[Place, ...]
    proven: bool


def farthest_pair(formula: Encoded, known: Candidates, clock: Clock) -> FarthestPair:
    """The two answers farthest apart, or the farthest found when the time ends.

    * known: with at least two answers.  If they are exact, only the open places are compared.

    Two copies of the formula, a variable for each place that is true if both show the same value, and a
    totalizer over these (Bailleux and Boufkhad, CP 2003), whose bound is lowered as far as possible.
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
    values = zip(formula.places, formula.values_of(first), formula.values_of(second), strict=True)
    return FarthestPair((first, second), tuple(place for place, a, b in values if a != b), proven=False)


def _farther(formula: Encoded, known: Candidates, best: FarthestPair, clock: Clock) -> Iterator[FarthestPair]:
    """Pairs, each farther apart than the one before, until there is none."""
    from pysat.card import ITotalizer

    count = formula.cnf.variable_count
    places = [place for place, _ in known.open] if known.exact else list(formula.places)
    same = [2 * count + 1 + number for number in range(len(places))]
    clauses = [*formula.cnf.clauses, *(_in_second(clause, count) for clause in formula.cnf.clauses)]
    graphs = formula.cnf.graphs
    graphs += tuple(graph.renumbered(lambda literal: _in_second((literal,), count)[0]) for graph in graphs)
    for place, variable in zip(places, same, strict=True):
        for literal in place.literals.values():
            clauses.append((-literal, *_in_second((-literal,), count), variable))
    bound = len(places) - len(best.differing) - 1
    with held_back():  # an unfinished one complains when it is deleted
        made = ITotalizer(lits=same, ubound=max(bound, 0), top_id=2 * count + len(places))
    with made as totalizer:
        clauses += map(tuple, totalizer.cnf.clauses)
        at_most = list(totalizer.rhs)
        variables = max(totalizer.cnf.nv, 2 * count + len(places))
    with clock.calls(Cnf(variables, tuple(clauses), graphs=graphs)) as solver:
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
