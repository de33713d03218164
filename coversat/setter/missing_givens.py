"""The fewest givens to add so that one answer is left.

For an answer to prefer, every other answer differs from it somewhere, and an added given has to stand in
each of these differences: a smallest set that meets them all is a smallest set of additions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from ..errors import LimitReachedError
from ..solvers.sat import SatCalls
from .clock import Clock
from .facts import Encoded, Fact, other_than


@dataclass(frozen=True)
class MissingGivens:
    """Facts of an answer which, added as givens, rule out every other answer.

    Attributes
    ----------
    facts : tuple of Fact, or None
        None where the time came before any such set was found.
    at_least : int
        No fewer can do.  Equal to the number of facts when `fewest`.
    """

    answer: Any
    facts: tuple[Fact, ...] | None
    at_least: int
    calls: int
    reason: str | None = None

    @property
    def fewest(self) -> bool:
        """Whether no smaller set exists."""
        return self.facts is not None and len(self.facts) == self.at_least

    def as_json(self) -> dict[str, Any]:
        """For JSON; a partial result says so."""
        return {
            "givens": None if self.facts is None else [fact.as_json() for fact in self.facts],
            "fewest": self.fewest,
            "at_least": self.at_least,
        }


def fewest_missing(formula: Encoded, answer: Any, clock: Clock) -> MissingGivens:
    """The fewest facts of `answer` that leave no other answer; the best known when the time ends.

    Notes
    -----
    Implicit hitting sets (Moreno-Centeno and Karp, Operations Research 2013): the smallest set that
    meets the differences known so far is asked for an answer it does not rule out; as long as there is
    one, its difference, shrunk until none lies within it, joins the known ones.
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
    facts = None if search.best is None else tuple(search.facts[place] for place in sorted(search.best))
    return MissingGivens(answer, facts, search.at_least, search.calls, reason)


class _Search:
    """The state of one search; places are numbers, as in `formula.places`."""

    def __init__(self, formula: Encoded, answer: Any, clock: Clock, solver: SatCalls) -> None:
        self.facts = formula.facts_of(answer)
        self.clock = clock
        self.solver = solver
        self.solver.add(other_than(formula.reduction, answer))
        self.best: frozenset[int] | None = None
        self.at_least = 0
        self.calls = 0

    def run(self) -> None:
        """Search to the end."""
        from pysat.examples.hitman import Hitman

        first = self.difference(())
        if first is None:
            self.best = frozenset()
            return
        with Hitman(bootstrap_with=[sorted(first)], htype="sorted") as hitting:
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
        """Differences that meet neither `chosen` nor each other; at their end, a better set is known."""
        enough = chosen
        while (met := self.difference(enough)) is not None:
            yield met
            enough |= met
        self.improve(enough, chosen)

    def improve(self, enough: frozenset[int], keep: frozenset[int]) -> None:
        """Drop the places that a sufficient set does not need; remember the set if it is the smallest yet."""
        for place in sorted(enough - keep):
            if self.other_answer(enough - {place}) is None:
                enough -= {place}
        if self.best is None or len(enough) < len(self.best):
            self.best = enough

    def difference(self, agreed: Collection[int]) -> frozenset[int] | None:
        """A minimal set of places in which an answer that agrees on `agreed` differs; None without one."""
        differs = self.other_answer(agreed)
        if differs is None:
            return None
        needed: set[int] = set()
        everything = frozenset(range(len(self.facts)))
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
        if not self.solver.solve([self.facts[place].literal for place in sorted(agreed)]):
            return None
        true = set(self.solver.model())
        return frozenset(place for place, fact in enumerate(self.facts) if fact.literal not in true)
